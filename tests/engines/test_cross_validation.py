"""A classifier that fails does so by name, and stops the others only if asked to."""

import errno
import pickle
from concurrent.futures.process import BrokenProcessPool

import pytest
from failing_learner import GOOD, Failing, evaluate, failing

from tenbyten.engines.classifier import ClassifierError, Failure, as_classifier_error
from tenbyten.engines.counts_cache import CountsCache
from tenbyten.engines.weka.jvm import JavaError

REASONS = {
    "raise": "ZeroDivisionError: no number",
    "exit": "SystemExit: 0",
    "class": "which is no declared class",
    "nan": "is nan for test instance",
    "few": "and the 3 classes that it was trained on",
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


def of_a_part():
    """An error of a classifier that comes from one of the machine."""
    try:
        raise OSError(errno.ENOSPC, "not written")
    except OSError:
        try:
            raise ValueError("cannot write the tree")
        except ValueError as error:
            return error


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (OSError(errno.ENOSPC, "not written"), "make room on that disk (that of temp"),
        (OSError(errno.EDQUOT, "not written"), "make room within your quota"),
        (OSError(errno.EIO, "not written"), "see in the system's log what is wrong"),
        (OSError(errno.EMFILE, "not opened"), "raise the limit of open files"),
        (BlockingIOError(errno.EAGAIN, "no process"), "raise the limit of processes"),
        (MemoryError(), "give the job more memory (`mem_mb`), or run fewer"),
        (JavaError("java.lang.OutOfMemoryError: Java heap space"), "more memory"),
        (RuntimeError("can't start new thread"), "more memory"),
        (RuntimeError("std::bad_alloc"), "more memory"),
        (BrokenProcessPool("a worker was killed"), "more memory"),
        (of_a_part(), "make room on that disk"),
    ],
    ids=repr,
)
def test_a_fault_of_the_machine_is_no_failure(error, remedy):
    same = pytest.raises(OSError, match="run the same")
    with same as raised, as_classifier_error(*CELL), as_classifier_error(*CELL):
        raise error
    assert str(raised.value).count("run the same") == 1
    assert raised.value.errno
    assert f"zoo, tree, run 2, fold 3: {type(error).__name__}: " in str(raised.value)
    assert remedy in str(raised.value)


def test_want_of_memory_leaves_no_data_set_out_and_is_not_kept(tmp_path):
    cache = CountsCache(tmp_path, "balance-scale", {"bad": {}, "good": {}})
    asked = {"failures": "exclude", "cache": cache}
    with pytest.raises(OSError, match="balance-scale, bad, run 2, fold 1: MemoryError"):
        evaluate([failing("memory"), GOOD], **asked)
    assert not list(tmp_path.glob("*/*failed*"))
    good = failing("memory")
    Failing.trained = 3
    assert not evaluate([good, GOOD], **asked).failures


def test_another_error_of_a_file_is_a_failure():
    with pytest.raises(ClassifierError), as_classifier_error(*CELL):
        raise FileNotFoundError(errno.ENOENT, "no such file", "words.txt")
