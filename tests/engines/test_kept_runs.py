"""A job that was killed goes on where it was, and gives the same bytes."""

import json
import sys
from dataclasses import replace

import pytest

from tenbyten.dataset.bundled import read_bundled
from tenbyten.engines import Classifier, Panel, kept_runs
from tenbyten.engines.cross_validation import evaluate_panel
from tenbyten.engines.kept_runs import forget
from tenbyten.folds.weka import weka_folds

METRICS = ("auc", "brier")
# It draws, and so would show if a later run depended on earlier ones.
DRAWN = [Classifier("drawn", "sklearn.tree.ExtraTreeClassifier")]


def do_job(unfinished=None, **changes):
    """Evaluate a panel on a data set whose columns are numeric."""
    dataset = read_bundled("balance-scale")
    folds = weka_folds(dataset.classes, runs=5, folds=3, seed=1)
    asked = {"dataset": dataset, "folds": folds, "seed": 7, "metrics": METRICS}
    asked |= {"unfinished": unfinished, "classifiers": DRAWN} | changes
    return evaluate_panel(
        panel=Panel("scikit_learn", asked.pop("classifiers")), **asked
    )


@pytest.fixture
def unfinished(tmp_path):
    """Where runs are kept; its folder is not there yet."""
    return tmp_path / "unfinished" / "balance-scale.json"


@pytest.fixture
def kept(unfinished, monkeypatch):
    """The first two runs of the scikit-learn panel, and all rows."""
    monkeypatch.setattr(kept_runs, "_SECONDS", 0)
    rows = do_job(unfinished).rows
    content = json.loads(unfinished.read_text())
    content["runs"] = 2
    content["rows"] = [row for row in content["rows"] if row[2] <= 2]
    unfinished.write_text(json.dumps(content))
    return rows


def test_kept_rows_are_taken_and_not_made_again(kept, unfinished):
    content = json.loads(unfinished.read_text())
    content["rows"][0][5] = 0
    unfinished.write_text(json.dumps(content))
    again = do_job(unfinished).rows
    assert again[0][5] == 0
    assert again[1:] == kept[1:]


def other_value():
    dataset = read_bundled("balance-scale")
    values = dataset.values.copy()
    values[0, 0] += 1
    return replace(dataset, values=values)


def other_folds(seed):
    return weka_folds(read_bundled("balance-scale").classes, runs=5, folds=3, seed=seed)


@pytest.mark.parametrize(
    "change",
    [
        {"dataset": other_value()},
        {"dataset": replace(other_value(), name="other")},
        {"folds": other_folds(2)},
        {"folds": replace(other_folds(1), splitter="openml")},
        {"seed": 8},
        {"metrics": ("brier", "auc")},
        {"classifiers": [DRAWN[0]._replace(settings={"max_depth": 9})]},
        {"classifiers": [Classifier("drawn", "sklearn.tree.DecisionTreeClassifier")]},
    ],
)
def test_runs_of_another_job_are_not_taken(kept, unfinished, change, caplog):
    caplog.set_level("INFO")
    results = do_job(unfinished, **change)
    assert "was kept for other data, folds, settings or software" in caplog.text
    assert results == do_job(**change)


@pytest.mark.parametrize("module", ["sklearn", "numpy"])
def test_runs_of_another_version_of_a_library_are_not_taken(
    kept, unfinished, module, caplog, monkeypatch
):
    caplog.set_level("INFO")
    monkeypatch.setattr(sys.modules[module], "__version__", "0.0")
    do_job(unfinished)
    assert "was kept for other" in caplog.text


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[:-9], "cannot be read"),
        (lambda text: "", "cannot be read"),
        (lambda text: "[]", "cannot be read"),
        (lambda text: text.replace('"runs": 2', '"runs": 3'), "lacks cells"),
        (lambda text: text.replace('"rows"', '"row"'), "lacks cells"),
        (lambda text: text.replace("[[", "[[1], [", 1), "lacks cells"),
    ],
)
def test_a_damaged_file_is_not_taken(kept, unfinished, damage, said, caplog):
    unfinished.write_text(damage(unfinished.read_text()))
    results = do_job(unfinished)
    assert said in caplog.text
    assert results.rows == kept


def test_nothing_is_left_in_the_end(kept, unfinished):
    assert unfinished.exists()
    forget(unfinished)
    assert list(unfinished.parent.iterdir()) == []
    forget(unfinished)


def test_a_short_job_keeps_nothing(unfinished, monkeypatch):
    monkeypatch.setattr(kept_runs, "_SECONDS", 1000)
    do_job(unfinished)
    assert not unfinished.parent.exists()
