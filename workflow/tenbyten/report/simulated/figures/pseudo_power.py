"""Rates at which tests of one data set reject hypotheses, true and false."""

from collections.abc import Callable, Mapping, Sequence

import pandas as pd

from tenbyten.report.figures.colours import COLUMN, INK, MUTED, ROW
from tenbyten.report.figures.style import Drawing
from tenbyten.report.formatting import format_number
from tenbyten.report.simulated.figures.curves import (
    DASHED,
    DOTTED,
    Axes,
    Curve,
    Look,
    Panel,
    draw_figure,
)

# The tests of Nadeau, Bengio (2003), Table 1, in its order.
TESTS = {
    "one_split_t": "t-test on one split",
    "resampled_t": "resampled t",
    "corrected_resampled_t": "corrected resampled t",
    "conservative_z": "conservative Z",
    "five_by_two_cv_t": "5x2cv",
    "pseudo_bootstrap": "pseudo-bootstrap",
    "corrected_pseudo_bootstrap": "corrected pseudo-bootstrap",
}
_LOOKS = {
    "one_split_t": Look(MUTED, "square", width=1),
    "resampled_t": Look(INK, width=1.4),
    "corrected_resampled_t": Look(COLUMN, width=1.6),
    "conservative_z": Look(ROW, "circle"),
    "five_by_two_cv_t": Look(MUTED, "ring", DASHED, 1),
    "pseudo_bootstrap": Look(INK, "", DASHED, 1),
    "corrected_pseudo_bootstrap": Look(COLUMN, "", DASHED, 1),
}
_REAL = {
    "one_split_t": INK,
    "corrected_resampled_t": COLUMN,
    "conservative_z": ROW,
    "five_by_two_cv_t": MUTED,
}
# From the most splits or halvings down.
_DASHES = ("-", DASHED, (0, (6, 2, 1, 2)), DOTTED)
_HEIGHT = 160  # of a panel in points
_AXES = Axes("hypothetical generalization error", "rate of rejection")
# A rate above is significantly so: one-sided, at 5 %.
_Z = 1.645

Interval = tuple[float, float]


def draw_tests(
    rates: pd.DataFrame,
    intervals: Mapping[str, Interval],
    *,
    alpha: float,
    subject: str,
    label: Callable[[str], str],
) -> Drawing:
    """Draw the rates of all tests against the hypothesis: a row of panels a case.

    `rates` have a line for each `case`, test part (`test_size`), test and `null`, with
    the rate in `value`; the largest test part stands to the left. By case, `intervals`
    hold the true value; `label` names a case.
    """
    sizes = sorted(set(rates["test_size"]), reverse=True)
    panels = []
    for case, of_case in rates.groupby("case", sort=False):
        for size in sizes:
            part = of_case[of_case["test_size"] == size]
            curves = [_curve(part, test, look) for test, look in _LOOKS.items()]
            title = f"{label(str(case))}, tested on {share_of(size)}"
            panel = _panel(title, curves, part, alpha, intervals[str(case)])
            panels.append(panel)
    there = [test for test in _LOOKS if test in set(rates["test"])]
    entries = [(TESTS[test], _LOOKS[test]) for test in there]
    said = f"{_said(rates, alpha)} Dotted upright: 95 % interval of the true value."
    drawing = draw_figure(
        panels, _AXES, entries, said, height=_HEIGHT, columns=len(sizes)
    )
    drawing.title = subject
    drawing.alt = f"{_sizes_in_words(rates, ['test_size'], label)} {said}"
    return drawing


def draw_numbers(
    rates: pd.DataFrame,
    intervals: Mapping[str, Interval],
    *,
    by: str,
    alpha: float,
    subject: str,
    label: Callable[[str], str],
) -> Drawing:
    """Draw the rates for several numbers of splits or halvings, one panel a case.

    As `draw_tests`, of one test part; `by` is ``splits`` or ``halvings``. The largest
    number is solid.
    """
    numbers = sorted(set(rates[by]), reverse=True)
    dashes = dict(zip(numbers, _DASHES * len(numbers), strict=False))
    letter = {"splits": "J", "halvings": "M"}[by]
    there = [test for test in _LOOKS if test in set(rates["test"])]
    looks = {
        (test, number): _LOOKS[test]._replace(mark="", dash=dashes[number], width=1.2)
        for test in there
        for number in numbers
    }
    panels = []
    for case, of_case in rates.groupby("case", sort=False):
        curves = [
            _curve(of_case[of_case[by] == number], test, look)
            for (test, number), look in looks.items()
        ]
        title = label(str(case))
        panel = _panel(title, curves, of_case, alpha, intervals[str(case)])
        panels.append(panel)
    entries = [(TESTS[test], looks[test, numbers[0]]) for test in there]
    entries += [
        (f"{letter} = {number}", Look(INK, dash=dash))
        for number, dash in dashes.items()
    ]
    said = f"{_said(rates, alpha)} Dotted upright: 95 % interval of the true value."
    drawing = draw_figure(
        panels, _AXES, entries, said, height=_HEIGHT, columns=min(2, len(panels))
    )
    drawing.title = subject
    drawing.alt = f"{_sizes_in_words(rates, [by], label)} {said}"
    return drawing


def draw_real_power(
    curves: Mapping[str, pd.DataFrame], *, alpha: float, subject: str
) -> Drawing:
    """Draw real power beside pseudo-power, one panel a loss.

    By loss, `curves` have a line for each `kind` (``real``, the truth moves; or
    ``pseudo``, the hypothesis does), test and generalization error `mu`.
    """
    panels = []
    for loss, rates in curves.items():
        drawn = []
        for (test, kind), part in rates.groupby(["test", "kind"], sort=False):
            part = part.sort_values("mu")
            x, y = part["mu"].to_numpy(float), part["value"].to_numpy(float)
            drawn.append(Curve(f"{TESTS[test]}, {kind}", x, y, _kind(test, kind)))
        panels.append(Panel(loss, drawn, level=alpha))
    everything = pd.concat(curves.values())
    there = [test for test in _REAL if test in set(everything["test"])]
    entries = [(TESTS[test], Look(_REAL[test])) for test in there]
    entries += [
        ("real power", _kind("one_split_t", "real")),
        ("pseudo-power", _kind("one_split_t", "pseudo")),
    ]
    said = (
        f"Share of {int(everything['experiments'].max()):,} data sets on which the "
        f"test rejects. Real power: the same hypothesis in every case; pseudo-power: "
        f"the hypotheses that are true in other cases, in the same case. Line: alpha, "
        f"{alpha:g}."
    )
    axes = _AXES._replace(x="generalization error, actual or hypothetical")
    drawing = draw_figure(
        panels, axes, entries, said, height=_HEIGHT, columns=min(2, len(panels))
    )
    drawing.title = subject
    gap = everything.pivot_table(
        index=["loss", "test", "mu"], columns="kind", values="value"
    )
    most = (gap["real"] - gap["pseudo"]).abs().max()
    drawing.alt = (
        f"Real power and pseudo-power of {len(there)} tests; they differ by up to "
        f"{format_number(most)}. {said}"
    )
    return drawing


def upper_limit(alpha: float, experiments: int) -> float:
    """Return the rate above which a size is significantly larger than alpha."""
    return alpha + _Z * float((alpha * (1 - alpha) / experiments) ** 0.5)


def share_of(size: float) -> str:
    """Write a share of the n instances: n/2, n/10 or 9n/10."""
    if size == 0.5:
        return "n/2"
    tenths = f"{10 * size:g}"
    return f"{tenths.removeprefix('1') if tenths == '1' else tenths}n/10"


def _kind(test: str, kind: str) -> Look:
    """Choose the look of real power, or of pseudo-power."""
    real = kind == "real"
    return Look(_REAL[test], "circle" if real else "", "-" if real else DASHED)


def _curve(part: pd.DataFrame, test: str, look: Look) -> Curve:
    """Make the curve of a test; it has no point where the test is not there."""
    found = part[part["test"] == test].sort_values("null")
    x, y = found["null"].to_numpy(float), found["value"].to_numpy(float)
    return Curve(TESTS[test], x, y, look)


def _panel(
    title: str,
    curves: Sequence[Curve],
    part: pd.DataFrame,
    alpha: float,
    interval: Interval,
) -> Panel:
    """Make a panel with the line of the size, and that of rates above it."""
    above = upper_limit(alpha, part["experiments"].max())
    there = [curve for curve in curves if len(curve.x)]
    return Panel(title, there, level=alpha, above=above, interval=interval)


def _said(rates: pd.DataFrame, alpha: float) -> str:
    """Explain heights and lines."""
    n = int(rates["experiments"].max())
    return (
        f"Share of {n:,} data sets on which the test "
        f"rejects the hypothesis that the generalization error is this. Where it is "
        f"true the rate is the test's size: solid line at {alpha:g}; above the dotted "
        f"one at {format_number(upper_limit(alpha, n), '.4g')} it is significantly "
        f"larger (at 5 %)."
    )


def _sizes_in_words(
    rates: pd.DataFrame, by: Sequence[str], label: Callable[[str], str]
) -> str:
    """Tell the size of every test."""
    true = rates[rates["distance"] == 0]
    told = []
    for (case, *keys, test), part in true.groupby(["case", *by, "test"], sort=False):
        where = ", ".join(
            f"{name.replace('_', ' ')} {key:g}"
            for name, key in zip(by, keys, strict=True)
        )
        rate = format_number(part["value"].iloc[0])
        told.append(f"{label(str(case))}, {where}, {TESTS[str(test)]} {rate}")
    return f"Sizes of the tests. {'; '.join(told)}."
