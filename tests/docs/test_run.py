"""Examples of pages that take seconds are run, on tables made for them."""

import re
import shlex

import numpy as np
import pandas as pd
import pytest
from paper_counts import long_table
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier

from pages import PAGES, blocks
from sources import ROOT
from tenbyten.command import main
from tenbyten.study import read_study

NAMES = ("iris", "sonar", "zoo", "wine", "glass", "vote", "hepatitis")


def wide(low, high):
    """A table of two classifiers, a row a data set."""
    rng = np.random.default_rng(1)
    values = rng.uniform(low, high, (len(NAMES), 2)).round(4)
    return pd.DataFrame(values, columns=["Forest", "Tree"]).assign(dataset=NAMES)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with what the examples read."""
    wide(0.7, 0.9).set_index("dataset").to_csv(tmp_path / "results.csv")
    for name, page in {
        "theirs": "how-to/compare",
        "published": "tutorials/results",
    }.items():
        shown = blocks(PAGES[page], "text")[0]
        (tmp_path / f"{name}.csv").write_text(shown, encoding="utf-8")
    for name, values in {"time": wide(1, 90), "cost": wide(5, 50)}.items():
        table = values.melt("dataset", var_name="classifier", value_name=name)
        table.to_csv(tmp_path / f"{name}s.csv", index=False)
    # As mlr3's `score()` gives them.
    rows = [(x, y, i) for x in NAMES for y in ("ranger", "rpart") for i in range(1, 6)]
    scores = pd.DataFrame(rows, columns=["task_id", "learner_id", "iteration"])
    drawn = np.random.default_rng(2).uniform(0.7, 0.9, len(scores))
    scores["classif.acc"] = drawn.round(5)
    scores.to_csv(tmp_path / "scores.csv", index=False)
    pilot = long_table(read_study("paper", ROOT))
    pilot = pilot[pilot["dataset"].isin(pilot["dataset"].unique()[:10])]
    pilot.to_csv(tmp_path / "accuracies.csv", index=False)
    results = tmp_path / "results" / "mine"
    results.mkdir(parents=True)
    pilot.to_csv(results / "accuracies.csv", index=False)
    (tmp_path / "config").symlink_to(ROOT / "config")
    iris = load_iris(as_frame=True).frame
    (tmp_path / "my-tables").mkdir()
    iris.to_csv(tmp_path / "my-tables" / "iris.csv", index=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


TEXTS = PAGES | {"config": (ROOT / "config" / "README.md").read_text("utf-8")}
COMMANDS = sorted(
    {
        line
        for text in TEXTS.values()
        for example in blocks(text, "console")
        for line in example.splitlines()
        if line.startswith(
            ("tenbyten compare", "tenbyten export", "tenbyten plan", "tenbyten new")
        )
        and "published/" not in line
    }
)


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_of_a_page_runs(line, folder, capsys):
    before = {*folder.rglob("*")}
    assert main(shlex.split(line)[1:]) == 0
    made = {*folder.rglob("*")} - before
    assert capsys.readouterr().out or made
    if " report" in line:
        assert (folder / "report" / "report.html").is_file()


def test_there_are_some():
    assert len(COMMANDS) >= 10


AGAIN = PAGES["explanation/read-again"]
AGAIN = re.findall(r"^(tenbyten [^\n]*)\n```\n\n```text\n(.*?)```$", AGAIN, re.M | re.S)


@pytest.mark.parametrize(("line", "shown"), AGAIN)
def test_published_results_are_read_as_shown(line, shown, folder, published, capsys):
    (folder / "published").symlink_to(published)
    assert main(shlex.split(line)[1:]) == 0
    assert shown in capsys.readouterr().out


def test_three_published_tables_are_read():
    assert len(AGAIN) == 3


def example(page, of):
    """The Python example of a page that has a text."""
    (found,) = [x for x in blocks(PAGES[page], "python") if of in x]
    return found


def test_the_plan_in_python_runs_as_shown(folder, capsys):
    exec(example("how-to/plan", "tenbyten.plan("), {})
    assert "data sets" in capsys.readouterr().out


def test_the_evaluation_in_python_runs_as_shown():
    X, y = load_iris(return_X_y=True, as_frame=True)
    values = {"X": X, "y": y, "X2": X.iloc[:, 2:], "y2": y}
    values["RandomForestClassifier"] = lambda: RandomForestClassifier(2)
    shown = example("reference/python", "tenbyten.evaluate(").replace("=10,", "=2,")
    exec(shown, values)
    assert list(values["table"]["classifier"].unique()) == ["forest", "J48"]
