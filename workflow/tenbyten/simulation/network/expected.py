"""The expected difference between the network and zeroR, without random numbers."""

import numpy as np
from scipy.stats import binom


def expected_difference(difference: float, size: int, folds: int) -> float:
    """Compute the expected mean difference on data sets of one size.

    Parameters
    ----------
    difference : float
        Theta minus 1/2.
    size : int
        Instances of each data set.
    folds : int
        Folds, which are not stratified; the network learns from frequencies.

    Returns
    -------
    float
        Expected accuracy of the network minus that of zeroR, a fraction; the same for
        any number of runs.

    Notes
    -----
    Corani, Benavoli (2015; Machine Learning 100, 285-304), section 4.1, takes theta -
    1/2 for it, which it approaches for large data sets. Training and test instances are
    independent. ZeroR, whose prediction has nothing to do with the class of a test
    instance, expects 1/2. The network predicts for a value of the feature the class
    that most of its N training instances have, where N ~ Binomial(n, 1/2) of n training
    instances, and the class of the same index has Binomial(N, theta) of them: with
    probability pi it is this one, a tie for one half, and the network expects pi theta
    + (1 - pi)(1 - theta). The difference is (2 pi - 1)(theta - 1/2), averaged over
    folds of both sizes.
    """
    larger = size % folds
    tested = {size // folds + 1: larger, size // folds: folds - larger}
    found = sum(
        share * (2 * _learns(0.5 + difference, size - tests) - 1) * difference
        for tests, share in tested.items()
    )
    return found / folds


def _learns(theta: float, trained: int) -> float:
    """Return the probability that the network predicts the class of the same index."""
    n = np.arange(trained + 1)
    more = binom.sf(n // 2, n, theta)
    tie = np.where(n % 2 == 0, binom.pmf(n // 2, n, theta), 0)
    return float(np.sum(binom.pmf(n, trained, 0.5) * (more + tie / 2)))
