"""Announce, before the first job, what is to be made and why."""

from collections.abc import Sequence
from typing import Any

from tenbyten.jobs.plan import Plan

# Lines of an announcement, and data sets that one of them names.
_LINES = 20
_NAMED = 5
# What is done with runs, by whether their metrics come from what is kept.
_DONE = {False: "To cross-validate", True: "To measure by kept predictions"}


def describe(plan: Plan) -> list[str]:
    """Say in lines what is to be made and why."""
    prepare: dict[str, list[str]] = {}
    for name in plan.study.datasets:
        if (prepared := plan.prepared(name)).lacking:
            prepare.setdefault(prepared.why, []).append(name)
    lines = [f"To prepare: {_named(x)}{_since(why)}" for why, x in prepare.items()]
    by_classifier: dict[tuple[Any, ...], list[str]] = {}
    for x in plan.lacking:
        of = x.classifier, x.is_measured, x.runs, x.why
        by_classifier.setdefault(of, []).append(x.dataset)
    together: dict[tuple[Any, ...], list[str]] = {}
    for (classifier, *what), names in by_classifier.items():
        together.setdefault((*what, tuple(names)), []).append(classifier)
    for (is_measured, runs, why, names), classifiers in together.items():
        told = f"{_named(classifiers, 'classifiers')}: {_runs(runs)} on {_named(names)}"
        lines.append(f"{_DONE[is_measured]}: {told}{_since(why)}")
    if len(lines) > _LINES:
        lines[_LINES:] = [f"... and {len(lines) - _LINES} lines more of this kind"]
    return lines


def _since(why: str) -> str:
    """Return a reason in brackets; nothing if there is none."""
    return f" ({why})" if why else ""


def _named(names: Sequence[str], what: str = "data sets") -> str:
    """Name a few data sets or classifiers, or count them."""
    if len(names) <= _NAMED:
        return ", ".join(names)
    return f"{len(names)} {what} ({names[0]} to {names[-1]})"


def _runs(runs: tuple[int, ...]) -> str:
    """Name runs: ``runs 6-10``, ``run 3``, ``runs 1, 4``."""
    if len(runs) == 1:
        return f"run {runs[0]}"
    if runs == tuple(range(runs[0], runs[-1] + 1)):
        return f"runs {runs[0]}-{runs[-1]}"
    return f"runs {', '.join(map(str, runs))}"
