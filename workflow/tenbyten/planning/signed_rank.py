"""Decide many comparisons, drawn from one pilot, by the signed-rank test."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.kernels import kernel
from tenbyten.statistics.checks import Bools, Floats, Ints
from tenbyten.statistics.many_datasets.signed_rank import is_exact

# An exact p of n differences that are not zero, more than FEW, is computed only where
# the approximation is within a factor of 1 + NEAR / n of a threshold. On pilots of 2 to
# 54 data sets, with many ties and zeros, it was never off by half as much.
FEW, NEAR = 20, 40


class Tails(NamedTuple):
    """Probabilities of rank sums as large as those found, under the null hypothesis.

    Attributes
    ----------
    column, row : ndarray of shape (experiments, sizes)
        Of R+ and of R-.
    column_is_larger : ndarray of shape (experiments, sizes), bool
        Whether R+ is larger than R-.
    """

    column: Floats
    row: Floats
    column_is_larger: Bools

    @property
    def two_sided(self) -> Floats:
        """The two-sided p."""
        return np.minimum(2 * np.minimum(self.column, self.row), 1)


def rank_tails(
    differences: Floats,
    drawn: Ints,
    sizes: Sequence[int],
    *,
    method: str,
    low: float,
    high: ArrayLike,
) -> Tails:
    """Compute the p-values of `statistics.signed_rank` as far as a decision needs.

    Parameters
    ----------
    differences : ndarray of shape (datasets,)
        Mean difference on each data set of the pilot.
    drawn : ndarray of shape (experiments, most), int
        Data sets of each experiment.
    sizes : sequence of int
        Numbers of data sets, ascending: each experiment's first ones.
    method : {"auto", "exact", "approximate"}
        As in `statistics.signed_rank`, with zeros split.
    low, high : float or array_like of shape (experiments, sizes)
        The smallest and the largest number that the smaller tail is held against. One
        that is clearly below or above may be approximate.

    Notes
    -----
    All experiments share the pilot's order of sizes, so that ranks come from counts of
    its values. The approximation is the normal one, corrected for the steps of the
    rank sum and for its kurtosis.
    """
    ends = np.array(sizes)
    values, group = np.unique(np.abs(differences), return_inverse=True)
    # Group 0 are zeros, whether there are any or none.
    group = group + (values[0] != 0)
    # 2: the exact p; 1: the normal approximation; 0: without any correction.
    exact = np.array(
        [
            2 if is_exact(method, size) else int(method != "approximate")
            for size in sizes
        ]
    )
    tails = np.empty((2, len(drawn), len(sizes)))
    excess = np.empty((len(drawn), len(sizes)), np.int64)
    upto = np.broadcast_to(np.asarray(high, float), excess.shape)
    signs = np.sign(differences).astype(np.int64)
    _rank(group, signs, drawn, ends, exact, (low, upto), tails, excess)
    return Tails(tails[0], tails[1], excess > 0)


@kernel
def _rank(group, signs, drawn, sizes, exact, bounds, tails, excess):
    """Fill in both tails, and R+ minus R-, doubled."""
    low, high = bounds
    counts = np.zeros((group.max() + 1, 2), np.int64)
    ranks = np.empty((len(counts), 2), np.int64)
    # For every value of the smaller sum, doubled.
    room = np.empty((2, sizes[-1] * (sizes[-1] + 1) // 2 + 1))
    for experiment in range(len(drawn)):
        counts[:] = 0
        k = 0
        for i in range(len(sizes)):
            while k < sizes[i]:
                dataset = drawn[experiment, k]
                counts[group[dataset], int(signs[dataset] < 0)] += 1
                k += 1
            column, row, groups = _rank_sums(counts, ranks)
            excess[experiment, i] = column - row
            sums = _sums_of_powers(ranks[:groups])
            if exact[i] == 2:
                n, smaller, larger = sums[0], min(column, row), max(column, row)
                tail = _approximate_tail(ranks[:groups], larger - smaller, sums)
                factor = 1 + NEAR / n if n > FEW else np.inf
                if low / factor <= tail < high[experiment, i] * factor:
                    tail = _exact_tail(ranks[:groups], smaller, n, room)
                # Only the smaller tail is held against a threshold below 1/2.
                other = 1.0
            else:
                step = ranks[0, 0] if exact[i] == 1 and groups else 0
                squares = sums[1] / 4
                if exact[i] == 0:
                    n = sizes[i] - counts[0].sum() % 2
                    squares = n * (n + 1) * (2 * n + 1) / 6
                width = 1.0 if squares == 0 else 2 * np.sqrt(squares)
                larger, smaller = max(column, row), min(column, row)
                tail = _upper_normal((larger - smaller - step) / width)
                other = _upper_normal((smaller - larger - step) / width)
            side = int(row > column)
            tails[side, experiment, i] = tail
            tails[1 - side, experiment, i] = other


@kernel
def _rank_sums(counts, ranks):
    """Return twice R+ and R- without zeros, and how many sizes there are.

    Filled in are twice the rank of each size, ascending, and how often it occurs.
    """
    zeros = counts[0].sum()
    before = zeros - zeros % 2
    column = row = groups = 0
    for group in range(1, len(counts)):
        count = counts[group, 0] + counts[group, 1]
        if count:
            rank = 2 * before + count + 1
            column += rank * counts[group, 0]
            row += rank * counts[group, 1]
            ranks[groups, 0], ranks[groups, 1] = rank, count
            groups += 1
            before += count
    return column, row, groups


@kernel
def _sums_of_powers(ranks):
    """Return the number of ranks, the sums of their squares and fourth powers."""
    number = 0
    squares = fourths = 0.0
    for rank, count in ranks:
        square = float(rank) * rank
        number += count
        squares += count * square
        fourths += count * square * square
    return number, squares, fourths


@kernel
def _upper_normal(z):
    """Return the normal distribution's upper tail."""
    return 0.5 * math.erfc(z / np.sqrt(2.0))


@kernel
def _approximate_tail(ranks, excess, sums):
    """Approximate the probability that R+ exceeds R- by as much, both doubled."""
    _, squares, fourths = sums
    if squares == 0:
        return 1.0
    step = 0
    for rank, _ in ranks:
        while rank:
            step, rank = rank, step % rank
    z = (excess - step) / np.sqrt(squares)
    kurtosis = -2 * fourths / (squares * squares)
    density = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    corrected = _upper_normal(z) + density * kurtosis / 24 * (z**3 - 3 * z)
    # The correction is too large where there is next to nothing.
    return max(corrected, 0.0)


@kernel
def _exact_tail(ranks, smaller, number, room):
    """Return the exact probability of a sum of ranks, doubled, up to `smaller`."""
    each = np.empty(number, np.int64)
    first = 0
    for rank, count in ranks:
        each[first : first + count] = rank
        first += count
    return lower_tail(each, smaller, room)


@kernel
def lower_tail(ranks, bound, room):
    """Return the probability that R- is at most `bound`, with random signs.

    Ranks of 0 take no part. Both sums add up to that of all ranks, so this is the
    probability of as large an R+ or a larger one. `room`, of shape (2, bound + 1) at
    least, is for the number of ways to reach each sum: a whole number, exact in floats
    up to 53 data sets.
    """
    room[:, : bound + 1] = 0
    ways, longer = room[0], room[1]
    ways[0] = total = 1.0
    end = 0
    for rank in ranks:
        if rank > 0:
            total *= 2
            if rank <= bound:
                end = min(end + rank, bound)
                longer[:rank] = ways[:rank]
                without, with_it = ways[rank : end + 1], ways[: end + 1 - rank]
                _add(without, with_it, longer[rank : end + 1])
                ways, longer = longer, ways
    return ways[: bound + 1].sum() / total


@kernel
def _add(first, second, sums):
    """Fill in sums; without an index that is computed the processor does several."""
    for i in range(len(sums)):
        sums[i] = first[i] + second[i]
