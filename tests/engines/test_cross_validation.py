"""A classifier that fails does so by name, and stops the others only if asked to."""

import errno
import pickle

import pytest
from failing_learner import GOOD, evaluate, failing

from tenbyten.engines.classifier import ClassifierError, Failure, as_classifier_error
from tenbyten.engines.counts_cache import CountsCache

REASONS = {
    "raise": "ZeroDivisionError: no number",
    "exit": "SystemExit: 0",
    "memory": "MemoryError: ",
    "class": "which is no declared class",
    "nan": "is nan for test instance",
    "few": "and the 3 classes of the train",
}


@pytest.mark.parametrize("way", REASONS)
def test_a_failure_that_is_excluded_leaves_the_others_whole(way):
    results = evaluate([failing(way), GOOD], metrics=("brier",), failures="exclude")
    assert results.rows == evaluate([GOOD], metrics=("brier",)).rows
    (failure,) = results.failures
    assert failure[:4] == ("balance-scale", "bad", 2, 1)
    assert REASONS[way].strip() in failure.reason
    assert "\n" not in failure.reason


def test_a_run_that_cannot_be_kept_is_no_classifiers_failure(tmp_path):
    (tmp_path / "cache").touch()
    cache = CountsCache(tmp_path / "cache", "balance-scale", {"good": {}})
    with pytest.raises(OSError, match="cache"):
        evaluate([GOOD], failures="exclude", cache=cache)


CELL = ("zoo", "tree", 2, 3)


def test_an_error_that_is_attributed_already_stays_as_it_is():
    inner = ClassifierError(Failure("zoo", "bayes", None, None, "takes no numbers"))
    with pytest.raises(ClassifierError) as raised, as_classifier_error(*CELL):
        raise inner
    assert raised.value is inner
    assert str(inner) == "zoo, bayes: takes no numbers"
    assert str(pickle.loads(pickle.dumps(inner))) == str(inner)


def test_an_interruption_is_no_failure():
    with pytest.raises(KeyboardInterrupt), as_classifier_error(*CELL):
        raise KeyboardInterrupt


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
def test_a_disk_that_is_full_or_fails_is_no_failure(number):
    with (
        pytest.raises(OSError, match="run the same") as raised,
        as_classifier_error(*CELL),
    ):
        raise OSError(number, "not written")
    assert raised.value.errno == number
    assert "zoo, tree, run 2, fold 3: OSError: " in str(raised.value)


def test_another_error_of_a_file_is_a_failure():
    with pytest.raises(ClassifierError), as_classifier_error(*CELL):
        raise FileNotFoundError(errno.ENOENT, "no such file", "words.txt")
