"""Predictions that are kept with the counts, and metrics that are made from them."""

import json
import os
import shutil
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

sys.path.append(str(Path(__file__).parent))
from keeping import BAYES, DRAWN, IRIS, RUNS, SUMS, WANTED, do_job, edited

from tenbyten.dataset import Attribute, Dataset
from tenbyten.engines import Classifier
from tenbyten.engines.classifier import Prediction
from tenbyten.engines.kept_counts import KeptCounts, merge_parts
from tenbyten.engines.kept_predictions import (
    file_of,
    is_there,
    is_whole,
    read_predictions,
    write_predictions,
)
from tenbyten.engines.scikit_learn.training import ScikitLearnTraining

ROWS = 150
METRICS = ["auc", "kappa", "f1_weighted", "neg_log_loss"]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "kept_predictions" / "iris"


@pytest.fixture
def open_kept(tmp_path, folder):
    """A function that reads what is kept, as another process would."""
    path = tmp_path / "kept" / "panel" / "iris.json"
    return lambda part="": KeptCounts(path, part=part, predictions=folder)


@pytest.fixture
def fits(monkeypatch):
    """How often a classifier was trained."""
    found, evaluate = [], ScikitLearnTraining.evaluate

    def counted(self, classifier, cut):
        found.append(classifier.name)
        return evaluate(self, classifier, cut)

    monkeypatch.setattr(ScikitLearnTraining, "evaluate", counted)
    return found


def keep(kept, **asked):
    """Do a job that keeps predictions."""
    return do_job(kept, **({"metrics": (), "predictions": True} | asked))


def test_every_prediction_is_there_as_pandas_reads_it(open_kept, folder):
    rows = keep(open_kept()).rows
    table = pd.read_parquet(folder / "scikit_learn")
    assert len(table) == 2 * RUNS * ROWS
    labels = list(IRIS.class_labels)
    assert list(table["truth"].cat.categories) == labels
    assert list(table["predicted"].cat.categories) == labels
    every = table.groupby(["classifier", "run"], observed=True)["row"]
    assert all(sorted(part) == list(range(ROWS)) for _, part in every)
    assert np.array_equal(table["truth"].cat.codes, IRIS.classes[table["row"]])
    right = table["truth"].astype(str) == table["predicted"].astype(str)
    cell = ["classifier", "run", "fold"]
    correct = right.groupby([table[name] for name in cell], observed=True).sum()
    assert correct.to_dict() == {row[1:4]: row[5] for row in rows}
    probabilities = table[[f"probability_{label}" for label in labels]]
    assert probabilities.sum(axis=1).to_numpy() == pytest.approx(1)


def test_later_metrics_are_those_of_training_and_train_nothing(open_kept, fits):
    keep(open_kept())
    assert len(fits) == 2 * RUNS * 2
    fits.clear()
    later = keep(open_kept(), metrics=METRICS)
    assert fits == []
    assert later == do_job(metrics=METRICS)
    # One more, and one that is there already.
    fits.clear()
    again = keep(open_kept(), metrics=["brier", "auc"])
    assert fits == []
    assert again == do_job(metrics=["brier", "auc"])


def test_seconds_come_from_no_prediction(open_kept, fits):
    keep(open_kept())
    fits.clear()
    keep(open_kept(), metrics=["predict_seconds", "auc"])
    assert len(fits) >= 2 * RUNS * 2
    fits.clear()
    rows = keep(open_kept(), metrics=["predict_seconds", "auc", "mcc"]).rows
    assert fits == []
    assert all(row[6] > 0 for row in rows)


def test_counts_without_predictions_are_made_again_where_these_are_wanted(
    open_kept, fits
):
    plain = do_job(open_kept(), metrics=())
    assert not open_kept().missing(WANTED, SUMS)
    assert open_kept().missing(WANTED, SUMS, predictions=True).keys() == WANTED.keys()
    fits.clear()
    assert keep(open_kept()) == plain
    assert len(fits) == 2 * RUNS * 2
    fits.clear()
    keep(open_kept())
    assert fits == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.unlink(),
        lambda path: path.write_bytes(path.read_bytes()[:-1]),
        lambda path: path.write_bytes(path.read_bytes()[::-1]),
        lambda path: shutil.copy(path.with_name("drawn~0003.parquet"), path),
    ],
    ids=["removed", "cut", "altered", "another run's"],
)
def test_damaged_predictions_are_made_again_and_no_others(
    open_kept, folder, fits, damage
):
    first = keep(open_kept())
    path = file_of(folder, "scikit_learn", "drawn", 2)
    whole = path.read_bytes()
    damage(path)
    missing = open_kept().missing(WANTED, SUMS, predictions=True)
    assert missing == {"drawn": [2]}
    fits.clear()
    assert keep(open_kept()) == first
    assert fits == ["drawn"] * 2
    assert path.read_bytes() == whole


def test_damage_that_left_no_trace_is_found_before_predictions_are_used(
    open_kept, folder, fits, tmp_path
):
    keep(open_kept())
    path = file_of(folder, "scikit_learn", "bayes", 1)
    times = path.stat().st_mtime_ns
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(times, times))
    json_path = tmp_path / "kept" / "panel" / "iris.json"
    thorough = KeptCounts(json_path, predictions=folder, thorough=True)
    assert thorough.missing(WANTED, SUMS, predictions=True) == {"bayes": [1]}
    with pytest.raises(ValueError, match="not the predictions that belong to the cou"):
        open_kept().link_predictions(WANTED, SUMS, tmp_path / "linked")
    # It was removed, and is missed by the next run.
    assert open_kept().missing(WANTED, SUMS, predictions=True) == {"bayes": [1]}
    fits.clear()
    later = keep(open_kept(), metrics=METRICS)
    assert fits == ["bayes"] * 2
    assert later == do_job(metrics=METRICS)


def test_an_entry_names_its_predictions_under_its_checksum(open_kept, tmp_path):
    keep(open_kept())
    path = tmp_path / "kept" / "panel" / "iris.json"

    def exchange(of):
        runs = of["bayes"]["runs"]
        first, second = runs["1"]["predictions"], runs["2"]["predictions"]
        runs["1"]["predictions"], runs["2"]["predictions"] = second, first

    edited(path, exchange)
    kept = open_kept()
    assert kept.damaged
    assert kept.missing(WANTED, SUMS) == {"bayes": [1, 2]}


def test_entries_without_predictions_are_written_as_before(open_kept, tmp_path):
    do_job(open_kept(), metrics=())
    content = json.loads((tmp_path / "kept" / "panel" / "iris.json").read_text())
    entry = content["classifiers"]["bayes"]["runs"]["1"]
    assert entry.keys() == {"folds", "counts", "metrics", "sum"}


def test_parts_of_a_split_job_share_the_predictions(open_kept, folder, tmp_path, fits):
    keep(open_kept("1-2"), runs=[1, 2])
    keep(open_kept("3-4"), runs=[3, 4])
    merge_parts(tmp_path / "kept" / "panel" / "iris.json", WANTED, SUMS)
    fits.clear()
    keep(open_kept())
    assert fits == []
    open_kept().link_predictions(WANTED, SUMS, tmp_path / "linked")
    table = pd.read_parquet(tmp_path / "linked")
    assert len(table) == 2 * RUNS * ROWS
    linked = tmp_path / "linked" / "bayes~0001.parquet"
    assert linked.samefile(file_of(folder, "scikit_learn", "bayes", 1))
    # Again, over what is there.
    open_kept().link_predictions(WANTED, SUMS, tmp_path / "linked")


def test_a_classifier_without_probabilities_keeps_its_classes(open_kept, folder, fits):
    ridge = Classifier("bayes", "sklearn.linear_model.RidgeClassifier")
    wanted = {"bayes": WANTED["bayes"]}
    do_job(open_kept(), ridge, wanted=wanted, metrics=(), predictions=True)
    table = pd.read_parquet(folder)
    assert list(table)[-1] == "predicted"
    fits.clear()
    do_job(open_kept(), ridge, wanted=wanted, metrics=["kappa"], predictions=True)
    assert fits == []
    with pytest.raises(ValueError, match="has no predict_proba"):
        do_job(open_kept(), ridge, wanted=wanted, metrics=["auc"], predictions=True)


def test_unclassified_instances_and_bits_of_probabilities_come_back(tmp_path):
    attributes = (Attribute("x"), Attribute("class", ("no", "", "yes", "~=/")))
    values = np.array([[1.0, 0], [2, 2], [3, 2], [4, np.nan], [5, 3]])
    dataset = Dataset("odd", attributes, values)
    rng = np.random.default_rng(1)
    asked = [
        Prediction("A.b-c", 12, 1, np.array([0, 2]), np.array([-1, 2])),
        # Only rows without a class were in the second fold.
        Prediction("A.b-c", 12, 2, np.array([], int), np.array([], int)),
        Prediction("A.b-c", 12, 3, np.array([1, 4]), np.array([3, -1])),
    ]
    given = [p._replace(probabilities=rng.random((len(p.rows), 4))) for p in asked]
    given[0].probabilities[0] = [-3e-19, 0, np.nan, 1 + 1e-12]
    for predictions in (asked, given):
        path = file_of(tmp_path, "weka", "A.b-c", 12)
        kept = write_predictions(predictions, dataset, path)
        assert is_whole(path, kept)
        assert is_there(path, kept, path.stat().st_mtime_ns)
        found = read_predictions(path, dataset, 3)
        for before, after in zip(predictions, found, strict=True):
            assert after[:3] == before[:3]
            assert np.array_equal(after.rows, before.rows)
            assert np.array_equal(after.predicted, before.predicted)
            if before.probabilities is None:
                assert after.probabilities is None
            else:
                bits = before.probabilities.view(np.int64)
                assert np.array_equal(after.probabilities.view(np.int64), bits)
    table = pd.read_parquet(path)
    assert table["predicted"].isna().tolist() == [True, False, False, True]
    assert table["truth"].tolist() == ["no", "yes", "yes", "~=/"]


def test_the_same_predictions_give_the_same_bytes(open_kept, folder, tmp_path):
    keep(open_kept())
    path = file_of(folder, "scikit_learn", DRAWN.name, 1)
    first = path.read_bytes()
    path.unlink()
    keep(open_kept())
    assert path.read_bytes() == first
    assert BAYES.name in path.with_name("bayes~0001.parquet").name
