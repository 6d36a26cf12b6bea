"""Long and wide tables, with and without runs and folds, are told apart."""

import pandas as pd
import pytest

from tenbyten.accuracies.shapes import as_cells, count_from_one

WIDE = pd.DataFrame({"dataset": ["a", "b"], "J48": [0.1, 0.2], "NB": [0.3, 0.4]})
LONG = pd.DataFrame(
    {
        "dataset": ["a", "b", "a", "b"],
        "classifier": ["J48", "J48", "NB", "NB"],
        "auc": [0.1, 0.2, 0.3, 0.4],
        "run": 1,
        "fold": 1,
    }
)
CELL = ["dataset", "classifier", "run", "fold"]


def cells(table):
    """The cells and values of a table, in one form."""
    found = as_cells(table, value="auc", where="here")
    return found[[*CELL, "auc"]].reset_index(drop=True)


@pytest.mark.parametrize("first", ["dataset", "Data set", "", "Unnamed: 0"])
def test_a_wide_table_of_one_score_is_the_long_one(first):
    pd.testing.assert_frame_equal(
        cells(WIDE.rename(columns={"dataset": first})), cells(LONG), check_dtype=False
    )


def test_a_row_keeps_its_index_for_errors():
    assert list(as_cells(WIDE, value="auc", where="here").index) == [0, 1, 0, 1]


@pytest.mark.parametrize("left", [[], ["run"], ["fold"]])
def test_a_column_that_is_left_out_is_one_run_or_one_fold(left):
    table = LONG.drop(columns=[name for name in ("run", "fold") if name not in left])
    pd.testing.assert_frame_equal(cells(table), cells(LONG), check_dtype=False)


def test_a_wide_table_may_have_runs():
    twice = pd.concat([WIDE.assign(run=1), WIDE.assign(run=2)])
    found = cells(twice)
    assert len(found) == 8
    assert found.groupby("run")["auc"].sum().tolist() == pytest.approx([1, 1])


def test_rows_that_nothing_tells_apart_are_refused():
    twice = pd.concat([LONG, LONG]).drop(columns="fold")
    with pytest.raises(
        ValueError,
        match="here: several rows of dataset a, classifier J48, run 1, and "
        "no column fold that tells them apart; number them from 1",
    ):
        cells(twice)


@pytest.mark.parametrize("name", ["Average", "mean", " average rank "])
def test_a_summary_below_a_printed_table_is_no_data_set(name):
    with pytest.raises(ValueError, match="is a summary of the others; remove its row"):
        cells(WIDE.assign(dataset=["a", name]))


def test_a_long_table_without_classifiers_is_not_taken_for_a_wide_one():
    lacking = LONG.drop(columns="classifier")
    assert list(as_cells(lacking, value="auc", where="here")) == list(lacking)


def test_runs_and_folds_that_count_from_0_count_from_1():
    from_0 = LONG.assign(run=[0, 0, 1, 1], fold=[3, 1, 2, 3])
    found = count_from_one(from_0, "here")
    assert found["run"].tolist() == [1, 1, 2, 2]
    assert found["fold"].tolist() == [3, 1, 2, 3]


@pytest.mark.parametrize("name", ["run", "fold"])
def test_runs_that_count_from_0_on_one_data_set_alone_are_refused(name):
    mixed = LONG.assign(**{name: [1, 0, 1, 0]})
    with pytest.raises(
        ValueError,
        match=f"here: {name}s count from 0 on b and not on a, where the first is 1; ",
    ):
        count_from_one(mixed, "here")


@pytest.mark.parametrize("score", ["score", "accuracy of test"])
def test_classifiers_below_another_name_are_not_taken_for_a_wide_table(score):
    other = LONG.rename(columns={"classifier": "algorithm", "auc": score})
    with pytest.raises(
        ValueError,
        match="here: no column classifier, and 'algorithm' holds no number, such as "
        "'J48'; rename it to classifier if",
    ):
        cells(other)
    # As files are read: all text.
    texts = WIDE.astype(str).assign(NB=["0.3", "?"])
    assert len(as_cells(texts, value="auc", where="here")) == 4
