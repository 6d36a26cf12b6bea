"""A study with folds of files, whose table has rows without a class."""

import re
import shutil

import numpy as np
import pandas as pd
import pytest

pytestmark = pytest.mark.slow

STUDY = """datasets: rows.tsv
classifiers:
  Tree:
    scikit_learn: {learner: sklearn.tree.DecisionTreeClassifier}
  J48:
    native: {learner: J48}
  Bayes:
    weka: {learner: weka.classifiers.bayes.NaiveBayes}
runs: 2
folds: 4
missing_class: drop
splitter: file
"""
SHEET = "name\tfile\tbundled\tfolds\ntable\ttable.csv\t\ttable-folds.csv\n"
SHEET += "iris\t\tiris\tiris-folds.csv\n"
# Rows of each data set, and those of them that have a class.
ROWS = {"table": (120, 103), "iris": (150, 150)}


@pytest.fixture
def study(fresh, weka_jar):
    """A study of a CSV file that lacks classes, and of iris; call it to run it."""
    rng = np.random.default_rng(2)
    table = pd.DataFrame({"x": rng.normal(size=120), "c": rng.integers(0, 2, 120)})
    table["class"] = np.where(table["x"] + table["c"] > 0.4, "high", "low")
    table.loc[rng.permutation(120)[:17], "class"] = None
    table.to_csv(fresh.folder / "table.csv", index=False)
    for name, (rows, _) in ROWS.items():
        columns = {f"run_{run}": (np.arange(rows) + run) % 4 + 1 for run in (1, 2)}
        path = fresh.folder / f"{name}-folds.csv"
        pd.DataFrame(columns).to_csv(path, index=False)
    (fresh.folder / "rows.tsv").write_text(SHEET)
    (fresh.folder / "rows.yaml").write_text(STUDY)
    return fresh


def made(study, *arguments):
    """Run the study, and return its accuracies."""
    code, said = study(*arguments, study="rows.yaml")
    assert code == 0, said
    return pd.read_csv(study.folder / "results" / "rows" / "accuracies.csv")


def test_folds_of_files_are_used_by_every_engine_and_a_changed_one_alone(study):
    before = made(study)
    folder, file = study.folder / "results" / "rows", study.folder / "iris-folds.csv"
    tested = before.groupby(["dataset", "classifier", "run"])["tested"].sum()
    assert tested.groupby("dataset").unique().map(list).to_dict() == {
        name: [rows] for name, (_, rows) in ROWS.items()
    }
    page = (folder / "report.html").read_text()
    assert "given in a file for each data set" in page
    assert "In 1 data set instances lack a class (17 in all): they were left" in page

    shutil.rmtree(folder / "logs")
    changed = pd.read_csv(file)
    changed["run_2"] = changed["run_2"].to_numpy()[::-1]
    changed.to_csv(file, index=False)
    after = made(study)
    # One of two runs of three classifiers on one of two data sets.
    logs = [*folder.glob("logs/crossvalidate/*/*")]
    trained = re.findall(r"(\d+) runs trained", "".join(x.read_text() for x in logs))
    assert sum(map(int, trained)) == 3
    made(study, "results/rows/folds/iris.csv")
    used = pd.read_csv(folder / "folds" / "iris.csv")
    pd.testing.assert_frame_equal(used, pd.read_csv(file))
    same = (after["dataset"] == "table") | (after["run"] == 1)
    pd.testing.assert_frame_equal(after[same], before[same])
    assert not after[~same].equals(before[~same])
    made(study, "verify")
