"""The Poisson test: two classifiers, cross-validated on many data sets."""

from collections import deque
from typing import NamedTuple

import numpy as np


class PoissonTest(NamedTuple):
    """On how many data sets right wins.

    Attributes
    ----------
    right, tie, left : ndarray of shape (...)
        Probability that right wins more than half, just half, less than half of
        the data sets; they sum to one.
    q : ndarray of shape (...), int
        Number of data sets in the test.
    expected_wins : ndarray of shape (...)
        Expected number of data sets that right wins.
    right_is_better : ndarray of shape (...), bool
        The decision.
    """

    right: np.ndarray
    tie: np.ndarray
    left: np.ndarray
    q: np.ndarray
    expected_wins: np.ndarray
    right_is_better: np.ndarray


def poisson_test(p_right, *, alpha, dropped=False, draws=None, seed=None):
    """Decide whether right is better than left over many data sets.

    Parameters
    ----------
    p_right : ndarray of shape (..., datasets)
        Probability that right wins each data set. Leading axes are pairs.
    alpha : float
        Size of the test.
    dropped : ndarray of shape (..., datasets), bool, default=False
        Data sets that leave the test; their `p_right` is not looked at.
    draws : int, optional
        Simulate that many times (the paper: 100,000) instead of computing the
        distribution exactly.
    seed : int, optional
        Seed of the draws, needed with `draws`. Each pair is drawn from the same
        seed, so that its result does not depend on the other pairs.

    Returns
    -------
    PoissonTest
        Probabilities and decision. Where every data set is dropped q is 0 and
        `tie` is 1.

    Raises
    ------
    ValueError
        If there is no data set, if a `p_right` that is not dropped is NaN or
        outside 0 to 1, if `alpha` is not between 0 and 1, or if there are fewer
        than one draw or draws without a seed.

    Notes
    -----
    The number of wins X follows a Poisson-binomial distribution ([1]_, section
    3.1, equation 10); right is better if P(X > q / 2) > 1 - alpha (same section,
    last paragraph). For even q, P(X = q / 2) counts for neither. The paper
    simulates; the default here is exact.

    References
    ----------
    .. [1] Corani, Benavoli (2015). Machine Learning 100, 285-304.
    """
    p, dropped = check_p_right(p_right, dropped)
    if not 0 < alpha < 1:
        raise ValueError(
            f"poisson_test: alpha is {alpha}; give a number between 0 and 1: 0.05."
        )
    # A coin that never falls on its face changes the distribution of X by nothing.
    p = np.where(dropped, 0, p)
    q = np.sum(~dropped, axis=-1)
    chances = distribution_of_wins(p) if draws is None else _simulated(p, draws, seed)
    wins, half = 2 * np.arange(chances.shape[-1]), q[..., np.newaxis]
    right, tie, left = (
        np.sum(chances, axis=-1, where=where)
        for where in (wins > half, wins == half, wins < half)
    )
    return PoissonTest(right, tie, left, q, np.sum(p, axis=-1), right > 1 - alpha)


def distribution_of_wins(p_right):
    """Chance of each number of data sets that right wins.

    Parameters
    ----------
    p_right : ndarray of shape (..., datasets)
        Probability that right wins each data set; 0 for one that leaves the test.
        Leading axes are pairs.

    Returns
    -------
    ndarray of shape (..., datasets + 1)

    Raises
    ------
    ValueError
        As `poisson_test`, about `p_right`.

    Notes
    -----
    Section 3.1, equation 10 of [1]_, one data set after the other. For hundreds of
    pairs on a thousand data sets SciPy's ``poisson_binom.pmf`` takes some eight
    times as long, and memory for every number of wins times every data set.

    References
    ----------
    .. [1] Corani, Benavoli (2015). Machine Learning 100, 285-304.
    """
    p, _ = check_p_right(p_right, False)
    # Only the last of the distributions is kept.
    wins = deque(wins_before(p.reshape(-1, p.shape[-1])), maxlen=1).pop()
    return wins.reshape(*p.shape[:-1], -1)


def wins_before(p):
    """Yield the chances of 0 to k wins in the first k data sets, k from 0 to all."""
    before = np.ones((len(p), 1))
    yield before
    for chance in p.T[..., np.newaxis]:
        longer = np.pad(before * (1 - chance), ((0, 0), (0, 1)))
        longer[:, 1:] += before * chance
        before = longer
        yield before


def _simulated(p, draws, seed):
    """Share of the draws with each number of wins, shape (..., datasets + 1)."""
    if draws < 1 or seed is None:
        raise ValueError(
            f"poisson_test: draws is {draws} and seed is {seed}; give at least one "
            f"draw and an integer seed, or no draws for the exact distribution."
        )
    datasets = p.shape[-1]
    shares = np.empty((*p.shape[:-1], datasets + 1))
    for index in np.ndindex(p.shape[:-1]):
        rng = np.random.default_rng(seed)
        wins = np.zeros(draws, dtype=np.int64)
        for chance in p[index]:
            wins += rng.random(draws) < chance
        shares[index] = np.bincount(wins, minlength=datasets + 1) / draws
    return shares


def check_p_right(p_right, dropped):
    """Probabilities and dropped data sets as arrays of one shape, or an error."""
    p = np.asarray(p_right, dtype=float)
    if p.ndim == 0 or p.shape[-1] == 0:
        raise ValueError(
            f"poisson_test: no data set in an array of shape {p.shape}; give the "
            f"probabilities of at least one data set."
        )
    dropped = np.asarray(dropped, dtype=bool)
    if dropped.ndim and dropped.shape != p.shape:
        raise ValueError(
            f"poisson_test: `dropped` has the shape {dropped.shape}, `p_right` "
            f"{p.shape}; give one mark for each data set."
        )
    dropped = np.broadcast_to(dropped, p.shape)
    wrong = ~dropped & ~((p >= 0) & (p <= 1))
    if np.any(wrong):
        where = tuple(np.argwhere(wrong)[0].tolist())
        raise ValueError(
            f"poisson_test: `p_right` is {p[where]} at {where}; a probability lies "
            f"between 0 and 1; mark a data set that leaves the test as `dropped`."
        )
    return p, dropped
