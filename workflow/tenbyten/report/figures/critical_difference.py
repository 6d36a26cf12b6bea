"""Critical-difference diagram: average ranks of all classifiers over a subset.

Figure 1(a) and section 3.2.4 of Demsar (2006), Journal of Machine Learning Research 7,
1-30.
"""

import numpy as np
import pandas as pd

from tenbyten.report.figures.colours import INK, MUTED
from tenbyten.report.figures.style import WIDTH, Drawing, Scale, style, wrap_note
from tenbyten.report.figures.text import fit, width_of
from tenbyten.report.formatting import p_equals
from tenbyten.statistics.checks import Floats

_NAME = 150  # widest name, in points
_LINE = 14  # from name to name


@style()
def draw_critical_difference(
    ranks: pd.Series,
    *,
    subset: str,
    critical_difference: float,
    datasets: int,
    alpha: float,
    friedman_p: float,
) -> Drawing:
    """Draw the critical-difference diagram of a subset.

    Best classifiers are on the right. A bar joins classifiers that do not differ
    significantly: their ranks are less than the critical difference apart. Where
    Friedman's test does not reject, one grey bar joins all.

    Parameters
    ----------
    ranks : Series
        Average rank by the classifier's name for people; 1 is best. Fewer than two, or
        a rank that is not from 1 to their number, is a ValueError.
    critical_difference, alpha : float
        The Nemenyi test's, and its size.
    datasets : int
        Number of data sets that were ranked.
    friedman_p : float
        Of Friedman's test, which asks first whether there is any difference.
    """
    _check(ranks)
    # Worst first, from left to right; equals in their order.
    ranks = ranks.sort_values(ascending=False, kind="stable")
    many = len(ranks)
    rejects = friedman_p < alpha
    groups = [(0, many - 1)]
    if rejects:
        groups = groups_alike(ranks.to_numpy(), critical_difference)
    levels = _levels(groups)
    said = _words(rejects, friedman_p)
    lines, tall = wrap_note(said, 8)
    left = many // 2
    bars = 5 * (max(levels, default=-1) + 1)
    axis, first = 56, 56 + 14 + bars
    bottom = first + _LINE * (many - left) + 6
    drawing = Drawing(bottom + tall + 2)
    named = [f"{rank:.2f}  {name}" for name, rank in ranks.items()]
    names = max(width_of(fit(words, _NAME, 8), 8) for words in named) + 8
    scale = Scale(many, 1, names + 12, WIDTH - names - 12)
    _axis(drawing, scale, axis, many)
    _ruler(drawing, scale, critical_difference, many, alpha)
    for i, (words, rank) in enumerate(zip(named, ranks, strict=True)):
        x, line = scale(rank), i if i < left else many - 1 - i
        y = first + _LINE * (line + 0.5)
        end, side = (names, "right") if i < left else (WIDTH - names, "left")
        drawing.strokes([x, x, end], [axis, y, y], color=MUTED)
        shift = -4 if i < left else 4
        drawing.write(end + shift, y, words, width=_NAME, ha=side)
    for (best, worst), level in zip(groups, levels, strict=True):
        x = scale([ranks.iloc[best] + 0.02, ranks.iloc[worst] - 0.02])
        y = axis + 8 + 5 * level
        color = INK if rejects else MUTED
        drawing.strokes(x, [y, y], width=3, cap="round", color=color)
    drawing.note(8, bottom, lines)
    drawing.title = f"{subset}: average ranks on {datasets} data sets, Nemenyi test"
    if not rejects:
        drawing.title += "; no finding, Friedman's test does not reject"
    drawing.alt = _alt(ranks, groups, critical_difference, datasets, alpha) + said
    return drawing


def groups_alike(ranks: Floats, critical_difference: float) -> list[tuple[int, int]]:
    """Find the largest groups of classifiers that are not significantly different.

    The ranks, the largest first, differ by less than the critical difference in a
    group. Returns first and last index of each group of two or more; none is part of
    another.
    """
    groups: list[tuple[int, int]] = []
    for first, rank in enumerate(ranks):
        last = int(np.flatnonzero(rank - ranks < critical_difference)[-1])
        if last > first and (not groups or last > groups[-1][1]):
            groups.append((first, last))
    return groups


def _check(ranks):
    """Refuse ranks that no ranking gives."""
    many = len(ranks)
    if many < 2:
        raise ValueError(
            f"critical difference: {many} classifier; a diagram compares two or more."
        )
    wrong = ranks[~((ranks >= 1) & (ranks <= many))]
    if len(wrong):
        raise ValueError(
            f"critical difference: the average rank of {wrong.index[0]} is "
            f"{wrong.iloc[0]}; ranks of {many} classifiers lie between 1 and {many}."
        )


def _levels(groups):
    """Choose the heights of the bars: none touches another of the same height."""
    levels, ends = [], []
    for first, last in groups:
        level = next((i for i, end in enumerate(ends) if end < first), len(ends))
        ends[level : level + 1] = [last]
        levels.append(level)
    return levels


def _axis(drawing, scale, y, many):
    """Draw the axis of ranks, the best on the right."""
    drawing.strokes(scale([1, many]), [y, y])
    # The first and the last rank, and round ones that leave them room.
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100) if many / s <= 15)
    inner = [r for r in range(step, many, step) if 1 + step / 2 < r < many - step / 2]
    ticks = [1, *inner, many]
    xs = np.repeat(scale(ticks).reshape(-1, 1), 2, axis=1)
    drawing.strokes(xs, [[y - 4, y]] * len(ticks))
    for tick in ticks:
        drawing.write(scale(tick), y - 11, str(tick), ha="center")


def _ruler(drawing, scale, critical_difference, many, alpha):
    """Draw the critical difference above the axis."""
    fits = critical_difference <= many - 1
    x = scale([many, many - critical_difference if fits else 1])
    y = 24
    drawing.strokes(x, [y, y], width=1.2)
    drawing.strokes([[v, v] for v in x], [[y - 3, y + 3]] * 2, width=1.2)
    words = (
        f"critical difference {critical_difference:.3f} (Nemenyi, alpha = {alpha:g})"
    )
    words += "" if fits else ", longer than the axis"
    drawing.write(x[0], y - 12, words)
    drawing.write(scale(many) - 8, 45, "worse", ha="right", color=MUTED)
    drawing.write(scale(1) + 8, 45, "better", color=MUTED)


def _words(rejects, friedman_p):
    """Write what the groups are, or that there is nothing to find."""
    p = p_equals(friedman_p)
    if not rejects:
        return (
            f"Friedman's test does not reject that all classifiers perform alike "
            f"({p}): this diagram shows no finding, and its one bar joins all."
        )
    return (
        f"Friedman's test rejects that all classifiers perform alike ({p}). A bar "
        f"joins classifiers that the Nemenyi test does not tell apart; that is no "
        f"evidence that they are equal. Whether two are told apart by their average "
        f"ranks depends on which other classifiers take part."
    )


def _alt(ranks, groups, critical_difference, datasets, alpha):
    """Write the alternative text."""
    best_first = ranks[::-1]
    order = ", ".join(f"{name} {rank:.2f}" for name, rank in best_first.items())
    joined = "; ".join(", ".join(ranks.index[a : b + 1][::-1]) for a, b in groups[::-1])
    return (
        f"Average ranks on {datasets} data sets, best first: {order}. Critical "
        f"difference of the Nemenyi test {critical_difference:.3f} (alpha = "
        f"{alpha:g}). Not significantly different: {joined or 'none'}. "
    )
