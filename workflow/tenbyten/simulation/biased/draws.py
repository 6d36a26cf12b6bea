"""Draw data sets without replacement, with a bias towards one classifier."""

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.simulation.random import uniforms
from tenbyten.statistics.checks import Floats, Ints


def waiting_times(experiments: range, *, datasets: int, seed: int) -> Floats:
    """Draw a waiting time for each data set of each experiment.

    Returns
    -------
    ndarray of shape (experiments, datasets)
        Exponential with mean 1. Those of an experiment depend on nothing but the seed,
        its number and the number of data sets.
    """
    return -np.log1p(-uniforms(seed, experiments, datasets))


def draw_biased(
    differences: Floats, times: Floats, *, bias: ArrayLike, drawn: int
) -> Ints:
    """Draw data sets, those more probably on which a classifier is better.

    Parameters
    ----------
    differences : ndarray of shape (datasets,)
        Accuracy of the favoured classifier minus that of the other, fractions.
    times : ndarray of shape (experiments, datasets)
        From `waiting_times`.
    bias : array_like of shape (biases,)
        The k of each selection; with 0 each data set is as likely as any other.
    drawn : int
        Number of data sets in each selection.

    Returns
    -------
    ndarray of shape (biases, experiments, drawn), int
        Data sets, counted from 0, in ascending order; none is twice in a selection.

    Raises
    ------
    ValueError
        If there are fewer than `drawn` data sets.

    Notes
    -----
    Section 4.1.1 of Demsar (2006; Journal of Machine Learning Research 7, 1-30): the
    probability of choosing data set i is proportional to ``1 / (1 + exp(-k d_i))``. The
    data sets are drawn one after the other, each time from those that are left. For
    this the waiting time of each is divided by its weight; the first `drawn` to arrive
    are the selection, for of several exponential times each is the smallest with a
    probability in proportion to its rate, and they have no memory. The same waiting
    times serve every bias and every pair, so that these differ by what they are, not by
    other random numbers.
    """
    datasets = len(differences)
    if drawn > datasets:
        raise ValueError(
            f"simulation: drawn is {drawn}, but the accuracies are of {datasets} data "
            f"sets; draw fewer, best no more than half of them, or give more."
        )
    k = np.asarray(bias, dtype=float)[:, np.newaxis]
    # Of the weight's inverse: exp of a large number would overflow.
    slowness = np.logaddexp(0, -k * differences)[:, np.newaxis]
    with np.errstate(divide="ignore"):
        arrivals = np.log(times) + slowness
    first = np.argpartition(arrivals, drawn - 1, axis=-1)[..., :drawn]
    return np.sort(first, axis=-1)
