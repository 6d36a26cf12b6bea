"""A table in memory: read as it is meant, or refused with its cell."""

import numpy as np
import pandas as pd
import pytest

from tenbyten.accuracies.given import clean


def counts():
    """Return two data sets, two classifiers, one run of two folds."""
    cells = pd.MultiIndex.from_product(
        [["iris", "zoo"], ["A", "B"], [1], [1, 2]],
        names=["dataset", "classifier", "run", "fold"],
    )
    return cells.to_frame(index=False).assign(tested=10, correct=[*range(2, 10)])


def changed(column, value):
    """Return the table with another value in the cell iris, B, run 1, fold 2."""
    table = counts().astype({column: object})
    table.loc[3, column] = value
    return table


def test_a_sound_table_stays_as_it_is():
    pd.testing.assert_frame_equal(clean(counts()), counts(), check_dtype=False)


@pytest.mark.parametrize("kind", [int, float, "category", "Int64"])
def test_numbers_of_data_sets_and_classifiers_become_text(kind):
    ids = {"iris": 61, "zoo": 62}
    table = counts().replace({"classifier": {"A": 1, "B": 2}})
    table["dataset"] = table["dataset"].map(ids)
    found = clean(table.astype({"dataset": kind, "classifier": kind}))
    assert found["dataset"].unique().tolist() == ["61", "62"]
    assert found["classifier"].unique().tolist() == ["1", "2"]
    assert clean(table.assign(dataset=0.5))["dataset"][0] == "0.5"


@pytest.mark.parametrize("levels", [4, 3, 1])
def test_the_index_may_hold_cells(levels):
    cells = ["dataset", "classifier", "run", "fold"]
    found = clean(counts().set_index(cells[:levels]))
    pd.testing.assert_frame_equal(found, counts(), check_dtype=False)


def test_spaces_around_names_and_headings_are_dropped():
    table = changed("classifier", " B ").rename(columns={"run": " run"})
    pd.testing.assert_frame_equal(clean(table), counts(), check_dtype=False)


@pytest.mark.parametrize("kind", [float, str, "Int64", "uint8"])
def test_whole_numbers_of_another_type_become_integers(kind):
    numbers = ["run", "fold", "tested", "correct"]
    found = clean(counts().astype(dict.fromkeys(numbers, kind)))
    assert (found.dtypes[numbers] == "int64").all()
    assert found["correct"].tolist() == counts()["correct"].tolist()


def test_counts_that_are_empty_throughout_are_left_out():
    table = counts().assign(tested=np.nan, correct=None, accuracy=0.5)
    assert list(clean(table))[4:] == ["accuracy"]


@pytest.mark.parametrize("value", [np.nan, None, "", " "])
def test_a_name_that_is_missing_is_refused_with_its_row(value):
    with pytest.raises(ValueError, match=r"dataset is .* in row 4 below the header"):
        clean(changed("dataset", value))


CELL = r"1 cells \(iris, B, run 1, fold 2\): "


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("correct", np.nan, CELL + "correct is nan, expected a whole number"),
        ("correct", 3.5, CELL + "correct is 3.5, expected a whole number"),
        ("correct", True, CELL + "correct is True, expected a whole number"),
        ("tested", None, CELL + "tested is .*, expected a whole number"),
        ("tested", np.inf, CELL + "tested is inf, expected a whole number"),
        ("tested", "ten", CELL + "tested is ten, expected a whole number"),
        ("run", np.nan, "row 4: run is nan, expected a whole number"),
        ("fold", 1.5, "row 4: fold is 1.5, expected a whole number"),
        ("fold", "two", "row 4: fold is two, expected a whole number"),
    ],
)
def test_a_number_that_is_none_is_refused_with_its_cell(column, value, message):
    with pytest.raises(ValueError, match=message):
        clean(changed(column, value))


def test_accuracies_that_are_true_or_text_are_refused():
    table = counts().drop(columns=["tested", "correct"])
    with pytest.raises(
        ValueError, match=r"8 cells .*: accuracy is True, expected a nu"
    ):
        clean(table.assign(accuracy=True))
    with pytest.raises(
        ValueError, match=r"8 cells .*: accuracy is high, expected a nu"
    ):
        clean(table.assign(accuracy="high"))


def test_a_column_that_is_missing_or_doubled_is_named():
    with pytest.raises(ValueError, match="no column fold that tells them apart"):
        clean(counts().drop(columns="fold"))
    with pytest.raises(ValueError, match="needs a row a cell and classifier, or a col"):
        clean(counts().drop(columns="classifier"))
    with pytest.raises(ValueError, match=r"0 rows .* needs a row a cell and a cell"):
        clean(counts()[:0])
    with pytest.raises(ValueError, match="two columns 'run'; remove one"):
        clean(pd.concat([counts(), counts()[["run"]]], axis=1))


def test_a_wide_table_has_its_data_sets_in_a_column_or_in_its_index():
    means = pd.DataFrame({"A": [0.5, 0.6], 7: [0.7, 0.8]}, index=["iris", "zoo"])
    wanted = {("iris", "A"): 0.5, ("zoo", "A"): 0.6, ("iris", "7"): 0.7}
    wanted["zoo", "7"] = 0.8
    for table in (means, means.rename_axis("name").reset_index()):
        found = clean(table, "auc")
        keys = zip(found["dataset"], found["classifier"], strict=True)
        assert dict(zip(keys, found["auc"], strict=True)) == wanted
        assert (found[["run", "fold"]] == 1).all(axis=None)
