"""Repeat the tests over many data sets with each left out, or undecided, in turn."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats, Ints, check_over_datasets
from tenbyten.statistics.many_datasets.poisson import check_wins
from tenbyten.statistics.many_datasets.signed_rank import (
    SignedRank,
    is_exact,
    rank_and_test,
)

# Differences that are ranked at once: 64 MB.
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
    """
    # Where one is left out, two remain, the least that the test takes.
    differences = check_over_datasets("signed_rank_without_each", differences, least=3)
    datasets = differences.shape[-1]
    exact, pairs = is_exact(method, datasets), differences.reshape(-1, datasets)
    tests, step = [], max(1, _FLOATS // datasets)
    for start in range(0, pairs.size, step):
        tables = np.arange(start, min(start + step, pairs.size))
        pair, left_out = np.divmod(tables[:, np.newaxis], datasets)
        others = np.arange(datasets - 1) + (np.arange(datasets - 1) >= left_out)
        tests.append(rank_and_test(pairs[pair, others], method=method, exact=exact))
    joined = (np.concatenate(values) for values in zip(*tests, strict=True))
    return SignedRank(*(values.reshape(differences.shape) for values in joined))


def _each_undecided(p: Floats, least: Ints, column: Floats, wins: Floats) -> None:
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
    datasets = p.shape[1]
    # From data set k on: chance of reaching `least` with each number of wins before.
    reached = np.empty((datasets + 1, datasets + 1))
    for chances, enough, reaching, before in zip(p, least, column, wins, strict=True):
        reached[datasets] = np.arange(datasets + 1) >= enough
        for k in range(datasets - 1, 0, -1):
            won, lost = reached[k + 1, 1 : k + 2], reached[k + 1, : k + 1]
            reached[k, : k + 1] = chances[k] * won + (1 - chances[k]) * lost
        before[0] = 1
        for k in range(datasets):
            won, lost = reached[k + 1, 1 : k + 2], reached[k + 1, : k + 1]
            # A running sum, whose last digits do not depend on the machine.
            reaching[k] = np.cumsum(before[: k + 1] * (won + lost) / 2)[-1]
            moved = before[: k + 1] * chances[k]
            before[: k + 2] *= 1 - chances[k]
            before[1 : k + 2] += moved
