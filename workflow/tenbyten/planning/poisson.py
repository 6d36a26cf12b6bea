"""Decide many comparisons, drawn from one pilot, by the Poisson test."""

from collections.abc import Sequence

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.statistics.checks import Bools, Floats, Ints


def poisson_decisions(
    wins: Floats, drawn: Ints, sizes: Sequence[int], *, alpha: float
) -> Bools:
    """Decide for the column, as `statistics.poisson_test` does.

    Parameters
    ----------
    wins : ndarray of shape (datasets,)
        Probability that the column wins each data set of the pilot; NaN for a data set
        that leaves the test.
    drawn : ndarray of shape (experiments, most), int
        Data sets of each experiment.
    sizes : sequence of int
        Numbers of data sets, ascending: each experiment's first ones.
    alpha : float
        Size of the test.

    Returns
    -------
    ndarray of shape (experiments, sizes), bool

    Notes
    -----
    The distribution of the number of wins grows by one data set after the other, and
    every size of an experiment takes it on the way.
    """
    found = np.empty((len(drawn), len(sizes)))
    _more_than_half(wins, drawn, np.array(sizes), found)
    return found > 1 - alpha


@kernel
def _more_than_half(wins, drawn, sizes, found):
    """Fill in the probability that the column wins more than half of the data sets."""
    most = sizes[-1]
    chances = np.empty(most + 1)
    for experiment in range(len(drawn)):
        chances[:] = 0
        chances[0] = 1
        kept = size = 0
        for k in range(most):
            p = wins[drawn[experiment, k]]
            if not np.isnan(p):
                kept += 1
                for won in range(kept, 0, -1):
                    chances[won] = chances[won] * (1 - p) + chances[won - 1] * p
                chances[0] *= 1 - p
            if k + 1 == sizes[size]:
                found[experiment, size] = np.sum(chances[kept // 2 + 1 : kept + 1])
                size += 1
