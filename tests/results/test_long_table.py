"""The long table of accuracies, and counts that are recovered for it."""

import numpy as np
import pandas as pd
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from long_cells import cells_of
from tenbyten.results import long_table
from tenbyten.results.design import common_runs
from tenbyten.results.files import (
    read_accuracies,
    read_measured_counts,
    read_values,
)
from tenbyten.results.long_table import collect, refuse_copies
from tenbyten.results.values import (
    counts_of,
    is_recovered,
    means_of,
    rounding_units,
    values_of,
)
from tenbyten.tables.our_csv import write_table

DESIGN = {"datasets": ["zoo", "iris"], "classifiers": ["B", "A"], "runs": 2, "folds": 3}


def counts():
    """A complete table in the wrong order."""
    table = cells_of(["iris", "zoo"], "AB", [2, 1], [3, 1, 2])
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
    again = read_values(tmp_path / "a.csv")
    pd.testing.assert_frame_equal(again, table, check_dtype=False)
    header = "dataset,classifier,run,fold,tested,correct,accuracy"
    written = (tmp_path / "a.csv").read_text()
    assert written.startswith(f"{header}\nzoo,B,1,1,11,1,0.0909")


def test_counts_have_axes_data_sets_classifiers_folds():
    table = collect(counts(), **DESIGN)
    correct, tested = counts_of(table)
    assert correct.shape == (2, 2, 6)
    assert correct[0, 0].tolist() == [1, 2, 3, 2, 4, 6]
    assert tested.tolist() == [[11, 12, 13] * 2] * 2
    assert values_of(table) == pytest.approx(correct / tested[:, np.newaxis])


def doubled(**changes):
    """Change cells of the first row, and put it below the table."""
    return pd.concat([counts(), counts()[:1].assign(**changes)])


def changed(**values):
    """Change the first row."""
    table = counts()
    table.loc[0, list(values)] = list(values.values())
    return table


def without_counts(value=0.5):
    """Replace counts by an accuracy of 1/2, and by another in the sixth row."""
    table = counts().drop(columns=["tested", "correct"]).assign(accuracy=0.5)
    table.loc[5, "accuracy"] = value
    return table


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (counts().drop(index=23), r"1 cells \(zoo, B, run 1, fold 2\) are miss"),
        (doubled(), r"\(iris, A, run 2, fold 3\) stand more than"),
        (doubled(dataset="wine"), "wine.* are not of the design"),
        (doubled(classifier="C"), "C.* are not of the design"),
        (doubled(run=3), "3.* are not of the design"),
        (doubled(run=0), "0.* are not of the design"),
        (doubled(fold=4), "4.* are not of the design"),
        (changed(correct=14), r"fold 3\): 14 correct of 13"),
        (changed(correct=-1), r"fold 3\): -1 correct of 13"),
        (changed(correct=0, tested=0), r"fold 3\): 0 correct of 0"),
        (changed(tested=12), r"iris, A, run 2, fold 3.*\[12, 13\]"),
        (
            without_counts(93.3),
            "iris, A, run 1, fold 2.*93.3.*divide percentages by 100",
        ),
        (without_counts(np.nan), "iris, A, run 1, fold 2.*nan.*supply"),
    ],
)
def test_a_table_that_is_not_the_design_s_is_refused(table, message):
    with pytest.raises(ValueError, match=message):
        collect(table, **DESIGN)


def test_accuracies_without_counts_are_taken_as_they_are(tmp_path):
    collected = collect(without_counts(), **DESIGN)
    assert collected["correct"].isna().all()
    write_table(collected, tmp_path / "a.csv")
    again = read_accuracies(tmp_path / "a.csv")
    assert counts_of(again) is None
    assert (values_of(again) == 0.5).all()


def test_a_column_that_only_a_study_counts_is_left_out(monkeypatch):
    counted = collect(counts(), **DESIGN)
    monkeypatch.setattr(long_table, "COLUMNS", [*long_table.COLUMNS, "unclassified"])
    assert collect(counts(), **DESIGN).equals(counted)
    more = collect(counts().assign(unclassified=1), **DESIGN)
    assert (more["unclassified"] == 1).all()


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


# Recovered counts


RUNS, FOLDS = 2, 5
TWO = {"datasets": ["d0"], "classifiers": ["A", "B"], "runs": RUNS, "folds": FOLDS}


def drawn(instances, seed=1):
    """Draw counts of two classifiers in folds of data sets of these sizes."""
    rng = np.random.default_rng(seed)
    names = [f"d{i}" for i in range(len(instances))]
    sizes = []
    for n in instances:
        runs = [rng.permutation(FOLDS) < n % FOLDS for _ in range(RUNS)]
        sizes.append([np.ravel(runs) + n // FOLDS] * 2)
    table = cells_of(names, "AB", RUNS, FOLDS).assign(tested=np.ravel(sizes))
    table["correct"] = rng.integers(1, table["tested"])
    return table.assign(accuracy=table["correct"] / table["tested"])


def collected(table, digits, *, tested=True):
    """Collect the accuracies with so many digits, and the sizes of the folds."""
    names = table["dataset"].unique()
    known = table.drop(columns=["correct"] if tested else ["correct", "tested"])
    rounded = known.assign(accuracy=known["accuracy"].round(digits))
    return collect(rounded, **TWO | {"datasets": list(names)})


@given(st.lists(st.integers(15, 2000), min_size=1, max_size=3), st.integers(4, 17))
def test_with_the_sizes_of_the_folds_the_counts_are_the_true_ones(instances, digits):
    table = drawn(instances)
    found = collected(table, digits)
    assert found["correct"].tolist() == table["correct"].tolist()
    assert found["tested"].tolist() == table["tested"].tolist()
    # Exactly: the rounded accuracies are not averaged.
    exact = table.assign(accuracy=table["correct"] / table["tested"])
    pd.testing.assert_frame_equal(means_of(found), means_of(exact), check_exact=True)


def test_counts_are_recovered_on_the_data_sets_whose_digits_tell_them(caplog):
    caplog.set_level("INFO")
    table = drawn([150, 1510])
    found = collected(table, 2)
    assert found.groupby("dataset")["correct"].count().tolist() == [20, 0]
    assert found["tested"].isna().equals(found["correct"].isna())
    assert is_recovered(found)
    assert counts_of(found) is None
    assert "counts of 20 of 40 cells recovered from accuracies of 2 dig" in caplog.text
    # Those that are known are exact, the others as they were given.
    exact = (table["correct"] / table["tested"]).to_numpy().reshape(2, 2, 10)
    assert np.array_equal(values_of(found)[0], exact[0])
    assert np.array_equal(values_of(found)[1], exact[1].round(2))
    assert rounding_units(found).tolist() == [0, 0.01]


def test_accuracies_in_full_are_taken_as_they_are():
    found = collected(drawn([150]), 17, tested=False)
    assert found["correct"].isna().all()
    assert not rounding_units(found).any()


def test_an_accuracy_that_no_count_has_is_refused():
    table = drawn([150])
    table.loc[7, "accuracy"] = 0.1234
    message = (
        r"d0, A, run 2, fold 3\): accuracy is 0\.1234, which no count of 30 tested"
    )
    with pytest.raises(ValueError, match=message):
        collected(table, 4)


def test_values_that_are_multiples_of_more_than_a_unit_are_exact():
    # Folds of 20 instances: 0.05 has two digits and no rounding error.
    found = collected(drawn([100, 150]), 4, tested=False)
    assert rounding_units(found).tolist() == [0, 1e-4]
    assert rounding_units(found[found["dataset"] == "d0"]).tolist() == [0]


@pytest.mark.parametrize(
    ("lacking", "has"), [("tested", "correct"), ("correct", "tested")]
)
def test_a_table_with_one_of_the_counts_alone_is_refused(lacking, has):
    table = drawn([150]).drop(columns=[lacking, "accuracy"])
    with pytest.raises(ValueError, match=f"columns are .*{has}; give tested and corr"):
        collect(table, **TWO)


def test_accuracies_that_contradict_the_counts_are_refused():
    table = drawn([150])
    table.loc[1, "accuracy"] += 0.01
    message = r"d0, A, run 1, fold 2\): accuracy is .*, but"
    with pytest.raises(ValueError, match=message):
        collect(table, **TWO)


def test_tenths_beside_more_digits_are_exact_whatever_the_design():
    two = drawn([50, 150])
    fewer = two[(two["dataset"] == "d1") | (two["run"] == 1)]
    fewer = fewer.drop(columns=["tested", "correct"]).round({"accuracy": 4})
    assert rounding_units(fewer).tolist() == [0, 1e-4]
    means = fewer.groupby(["dataset", "classifier"])["accuracy"].mean().unstack()
    assert means_of(fewer).loc["d0"].tolist() == pytest.approx(means.loc["d0"])


def scores(*, folds=10, copies=("c", "d"), seed=5):
    """Random counts on four data sets, some of which are copies of one."""
    rng = np.random.default_rng(seed)
    parts = []
    drawn = rng.integers(5, 16, (2, folds))
    for name in "abcd":
        correct = drawn if name in copies else rng.integers(5, 16, (2, folds))
        part = cells_of([name], "AB", 1, folds)
        parts.append(part.assign(tested=15, correct=correct.ravel()))
    design = {"datasets": [*"abcd"], "classifiers": ["A", "B"], "runs": 1}
    return collect(pd.concat(parts), **design, folds=folds)


def test_copies_of_a_data_set_are_refused_by_their_scores():
    refuse_copies(scores(copies=()))
    for table in (scores(), scores().drop(columns=["tested", "correct"])):
        with pytest.raises(ValueError, match=r"c, d have the same accuracy .* `dupl"):
            refuse_copies(table)
    # Of classifiers that differ in one fold nothing is known.
    table = scores()
    at = table.index[(table["dataset"] == "d") & (table["classifier"] == "B")]
    refuse_copies(table.assign(accuracy=table["accuracy"].mask(table.index == at[0])))
    of_auc = scores().rename(columns={"accuracy": "auc"})
    with pytest.raises(ValueError, match="c, d have the same auc"):
        refuse_copies(of_auc, "auc")


def test_data_sets_that_are_as_easy_are_no_copies():
    right = scores().assign(accuracy=1.0, tested=15, correct=15)
    refuse_copies(right)
    # Counts of one instance less in the first fold are no rare event either.
    less = right["accuracy"].mask(right["fold"] == 1, 14 / 15)
    refuse_copies(right.assign(accuracy=less))
    # A classifier that always answers the larger class has stratified folds.
    refuse_copies(right.assign(accuracy=right["classifier"].map({"A": 0.6, "B": 1.0})))
    # One score each: published means tie.
    refuse_copies(scores(folds=1))


def test_copies_of_a_data_set_are_refused_by_their_checksums():
    table = scores(copies=())
    sums = dict(zip("abcd", "1213", strict=True))
    with pytest.raises(ValueError, match=r"a, c are one table \(equal checksums\)"):
        refuse_copies(table, checksums=sums)
    # One that a failure has left out is none.
    refuse_copies(table[table["dataset"] != "c"], checksums=sums)


def test_of_a_study_that_stops_early_the_runs_that_were_asked_for_are_there():
    asked = {"d": {"x": 2, "y": 1}, "e": {"x": 1, "y": 1}}
    design = {"datasets": ["d", "e"], "classifiers": ["x", "y"], "runs": 3, "folds": 2}
    table = cells_of("de", "xy", 2, 2).assign(tested=4, correct=2)
    is_asked = [run <= asked[x][y] for x, y, run in table.iloc[:, :3].to_numpy()]
    ragged = table[is_asked].sample(frac=1, random_state=1)
    found = collect(ragged, **design, asked=asked)
    assert found[["dataset", "classifier", "run"]].to_numpy().tolist() == (
        table[is_asked][["dataset", "classifier", "run"]].to_numpy().tolist()
    )
    common = common_runs(found)
    assert common_runs(common) is common
    assert (len(found), len(common)) == (10, 8)
    of_first = table[(table["dataset"] == "d") | (table["run"] == 1)]
    assert set(common_runs(of_first, {"d": "g", "e": "g"})["run"]) == {1}
    for wrong in (ragged.iloc[1:], table):
        with pytest.raises(ValueError, match=r"the last look did not ask for; delete"):
            collect(wrong, **design, asked=asked)
