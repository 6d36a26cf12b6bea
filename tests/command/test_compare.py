"""The command `tenbyten compare`: a table of accuracies that is there already."""

import json

import numpy as np
import pandas as pd
import pytest

from long_cells import cells_of
from tenbyten import compare
from tenbyten.command import main

CELLS = cells_of(["d1", "d2", "d3"], "AB", 2, 3)


@pytest.fixture
def table(tmp_path, monkeypatch):
    """Accuracies in a file of the working directory."""
    monkeypatch.chdir(tmp_path)
    accuracies = np.random.default_rng(1).uniform(0.5, 1, len(CELLS)).round(3)
    made = CELLS.assign(accuracy=accuracies)
    made.to_csv("theirs.csv", index=False)
    broken = CELLS.assign(accuracy=[accuracies[0], "x", *accuracies[2:]])
    broken.to_csv("broken.csv", index=False)
    return made


def test_the_decisions_are_printed(table, capsys):
    assert main(["compare", "theirs.csv", "--set", "rope=0.05", "control=B"]) == 0
    read = "Read theirs.csv: 3 data sets (column dataset) x 2 classifiers (column "
    read += "classifier) x 2 runs of 3 folds; accuracy: higher is better"
    comparison = compare(table, rope=0.05, control="B")
    assert capsys.readouterr().out == f"{read}\n\n{comparison}\n"


def test_the_verdict_alone_or_the_answer_as_json_is_printed(table, capsys):
    assert main(["compare", "theirs.csv", "--quiet"]) == 0
    verdict = capsys.readouterr().out
    assert " ".join(str(compare(table)).split()).startswith(verdict.strip())
    assert main(["compare", "theirs.csv", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["verdict"] == verdict.strip()
    summary = compare(table).summary()
    for name in ("classifier", "mean", "rank", "difference", "p"):
        numbers = [line[name] for line in answer["classifiers"]]
        # The reference has no difference from itself.
        assert numbers[name in ("difference", "p") :] == pytest.approx(
            list(summary[name].dropna())
        )
    assert answer["classifiers"][0]["verdict"] == "best rank"
    assert answer["classifiers"][0]["p"] is None
    assert answer["alpha"] == 0.05
    # One pair needs no adjustment, and without a folder there is no report.
    assert answer["adjustment"] is answer["report"] is None
    assert answer["test"].startswith("two-sided signed-rank test on 3 data sets")


@pytest.mark.slow
def test_the_answer_as_json_is_a_file_of_the_report_too(table, tmp_path, capsys):
    three = pd.concat([table, table[table["classifier"] == "A"].assign(classifier="C")])
    three.to_csv("three.csv", index=False)
    assert main(["compare", "three.csv", "new", "--json", "--set", "control=A"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer.pop("report") == "new/report.html"
    assert answer == json.loads((tmp_path / "new" / "summary.json").read_text())
    assert answer["control"] == "A"
    assert answer["adjustment"] == "Holm over 2 comparisons with A"
    assert [x["verdict"] for x in answer["classifiers"]].count("control") == 1


@pytest.mark.slow
def test_a_new_folder_gets_the_report(table, tmp_path, capsys):
    assert main(["compare", "theirs.csv", "report"]) == 0
    assert capsys.readouterr().out.endswith("report/report.html: the report\n")
    assert (tmp_path / "report" / "report.html").is_file()
    assert main(["compare", "theirs.csv", "report"]) == 1
    assert "report is there; give the name of a new folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["none.csv"], "no file of accuracies at none.csv; correct the path"),
        (["theirs.csv", "--set", "metrics=auc"], "compare: key metrics: is 'auc'"),
        (["theirs.csv", "--set", "metric=1"], "compare: key metric: is 1; give text"),
        (["broken.csv"], "broken.csv, line 3: accuracy is 'x', expected a fraction"),
        (["theirs.csv", "--set", "ropes=1"], "ropes"),
        (
            ["theirs.csv", "--set", "metric=cost"],
            "no column cost; it has dataset, classifier, run, fold, accuracy; say",
        ),
        (["theirs.csv", "--set", "foreign_metrics=cost"], "foreign_metrics: is 'cost'"),
        (["theirs.csv", "--set", "ropes"], "--set ropes: give KEY=VALUE"),
        (["theirs.csv", "--set", "metrics=[auc"], "[auc: the value is no YAML"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(table, capsys, words, said):
    assert main(["compare", *words]) == 1
    assert said in capsys.readouterr().err.splitlines()[-1]
