"""Decisions of the signed-rank test in thousands of experiments.

They are those of `statistics.many_datasets.signed_rank`, made by a kernel.
"""

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.statistics.checks import Bools, Floats, check_over_datasets


def column_is_better(differences: Floats, *, alpha: float, zeros: str) -> Bools:
    """Decide by the exact one-sided p whether the column is better in each experiment.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        As in `signed_rank`; leading axes are experiments.
    alpha : float
        Nominal level, between 0 and 1.
    zeros : {"split", "drop", "pratt"}
        As in `signed_rank`.

    Returns
    -------
    ndarray of shape (...), bool
        Whether p is below `alpha` and the column's rank sum is the larger one.
    """
    differences = check_over_datasets("signed_rank", differences, least=2)
    flat = differences.reshape(-1, differences.shape[-1])
    better = np.empty(len(flat), dtype=bool)
    _decide(flat, np.argsort(np.abs(flat), axis=-1), zeros, alpha, better)
    return better.reshape(differences.shape[:-1])


@kernel
def _decide(differences, orders, zeros, alpha, better):
    """Decide in each row by its exact one-sided p."""
    datasets = differences.shape[1]
    ranks = np.empty(datasets, dtype=np.int64)
    room = np.empty((2, datasets * (datasets + 1) // 2 + 1))
    for row in range(len(differences)):
        of_column = _rank_twice(differences[row], orders[row], zeros, ranks)
        of_row = ranks.sum() - of_column
        # Elsewhere p is at least 1/2, and both sums are not told apart.
        better[row] = of_column > of_row and lower_tail(ranks, of_row, room) < alpha


@kernel
def _rank_twice(differences, order, zeros, ranks):
    """Fill in twice the rank of each size, and 0 for zeros; return the column's sum.

    `order` sorts the sizes. Equal ones get their average rank, twice which is whole.
    """
    datasets = len(differences)
    count = 0
    while count < datasets and differences[order[count]] == 0:
        ranks[order[count]] = 0
        count += 1
    ignored = 0
    if zeros == "split":
        ignored = count % 2
    elif zeros == "drop":
        ignored = count
    of_column, first = 0, count
    while first < datasets:
        size, end = abs(differences[order[first]]), first + 1
        while end < datasets and abs(differences[order[end]]) == size:
            end += 1
        rank = first + 1 + end - 2 * ignored
        for position in range(first, end):
            ranks[order[position]] = rank
            of_column += rank * (differences[order[position]] > 0)
        first = end
    return of_column


@kernel
def lower_tail(ranks, bound, room):
    """Return the probability that R- is at most `bound`, with random signs.

    Ranks of 0 take no part. Both sums add up to that of all ranks, so this is the
    probability of as large an R+ or a larger one. `room`, of shape (2, bound + 1) at
    least, is for the number of ways to reach each sum: a whole number, exact in floats
    up to 53 data sets.
    """
    room[:, : bound + 1] = 0
    ways, longer = room[0], room[1]
    ways[0] = total = 1.0
    end = 0
    for rank in ranks:
        if rank > 0:
            total *= 2
            if rank <= bound:
                end = min(end + rank, bound)
                longer[:rank] = ways[:rank]
                without, with_it = ways[rank : end + 1], ways[: end + 1 - rank]
                _add(without, with_it, longer[rank : end + 1])
                ways, longer = longer, ways
    return ways[: bound + 1].sum() / total


@kernel
def _add(first, second, sums):
    """Fill in sums; without an index that is computed the processor does several."""
    for i in range(len(sums)):
        sums[i] = first[i] + second[i]
