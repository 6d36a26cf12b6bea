"""Tables of arrays in memory."""

import numpy as np
import pytest

from tenbyten.accuracies.arrays import table_of_arrays

VALUES = np.arange(30) / 30


def test_values_in_one_axis_go_run_after_run():
    table = table_of_arrays({"A": VALUES, "B": VALUES[::-1]}, runs=3, dataset="iris")
    assert list(table) == ["dataset", "classifier", "run", "fold", "accuracy"]
    cell = table.query("classifier == 'A' and run == 2 and fold == 1")
    assert cell["accuracy"].item() == VALUES[10]
    cell = table.query("classifier == 'B' and run == 3 and fold == 10")
    assert cell["accuracy"].item() == VALUES[0]
    assert table["dataset"].unique() == ["iris"]


def test_an_axis_of_runs_says_how_many_they_are():
    flat = table_of_arrays({"A": VALUES, 7: VALUES}, runs=3, metric="auc")
    for more in ({}, {"runs": 3}):
        both = {name: VALUES.reshape(3, 10) for name in ("A", 7)}
        assert table_of_arrays(both, metric="auc", **more).equals(flat)


@pytest.mark.parametrize(
    ("values", "runs", "message"),
    [
        (
            VALUES.reshape(3, 10),
            10,
            r"shapes A \(3, 10\), B \(3, 10\), and runs is 10; g",
        ),
        (VALUES, None, "runs is None; .* and `runs`, the number of runs"),
        (VALUES, 4, "runs is 4"),
        (VALUES, 0, "runs is 0"),
        (VALUES, "3", "runs is '3'"),
        ([[0.5, 0.6], [0.7]], None, "the values of A are no array; give as many folds"),
        (0.5, 1, r"arrays of the shapes A \(\), "),
        ([], 1, r"arrays of the shapes A \(0,\), "),
        (VALUES.reshape(1, 3, 10), None, r"shapes A \(1, 3, 10\), "),
    ],
)
def test_what_is_no_cross_validation_is_refused(values, runs, message):
    with pytest.raises(ValueError, match=message):
        table_of_arrays({"A": values, "B": values}, runs=runs)


def test_classifiers_have_the_same_folds():
    message = r"shapes A \(30,\), B \(29,\), and"
    with pytest.raises(ValueError, match=message):
        table_of_arrays({"A": VALUES, "B": VALUES[1:]}, runs=1)
    with pytest.raises(ValueError, match="shapes of none"):
        table_of_arrays({}, runs=1)
