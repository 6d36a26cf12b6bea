"""Counts are taken where they were made from the same, and are whole; else made."""

import math
from dataclasses import replace

import numpy as np
import pytest
from keeping import (
    BAYES,
    DRAWN,
    METRICS,
    RUNS,
    SUMS,
    WANTED,
    do_job,
    edited,
    folds_of,
    wanted_of,
)

from tenbyten.engines import kept_files
from tenbyten.engines.kept_counts import KeptCounts
from tenbyten.folds import run_sums

# What is kept is not made again


def test_what_is_kept_is_not_made_again(path, rows):
    # They could not be made.
    gone = [c._replace(learner="no.such.Class") for c in (BAYES, DRAWN)]
    before = path.stat().st_mtime_ns
    assert do_job(KeptCounts(path), *gone).rows == rows
    assert path.stat().st_mtime_ns == before


def test_only_what_is_missing_is_made(path, rows, caplog):
    caplog.set_level("INFO")
    edited(path, lambda of: [of["drawn"]["runs"].pop(run) for run in "24"])
    kept = KeptCounts(path)
    missing = kept.missing(WANTED, SUMS, metrics=METRICS)
    assert missing == {"drawn": [2, 4]}
    assert kept.differences("drawn", WANTED["drawn"], SUMS, METRICS) == []
    assert do_job(kept).rows == rows
    assert "iris: 6 of 8 runs are kept" in caplog.text
    made = [line for line in caplog.messages if ": run " in line]
    assert made == ["iris: run 2 of 4 (drawn)", "iris: run 4 of 4 (drawn)"]
    assert not KeptCounts(path).missing(WANTED, SUMS, metrics=METRICS)


def test_classifiers_that_miss_the_same_runs_are_made_together(path, rows, caplog):
    caplog.set_level("INFO")
    edited(path, lambda of: [of["drawn"]["runs"].pop(run) for run in "24"])
    edited(path, lambda of: [of["bayes"]["runs"].pop(run) for run in "34"])
    assert do_job(KeptCounts(path)).rows == rows
    made = [line for line in caplog.messages if ": run " in line]
    assert made == [f"iris: run {x}" for x in ("2 of 4 (drawn)", "3 of 4 (bayes)")] + [
        "iris: run 4 of 4 (bayes, drawn)"
    ]


def test_more_runs_make_only_those(path, caplog):
    caplog.set_level("INFO")
    six = folds_of(runs=6)
    kept = do_job(KeptCounts(path), folds=six).rows
    made = [line for line in caplog.messages if ": run " in line]
    assert made == [f"iris: run {run} of 6 (bayes, drawn)" for run in (5, 6)]
    assert kept == do_job(folds=six).rows


def test_fewer_runs_and_classifiers_make_none(path, rows):
    kept = KeptCounts(path)
    fewer = {1: SUMS[1], 3: SUMS[3]}
    assert kept.missing(wanted_of(DRAWN), fewer, metrics=["auc"]) == {}
    found = kept.rows(wanted_of(DRAWN), fewer, "iris", ["auc"])
    assert found == [x[:7] for x in rows if x[1] == "drawn" and x[2] in fewer]


def test_runs_come_in_any_order_and_pieces(folder, rows):
    path = folder / "iris.json"
    third = do_job(KeptCounts(path), runs=[3]).rows
    assert third == [row for row in rows if row[2] == 3]
    do_job(KeptCounts(path), DRAWN, runs=[4, 1])
    assert do_job(KeptCounts(path)).rows == rows


def test_a_run_without_folds_is_refused():
    with pytest.raises(ValueError, match="iris: run 5 is asked for, but there are fol"):
        do_job(runs=[4, 5])


def test_a_missing_run_is_never_left_out(path):
    edited(path, lambda of: of["drawn"]["runs"].pop("2"))
    with pytest.raises(ValueError, match=r"iris\.json: drawn has no counts of run 2"):
        KeptCounts(path).rows(WANTED, SUMS, "iris", METRICS)


# What was made from something else is not taken

OTHERS = [
    ({"dataset_sha256": "0" * 64}, "data set"),
    ({"seed": 7}, "seed 1, now 7"),
    ({"software": {"code": "0" * 64}}, "code of the classifier"),
]


@pytest.mark.parametrize(("change", "word"), OTHERS)
def test_counts_made_from_something_else_are_named_and_replaced(
    change, word, path, caplog
):
    caplog.set_level("INFO")
    wanted = wanted_of(BAYES, DRAWN, **change)
    kept = KeptCounts(path)
    assert kept.missing(wanted, SUMS) == {name: [1, 2, 3, 4] for name in WANTED}
    assert word in kept.differences("drawn", wanted["drawn"])
    asked = {"wanted": wanted, "seed": change.get("seed", 1)}
    assert do_job(kept, **asked) == do_job(seed=asked["seed"])
    assert f"iris, drawn: counts replaced: {word}" in caplog.text
    assert KeptCounts(path).missing(wanted, SUMS) == {}
    assert KeptCounts(path).missing(WANTED, SUMS).keys() == {"bayes", "drawn"}


def test_runs_of_other_folds_are_named_and_made_again(path):
    folds = folds_of()
    folds.test_fold[1] = 3 - folds.test_fold[1]
    sums = run_sums(folds)
    kept = KeptCounts(path)
    assert kept.missing(WANTED, sums) == {"bayes": [2], "drawn": [2]}
    said = kept.differences("drawn", WANTED["drawn"], sums)
    assert said == ["folds of run 2"]
    assert do_job(kept, folds=folds) == do_job(folds=folds)


def test_checksums_of_runs_are_of_their_own_folds_only():
    again = folds_of(runs=6)
    assert {run: run_sums(again)[run] for run in SUMS} == SUMS
    assert len(set(SUMS.values())) == RUNS
    narrow = replace(folds_of(), test_fold=folds_of().test_fold.astype(np.int8))
    assert run_sums(narrow) == SUMS


# Metrics


def test_a_metric_asked_for_later_makes_runs_anew_and_keeps_the_others(path, caplog):
    caplog.set_level("INFO")
    kept = KeptCounts(path)
    assert kept.differences("drawn", WANTED["drawn"], SUMS, ["auc", "f1"]) == [
        "f1 was not measured"
    ]
    later = do_job(kept, metrics=("f1",))
    assert later == do_job(metrics=("f1",))
    caplog.clear()
    both = ("f1", "auc")
    assert do_job(KeptCounts(path), metrics=both) == do_job(metrics=both)
    assert not [line for line in caplog.messages if ": run " in line][2 * RUNS :]
    assert not KeptCounts(path).missing(WANTED, SUMS, metrics=("brier", *both))


def test_metrics_of_other_code_are_measured_anew(path, rows, monkeypatch):
    monkeypatch.setattr(kept_files, "code_of", lambda root: f"another {root}")
    kept = KeptCounts(path)
    assert not kept.missing(WANTED, SUMS)
    every = {name: list(SUMS) for name in WANTED}
    assert kept.missing(WANTED, SUMS, metrics=METRICS) == every
    for name, parts in WANTED.items():
        assert kept.differences(name, parts, SUMS, METRICS) == ["code of the metrics"]
    assert do_job(kept, metrics=("auc",)).rows == [row[:7] for row in rows]
    assert KeptCounts(path).missing(WANTED, SUMS, metrics=METRICS) == every
    assert do_job(KeptCounts(path)).rows == rows
    assert not KeptCounts(path).missing(WANTED, SUMS, metrics=METRICS)


def test_a_classifier_that_is_not_deterministic_is_named(path, rows):
    tree = DRAWN._replace(settings={"random_state": 5, "max_depth": 2})
    said = r"drawn, run 1, fold 1: \d+/75 instances are predicted rightly, but it was"
    with pytest.raises(ValueError, match=said):
        do_job(KeptCounts(path), BAYES, tree, metrics=("f1",))
    assert KeptCounts(path).rows(WANTED, SUMS, "iris", METRICS) == rows


def test_numbers_come_back_as_they_were():
    kept = KeptCounts()
    values = [math.nan, 0.1 + 0.2, 1e-300, -math.inf, 1.0]
    rows = [("iris", "x", 1, f, 9, f, x) for f, x in enumerate(values, start=1)]
    kept.put(rows, made_from={}, run_sum="s", metrics=["auc"])
    found = kept.rows({"x": {}}, {1: "s"}, "iris", ["auc"])
    assert list(map(repr, found)) == list(map(repr, rows))


# Writing


def test_counts_are_on_disk_while_a_job_goes_on(folder, monkeypatch):
    path = folder / "iris.json"
    kept = KeptCounts(path)
    row = ("iris", "drawn", 1, 1, 75, 70)
    kept.put([row], made_from={}, run_sum=SUMS[1])
    kept.write(at_end=False)
    assert not path.exists()
    monkeypatch.setattr(kept_files, "_SECONDS", 0)
    kept.write(at_end=False)
    assert KeptCounts(path).rows({"drawn": {}}, {1: SUMS[1]}, "iris") == [row]


def test_the_bytes_do_not_depend_on_the_order_of_the_jobs(folder, made):
    path = folder / "iris.json"
    do_job(KeptCounts(path), DRAWN, runs=[4, 2], metrics=("brier",))
    do_job(KeptCounts(path), DRAWN, BAYES, metrics=("auc",))
    do_job(KeptCounts(path), metrics=("brier",))
    assert path.read_bytes() == made.read_bytes()


def test_an_empty_job_writes_nothing(folder):
    KeptCounts(folder / "iris.json").write()
    assert list(folder.iterdir()) == []
