"""scikit-learn's splitter is held to scikit-learn."""

import warnings

import numpy as np
import pytest
from sklearn.model_selection import RepeatedStratifiedKFold

from tenbyten.datasets.folds.split import scikit_learn_folds

CLASSES = np.repeat([0, 1, 2], [30, 20, 7])


def test_the_folds_are_those_of_scikit_learn():
    folds = scikit_learn_folds(CLASSES, runs=3, folds=5, seed=8)
    splitter = RepeatedStratifiedKFold(n_splits=5, n_repeats=3, random_state=8)
    splits = list(splitter.split(np.zeros(57), CLASSES))
    assert (folds.runs, folds.folds) == (3, 5)
    assert (folds.splitter, folds.seed) == ("scikit_learn", 8)
    for number, (training, tested) in enumerate(splits):
        run, fold = number // 5 + 1, number % 5 + 1
        assert np.array_equal(folds.test_rows(run, fold), tested)
        assert np.array_equal(folds.training_rows(run, fold), training)


def test_a_class_smaller_than_the_folds_is_ordinary():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        folds = scikit_learn_folds(CLASSES, runs=2, folds=10, seed=1)
    assert np.all(np.bincount(folds.test_fold[0])[1:] >= 5)


@pytest.mark.parametrize("folds", [0, 1, 31, 58])
def test_too_few_or_too_many_folds_are_refused(folds):
    with pytest.raises(ValueError, match=f"{folds} folds.* 30 of 57 instances"):
        scikit_learn_folds(CLASSES, runs=1, folds=folds, seed=1)


def test_rows_without_a_class_are_dealt_out_like_one_more_class():
    classes = np.repeat([-1, 0, 1], [20, 9, 8])
    folds = scikit_learn_folds(classes, runs=1, folds=10, seed=1)
    assert np.bincount(folds.test_fold[0, classes < 0])[1:].tolist() == [2] * 10
    with pytest.raises(ValueError, match="largest class has 20 of 37 instances"):
        scikit_learn_folds(classes, runs=1, folds=21, seed=1)
