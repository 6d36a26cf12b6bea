"""Folds as a file, folds that do not fit, and classes of few instances."""

from hashlib import sha256

import numpy as np
import pytest

from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.folds import (
    Folds,
    check_folds,
    rare_classes,
    read_folds,
    run_checksums,
    single_instance_warning,
    write_folds,
)

LABELS = ("a", "b")
TEST_FOLD = np.array([[1, 1, 2, 2, 3, 3], [3, 2, 1, 3, 2, 1]])
DATASET = Dataset(
    "six",
    (Attribute("x"), Attribute("class", LABELS)),
    np.array([[0.0, 0], [1, 1], [2, 0], [3, 1], [4, 0], [5, 1]]),
)


def test_what_was_written_is_read(tmp_path):
    path = tmp_path / "six.csv"
    write_folds(Folds(TEST_FOLD, "weka", 7), path)
    assert path.read_text() == "run_1,run_2\n1,3\n1,2\n2,1\n2,3\n3,2\n3,1\n"
    folds = read_folds(path, splitter="weka", seed=7)
    assert np.array_equal(folds.test_fold, TEST_FOLD)
    assert (folds.splitter, folds.seed) == ("weka", 7)
    check_folds(folds, DATASET, folds=3, where=path)
    texts = {1: b"1\n1\n2\n2\n3\n3", 2: b"3\n2\n1\n3\n2\n1"}
    assert run_checksums(folds) == {r: sha256(x).hexdigest() for r, x in texts.items()}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no instances"),
        ("run_1,run_2\n", "no instances"),
        ("run_1\n1\n1.5\n", "1.5"),
        ("run_1,run_2\n1,2\n1\n", "columns"),
        ("run_1,run_2\n1,2\n1,\n", "convert"),
        ("run_1\n1\nnan\n", "nan"),
    ],
)
def test_a_damaged_file_is_refused_by_name(tmp_path, text, problem):
    path = tmp_path / "six.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=rf"six\.csv.*{problem}"):
        read_folds(path, splitter="weka", seed=1)


@pytest.mark.parametrize(
    ("test_fold", "problem"),
    [
        ([[1, 2, 1, 2, 1, 2], [1, 1, 1, 3, 3, 3]], "fold 3 of run 1 has no instances"),
        ([[1, 2, 3, 1, 2, 3], [1, 1, 1, 3, 3, 3]], "fold 2 of run 2 has no instances"),
        ([[1, 2, 0, 1, 2, 3]], "fold 0 of run 1 is no fold"),
        ([[1, 2, -4, 1, 2, 3]], "fold -4 of run 1 is no fold"),
    ],
)
def test_folds_that_do_not_fit_the_data_set_are_refused(test_fold, problem):
    folds = Folds(np.array(test_fold), "openml", 1)
    with pytest.raises(ValueError, match=f"^here: .*{problem}"):
        check_folds(folds, DATASET, folds=3, where="here")


RARE_LABELS = ("a", "b", "c", "d", "none")
# Of a 4, b 1, c 2, d 1 instances, and two that lack a class.
RARE_CLASSES = [0, 0, 1, 2, 0, 3, 2, 0, np.nan, np.nan]
RARE_ATTRIBUTES = (Attribute("x"), Attribute("kind", RARE_LABELS))
RARE = Dataset("few", RARE_ATTRIBUTES, np.column_stack([np.arange(10), RARE_CLASSES]))


def test_the_smallest_classes_are_counted_first():
    assert rare_classes(RARE, folds=4) == {"b": 1, "d": 1, "c": 2}
    assert list(rare_classes(RARE, folds=5)) == ["b", "d", "c", "a"]
    assert rare_classes(RARE, folds=2) == {"b": 1, "d": 1}


def test_single_instances_are_warned_of():
    text = single_instance_warning(
        {"few": rare_classes(RARE, folds=10), "many": {"yes": 4}}
    )
    assert text.startswith(
        "A class has one instance, so that no classifier has learnt it where it is "
        "tested: few (b, d). Is the right column the class?"
    )
    assert single_instance_warning({"few": {"c": 2}, "whole": {}}) == ""
    many = {f"d{n}": dict.fromkeys("abcde", 1) for n in range(12)}
    text = single_instance_warning(many)
    assert "d9 (a, b, c and 2 more), and 2 more." in text
    assert "d10" not in text
