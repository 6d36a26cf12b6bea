"""Folds of a user's file, and scikit-learn's."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import RepeatedStratifiedKFold

from pages import PAGES, blocks
from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.folds.split import file_folds, split

SIX = "run_1,run_2\n1,2\n1,1\n2,3\n2,2\n3,1\n3,3\n"


@pytest.fixture
def file(tmp_path):
    """Write a file of folds; return its path."""

    def write(text):
        path = tmp_path / "folds.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def own(path, **changed):
    """Six instances in two runs of three folds, unless changed."""
    sizes = {"instances": 6, "runs": 2, "folds": 3, "seed": 7}
    return file_folds(path, where="sheet.tsv, row 1 (six)", **sizes | changed)


def table(classes):
    """A data set of one predictor with these classes, -1 for none."""
    values = np.array([[0.0, c] for c in classes])
    values[values < 0] = np.nan
    attributes = (Attribute("x", ("p",)), Attribute("class", ("a", "b", "c")))
    return Dataset("six", attributes, values)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_file_is_read_as_it_says(file, ending, mark):
    made = own(file(mark + SIX.replace("\n", ending).encode()))
    assert made.test_fold.tolist() == [[1, 1, 2, 2, 3, 3], [2, 1, 3, 2, 1, 3]]
    assert (made.splitter, made.seed, made.runs, made.folds) == ("file", 7, 2, 3)


def test_of_more_runs_the_first_are_taken(file):
    assert own(file(SIX), runs=1).test_fold.tolist() == [[1, 1, 2, 2, 3, 3]]


def test_the_documented_example_makes_folds_by_group(tmp_path, monkeypatch):
    (example,) = blocks(PAGES["how-to/groups-and-time"], "python")
    monkeypatch.chdir(tmp_path)
    patients = np.random.default_rng(3).integers(100, 140, 300)
    pd.DataFrame({"patient": patients, "x": 1.5}).to_csv("patients.csv", index=False)
    exec(example, {})
    made = own("patients-folds.csv", instances=300, runs=1, folds=10)
    for fold in range(1, 11):
        tested = patients[made.test_rows(1, fold)]
        assert not set(tested) & set(patients[made.training_rows(1, fold)])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("fold\n1\n", "the header is 'fold'; begin the file with run_1,run_2"),
        ("", "the header is ''; begin the file"),
        ("run_2,run_1\n1,1\n", "the header is 'run_2,run_1'"),
        ("1,2\n1,1\n", "the header is '1,2'; begin the file"),
        ("run_1\n1\n2\n3\n1\n2\n3\n", "1 runs, but the study has 2; add columns"),
        ("run_1,run_2\n", "no instances; below the header give whole numbers"),
        (SIX.replace("3,1", "3"), "give whole numbers, 2 a line"),
        (SIX.replace("3,1", "3,1,1"), "give whole numbers, 2 a line"),
        (SIX.replace("3,1", "3,1.0"), "'1.0'.*give whole numbers, 2 a line"),
        (SIX.replace("3,1", "3,"), "give whole numbers, 2 a line"),
        (SIX.replace("3,1", "3,a"), "'a'.*give whole numbers, 2 a line"),
        (SIX.replace("3,1", "3,9e30"), "give whole numbers, 2 a line"),
        (SIX + "1,1\n", "7 lines below the header, but the data set has 6 rows; give"),
        (SIX[:-4], "5 lines below the header, but the data set has 6 rows; give a"),
        (SIX.replace("3,1", "3,0"), "line 6 has fold 0 in run_2, but the study has fo"),
        (SIX.replace("3,1", "3,-1"), "line 6 has fold -1 in run_2, but the study"),
        (SIX.replace("3,1", "4,1"), "line 6 has fold 4 in run_1, but .* 1 to 3;"),
        (b"run_1,run_2\n1,\xff\n", "not text in UTF-8"),
        (b"\xff\xfer", "not text in UTF-8; save it as CSV"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(file, text, fault):
    path = file(text)
    where = re.escape(f"sheet.tsv, row 1 (six): folds {path}: ")
    with pytest.raises(ValueError, match=f"^{where}.*{fault}"):
        own(path)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="no such file; correct column folds"):
        own(tmp_path / "none.csv")


# Rows that are left out


SOURCE = "run_1\n1\n2\n2\n3\n1\n3\n"


def test_a_line_may_stand_for_each_row_of_the_source_or_for_each_that_is_left(file):
    how = {"instances": 4, "dropped": [2, 5], "runs": 1, "folds": 3}
    of_source = own(file(SOURCE), **how)
    assert of_source.test_fold.tolist() == [[1, 2, 3, 3]]
    of_left = own(file("run_1\n1\n2\n3\n3\n"), **how)
    assert of_left.test_fold.tolist() == of_source.test_fold.tolist()
    with pytest.raises(ValueError, match=r"6 rows \(4 without those that lack a class"):
        own(file("run_1\n1\n2\n3\n3\n1\n"), **how)


@pytest.mark.parametrize(
    ("text", "classes", "dropped", "fault"),
    [
        (SOURCE, [0, 1, 0, 1], [2, 3], "fold 2 of run 1 has no"),
        (SOURCE, [0, 1, 0, 1], [4, 6], "fold 3 of run 1 has no"),
        (SIX.replace("3,", "2,"), [0, 1] * 3, [], "fold 3 of run 1 has no instances, "),
        (SIX, [0, 1, 0, 1, -1, -1], [], "every instance of fold 3 of run"),
    ],
)
def test_a_fold_that_nothing_is_left_in_is_refused(file, text, classes, dropped, fault):
    path = file(text)
    how = {"splitter": "file", "folds": 3, "seed": 1, "where": "six", "splits": path}
    how["runs"] = text.partition("\n")[0].count("run")
    with pytest.raises(
        ValueError, match=f"^six: folds {re.escape(str(path))}: {fault}"
    ):
        split(table(classes), dropped=dropped, **how)
    if -1 in classes:
        some = split(table([0, 1, 0, -1, 1, -1]), **how)
        assert some.test_rows(1, 3).tolist() == [4, 5]


CLASSES = np.repeat([0, 1, 2], [30, 20, 7])


def by_scikit_learn(classes, **sizes):
    return split(table(classes), splitter="scikit_learn", where="six", **sizes)


def test_the_folds_are_those_of_scikit_learn():
    folds = by_scikit_learn(CLASSES, runs=3, folds=5, seed=8)
    splitter = RepeatedStratifiedKFold(n_splits=5, n_repeats=3, random_state=8)
    splits = list(splitter.split(np.zeros(57), CLASSES))
    assert (folds.runs, folds.folds) == (3, 5)
    assert (folds.splitter, folds.seed) == ("scikit_learn", 8)
    for number, (training, tested) in enumerate(splits):
        run, fold = number // 5 + 1, number % 5 + 1
        assert np.array_equal(folds.test_rows(run, fold), tested)
        assert np.array_equal(folds.training_rows(run, fold), training)


@pytest.mark.filterwarnings("error")
def test_a_class_smaller_than_the_folds_is_ordinary():
    folds = by_scikit_learn(CLASSES, runs=2, folds=10, seed=1)
    assert np.all(np.bincount(folds.test_fold[0])[1:] >= 5)


@pytest.mark.parametrize("folds", [0, 1, 31, 58])
def test_too_few_or_too_many_folds_are_refused(folds):
    with pytest.raises(ValueError, match=f"^six: .*{folds} folds.* 30 of 57 instances"):
        by_scikit_learn(CLASSES, runs=1, folds=folds, seed=1)


def test_rows_without_a_class_are_dealt_out_like_one_more_class():
    classes = np.repeat([-1, 0, 1], [20, 9, 8])
    folds = by_scikit_learn(classes, runs=1, folds=10, seed=1)
    assert np.bincount(folds.test_fold[0, classes < 0])[1:].tolist() == [2] * 10
    with pytest.raises(ValueError, match="largest class has 20 of 37 instances"):
        by_scikit_learn(classes, runs=1, folds=21, seed=1)
