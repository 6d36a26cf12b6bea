"""Critical-difference diagram: average ranks of all classifiers over a subset.

Figure 1(a) and section 3.2.4 of Demsar (2006), Journal of Machine Learning Research 7,
1-30.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from tenbyten.report.figures.drawing import Drawing, width_of
from tenbyten.report.figures.style import INK, MUTED, shorten
from tenbyten.report.formatting import p_equals
from tenbyten.statistics.checks import Floats


def draw_critical_difference(
    ranks: pd.Series,
    *,
    subset: str,
    critical_difference: float,
    datasets: int,
    alpha: float,
    friedman_p: float,
    axes: Axes | None = None,
) -> Drawing:
    """Draw the critical-difference diagram of a subset.

    The best classifiers are on the right. A bar joins classifiers that do not differ
    significantly: their ranks are less than the critical difference apart. If
    Friedman's test does not reject, one grey bar joins all.

    Parameters
    ----------
    ranks : Series
        Average rank by the classifier's name for people; 1 is best.
    critical_difference, alpha : float
        Critical difference and size of the Nemenyi test.
    datasets : int
        Number of data sets that were ranked.
    friedman_p : float
        p of Friedman's test for any difference.
    """
    # The worst comes first, on the left; equal ranks keep their order.
    ranks = ranks.sort_values(ascending=False, kind="stable")
    many = len(ranks)
    rejects = friedman_p < alpha
    p = p_equals(friedman_p)
    if rejects:
        groups = groups_alike(ranks.to_numpy(), critical_difference)
        said = (
            f"Friedman's test rejects that all classifiers perform alike ({p}). A bar "
            f"joins classifiers that the Nemenyi test does not tell apart; that is no "
            f"evidence that they are equal. Whether two are told apart by their "
            f"average ranks depends on which other classifiers take part."
        )
    else:
        groups = [(0, many - 1)]
        said = (
            f"Friedman's test does not reject that all classifiers perform alike "
            f"({p}): this diagram shows no finding, and its one bar joins all."
        )
    levels = _levels(groups)
    # Heights in lines of names, downwards from the axis of ranks.
    left, first = many // 2, 1.2 + 0.4 * len(set(levels))
    bottom = first + many - left - 0.5
    drawing = Drawing(1 + 0.2 * (bottom + 2))
    axes = axes or drawing.subplots()
    axes.set(xlim=(many, 1), ylim=(bottom, -2), yticks=[])
    axes.spines["top"].set(visible=True, position=("data", 0))
    axes.spines[["left", "bottom", "right"]].set_visible(False)
    axes.xaxis.tick_top()
    axes.locator_params(axis="x", integer=True)
    _ruler(axes, critical_difference, many, alpha)
    labels = [f"{rank:.2f}  {shorten(name)}" for name, rank in ranks.items()]
    for i, (label, rank) in enumerate(zip(labels, ranks, strict=True)):
        end, side = (many, "right") if i < left else (1, "left")
        y = first + (i if i < left else many - 1 - i)
        axes.plot([rank, rank, end], [0, y, y], color=MUTED, linewidth=0.8)
        style: Any = {"textcoords": "offset points", "ha": side}
        shift = (-4 if i < left else 4, 0)
        axes.annotate(label, (end, y), shift, va="center_baseline", **style)
    for (best, worst), level in zip(groups, levels, strict=True):
        x = [ranks.iloc[best] + 0.02, ranks.iloc[worst] - 0.02]
        color = INK if rejects else MUTED
        axes.plot(x, [0.5 + 0.4 * level] * 2, color=color, linewidth=3)
    drawing.note(said)
    left_side, right_side = (
        0.2 + width_of([*x, "worse", "better"], 8)
        for x in (labels[:left], labels[left:])
    )
    drawing.margins(left_side, right_side, top=0.15, bottom=0.15)
    drawing.title = f"{subset}: average ranks on {datasets} data sets, Nemenyi test"
    if not rejects:
        drawing.title += "; no finding, Friedman's test does not reject"
    order = ", ".join(f"{name} {rank:.2f}" for name, rank in ranks[::-1].items())
    joined = "; ".join(", ".join(ranks.index[a : b + 1][::-1]) for a, b in groups[::-1])
    drawing.alt = (
        f"Average ranks on {datasets} data sets, best first: {order}. Critical "
        f"difference of the Nemenyi test {critical_difference:.3f} (alpha = "
        f"{alpha:g}). Not significantly different: {joined or 'none'}. {said}"
    )
    return drawing


def groups_alike(ranks: Floats, critical_difference: float) -> list[tuple[int, int]]:
    """Find the largest groups of classifiers that are not significantly different.

    The ranks, the largest first, differ by less than the critical difference in a
    group. Returns first and last index of each group of two or more; none is part of
    another.

    Examples
    --------
    Demsar (2006), Table 6 and section 3.2.2: at p = 0.10 the critical difference is
    1.12, "we can identify two groups".

    >>> groups_alike(np.array([3.143, 2.893, 2.000, 1.964]), 1.12)
    [(0, 1), (1, 3)]
    """
    groups: list[tuple[int, int]] = []
    for first, rank in enumerate(ranks):
        last = int(np.flatnonzero(rank - ranks < critical_difference)[-1])
        if last > first and (not groups or last > groups[-1][1]):
            groups.append((first, last))
    return groups


def _levels(groups: Iterable[tuple[int, int]]) -> list[int]:
    """Choose the heights of the bars so that no two touch."""
    levels: list[int] = []
    ends: list[int] = []
    for first, last in groups:
        level = next((i for i, end in enumerate(ends) if end < first), len(ends))
        ends[level : level + 1] = [last]
        levels.append(level)
    return levels


def _ruler(axes: Axes, critical_difference: float, many: int, alpha: float) -> None:
    """Draw the critical difference above the axis."""
    fits = critical_difference <= many - 1
    end = many - critical_difference if fits else 1
    axes.plot([many, end], [-1.4, -1.4], "|-", color=INK, linewidth=1.2, clip_on=False)
    words = (
        f"critical difference {critical_difference:.3f} (Nemenyi, alpha = {alpha:g})"
    )
    words += "" if fits else ", longer than the axis"
    axes.text(many, -1.9, words, va="bottom")
    for x, side, words in ((many, "right", "worse"), (1, "left", "better")):
        shift = (-6 if side == "right" else 6, 0)
        style: Any = {"textcoords": "offset points", "ha": side, "va": "center"}
        axes.annotate(words, (x, 0), shift, color=MUTED, **style)
