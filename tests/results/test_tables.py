"""Tables and arrays in memory become long tables, or are refused."""

import numpy as np
import pandas as pd
import pytest

from long_cells import CELL, cells_of
from tenbyten.results.arrays import table_of_arrays
from tenbyten.results.results import read_results


def clean(table, metric=None):
    return read_results(table, metric=metric).table


def counts():
    """Return two data sets, two classifiers, one run of two folds."""
    return cells_of(["iris", "zoo"], "AB", 1, 2).assign(tested=10, correct=range(2, 10))


def changed(column, value):
    """Return the table with another value in the cell iris, B, run 1, fold 2."""
    table = counts().astype({column: object})
    table.loc[3, column] = value
    return table


@pytest.mark.parametrize(
    "table",
    [
        counts(),
        *(counts().set_index(CELL[:levels]) for levels in (4, 3, 1)),
        changed("classifier", " B ").rename(columns={"run": " run"}),
        counts().assign(fold=counts()["fold"] - 1),
        counts().drop(columns="run"),
    ],
)
def test_every_form_of_a_sound_table_is_the_same_table(table):
    found = clean(table)[list(counts())]
    pd.testing.assert_frame_equal(found, counts(), check_dtype=False)


@pytest.mark.parametrize("kind", [int, float, "category", "Int64"])
def test_numbers_of_data_sets_and_classifiers_become_text(kind):
    ids = {"iris": 61, "zoo": 62}
    table = counts().replace({"classifier": {"A": 1, "B": 2}})
    table["dataset"] = table["dataset"].map(ids)
    found = clean(table.astype({"dataset": kind, "classifier": kind}))
    assert found["dataset"].unique().tolist() == ["61", "62"]
    assert found["classifier"].unique().tolist() == ["1", "2"]
    assert clean(table.assign(dataset=0.5))["dataset"][0] == "0.5"


@pytest.mark.parametrize("kind", [float, str, "Int64", "uint8"])
def test_whole_numbers_of_another_type_become_integers(kind):
    numbers = ["run", "fold", "tested", "correct"]
    found = clean(counts().astype(dict.fromkeys(numbers, kind)))
    assert (found.dtypes[numbers] == "int64").all()
    assert found["correct"].tolist() == counts()["correct"].tolist()


AT = r"1 cells \(iris, B, run 1, fold 2\): "


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        *(("dataset", x, "row 4: dataset is .*a name") for x in (np.nan, None, " ")),
        ("correct", np.nan, AT + "correct is nan, expected a whole number"),
        ("correct", 3.5, AT + "correct is 3.5, expected a whole number"),
        ("correct", True, AT + "correct is True, expected a whole number"),
        ("tested", None, AT + "tested is .*, expected a whole number"),
        ("tested", np.inf, AT + "tested is inf, expected a whole number"),
        ("tested", "ten", AT + "tested is 'ten', expected a whole number"),
        ("run", np.nan, "row 4: run is nan, expected a whole number"),
        ("fold", 1.5, "row 4: fold is 1.5, expected a whole number"),
        ("fold", "two", "row 4: fold is 'two', expected a whole number"),
    ],
)
def test_a_number_that_is_none_is_refused_with_its_cell(column, value, message):
    with pytest.raises(ValueError, match=message):
        clean(changed(column, value))


@pytest.mark.parametrize(
    ("value", "said"), [(True, "True"), ([True, 0.5] * 4, "True"), ("high", "'high'")]
)
def test_accuracies_that_are_true_or_text_are_refused(value, said):
    table = counts().drop(columns=["tested", "correct"]).assign(accuracy=value)
    with pytest.raises(ValueError, match=f"accuracy is {said}, expected a fraction"):
        clean(table.astype({"accuracy": object}) if len(said) == 4 else table)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (counts().drop(columns="fold"), "no column fold that tells them apart"),
        (counts()[:0], "the table has no rows; supply"),
        (pd.concat([counts(), counts()[["run"]]], axis=1), "two columns 'run'; remove"),
    ],
)
def test_a_column_that_is_missing_or_doubled_is_named(table, message):
    with pytest.raises(ValueError, match=message):
        clean(table)


@pytest.mark.parametrize("name", ["run", "fold"])
def test_runs_that_count_from_0_on_one_data_set_alone_are_refused(name):
    mixed = counts().assign(run=[*[1] * 4, *[0] * 4], fold=[1, 2, 1, 2, *[0, 1] * 2])
    mixed = mixed.assign(**{{"run": "fold", "fold": "run"}[name]: [1, 2] * 4})
    with pytest.raises(
        ValueError,
        match=f"compare: {name}s count from 0 on zoo and not on iris, where the first",
    ):
        clean(mixed)


# Wide tables.

WIDE = pd.DataFrame({"dataset": ["a", "b"], "J48": [0.1, 0.2], "7": [0.3, 0.4]})
LONG = pd.DataFrame({"dataset": [*"abab"], "classifier": ["J48", "J48", "7", "7"]})
LONG = LONG.assign(run=1, fold=1, auc=[0.1, 0.2, 0.3, 0.4])


@pytest.mark.parametrize(
    "table",
    [
        *(WIDE.rename(columns={"dataset": x}) for x in ("dataset", "Data set")),
        WIDE.set_index("dataset").rename(columns={"7": 7}),
        # The name of a classifier is known.
        WIDE.rename(columns={"dataset": ""}),
        WIDE.set_index("dataset").rename_axis(None),
        LONG.drop(columns=["run", "fold"]),
        LONG.drop(columns="run"),
    ],
)
def test_a_table_of_one_score_is_read_in_every_form(table):
    found = clean(table, "auc")[list(LONG)]
    pd.testing.assert_frame_equal(found, LONG, check_dtype=False)


def test_classifiers_below_another_heading_are_not_taken_for_a_wide_table():
    other = LONG.replace({"7": "NB"}).rename(columns={"classifier": "learned by"})
    with pytest.raises(
        ValueError, match="no column classifier; it has dataset, learned"
    ):
        clean(other, "auc")
    found = read_results(other, metric="auc", columns={"classifier": "learned by"})
    assert found.table["classifier"].tolist() == ["J48", "J48", "NB", "NB"]
    assert "2 classifiers (column learned by)" in found.words


# Arrays


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
