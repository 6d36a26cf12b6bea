"""Repeat the tests over many data sets with each left out, or undecided, in turn."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.kernels import kernel
from tenbyten.statistics.checks import Floats, Ints, check_differences
from tenbyten.statistics.many_datasets.poisson import check_wins
from tenbyten.statistics.many_datasets.signed_rank import (
    SignedRank,
    from_rank_sums,
    is_exact,
    signed_rank,
    sum_of_squares,
)
from tenbyten.statistics.tied_ranks import extreme_ranks

# Differences in the largest array that is ranked again: 64 MB.
_FLOATS = 8_000_000


class EachUndecided(NamedTuple):
    """The Poisson test with each data set undecided in turn.

    Attributes
    ----------
    column : ndarray of shape (..., datasets)
        P(X > q / 2) where this data set has the win probability 1/2; where it is not
        in the test, over the data sets as they are.
    complete : ndarray of shape (...)
        P(X > q / 2) over the data sets as they are.
    """

    column: Floats
    complete: Floats


def poisson_with_each_undecided(win_probabilities: ArrayLike) -> EachUndecided:
    """Compute the Poisson test's probability with each data set undecided in turn.

    Parameters
    ----------
    win_probabilities : array_like of shape (..., datasets)
        Probability that the column wins each data set; NaN for a data set that leaves
        the test. Leading axes are pairs.

    Returns
    -------
    EachUndecided
        The probabilities with a win probability of 1/2 on each data set, and as it is.

    Raises
    ------
    ValueError
        If there is no data set, or if a probability is outside 0 to 1.

    Notes
    -----
    Section 3.1, equation 10 of Corani, Benavoli (2015; Machine Learning 100, 285-304),
    with 1/2 in the place of one win probability. The data set stays in the test, and q
    as it is: over q - 1 data sets an even q becomes odd, of which nobody wins just
    half, and P(X > q / 2) could rise without a data set that the column wins. With 1/2
    it never does: it rises only for a win probability below 1/2, and falls only for one
    above.

    Chances before and after each data set are found in one pass each, in a number of
    steps of the order of datasets squared. Nothing is subtracted, so that small
    probabilities keep their digits.
    """
    p, kept = check_wins(win_probabilities)
    datasets = p.shape[-1]
    flat, q = p.reshape(-1, datasets), np.sum(kept, axis=-1).reshape(-1)
    column, wins = np.empty(flat.shape), np.zeros((len(flat), datasets + 1))
    _each_undecided(flat, q // 2 + 1, column, wins)
    enough = 2 * np.arange(datasets + 1) > q[:, np.newaxis]
    complete = np.sum(wins, axis=-1, where=enough).reshape(p.shape[:-1])
    column = np.where(kept, column.reshape(p.shape), complete[..., np.newaxis])
    return EachUndecided(column, complete[()])


def signed_rank_without_each(
    differences: ArrayLike, *, method: str = "auto"
) -> SignedRank:
    """Test by signed ranks, without each data set.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of the column minus that of the row on each of three or more data
        sets, a fraction, or the column's gain in another metric. Equal ones must be
        equal floats. Leading axes are pairs.
    method : {"auto", "exact", "approximate"}, default="auto"
        As in `signed_rank`. Exact or approximate is what the test of all data sets is,
        so that no decision changes for the method's sake.

    Returns
    -------
    SignedRank
        Of arrays of shape (..., datasets): the test of all data sets but this one.

    Raises
    ------
    ValueError
        If there are fewer than three data sets, if a difference is not finite, or if
        `method` is none of the three.

    Notes
    -----
    Section 3.1.3 of Demsar (2006; Journal of Machine Learning Research 7, 1-30).
    Where p is approximate nothing is ranked again: without a data set the ranks above
    its own are one lower and those of its ties one half; then an odd zero is ignored,
    as there.
    """
    # Where one is left out, two remain, the least that the test takes.
    axes = {"data sets": (3, None)}
    differences = check_differences("signed_rank_without_each", differences, axes)
    datasets = differences.shape[-1]
    if is_exact(method, datasets):
        return _ranked_again(differences)
    zero = differences == 0
    zeros = np.sum(zero, axis=-1, keepdims=True) - zero
    ignored = zeros % 2
    kept = zeros - ignored
    column, row = (
        _sum_without_each(differences, flag, ignored) + kept * (kept + 1) / 4
        for flag in (differences > 0, differences < 0)
    )
    n = datasets - 1 - ignored
    squares, step = sum_of_squares(n), 0 * kept
    if method != "approximate":
        squares -= sum_of_squares(kept) + _ties_without_each(differences)
        step = _smallest_without_each(differences, kept)
    return from_rank_sums(column, row, n, squares, step)


@kernel
def _each_undecided(p, least, column, wins):
    """Fill in the chance of `least` wins with each undecided, and that of each number.

    Parameters
    ----------
    p : ndarray of shape (pairs, datasets)
        Win probabilities.
    least : ndarray of shape (pairs,)
    column : ndarray of shape (pairs, datasets)
        Overwritten by the chance of `least` wins or more.
    wins : ndarray of shape (pairs, datasets + 1)
        Of zeros; overwritten by the chance of each number of wins as it is.
    """
    pairs, datasets = p.shape
    # From data set k on: chance of reaching `least` with each number of wins before.
    reached = np.empty((datasets + 1, datasets + 1))
    for pair in range(pairs):
        for j in range(datasets + 1):
            reached[datasets, j] = j >= least[pair]
        for k in range(datasets - 1, 0, -1):
            chance = p[pair, k]
            for j in range(k + 1):
                won, lost = reached[k + 1, j + 1], reached[k + 1, j]
                reached[k, j] = chance * won + (1 - chance) * lost
        before = wins[pair]
        before[0] = 1
        for k in range(datasets):
            total = 0.0
            for j in range(k + 1):
                total += before[j] * (reached[k + 1, j + 1] + reached[k + 1, j]) / 2
            column[pair, k] = total
            chance = p[pair, k]
            for j in range(k + 1, 0, -1):
                before[j] = before[j] * (1 - chance) + before[j - 1] * chance
            before[0] *= 1 - chance


def _sum_without_each(differences, flag, ignored):
    """Sum the flagged ranks without each data set and the ignored zeros."""
    sizes = np.abs(differences)
    lowest, highest = extreme_ranks(sizes)
    order = np.argsort(sizes, axis=-1)
    # Number of flagged data sets among the smallest 0, 1, ... all.
    start = np.zeros((*flag.shape[:-1], 1), dtype=int)
    smallest = np.cumsum(np.take_along_axis(flag, order, axis=-1), axis=-1)
    smallest = np.concatenate([start, smallest], axis=-1)
    total = smallest[..., -1:]
    up_to = np.take_along_axis(smallest, highest, axis=-1)
    below = np.take_along_axis(smallest, lowest - 1, axis=-1)
    own = flag * (lowest + highest) / 2
    ties = up_to - below - flag
    sums = np.sum(own, axis=-1, keepdims=True) - own - (total - up_to) - ties / 2
    return sums - ignored * (total - flag)


def _ties_without_each(differences: Floats) -> Floats:
    """Compute what ties take from the squared ranks, without each data set."""
    lowest, highest = extreme_ranks(np.abs(differences))
    ties = np.where(differences == 0, 1, highest - lowest + 1)
    # Of t ties it is (t^3 - t) / 12, a t-th of it for each of them.
    taken = np.sum((ties**2 - 1) / 12, axis=-1, keepdims=True)
    return taken - ties * (ties - 1) / 4


def _smallest_without_each(differences: Floats, kept: Ints) -> Floats:
    """Find the smallest rank above the `kept` zeros, without each data set."""
    sizes = np.where(differences == 0, np.inf, np.abs(differences))
    smallest = np.min(sizes, axis=-1, keepdims=True)
    second = np.min(np.where(sizes > smallest, sizes, np.inf), axis=-1, keepdims=True)
    first_ties, second_ties = (
        np.sum(np.isfinite(sizes) & (sizes == size), axis=-1, keepdims=True)
        for size in (smallest, second)
    )
    ties = first_ties - (np.isfinite(sizes) & (sizes == smallest))
    ties = np.where(ties == 0, second_ties, ties)
    return np.where(ties == 0, 0, kept + (ties + 1) / 2)


def _ranked_again(differences: Floats) -> SignedRank:
    """Repeat the exact test on each table without one data set."""
    datasets = differences.shape[-1]
    others = np.array([np.delete(np.arange(datasets), k) for k in range(datasets)])
    pairs = differences.reshape(-1, datasets)
    # Pairs that are tested together share what is computed for equal ranks.
    size = max(1, _FLOATS // datasets**2)
    tests = [
        signed_rank(pairs[start : start + size, others])
        for start in range(0, len(pairs), size)
    ]
    joined = (np.concatenate(values) for values in zip(*tests, strict=True))
    return SignedRank(*(values.reshape(differences.shape) for values in joined))
