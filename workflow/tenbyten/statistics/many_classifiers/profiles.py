"""Performance profiles: how often each classifier is the best, or close to it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats, check_means, refuse
from tenbyten.statistics.rounding import rounded


class Profiles(NamedTuple):
    """Shares of the data sets on which each classifier is close to the best.

    Attributes
    ----------
    tau : ndarray of shape (steps,)
        Distances from the best at which a share rises, ascending; the first is that of
        the best itself, 0 or the ratio 1.
    share : ndarray of shape (steps, classifiers)
        Share of the data sets on which the classifier is no further from the best.
    """

    tau: Floats
    share: Floats


def performance_profiles(
    means: ArrayLike, *, higher_is_better: bool = True, ratio: bool = False
) -> Profiles:
    """Compute the performance profile of each classifier.

    Parameters
    ----------
    means : ndarray of shape (datasets, classifiers)
        Mean accuracy, a fraction, or other metric of each classifier on each data set;
        two of each at least.
    higher_is_better : bool, default=True
        False for a measure such as an error, a loss or a time.
    ratio : bool, default=False
        Whether the distance from the best is a ratio, as of times and costs, of which
        none is 0 or less; else a difference.

    Returns
    -------
    Profiles
        The steps of all profiles.

    Raises
    ------
    ValueError
        If a mean is not finite, or not above 0 where a ratio is asked for, or if there
        are fewer than two data sets or classifiers.

    Notes
    -----
    Dolan, More (2002; Mathematical Programming 91, 201-213), section 2: rho(tau) is the
    share of the problems that a solver solves within tau times the time of the best.
    Scores with a bound, such as accuracies, have the difference from the best in the
    place of the ratio. Distances are rounded at 1e-12, so that equal ones are one step.
    A profile compares a classifier with the best of all, so that it depends on which
    others take part (Gould, Scott (2016; ACM Transactions on Mathematical Software 43,
    15)): at the first step it is the share of data sets on which it is the best, ties
    included, and of two classifiers further on the higher one need not be the better.
    """
    means = check_means("performance_profiles", means)
    if ratio:
        do = "ratios are of means above 0: give ratio=False"
        refuse("performance_profiles", "the mean", means, means <= 0, do)
    signed = means if higher_is_better else -means
    best = np.max(signed, axis=1, keepdims=True)
    distance = best - signed
    if ratio:
        distance = best / signed if higher_is_better else signed / best
    distance = rounded(distance)
    tau = np.unique(distance)
    within = distance[np.newaxis] <= tau[:, np.newaxis, np.newaxis]
    return Profiles(tau, np.mean(within, axis=1))
