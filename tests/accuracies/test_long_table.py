"""The long table: complete and possible, or an error that names the cells."""

import itertools

import numpy as np
import pandas as pd
import pytest
import yaml

from tenbyten.accuracies.files import read_accuracies, read_measured_counts
from tenbyten.accuracies.long_table import collect
from tenbyten.accuracies.values import counts_of, values_of
from tenbyten.tables import write_table

DESIGN = {"datasets": ["zoo", "iris"], "classifiers": ["B", "A"], "runs": 2, "folds": 3}


def counts():
    """A complete table in the wrong order."""
    cells = itertools.product(["iris", "zoo"], ["A", "B"], [2, 1], [3, 1, 2])
    table = pd.DataFrame(cells, columns=["dataset", "classifier", "run", "fold"])
    table["tested"] = 10 + table["fold"]
    table["correct"] = table["run"] * table["fold"]
    return table


def test_result_is_in_the_designs_order_and_survives_the_file(tmp_path):
    table = collect(counts(), **DESIGN)
    assert list(table["dataset"].unique()) == ["zoo", "iris"]
    assert list(table["classifier"].unique()) == ["B", "A"]
    assert list(table["run"][:6]) == [1, 1, 1, 2, 2, 2]
    assert list(table["fold"][:6]) == [1, 2, 3, 1, 2, 3]
    assert (table["accuracy"] == table["correct"] / table["tested"]).all()
    write_table(table, tmp_path / "a.csv")
    again = read_accuracies(tmp_path / "a.csv")
    pd.testing.assert_frame_equal(again, table, check_dtype=False)
    assert (
        (tmp_path / "a.csv")
        .read_text()
        .startswith(
            "dataset,classifier,run,fold,tested,correct,accuracy\nzoo,B,1,1,11,1,0.0909"
        )
    )


def test_counts_have_axes_data_sets_classifiers_folds():
    table = collect(counts(), **DESIGN)
    correct, tested = counts_of(table)
    assert correct.shape == (2, 2, 6)
    assert correct[0, 0].tolist() == [1, 2, 3, 2, 4, 6]
    assert tested.tolist() == [[11, 12, 13] * 2] * 2
    assert values_of(table) == pytest.approx(correct / tested[:, np.newaxis])


def test_a_missing_cell_is_named():
    with pytest.raises(ValueError, match=r"1 cells \(zoo, B, run 1, fold 2\) are miss"):
        collect(counts().drop(index=23), **DESIGN)


def test_a_doubled_cell_is_named():
    table = counts()
    with pytest.raises(ValueError, match=r"\(iris, A, run 2, fold 3\) stand more than"):
        collect(pd.concat([table, table[:1]]), **DESIGN)


@pytest.mark.parametrize(
    ("column", "value"),
    [("dataset", "wine"), ("classifier", "C"), ("run", 3), ("run", 0), ("fold", 4)],
)
def test_a_cell_outside_the_design_is_named(column, value):
    table = pd.concat([counts(), counts()[:1].assign(**{column: value})])
    with pytest.raises(ValueError, match=f"{value}.* are not of the design"):
        collect(table, **DESIGN)


@pytest.mark.parametrize(("correct", "tested"), [(14, 13), (-1, 13), (0, 0)])
def test_an_impossible_count_is_named(correct, tested):
    table = counts()
    table.loc[0, ["correct", "tested"]] = correct, tested
    with pytest.raises(ValueError, match=rf"fold 3\): {correct} correct of {tested}"):
        collect(table, **DESIGN)


def test_classifiers_tested_on_other_folds_are_named():
    table = counts()
    table.loc[0, "tested"] = 12
    with pytest.raises(ValueError, match=r"iris, A, run 2, fold 3.*\[12, 13\]"):
        collect(table, **DESIGN)


def test_accuracies_without_counts_are_taken_as_they_are(tmp_path):
    table = counts().drop(columns=["tested", "correct"]).assign(accuracy=0.5)
    collected = collect(table, **DESIGN)
    assert collected["correct"].isna().all()
    write_table(collected, tmp_path / "a.csv")
    again = read_accuracies(tmp_path / "a.csv")
    assert counts_of(again) is None
    assert (values_of(again) == 0.5).all()


@pytest.mark.parametrize(
    ("value", "hint"), [(93.3, "divide percentages by 100"), (np.nan, "supply")]
)
def test_percent_and_nan_are_refused(value, hint):
    table = counts().drop(columns=["tested", "correct"]).assign(accuracy=0.5)
    table.loc[5, "accuracy"] = value
    with pytest.raises(ValueError, match=f"iris, A, run 1, fold 2.*{value}.*{hint}"):
        collect(table, **DESIGN)


def test_a_damaged_panel_file_is_refused(tmp_path):
    path = tmp_path / "zoo.csv"
    path.write_text("dataset,classifier,run,fold,tested\nzoo,A,1,1,9\n")
    with pytest.raises(ValueError, match=r"zoo\.csv: .*correct.*delete the file"):
        read_measured_counts([path], [])
    path.write_text("dataset,classifier,run,fold,tested,correct\nzoo,A,1,1,9,\n")
    with pytest.raises(ValueError, match=r"zoo\.csv: .*delete the file"):
        read_measured_counts([path], [])


def test_a_data_set_may_have_another_design_if_the_study_says_so():
    table = counts().query("dataset != 'iris' or run == 1")
    with pytest.raises(
        ValueError,
        match=r"iris, B, run 2, .* missing .* has designs: {iris: {runs: 1, folds: 3}}",
    ):
        collect(table, **DESIGN)
    found = collect(table, **DESIGN, designs={"iris": (1, 3)})
    assert found["dataset"].value_counts().to_dict() == {"zoo": 12, "iris": 6}
    with pytest.raises(ValueError, match="1 of the data sets with others"):
        collect(table.iloc[1:], **DESIGN, designs={"iris": (1, 3)})


def test_a_table_of_another_design_throughout_is_told_the_keys():
    with pytest.raises(ValueError, match=r"the study has runs: 2, folds: 3$"):
        collect(counts(), **DESIGN | {"runs": 10, "folds": 10})


def test_all_designs_are_told_at_once_ready_for_the_study_file():
    table = pd.concat([counts(), counts().replace({"iris": "no", "zoo": "car"})])
    drop = (table["dataset"] == "no") & (table["run"] > 1)
    drop |= (table["dataset"] == "car") & (table["fold"] > 2)
    datasets = ["iris", "zoo", "no", "car"]
    # Of iris, which has the study's design, none is needed.
    given = DESIGN | {"datasets": datasets, "designs": {"iris": (5, 5)}}
    with pytest.raises(ValueError, match="the study has designs: ") as refused:
        collect(table[~drop], **given)
    said = yaml.safe_load(str(refused.value).partition("the study has ")[2])
    designs = {"no": {"runs": 1, "folds": 3}, "car": {"runs": 2, "folds": 2}}
    assert said == {"designs": designs}
    told = {name: (x["runs"], x["folds"]) for name, x in designs.items()}
    assert len(collect(table[~drop], **given | {"designs": told})) == 38
    with pytest.raises(ValueError, match=r"runs: 2, folds: 3, designs: \{'no': \{runs"):
        collect(table[~drop], **given | {"runs": 10, "folds": 10})


def test_counts_are_recovered_in_data_sets_of_several_designs():
    table = counts().query("dataset != 'iris' or run == 1")
    rounded = table.assign(accuracy=(table["correct"] / table["tested"]).round(6))
    rounded = rounded.drop(columns="correct")
    found = collect(rounded, **DESIGN, designs={"iris": (1, 3)})
    exact = collect(table, **DESIGN, designs={"iris": (1, 3)})
    assert found["correct"].tolist() == exact["correct"].tolist()
    assert list(found["dataset"].unique()) == ["zoo", "iris"]
