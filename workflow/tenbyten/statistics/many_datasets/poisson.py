"""The Poisson test: two classifiers, cross-validated on many data sets."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tenbyten.statistics.checks import Floats, Ints, check_alpha, check_probabilities


class PoissonTest(NamedTuple):
    """Probabilities of the numbers of data sets that the column wins.

    Attributes
    ----------
    column, tie, row : ndarray of shape (...)
        Probability that the column wins more than half, just half, less than half of
        the data sets; they sum to one.
    q : ndarray of shape (...), int
        Number of data sets in the test.
    expected_wins : ndarray of shape (...)
        Expected number of data sets that the column wins.
    column_is_better : ndarray of shape (...), bool
        The decision.
    """

    column: Floats
    tie: Floats
    row: Floats
    q: Ints
    expected_wins: Floats
    column_is_better: NDArray[np.bool_]


def poisson_test(
    win_probabilities: ArrayLike,
    *,
    alpha: float,
    draws: int | None = None,
    seed: int | None = None,
) -> PoissonTest:
    """Decide whether the column is better than the row over many data sets.

    Parameters
    ----------
    win_probabilities : array_like of shape (..., datasets)
        Probability that the column wins each data set; NaN for a data set that leaves
        the test. Leading axes are pairs.
    alpha : float
        Size of the test, between 0 and 1.
    draws : int, optional
        Simulate that many times (the paper: 100,000) instead of computing the
        distribution exactly.
    seed : int, optional
        Seed of the draws, needed with `draws`. Each pair is drawn from the same seed,
        so that its result does not depend on the other pairs.

    Returns
    -------
    PoissonTest
        Probabilities and decision. Where every data set leaves the test, q is 0 and
        `tie` is 1.

    Raises
    ------
    ValueError
        With no data set, if a probability is outside 0 to 1, if `alpha` is not
        between 0 and 1, or if `draws` is below one or comes without a seed.

    Notes
    -----
    The number of wins X follows a Poisson-binomial distribution (Corani, Benavoli
    (2015; Machine Learning 100, 285-304), section 3.1, equation 10); the column is
    better if P(X > q / 2) > 1 - alpha (same section, last paragraph). For even q, P(X =
    q / 2) counts for neither. The paper simulates; the default here is exact.
    """
    p, kept = check_wins(win_probabilities)
    check_alpha("poisson_test", alpha)
    q = np.sum(kept, axis=-1)
    chances = distribution_of_wins(p) if draws is None else _simulate(p, draws, seed)
    wins, half = 2 * np.arange(chances.shape[-1]), q[..., np.newaxis]
    column, tie, row = (
        np.sum(chances, axis=-1, where=where)
        for where in (wins > half, wins == half, wins < half)
    )
    return PoissonTest(column, tie, row, q, np.sum(p, axis=-1), column > 1 - alpha)


def distribution_of_wins(p: Floats) -> Floats:
    """Compute the probability of each number of data sets that the column wins.

    Parameters
    ----------
    p : ndarray of shape (..., datasets)
        From `check_wins`.

    Returns
    -------
    ndarray of shape (..., datasets + 1)

    Notes
    -----
    Section 3.1, equation 10 of Corani, Benavoli (2015), one data set after the other.
    For hundreds of pairs on a thousand data sets SciPy's ``poisson_binom.pmf`` takes
    some eight times as long, and memory for every number of wins times every data set.
    """
    # Numbers of wins first: one after the other they are long arrays.
    flat = np.ascontiguousarray(p.reshape(-1, p.shape[-1]).T)
    chances = np.zeros((len(flat) + 1, flat.shape[1]))
    chances[0] = 1
    for k, chance in enumerate(flat):
        won = chances[: k + 1] * chance
        chances[: k + 1] *= 1 - chance
        chances[1 : k + 2] += won
    return np.ascontiguousarray(chances.T).reshape(*p.shape[:-1], -1)


def check_wins(win_probabilities: ArrayLike) -> tuple[Floats, NDArray[np.bool_]]:
    """Return probabilities, 0 for a data set not in the test, and which ones are in.

    A data set with win probability 0 leaves the distribution unchanged.
    """
    p = np.asarray(win_probabilities, dtype=float)
    if p.ndim == 0 or p.shape[-1] == 0:
        raise ValueError(
            f"poisson_test: no data set in an array of shape {p.shape}; give the "
            f"probabilities of at least one data set."
        )
    kept = ~np.isnan(p)
    hint = "give NaN for a data set that leaves the test"
    p = np.where(kept, p, 0)
    return check_probabilities("poisson_test", "`win_probabilities`", p, hint), kept


def _simulate(p: Floats, draws: int, seed: int | None) -> Floats:
    """Simulate the shares of each number of wins, shape (..., datasets + 1)."""
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
