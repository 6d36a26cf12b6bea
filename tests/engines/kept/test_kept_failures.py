"""Failures are kept beside counts, and hold for what they were of."""

import pytest
from failing_learner import Failing, failing
from keeping import BAYES, RUNS, SUMS, do_job, edited

from tenbyten.engines.failures import ClassifierError, Failure
from tenbyten.engines.kept_counts import KeptCounts, merge_parts

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
