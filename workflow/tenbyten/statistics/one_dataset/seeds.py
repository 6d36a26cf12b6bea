"""The share of the variance of accuracies that is the seed's."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats


class SeedVariance(NamedTuple):
    """Components of the variance of the accuracy of one training in one fold.

    Attributes
    ----------
    seed, fold : ndarray of shape (...)
        Variance by the seed within a fold, and between folds.
    share : ndarray of shape (...)
        The seed's share of their sum; NaN where the sum is 0.
    """

    seed: Floats
    fold: Floats
    share: Floats


def seed_variance(
    correct: ArrayLike, squared: ArrayLike, tested: ArrayLike, *, seeds: int
) -> SeedVariance:
    """Estimate how much of the variance of accuracies is the seed's.

    Parameters
    ----------
    correct, squared, tested : ndarray of shape (..., cells)
        Of each fold of each run the sums over seeds of the correct predictions, of
        their squares, and of the predictions.
    seeds : int
        Trainings in each fold.

    Returns
    -------
    SeedVariance

    Raises
    ------
    ValueError
        If there are fewer than two seeds or cells.

    Notes
    -----
    One-way random effects, seeds within folds, by mean squares: with MSB between folds
    and MSW within them the seed's variance is MSW, the fold's (MSB - MSW) / seeds, a
    negative estimate cut to 0. The share is 1 minus the intraclass correlation
    ICC(1, 1) = (MSB - MSW) / (MSB + (seeds - 1) MSW) [1]_. Folds that share training
    instances are correlated, so that the variance between them is that between the
    folds of this cross-validation, and not between independent samples.

    References
    ----------
    .. [1] Shrout, Fleiss (1979). Psychological Bulletin 86, 420-428.
    """
    correct, squared, tested = (
        np.asarray(x, float) for x in (correct, squared, tested)
    )
    if seeds < 2 or correct.shape[-1] < 2:
        raise ValueError(
            f"seed_variance: {seeds} seeds in {correct.shape[-1]} cells; give two or "
            f"more of each"
        )
    size = tested / seeds
    within = (squared - correct**2 / seeds) / (size**2 * (seeds - 1))
    seed = np.mean(within, axis=-1)
    between = seeds * np.var(correct / tested, axis=-1, ddof=1)
    fold = np.maximum(between - seed, 0) / seeds
    with np.errstate(invalid="ignore"):
        return SeedVariance(seed, fold, seed / (seed + fold))
