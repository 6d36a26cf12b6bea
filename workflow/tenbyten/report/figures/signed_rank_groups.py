"""Groups of classifiers that adjusted signed-rank tests do not tell apart.

The letters are those of a compact letter display: classifiers that share one do not
differ significantly.
"""

import itertools
import string
from collections.abc import Collection, Iterator

import numpy as np
import pandas as pd

from tenbyten.report.captions import too_few
from tenbyten.report.figures.colours import MUTED
from tenbyten.report.figures.style import WIDTH, Drawing, Scale, style, wrap_note
from tenbyten.report.figures.text import fit, width_of
from tenbyten.report.formatting import p_equals
from tenbyten.statistics.checks import Bools
from tenbyten.words import count_of

# More groups than this have no room; each has a letter.
MOST_GROUPS = 20

_NAME = 140  # widest name, in points
_TOP, _LINE, _GROUP = 22, 13, 10


@style()
def draw_signed_rank_groups(
    ranks: pd.Series,
    differ: Collection[tuple[str, str]],
    *,
    subset: str,
    datasets: int,
    alpha: float,
    friedman_p: float,
) -> Drawing:
    """Draw average ranks, and the groups of classifiers that the tests leave together.

    A group is a largest set of classifiers of which no two differ. Its members need not
    be neighbours in rank: a line joins them, with a dot at each.

    Parameters
    ----------
    ranks : Series
        Average rank by the classifier's name for people; 1 is best.
    differ : collection of (str, str)
        Every two classifiers that differ, in one order or the other.
    friedman_p : float
        Of Friedman's test, whose failure to reject is said.
    """
    ranks = ranks.sort_values(kind="stable")
    apart = _apart(list(ranks.index), differ)
    found = list(itertools.islice(largest_groups(~apart), MOST_GROUPS + 1))
    groups = sorted(found) if len(found) <= MOST_GROUPS else []
    many, pairs = len(ranks), len(ranks) * (len(ranks) - 1) // 2
    names = [fit(name, _NAME, 8) for name in ranks.index]
    left = max(width_of(name, 8) for name in names) + 42
    right = WIDTH - 20 - (_GROUP * len(groups) + 8 if groups else 0)
    scale = Scale(many, 1, left + 8, right - 12)
    bottom = _TOP + _LINE * many
    said = _words(apart.sum() // 2, pairs, alpha, friedman_p)
    if few := too_few(datasets, pairs=pairs, alpha=alpha):
        said += f" {few}"
    lines, tall = wrap_note(said, 8)
    drawing = Drawing(bottom + 34 + tall)
    y = _TOP + _LINE * (np.arange(many) + 0.5)
    at = scale(ranks.to_numpy())
    drawing.strokes(
        np.column_stack([np.full(many, left), np.full(many, right)]),
        np.column_stack([y, y]),
        width=0.3,
        color=MUTED,
    )
    for name, rank, height in zip(ranks.index, ranks, y, strict=True):
        drawing.write(left - 34, height, name, ha="right", width=_NAME)
        drawing.write(left - 6, height, f"{rank:.2f}", ha="right", size=7, color=MUTED)
    drawing.dots(at, y, size=5.5)
    _axis(drawing, scale, bottom)
    _groups(drawing, groups, y, right)
    if not groups and len(found) > MOST_GROUPS:
        drawing.write(left + 8, _TOP - 8, f"more than {MOST_GROUPS} groups: not drawn")
    drawing.note(8, bottom + 30, lines)
    drawing.title = (
        f"{subset}: classifiers that Holm-adjusted signed-rank tests do not tell "
        f"apart, by average rank on {datasets} data sets"
    )
    drawing.alt = _alt(ranks, groups, found, datasets, said)
    return drawing


def _apart(names, differ):
    """Return a matrix of whether every two classifiers differ."""
    apart = np.zeros((len(names), len(names)), dtype=bool)
    for pair in differ:
        row, column = map(names.index, pair)
        apart[row, column] = apart[column, row] = True
    return apart


def largest_groups(alike: Bools) -> Iterator[list[int]]:
    """Find the largest groups of two or more of which every two are alike.

    `alike` is symmetric. No group is part of another; they can be very many.
    """
    near = [set(np.flatnonzero(line)) - {i} for i, line in enumerate(alike)]

    def grow(group, candidates, excluded):
        if not candidates and not excluded:
            if len(group) > 1:
                yield sorted(int(i) for i in group)
            return
        # Bron and Kerbosch: a group holds this classifier or one that is not near it.
        pivot = max(
            sorted(candidates | excluded), key=lambda i: len(near[i] & candidates)
        )
        for i in sorted(candidates - near[pivot]):
            yield from grow([*group, i], candidates & near[i], excluded & near[i])
            candidates, excluded = candidates - {i}, excluded | {i}

    yield from grow([], set(range(len(near))), set())


def _axis(drawing, scale, y):
    """Draw the axis of ranks below, the best on the right."""
    drawing.strokes([scale.start, scale.end], [y, y])
    for tick, words in Scale(1, scale.low, 0, 1).ticks(8, whole=True):
        drawing.strokes([scale(tick)] * 2, [y, y + 3])
        drawing.write(scale(tick), y + 10, words, ha="center", size=7)
    drawing.write(scale.start, y + 21, "worse", size=7, color=MUTED)
    drawing.write(scale.end, y + 21, "better", ha="right", size=7, color=MUTED)
    middle = (scale.start + scale.end) / 2
    drawing.write(middle, y + 21, "average rank", ha="center", size=7)


def _groups(drawing, groups, y, right):
    """Draw a column for each group, under its letter."""
    for i, group in enumerate(groups):
        x = right + 12 + _GROUP * i
        drawing.write(x, _TOP - 8, string.ascii_lowercase[i], ha="center")
        drawing.strokes([x, x], [y[group[0]], y[group[-1]]], width=1)
        drawing.dots([x] * len(group), y[group], size=5.5)


def _words(apart, pairs, alpha, friedman_p):
    """Write what the groups are, and what they are not."""
    counted = count_of(pairs, "pair")
    words = (
        f"Dots that a line joins: no two of these classifiers differ by the "
        f"signed-rank test, two-sided, adjusted by Holm for {counted} (alpha = "
        f"{alpha:g}); that is no evidence that they are equal. {apart} of {counted} "
        f"differ. The test compares each pair by its own differences, not by the "
        f"average ranks, and members of a group need not be neighbours in rank."
    )
    if not friedman_p < alpha:
        words += (
            f" Friedman's test, of the ranks, does not reject ({p_equals(friedman_p)})."
        )
    return words


def _alt(ranks, groups, found, datasets, said):
    """Write the alternative text."""
    order = ", ".join(f"{name} {rank:.2f}" for name, rank in ranks.items())
    joined = "; ".join(", ".join(ranks.index[group]) for group in groups)
    if not groups:
        joined = f"more than {MOST_GROUPS} groups, not drawn" if found else "none"
    return (
        f"Average ranks on {datasets} data sets, best first: {order}. Groups: "
        f"{joined}. {said}"
    )
