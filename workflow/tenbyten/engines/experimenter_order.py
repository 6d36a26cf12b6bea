"""The order in which WEKA's Experimenter hands over each training set.

It matters to sums of real numbers, in their last bits.
"""

import numpy as np

from tenbyten.folds.weka import JavaRandom, shuffle, weka_order


def training_orders(dataset, folds):
    """Yield the training rows of every fold of every run, in their order.

    Parameters
    ----------
    dataset : Dataset
        The data set.
    folds : Folds
        Which instance is tested where.

    Yields
    ------
    ndarray of int64
        Row numbers from 0. On folds of WEKA's splitter as WEKA's Experimenter
        shuffles them, on other folds ascending.
    """
    for run in range(1, folds.runs + 1):
        if folds.splitter == "weka":
            yield from _shuffled(dataset, folds, run)
        else:
            for fold in range(1, folds.folds + 1):
                yield folds.training_rows(run, fold)


def _shuffled(dataset, folds, run):
    """Yield the training rows of the folds of one run as WEKA shuffles them."""
    seed = folds.seed + run - 1
    order = weka_order(dataset.classes, folds=folds.folds, seed=seed)
    fold_of_place = folds.test_fold[run - 1, order]
    random = JavaRandom(seed)
    # The run's own shuffle comes first from the same generator.
    shuffle(list(range(len(order))), random)
    for fold in range(1, folds.folds + 1):
        rows = order[fold_of_place != fold].tolist()
        shuffle(rows, random)
        yield np.array(rows, dtype=np.int64)
