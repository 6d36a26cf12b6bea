"""Decide many comparisons, drawn from one pilot, by the Bayesian signed-rank test."""

from collections.abc import Sequence

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.statistics.checks import Bools, Floats, Ints
from tenbyten.statistics.many_datasets.bayesian_signed_rank import (
    PRIOR_DIFFERENCE,
    draw_weights,
    partners,
)
from tenbyten.statistics.many_datasets.dirichlet import ROUNDING, Settings

# A comparison is settled before its last draw if as many draws so far would deviate as
# much with a probability below exp(-SURE), were it on the other side of the threshold.
SURE = 11.5


def bayesian_decisions(
    differences: Floats,
    drawn: Ints,
    sizes: Sequence[int],
    *,
    alpha: float,
    settings: Settings,
) -> Bools:
    """Decide by `statistics.bayesian_signed_rank`.

    Parameters
    ----------
    differences : ndarray of shape (datasets,)
        Mean difference on each data set of the pilot.
    drawn, sizes
        As in `poisson.poisson_decisions`.
    alpha : float
        A region is found if its probability is above 1 - `alpha`.
    settings : Settings
        The arguments of `statistics.bayesian_signed_rank`.

    Returns
    -------
    ndarray of shape (2, experiments, sizes), bool
        That the column is better; that both are practically equivalent.

    Notes
    -----
    The draws are those of `statistics.bayesian_signed_rank`, which uses the same for
    every comparison of as many data sets; but no more of them than settle a comparison.
    A data set that is drawn several times has the sum of its weights.
    """
    differences = settings.check("bayesian_signed_rank", differences)
    values = np.append(differences, PRIOR_DIFFERENCE[settings.prior_place])
    (order,), (bounds,) = partners(values[np.newaxis], settings.rope)
    place = np.argsort(order)
    found = np.empty((len(drawn), len(sizes), 2), bool)
    for i, size in enumerate(sizes):
        (weights,) = draw_weights(size, settings, at_once=settings.draws)
        chosen = place[np.pad(drawn[:, :size], ((0, 0), (0, 1)), constant_values=-1)]
        _decide(weights, chosen, bounds, settings.draws, 1 - alpha, found[:, i])
    return np.moveaxis(found, -1, 0)


@kernel
def _decide(weights, chosen, bounds, draws, threshold, found):
    """Fill in the decisions of each experiment.

    `chosen` are places of its data sets in the ascending order of the pilot's
    differences, the pseudo-observation's last; `bounds` are from `partners`.
    """
    lanes = weights.shape[2]
    counts = np.empty(2)
    row, not_column = np.empty(lanes), np.empty(lanes)
    for experiment in range(len(chosen)):
        # Of all places those that are there, counted from 0.
        before = np.zeros(len(bounds) + 1, np.int64)
        for place in chosen[experiment]:
            before[place + 1] = 1
        there = np.flatnonzero(before[1:])
        before = np.cumsum(before)
        counts[:] = 0
        below = np.empty((len(there) + 1, lanes))
        own = np.empty((len(there), lanes))
        n = 0
        for block in range(len(weights)):
            own[:] = 0
            for k in range(chosen.shape[1]):
                _add(own[before[chosen[experiment, k]]], weights[block, k])
            below[0] = 0
            for i in range(len(there)):
                _sum(below[i], own[i], below[i + 1])
            row[:] = 0
            not_column[:] = 0
            for i in range(len(there)):
                under, upto, short, within = before[bounds[there[i]]]
                _add_products(row, own[i], below[under], below[upto])
                _add_products(not_column, own[i], below[short], below[within])
            many = min(lanes, draws - n)
            _count(row[:many], not_column[:many], below[len(there)], counts)
            n += many
            if _is_settled(counts[0], n, threshold) and _is_settled(
                counts[1], n, threshold
            ):
                break
        found[experiment] = counts / n > threshold


@kernel
def _add(sums, values):
    """Add values lane by lane."""
    for lane in range(len(sums)):
        sums[lane] += values[lane]


@kernel
def _sum(first, second, sums):
    """Fill in sums lane by lane."""
    for lane in range(len(sums)):
        sums[lane] = first[lane] + second[lane]


@kernel
def _add_products(sums, weights, first, second):
    """Add the weights times two others, lane by lane."""
    for lane in range(len(sums)):
        sums[lane] += weights[lane] * (first[lane] + second[lane])


@kernel
def _count(row, not_column, total, counts):
    """Count the draws in which column, and in which rope, is the most probable.

    As `dirichlet.count_largest` does: a draw in which several are is split evenly.
    """
    for lane in range(len(row)):
        whole = 2 * total[lane] * total[lane]
        of_row = row[lane] / whole
        of_rope = (not_column[lane] - row[lane]) / whole
        of_column = max(1 - not_column[lane] / whole, 0.0)
        least = max(of_row, of_rope, of_column) - ROUNDING
        several = (of_row >= least) + (of_rope >= least) + (of_column >= least)
        share = 1.0 / several
        counts[0] += share * (of_column >= least)
        counts[1] += share * (of_rope >= least)


@kernel
def _is_settled(count, n, threshold):
    """Return whether the probability is clearly above or below the threshold.

    By the relative entropy of both, which bounds the probability of a deviation.
    """
    share = count / n
    entropy = 0.0
    if share > 0:
        entropy += share * np.log(share / threshold)
    if share < 1:
        entropy += (1 - share) * np.log((1 - share) / (1 - threshold))
    return n * entropy > SURE
