"""Decisions that a policy or a single data set changes."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.comparisons.sensitivity import ALPHAS, APART, METHODS, RHOS, ROPES, SIDES
from tenbyten.layout import FILES
from tenbyten.report.captions import TEST_NAMES, caption, in_sentence, rho
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, ColumnOfLines, Table, build
from tenbyten.report.formatting import join_words, shorten_list
from tenbyten.report.sections.columns import decision_columns
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE

# No more data sets are named in a cell.
_shortened = partial(shorten_list, most=5)

_WORDS = {
    "neither": "no difference found",
    "both": "contradictory",
    "equivalent": "practically equivalent",
    "undecided": "undecided",
}


def sensitivity_tables(
    sensitivity: pd.DataFrame, *, labels: Mapping[str, str], policies: Mapping[str, Any]
) -> tuple[Table, Table, Table]:
    """Count the stable decisions, list the others, and what stands apart.

    `sensitivity` is from `comparisons.sensitivity.sensitivity`. What a single key of
    the study file or a single data set changes comes first.
    """
    lines = sensitivity.assign(
        key=[_hangs_on_a_key(ways) for ways in sensitivity["hangs_on"]],
        data_set=sensitivity["data_sets"] != "",
    )
    lines["several"] = (lines["stable"] == 0) & ~lines["key"] & ~lines["data_set"]
    decision: ColumnOfLines = ("decision", "l", partial(_decision, labels=labels))
    named = [*decision_columns(labels), decision]
    hanging = build(
        lines[lines["stable"] == 0].sort_values("several", kind="stable"),
        [
            *named,
            ("becomes", "l", partial(_becomes, labels=labels)),
            ("under", "l", lambda line: line.hangs_on),
            ("or without", "l", lambda line: _shortened(line.data_sets)),
        ],
        name="unstable",
        title="Decisions that are not stable",
        caption=caption("unstable"),
    )
    apart = build(
        lines[lines["apart"] != ""],
        [*named, ("another under", "l", lambda line: line.apart)],
        name="apart",
        title="What policies of publications would change",
        caption=f"{join_words(_apart(policies))} are tried only because published "
        "decisions were made so. No decision is called unstable for them.",
    )
    return _counts(lines, labels, policies), hanging, apart


def sensitivity_section(contents: Contents) -> list[Table]:
    """Return the tables on decisions that a policy or a single data set changes.

    The page lists those of its main subset; the files have all.
    """
    if contents.sensitivity is None:
        return []
    settings = {"labels": contents.labels, "policies": contents.settings}
    counts, *_ = sensitivity_tables(contents.sensitivity, **settings)
    main = contents.sensitivity[contents.sensitivity["subset"] == contents.main]
    _, *lists = sensitivity_tables(main, **settings)
    csv, tex = FILES["sensitivity_summary"], FILES["sensitivity_summary_latex"]
    here = f": {in_sentence(contents.heading(contents.main))}"
    lists = [table._replace(title=f"{table.title}{here}") for table in lists]
    shown = [counts, *(table for table in lists if table.rows)]
    return [table._replace(csv=csv, tex=tex) for table in shown]


def _counts(
    lines: pd.DataFrame, labels: Mapping[str, str], policies: Mapping[str, Any]
) -> Table:
    """Count the decisions of every subset and test by what changes them."""
    rows = []
    for (subset, test), part in lines.groupby(["subset", "test"], sort=False):
        counts = [part[name].sum() for name in ("stable", "key", "data_set", "several")]
        texts = (subset, TEST_NAMES[str(test)], len(part), *counts)
        rows.append([Cell(str(text)) for text in texts])
    apart = _apart(policies)
    heads = ("decisions", "stable", "hang on a key", "on a data set", "only on more")
    return Table(
        name="sensitivity",
        title="What the decisions hang on",
        columns=[Column("subset", "l"), Column("test", "l"), *map(Column, heads)],
        rows=rows,
        caption=caption(
            "sensitivity",
            s=policies,
            rhos=", ".join(f"{x}/folds" for x in RHOS),
            alphas=", ".join(f"{alpha:g}" for alpha in ALPHAS),
            ropes=", ".join(f"{factor:g}" for factor in ROPES if factor != 1),
            sides=SIDES,
            methods=METHODS,
            zero_variance=[
                x for x in ZERO_VARIANCE if f"zero_variance = {x}" not in apart
            ],
            apart=apart,
            stable=_stable_findings(lines, labels),
        ),
    )


def _hangs_on_a_key(ways: str) -> bool:
    """Whether one change of a key of the study file suffices."""
    return any(
        " and " not in way and not way.startswith("zeros")
        for way in filter(None, ways.split("; "))
    )


def _decision(line: Any, *, labels: Mapping[str, str]) -> str:
    """Write a decision in words."""
    return _in_words(line.decision, line, labels)


def _becomes(line: Any, *, labels: Mapping[str, str]) -> str:
    """Write the other decisions in words."""
    others = line.becomes.split("; ")
    return " or ".join(_in_words(other, line, labels) for other in others)


def _in_words(decision: str, line: Any, labels: Mapping[str, str]) -> str:
    """Write a decision on the pair of a line."""
    if decision in ("column", "row"):
        return f"{labels[getattr(line, decision)]} better"
    return _WORDS[decision]


def _stable_findings(lines: pd.DataFrame, labels: Mapping[str, str]) -> str:
    """Name the differences that nothing of what was varied takes away."""
    stable = lines[lines["stable"] == 1]
    stable = stable[stable["decision"].isin(["column", "row"])]
    found = []
    for subset, part in stable.groupby("subset", sort=False):
        tests: dict[str, list[str]] = {}
        for line in part.itertuples(index=False):
            better, worse = line.column, line.row
            if line.decision == "row":
                better, worse = worse, better
            pair = f"{labels[better]} over {labels[worse]}"
            tests.setdefault(pair, []).append(TEST_NAMES[line.test])
        pairs = [f"{pair} ({' and '.join(names)})" for pair, names in tests.items()]
        found.append(f"{subset}: {', '.join(pairs)}")
    return "; ".join(found)


def _apart(policies: Mapping[str, Any]) -> list[str]:
    """Return the policies that stand apart, but for the study's own."""
    own = f"zero_variance = {policies['zero_variance']}", f"rho = {rho(policies)}"
    return [change for change in APART if change not in own]
