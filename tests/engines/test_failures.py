"""Errors within a block are a classifier's; others are not."""

import errno
import pickle

import pytest

from tenbyten.engines.failures import ClassifierError, Failure, attributed

CELL = ("zoo", "tree", 2, 3)


def test_an_error_that_is_attributed_already_stays_as_it_is():
    inner = ClassifierError(Failure("zoo", "bayes", None, None, "takes no numbers"))
    with pytest.raises(ClassifierError) as raised, attributed(*CELL):
        raise inner
    assert raised.value is inner
    assert str(inner) == "zoo, bayes: takes no numbers"
    assert str(pickle.loads(pickle.dumps(inner))) == str(inner)


def test_an_interruption_is_no_failure():
    with pytest.raises(KeyboardInterrupt), attributed(*CELL):
        raise KeyboardInterrupt


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
def test_a_disk_that_is_full_or_fails_is_no_failure(number):
    with pytest.raises(OSError, match="run the same") as raised, attributed(*CELL):
        raise OSError(number, "not written")
    assert raised.value.errno == number
    assert "zoo, tree, run 2, fold 3: OSError: " in str(raised.value)


def test_another_error_of_a_file_is_a_failure():
    with pytest.raises(ClassifierError), attributed(*CELL):
        raise FileNotFoundError(errno.ENOENT, "no such file", "words.txt")
