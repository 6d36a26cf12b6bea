"""McNemar's test of every pair, on predictions of single runs."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from tenbyten.accuracies.predictions import Right
from tenbyten.comparisons.mcnemar import mcnemar_tests

PAIRS = [("A", "B"), ("A", "C"), ("B", "C")]


def right_of(rng, dataset, run, tested=60):
    """Which of the predictions of three classifiers are right."""
    return Right(dataset, run, {name: rng.random(tested) < 0.7 for name in "CAB"})


def test_each_line_is_the_exact_test_of_instances_counted_one_by_one():
    rng = np.random.default_rng(1)
    runs = [right_of(rng, dataset, run) for dataset in "xy" for run in (1, 2)]
    found = mcnemar_tests(iter(runs), pairs=PAIRS)
    assert len(found) == 4 * 3
    lines = found.itertuples()
    for dataset, run, right in runs:
        for row, column in PAIRS:
            line = next(lines)
            assert line[1:5] == (dataset, run, row, column)
            sides = list(zip(right[row], right[column], strict=True))
            alone = sides.count((True, False)), sides.count((False, True))
            assert (line.only_row, line.only_column) == alone
            test = binomtest(alone[1], sum(alone), alternative="greater")
            assert line.p_one_sided == pytest.approx(test.pvalue)
            both = binomtest(alone[1], sum(alone))
            assert line.p_two_sided == pytest.approx(both.pvalue)


def test_classifiers_that_predict_alike_do_not_differ():
    same = np.array([True, False, True])
    found = mcnemar_tests([Right("x", 1, {"A": same, "B": same})], pairs=[("A", "B")])
    assert found.iloc[0].tolist() == ["x", 1, "A", "B", 0, 0, 1, 1]


def test_without_predictions_there_are_no_lines():
    found = mcnemar_tests([], pairs=PAIRS)
    assert isinstance(found, pd.DataFrame)
    assert len(found) == 0
