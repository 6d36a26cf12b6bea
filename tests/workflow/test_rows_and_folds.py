"""Studies whose tables have rows without a class, or folds of a file."""

import json
import re
import shutil

import numpy as np
import pandas as pd
import pytest
from random_datasets import random_dataset

from arff_writer import write_arff

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
"""
SHEET = "name\tarff\tfile\tbundled\tfolds\nholes\tholes.arff\t\t\tholes-folds.csv\n"
SHEET += "table\t\ttable.csv\t\ttable-folds.csv\niris\t\t\tiris\tiris-folds.csv\n"
LACKING = {"holes": 30, "table": 17, "iris": 0}
ROWS = {"iris": 150, "table": 120}


@pytest.fixture(scope="module")
def study(workflow_in, weka_jar, tmp_path_factory):
    """A study of an ARFF and a CSV file that lack classes, and of iris."""
    made = workflow_in(tmp_path_factory.mktemp("rows"))
    dataset = random_dataset(7)
    values, rng = dataset.values.copy(), np.random.default_rng(2)
    ROWS["holes"] = len(values)
    values[rng.permutation(len(values))[: LACKING["holes"]], -1] = np.nan
    write_arff(dataset.with_values(values), made.folder / "holes.arff")
    table = pd.DataFrame({"x": rng.normal(size=120), "c": rng.integers(0, 2, 120)})
    table["class"] = np.where(table["x"] + table["c"] > 0.4, "high", "low")
    table.loc[rng.permutation(120)[: LACKING["table"]], "class"] = None
    table.to_csv(made.folder / "table.csv", index=False)
    for name, rows in ROWS.items():
        columns = {f"run_{run}": (np.arange(rows) + run) % 4 + 1 for run in (1, 2)}
        path = made.folder / f"{name}-folds.csv"
        pd.DataFrame(columns).to_csv(path, index=False)
    (made.folder / "rows.tsv").write_text(SHEET)
    (made.folder / "rows.yaml").write_text(STUDY)
    return made


def run(study, *arguments, **settings):
    """Call the study with other settings; return what it said."""
    text = STUDY + "".join(f"{key}: {value}\n" for key, value in settings.items())
    (study.folder / "rows.yaml").write_text(text)
    code, said = study(*arguments, study="rows.yaml")
    return code, said


def found(study, name):
    """A table of the results, and the record of a data set."""
    folder = study.folder / "results" / "rows"
    record = json.loads((folder / "datasets.json").read_text())[name]
    table = pd.read_csv(folder / "accuracies.csv").query("dataset == @name")
    return table, record


def _check_folds(study, settings):
    """The folds of a data set are those of the file."""
    code, said = run(study, "results/rows/folds/iris.csv", **settings)
    assert code == 0, said
    pd.testing.assert_frame_equal(
        pd.read_csv(study.folder / "iris-folds.csv"),
        pd.read_csv(study.folder / "results" / "rows" / "folds" / "iris.csv"),
    )


def test_such_rows_stop_the_study_then_are_kept_then_dropped(study):
    # Of several data sets another may stop the study first.
    code, said = run(study, "results/rows/data/from-table.zip")
    assert code != 0
    assert f"the class 'class' is missing in {LACKING['table']} of 120 rows" in said
    assert "set `missing_class` in the study: drop leaves them out" in said

    code, said = run(study, missing_class="keep")
    assert code == 0, said
    for name, rows in ROWS.items():
        table, record = found(study, name)
        tested = table.groupby(["classifier", "run"])["tested"].sum()
        assert set(tested) == {rows - LACKING[name]}
        assert len(tested) == 3 * 2
        assert record["instances"] == rows
        kept = {"rows": LACKING[name], "treated": "keep"}
        assert record.get("missing_class", kept) == kept
    report = study.folder / "results" / "rows" / "report.html"
    words = "In 2 data sets instances lack a class (47 in all): they were in the folds"
    assert words in report.read_text()
    code, said = run(study, "verify", missing_class="keep")
    assert code == 0, said

    code, said = run(study, "-n", missing_class="drop")
    assert code == 0, said
    assert re.search(r"^prepare +\d+$", said, re.MULTILINE)
    code, said = run(study, missing_class="drop")
    assert code == 0, said
    for name, rows in ROWS.items():
        table, record = found(study, name)
        tested = table.groupby(["classifier", "run"])["tested"].sum()
        assert set(tested) == {rows - LACKING[name]} == {record["instances"]}
    assert "47 in all): they were left out" in report.read_text()
    code, said = run(study, "verify", missing_class="drop")
    assert code == 0, said


def test_folds_of_files_are_used_by_every_engine_and_a_changed_one_alone(study):
    settings = {"missing_class": "drop", "splitter": "file"}
    code, said = run(study, **settings)
    assert code == 0, said
    folder = study.folder / "results" / "rows"
    for name in ROWS:
        given = pd.read_csv(study.folder / f"{name}-folds.csv")
        record = found(study, name)[1]
        assert record["instances"] == len(given) - LACKING[name]
    _check_folds(study, settings)
    assert "given in a file for each data set" in (folder / "report.html").read_text()
    before = {name: found(study, name)[0] for name in ROWS}

    shutil.rmtree(folder / "logs")
    changed = pd.read_csv(study.folder / "iris-folds.csv")
    changed["run_2"] = changed["run_2"].to_numpy()[::-1]
    changed.to_csv(study.folder / "iris-folds.csv", index=False)
    code, said = run(study, **settings)
    assert code == 0, said
    # One of two runs of three classifiers on one of three data sets.
    logs = [*folder.glob("logs/crossvalidate/*/*")]
    trained = re.findall(r"(\d+) runs trained", "".join(x.read_text() for x in logs))
    assert sum(map(int, trained)) == 3
    _check_folds(study, settings)
    after, of_iris = found(study, "iris")[0], before["iris"]
    first = after.query("run == 1").reset_index(drop=True)
    pd.testing.assert_frame_equal(
        first, of_iris.query("run == 1").reset_index(drop=True)
    )
    assert not after["correct"].equals(of_iris["correct"])
    for name in ("holes", "table"):
        pd.testing.assert_frame_equal(found(study, name)[0], before[name])
    code, said = run(study, "verify", **settings)
    assert code == 0, said

    (study.folder / "iris-folds.csv").unlink()
    code, said = run(study, **settings)
    assert code != 0
    assert "row 3 (iris): no file of folds at" in said
