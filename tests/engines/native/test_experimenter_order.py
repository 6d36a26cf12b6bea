"""The order of WEKA's training sets."""

import numpy as np
import pytest

from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.folds import Folds
from tenbyten.datasets.folds.weka import JavaRandom, shuffle, weka_folds, weka_order
from tenbyten.engines.native.experimenter_order import training_orders


def with_classes(classes):
    """A data set of these classes and no predictor."""
    labels = tuple(map(str, range(max(classes) + 1)))
    return Dataset("c", (Attribute("class", labels),), np.c_[classes].astype(float))


def test_the_weather_data_s_training_sets_are_ordered_as_in_weka():
    dataset = with_classes([1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1])
    folds = weka_folds(dataset.classes, runs=1, folds=10, seed=1)
    orders = training_orders(dataset, folds, range(1, folds.runs + 1))
    assert next(orders).tolist() == [6, 0, 2, 4, 12, 11, 13, 10, 9, 7, 1, 3]
    assert next(orders).tolist() == [3, 10, 9, 0, 7, 8, 4, 5, 2, 6, 11, 1]


@pytest.mark.parametrize("rows", [2, 16, 1000, 4097])
def test_training_sets_are_shuffled_by_the_run_s_own_generator(rows):
    dataset = with_classes(np.arange(rows) % 2)
    folds = weka_folds(dataset.classes, runs=2, folds=2, seed=5)
    orders = training_orders(dataset, folds, range(1, folds.runs + 1))
    for run, seed in ((1, 5), (2, 6)):
        random = JavaRandom(seed)
        shuffle(list(range(rows)), random)
        order = weka_order(dataset.classes, folds=2, seed=seed)
        for fold in (1, 2):
            expected = order[folds.test_fold[run - 1, order] != fold].tolist()
            shuffle(expected, random)
            assert next(orders).tolist() == expected
    assert next(orders, None) is None


def test_other_folds_keep_the_order_of_the_file():
    folds = Folds(np.array([[2, 1, 1, 2]]), "openml", 1)
    orders = list(training_orders(with_classes([0, 1, 0, 1]), folds, [1]))
    assert [rows.tolist() for rows in orders] == [[0, 3], [1, 2]]
