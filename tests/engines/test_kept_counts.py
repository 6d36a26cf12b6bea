"""Counts are taken where they were made from the same, and are whole; else made."""

import json
import math
import shutil
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from failing_learner import Failing, failing
from hypothesis import given, settings
from hypothesis import strategies as st

from tenbyten.dataset.bundled import read_bundled
from tenbyten.engines import Classifier, Panel, kept_counts
from tenbyten.engines.cross_validation import evaluate_panel
from tenbyten.engines.failures import ClassifierError, Failure
from tenbyten.engines.kept_counts import KeptCounts, merge_parts
from tenbyten.engines.made_from import made_from
from tenbyten.folds import run_sums
from tenbyten.folds.weka import weka_folds

RUNS = 4
METRICS = ("auc", "brier")
# The second draws, and so would show if a run depended on others.
BAYES = Classifier("bayes", "sklearn.naive_bayes.GaussianNB")
DRAWN = Classifier("drawn", "sklearn.tree.ExtraTreeClassifier")
IRIS = read_bundled("iris")


def folds_of(seed=1, runs=RUNS):
    """Two folds a run."""
    return weka_folds(IRIS.classes, runs=runs, folds=2, seed=seed)


SUMS = run_sums(folds_of())


def wanted_of(*classifiers, **changes):
    """What the counts of classifiers on iris are to be made from."""
    asked = {
        "engine": "scikit_learn",
        "dataset_sha256": "d" * 64,
        "splitter": "weka",
        "folds": 2,
        "seed": 1,
        "software": {"code": "c" * 64, "libraries": {"numpy": "2.3.1"}},
    }
    return {c.name: made_from(c, **(asked | changes)) for c in classifiers}


WANTED = wanted_of(BAYES, DRAWN)


def do_job(kept=None, *classifiers, wanted=WANTED, folds=None, **asked):
    """Evaluate a panel on iris."""
    panel = Panel("scikit_learn", list(classifiers) or [BAYES, DRAWN])
    asked = {"seed": 1, "metrics": METRICS, "kept": kept, "wanted": wanted} | asked
    return evaluate_panel(IRIS, folds or folds_of(), panel, **asked)


@pytest.fixture(scope="module")
def rows():
    """All rows, made at once."""
    return do_job().rows


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A file with all counts."""
    path = tmp_path_factory.mktemp("made") / "kept" / "iris.json"
    do_job(KeptCounts(path))
    return path


@pytest.fixture
def folder(tmp_path):
    """The folder of a panel, and the only one."""
    (tmp_path / "panel").mkdir()
    return tmp_path / "panel"


@pytest.fixture
def path(made, folder):
    """A copy of it."""
    return shutil.copy(made, folder / "iris.json")


def edited(path, edit):
    """Change what a file holds of the classifiers."""
    content = json.loads(path.read_text())
    edit(content["classifiers"])
    path.write_text(json.dumps(content))


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


# Damage


def swap(of):
    of["bayes"], of["drawn"] = of["drawn"], of["bayes"]


def swap_runs(of):
    of["bayes"]["runs"], of["drawn"]["runs"] = of["drawn"]["runs"], of["bayes"]["runs"]


def exchange(of):
    runs = of["drawn"]["runs"]
    runs["1"], runs["2"] = runs["2"], runs["1"]


def count(of):
    entry = of["drawn"]["runs"]["3"]
    entry["counts"] = entry["counts"].replace("/75", "/76", 1)


DAMAGES = {
    "a count": (count, "drawn: run 3 damaged"),
    "a metric": (
        lambda of: of["drawn"]["runs"]["3"]["metrics"].update(auc="1 1"),
        "drawn: run 3 damaged",
    ),
    "a checksum": (
        lambda of: of["bayes"]["runs"]["1"].update(sum="0" * 64),
        "bayes: run 1 damaged",
    ),
    "no checksum": (
        lambda of: of["bayes"]["runs"]["1"].pop("sum"),
        "bayes: run 1 damaged",
    ),
    "folds": (
        lambda of: of["bayes"]["runs"]["1"].update(folds=SUMS[2]),
        "bayes: run 1 damaged",
    ),
    "made from": (
        lambda of: of["bayes"]["made_from"].update(seed=7),
        "bayes: run 1, run 2, run 3, run 4 damaged",
    ),
    "no run": (lambda of: of["bayes"].update(runs=[1]), "bayes: all damaged"),
    "no classifier": (lambda of: of.update(bayes=3), "bayes: all damaged"),
    "two classifiers exchanged": (swap, "drawn: run 1, run 2, run 3, run 4 damaged"),
    "their runs exchanged": (swap_runs, "bayes: run 1, run 2, run 3, run 4 damaged"),
    "two runs exchanged": (exchange, "drawn: run 1, run 2 damaged"),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_entry_is_named_and_made_again(what, path, rows, caplog):
    damage, said = DAMAGES[what]
    edited(path, damage)
    kept = KeptCounts(path)
    assert f"{path}: {said}: not used" in kept.damaged
    assert set(kept.damaged) == set(caplog.messages)
    assert kept.missing(WANTED, SUMS)
    assert do_job(kept).rows == rows
    again = KeptCounts(path)
    assert again.damaged == []
    assert again.rows(WANTED, SUMS, "iris", METRICS) == rows


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[:-9], "cannot be read"),
        (lambda text: "", "cannot be read"),
        (lambda text: "[]", "cannot be read"),
        (lambda text: "[" * 100_000, "cannot be read"),
        (lambda text: text.replace("iris", "wine"), "counts of 'wine' in format 1"),
        (lambda text: text.replace("1,", "2,", 1), "counts of 'iris' in format 2"),
    ],
)
def test_a_damaged_file_is_named_and_made_again(damage, said, path, rows):
    path.write_text(damage(path.read_text()))
    kept = KeptCounts(path)
    assert kept.damaged == [f"{path}: {said}: not used"]
    assert do_job(kept).rows == rows
    assert KeptCounts(path).damaged == []


def test_another_data_set_s_counts_are_not_taken(path):
    other = shutil.copy(path, path.with_name("wine.json"))
    assert len(KeptCounts(other).missing(WANTED, SUMS)) == 2
    # Nor under this one's name.
    other.write_text(other.read_text().replace('"iris"', '"wine"'))
    kept = KeptCounts(other)
    assert len(kept.damaged) == len(kept.missing(WANTED, SUMS)) == 2


@given(st.integers(0), st.integers(0, 255))
@settings(max_examples=300, deadline=None)
def test_no_byte_can_be_changed_to_give_another_row(made, rows, at, byte):
    content = bytearray(made.read_bytes())
    content[at % len(content)] = byte
    folder = made.parent.with_name("changed") / "panel"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "iris.json"
    path.write_bytes(content)
    kept = KeptCounts(path)
    missing = kept.missing(WANTED, SUMS, metrics=METRICS)
    assert missing or kept.rows(WANTED, SUMS, "iris", METRICS) == rows
    for name in WANTED:
        fitting = [run for run in SUMS if run not in missing.get(name, [])]
        sums = {run: SUMS[run] for run in fitting}
        found = kept.rows({name: WANTED[name]}, sums, "iris", METRICS)
        assert found == [x for x in rows if x[1] == name and x[2] in sums]


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
    monkeypatch.setattr(kept_counts, "code_of", lambda root: f"another {root}")
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


# Failures

BAD = {"bad": {}, "bayes": {}}


def bad_job(kept, way="raise", **asked):
    """Evaluate a classifier that fails in its third training, and one that does not."""
    asked = {"wanted": BAD, "metrics": ()} | asked
    return do_job(kept, failing(way), BAYES, **asked)


def test_a_study_that_stops_keeps_all_finished_runs(folder, caplog):
    path = folder / "iris.json"
    with pytest.raises(ClassifierError, match="iris, bad, run 2, fold 1: ZeroDiv"):
        bad_job(KeptCounts(path))
    missing = KeptCounts(path).missing(BAD, SUMS, exclude=True)
    assert missing == {name: [2, 3, 4] for name in BAD}
    expected = do_job(None, BAYES, metrics=()).rows
    caplog.set_level("INFO")
    bad = failing("raise")
    Failing.trained = 2
    results = do_job(
        KeptCounts(path), bad, BAYES, wanted=BAD, metrics=(), failures="exclude"
    )
    assert results.rows == expected
    assert [f[:4] for f in results.failures] == [("iris", "bad", 2, 1)]
    assert "iris: run 1" not in caplog.text
    # Then there is nothing left to do.
    caplog.clear()
    assert bad_job(KeptCounts(path), failures="exclude") == results
    assert "run 2 of 4" not in caplog.text


def test_a_failure_is_forgotten_where_the_study_stops(folder):
    path = folder / "iris.json"
    bad_job(KeptCounts(path), failures="exclude")
    kept = KeptCounts(path)
    assert kept.missing(BAD, SUMS, exclude=True) == {}
    assert kept.missing(BAD, SUMS) == {"bad": [2, 3, 4]}
    bad = failing("raise")
    Failing.trained = 3
    results = do_job(kept, bad, BAYES, wanted=BAD, metrics=())
    assert len(results.rows) == 2 * 2 * RUNS
    # What went well once has not failed.
    again = KeptCounts(path)
    assert again.failures(BAD, SUMS, "iris") == []
    assert again.rows(BAD, SUMS, "iris", exclude=True) == results.rows


def test_the_first_failure_is_found_by_jobs_of_any_size(folder):
    path = folder / "iris.json"
    late = Failure("iris", "bad", 4, 1, "late")
    kept = KeptCounts(path, part="runs-3-4")
    kept.put_failure(late, made_from={}, run_sum=SUMS[4])
    kept.write()
    wanted = {"bad": {}}
    missing = KeptCounts(path).missing(wanted, SUMS, exclude=True)
    assert missing == {"bad": [1, 2, 3]}
    early = Failure("iris", "bad", 2, 2, "early")
    kept = KeptCounts(path, part="runs-1-2")
    kept.put_failure(early, made_from={}, run_sum=SUMS[2])
    kept.write()
    for _ in range(2):
        assert KeptCounts(path).failures(wanted, SUMS, "iris") == [early]
        merge_parts(path)


def fits(failure=None, *, asked=(), **how):
    """Whether a failure that was kept is taken for one that would come again."""
    failure = failure or Failure("iris", "bad", 2, 1, "no")
    kept = KeptCounts()
    kept.put_failure(failure, made_from={"seed": 1}, run_sum=SUMS[2], **how)
    wanted = asked or {"wanted": {"bad": {"seed": 1}}, "run_sums": SUMS}
    return bool(kept.failures(dataset="iris", **wanted))


def test_a_failure_counts_only_for_what_it_was_of():
    there = {"wanted": {"bad": {"seed": 1}}, "run_sums": SUMS}
    assert fits()
    assert not fits(asked=there | {"wanted": {"bad": {"seed": 2}}})
    assert not fits(asked=there | {"run_sums": {1: SUMS[1]}})
    assert not fits(asked=there | {"run_sums": SUMS | {2: SUMS[3]}})
    assert fits(asked=there | {"metrics": ["auc"]})
    assert not fits(metrics=["auc"])
    assert fits(metrics=["auc"], asked=there | {"metrics": ["f1", "auc"]})
    # More time brings a classifier back, less does not.
    assert not fits(fold_timeout=5)
    assert not fits(fold_timeout=5, asked=there | {"fold_timeout": 6})
    assert fits(fold_timeout=5, asked=there | {"fold_timeout": 5})
    assert fits(fold_timeout=5, asked=there | {"fold_timeout": 4})
    assert fits(asked=there | {"fold_timeout": 4})


def test_a_classifier_that_does_not_take_the_data_misses_nothing(folder):
    path = folder / "iris.json"
    failure = Failure("iris", "bad", None, None, "no numbers, please")
    kept = KeptCounts(path)
    kept.put_failure(failure, made_from={})
    kept.write()
    wanted = {"bad": {}}
    assert KeptCounts(path).missing(wanted, SUMS, exclude=True) == {}
    assert KeptCounts(path).failures(wanted, SUMS, "iris") == [failure]


def test_a_damaged_failure_is_named_and_not_taken(folder):
    path = folder / "iris.json"
    bad_job(KeptCounts(path), failures="exclude")
    edited(path, lambda of: of["bad"]["failures"][0].update(run=1, fold=1))
    kept = KeptCounts(path)
    assert kept.damaged == [f"{path}: bad: a failure damaged: not used"]
    assert kept.missing(BAD, SUMS, exclude=True) == {"bad": [2, 3, 4]}


# Parts, and many writers


def do_part(path, part, runs, names):
    """Evaluate some runs of some classifiers into a part, in a process of its own."""
    panel = [c for c in (BAYES, DRAWN) if c.name in names]
    do_job(KeptCounts(path, part=part), *panel, runs=runs)


def test_parts_written_at_once_are_read_together_and_merged(folder, rows, made):
    path = folder / "iris.json"
    jobs = [
        ("runs-1-2", [1, 2], WANTED),
        ("runs-3-4.bayes", [3, 4], ["bayes"]),
        ("runs-3-4.drawn", [3, 4], ["drawn"]),
        ("runs-2-3", [2, 3], WANTED),
        ("", [4], WANTED),
    ]
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(do_part, *zip(*((path, *job) for job in jobs), strict=True)))
    assert len(list(path.parent.iterdir())) > 1
    assert KeptCounts(path).rows(WANTED, SUMS, "iris", METRICS) == rows
    merge_parts(path, WANTED, SUMS)
    assert list(path.parent.iterdir()) == [path]
    assert KeptCounts(path).rows(WANTED, SUMS, "iris", METRICS) == rows
    assert path.read_bytes() == made.read_bytes()
    merge_parts(path)
    assert KeptCounts(path).damaged == []


def test_what_a_killed_job_left_is_cleared_away(path):
    left = [".iris.json.17.part", ".iris~runs-1-2.json.18.part"]
    for name in (*left, ".iris-2.json.17.part"):
        path.with_name(name).touch()
    merge_parts(path)
    there = {file.name for file in path.parent.iterdir()}
    assert there == {"iris.json", ".iris-2.json.17.part"}


def test_parts_of_another_data_set_are_left_alone(path, rows):
    other = path.with_name("iris-2~runs-1-2.json")
    shutil.copy(path, other)
    kept = KeptCounts(path)
    assert kept.damaged == []
    merge_parts(path)
    assert other.exists()


def test_a_classifier_that_changes_its_panel_keeps_its_counts(path, rows):
    alone, wanted = path.parent.with_name("drawn") / path.name, wanted_of(DRAWN)
    own = [row for row in rows if row[1] == "drawn"]
    assert KeptCounts(alone).missing(wanted, SUMS, metrics=METRICS) == {}
    assert KeptCounts(alone).rows(wanted, SUMS, "iris", METRICS) == own
    other = wanted_of(DRAWN, engine="weka")
    assert KeptCounts(alone).differences("drawn", wanted["drawn"]) == []
    assert KeptCounts(alone).differences("drawn", other["drawn"]) == []
    # At the end they are put into the new file, and the old one is not needed.
    merge_parts(alone, wanted, SUMS)
    path.unlink()
    assert KeptCounts(alone).rows(wanted, SUMS, "iris", METRICS) == own
    assert KeptCounts(path).missing(WANTED, SUMS) == {"bayes": [1, 2, 3, 4]}


def test_what_fits_outlives_what_is_newer(path, rows):
    old = wanted_of(BAYES, DRAWN, seed=7)
    do_job(KeptCounts(path, part="all"), wanted=old, seed=7)
    kept = KeptCounts(path)
    assert kept.missing(WANTED, SUMS) == kept.missing(old, SUMS) == {}
    part = path.with_name("iris~all.json")
    assert KeptCounts(path, part="all").differences("drawn", WANTED["drawn"]) == []
    content = part.read_bytes()
    merge_parts(path, WANTED, SUMS)
    assert KeptCounts(path).rows(WANTED, SUMS, "iris", METRICS) == rows
    part.write_bytes(content)
    merge_parts(path)
    assert KeptCounts(path).missing(old, SUMS) == {}


def test_a_damaged_part_is_named_and_the_others_are_merged(path, rows):
    path.with_name("iris~a.json").write_text("{")
    kept = KeptCounts(path)
    assert kept.damaged == [f"{path.parent}/iris~a.json: cannot be read: not used"]
    merge_parts(path)
    assert list(path.parent.iterdir()) == [path]
    assert KeptCounts(path).rows(WANTED, SUMS, "iris", METRICS) == rows


def test_parts_that_contradict_each_other_are_refused(path):
    wanted = WANTED["drawn"]
    kept = KeptCounts(path.with_name("other.json"), part="a")
    for part, correct in (("a", 70), ("b", 71)):
        kept = KeptCounts(path.with_name("it.json"), part=part)
        kept._others.clear()
        row = ("it", "drawn", 1, 1, 75, correct)
        kept.put([row], made_from=wanted, run_sum=SUMS[1])
        kept.write()
    said = "it~b.json: drawn, run 1, fold 1: 71/75 .* but it was 70/75"
    with pytest.raises(ValueError, match=said):
        merge_parts(path.with_name("it.json"))


# Writing


def test_counts_are_on_disk_while_a_job_goes_on(folder, monkeypatch):
    path = folder / "iris.json"
    kept = KeptCounts(path)
    row = ("iris", "drawn", 1, 1, 75, 70)
    kept.put([row], made_from={}, run_sum=SUMS[1])
    kept.write(at_end=False)
    assert not path.exists()
    monkeypatch.setattr(kept_counts, "_SECONDS", 0)
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
