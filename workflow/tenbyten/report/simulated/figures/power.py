"""Power of the Poisson test and the signed-rank test against the difference."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from tenbyten.report.figures.colours import INK, MUTED
from tenbyten.report.figures.style import Drawing
from tenbyten.report.formatting import format_number
from tenbyten.report.simulated.figures.curves import (
    DASHED,
    DOTTED,
    POISSON,
    SIGNED_RANK,
    Axes,
    Look,
    Panel,
    curve_of,
    draw_figure,
)
from tenbyten.words import count_of

TESTS = {"poisson": "Poisson test", "signed_rank": "signed-rank test"}
# What a data set counts on which no fold has a difference.
POLICIES = {
    "half": "counts 1/2",
    "win": "counts 1, for the network",
    "drop": "not in the test",
    "lose": "counts 0",
}
_HEIGHT = 210  # of a panel in points
_AXES = Axes("actual difference of accuracy", "rate of rejection")
_MARKS = {"poisson": "square", "signed_rank": "circle"}
_COLORS = {"poisson": POISSON, "signed_rank": SIGNED_RANK}
_OF_POLICIES = {
    "half": Look(POISSON, "square", width=1.6),
    "win": Look(INK, "square", DASHED),
    "drop": Look(MUTED, "square"),
    "lose": Look(INK, "square", DOTTED),
}
_DASHES = (DASHED, (0, (6, 2, 1, 2)), (0, (1, 1.2)))


def draw_power(rates: pd.DataFrame, *, alpha: float, subject: str) -> Drawing:
    """Draw the rates of rejection by number of data sets, one panel each.

    `rates` have a line for each difference, number of `datasets` and of `runs`, and
    test, with value and error; `subject` says what the differences are. As in Figure 2
    of Corani, Benavoli (2015): squares are the Poisson test, circles the signed-rank
    test; the fewest runs are dashed, the most solid.
    """
    looks = _looks(sorted(set(rates["runs"])))
    panels = [
        Panel(
            f"{datasets} data sets",
            [
                curve_of(_label(test, runs), part, looks[test, runs], x="difference")
                for (test, runs), part in of_panel.groupby(["test", "runs"])
            ],
            level=alpha,
        )
        for datasets, of_panel in rates.groupby("datasets")
    ]
    entries = [(_label(*key), look) for key, look in looks.items()]
    said = (
        f"Share of {int(rates['experiments'].max()):,} experiments in which the test "
        f"rejects. Band: two standard errors on either side. Line: the size of the "
        f"tests, {alpha:g}."
    )
    drawing = draw_figure(
        panels, _AXES, entries, said, height=_HEIGHT, columns=min(2, len(panels))
    )
    drawing.title = f"Power of both tests: {subject}"
    drawing.alt = f"{_alt(rates)} {said}"
    return drawing


def draw_policies(rates: pd.DataFrame, *, alpha: float, subject: str) -> Drawing:
    """Draw the Poisson test's rates of rejection under each zero-variance policy.

    `rates` have, besides the columns of `draw_power`, the `policy`, which is that of
    zero variance for the Poisson test; the signed-rank test's, with one policy, stand
    behind for comparison. There is a row of panels for each number of runs.
    """
    panels = [
        Panel(
            f"{count_of(runs, 'run')}, {datasets} data sets",
            [
                curve_of(
                    _named(test, policy), part, _look(test, policy), x="difference"
                )
                for (test, policy), part in of_panel.groupby(["test", "policy"])
            ],
            level=alpha,
        )
        for (runs, datasets), of_panel in rates.groupby(["runs", "datasets"])
    ]
    of_poisson = rates[rates["test"] == "poisson"]
    there = [policy for policy in _OF_POLICIES if policy in set(of_poisson["policy"])]
    entries = [(f"{name}: {POLICIES[name]}", _OF_POLICIES[name]) for name in there]
    entries.append(("signed-rank test", _look("signed_rank", "")))
    said = (
        f"Share of {int(rates['experiments'].max()):,} experiments in which the test "
        f"rejects. Squares: the Poisson test, by what a data set counts on which no "
        f"fold has a difference. Band: two standard errors on either side. Line: the "
        f"size of the tests, {alpha:g}."
    )
    columns = min(2, rates["datasets"].nunique())
    drawing = draw_figure(panels, _AXES, entries, said, height=_HEIGHT, columns=columns)
    drawing.title = f"Poisson test by zero-variance policy: {subject}"
    drawing.alt = f"{_alt_of_policies(rates)} {said}"
    return drawing


def _looks(runs: Sequence[int]) -> dict[tuple[str, int], Look]:
    """Choose colour and mark by test, the dash by number of runs: the most is solid."""
    dashes = dict(zip(runs[:-1], _DASHES * len(runs), strict=False)) | {runs[-1]: "-"}
    return {
        (test, number): Look(_COLORS[test], _MARKS[test], dashes[number])
        for test in TESTS
        for number in runs
    }


def _look(test: str, policy: str) -> Look:
    """Choose the look of a policy; the signed-rank test's is thin."""
    if test == "signed_rank":
        return Look(SIGNED_RANK, "circle", width=0.8)
    return _OF_POLICIES[policy]


def _label(test: str, runs: int) -> str:
    """Name a curve by its test and number of runs."""
    return f"{TESTS[test]}, {count_of(runs, 'run')}"


def _named(test: str, policy: str) -> str:
    """Name a curve by its test and policy."""
    return f"{TESTS[test]}, {policy}" if test == "poisson" else TESTS[test]


def _alt(rates: pd.DataFrame) -> str:
    """Tell each curve's rates at its first, middle and last difference."""
    told = []
    for (datasets, test, runs), part in rates.groupby(["datasets", "test", "runs"]):
        words = _three(part)
        told.append(f"{_label(test, runs)}, {datasets} data sets: {words}")
    return f"Rates of rejection. {'; '.join(told)}."


def _alt_of_policies(rates: pd.DataFrame) -> str:
    """Tell the rates under each policy at the first, middle and last difference."""
    told = []
    keys = ["datasets", "runs", "test", "policy"]
    for (datasets, runs, test, policy), part in rates.groupby(keys):
        where = f"{count_of(runs, 'run')}, {datasets} data sets"
        told.append(f"{_named(test, policy)}, {where}: {_three(part)}")
    return f"Rates of rejection. {'; '.join(told)}."


def _three(part: pd.DataFrame) -> str:
    """Write the rates at the first, the middle and the last difference."""
    part = part.sort_values("difference")
    at = np.unique([0, len(part) // 2, len(part) - 1])
    return ", ".join(
        f"{format_number(line.value)} at {line.difference:g}"
        for line in part.iloc[at].itertuples()
    )
