"""A whole study by every splitter: its folds, its cells, and which tests are left."""

from html import unescape

import numpy as np
import pandas as pd
import pytest

pytestmark = pytest.mark.slow

STUDY = """datasets: it.tsv
classifiers:
  Bayes: {native: {learner: NaiveBayes}, preprocessing: [discretize]}
  J48: {weka: {learner: weka.classifiers.trees.J48}}
  Tree: {scikit_learn: {learner: sklearn.tree.DecisionTreeClassifier}}
"""
SHEET = "name\tfile\tsplit_group\tsplit_time\tsplit_set\n" + "".join(
    f"{name}\t{name}.csv\tpatient\tday\tpart\n" for name in ("one", "two")
)
BY_FOLDS = "correlated t-test, Poisson test and hierarchical model: "
# Keys, cells of a classifier on each data set, the design in words, what is not tested.
DESIGNS = {
    "holdout": (
        "splitter: {holdout: {test_size: 0.2, repeats: 3}}",
        *([3, 3], "3 runs of a stratified train/test split (0.2 for testing)", ""),
    ),
    "predefined": (
        "splitter: predefined",
        *([1, 1], "one given train/test split", "one given split"),
    ),
    "groups": (
        "splitter: groups\nruns: 2\nfolds: 3",
        *([6, 6], "2 runs of 3-fold cross-validation by whole groups"),
        "folds are whole groups, and",
    ),
    "leave_one_group_out": (
        "splitter: leave_one_group_out\nfolds: 6\ndesigns: {two: {runs: 1, folds: 7}}",
        *([6, 7], "leave-one-group-out cross-validation (6 groups), on two leave"),
        "folds are whole groups, and",
    ),
    "time": (
        "splitter: {time: {window: 2}}\nfolds: 4",
        *([4, 4], "4 tests in order of time (each trained on 2 blocks before)"),
        "the training sets of folds in order of time",
    ),
}


@pytest.fixture(scope="module")
def study(workflow_in, weka_jar, tmp_path_factory):
    """Two tables with a patient, a day and a part of every row."""
    made = workflow_in(tmp_path_factory.mktemp("splitters"))
    (made.folder / "it.tsv").write_text(SHEET)
    rng = np.random.default_rng(1)
    for name, patients in {"one": 6, "two": 7}.items():
        table = pd.DataFrame(rng.normal(size=(90, 2)), columns=["x", "z"])
        table["patient"] = [f"P{i % patients}" for i in rng.permutation(90)]
        days = pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.permutation(90), "D")
        table["day"] = days.strftime("%Y-%m-%d")
        table["part"] = rng.choice(["train", "test", "unused"], 90)
        table["class"] = np.where(table["x"] + rng.normal(size=90) > 0, "high", "low")
        table.to_csv(made.folder / f"{name}.csv", index=False)
    return made


@pytest.mark.parametrize("design", DESIGNS)
def test_every_design_is_a_study(study, design):
    keys, cells, words, why = DESIGNS[design]
    (study.folder / f"{design}.yaml").write_text(STUDY + keys)
    for wanted in ([], ["folds/one.csv", "data/one.parquet"]):
        paths = [f"results/{design}/{path}" for path in wanted]
        code, said = study(*paths, study=f"{design}.yaml")
        assert code == 0, said
    folder = study.folder / "results" / design
    counted = pd.read_csv(folder / "accuracies.csv").query("classifier == 'Bayes'")
    assert counted.groupby("dataset").size().tolist() == cells
    table = pd.read_csv(study.folder / "one.csv")
    given = pd.read_parquet(folder / "data" / "one.parquet")
    assert list(given) == ["x", "z", "class"]
    fold = pd.read_csv(folder / "folds" / "one.csv")["run_1"]
    tested = counted.query("dataset == 'one' and run == 1")["tested"].tolist()
    assert tested == fold[fold > 0].value_counts(sort=False).sort_index().tolist()
    if "group" in design:
        assert (fold.groupby(table["patient"]).nunique() == 1).all()
    elif design == "time":
        assert fold[table["day"].argsort()].is_monotonic_increasing
        assert fold.min() == -1
    elif design == "predefined":
        parts = {"train": 0, "test": 1, "unused": -1}
        assert fold.tolist() == table["part"].map(parts).tolist()
    page = unescape((folder / "report.html").read_text())
    assert f"by {words}" in page
    assert (f"Not tested: {BY_FOLDS}{why}" in page) == bool(why)
    assert (folder / "comparisons" / "all" / "poisson.csv").exists() == (not why)
    assert (folder / "comparisons" / "all" / "signed_rank.csv").exists()
    code, said = study("verify", study=f"{design}.yaml")
    assert code == 0, said
