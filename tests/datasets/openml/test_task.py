"""OpenML's own splits of a task."""

from itertools import repeat

import numpy as np
import pytest
from openml_loopback import (
    SPLITS,
    TASK,
    TEXT,
    UNAVAILABLE,
    Answer,
    error_answer,
)

from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets import downloads as fetching
from tenbyten.datasets.folds.openml import task_folds
from tenbyten.datasets.folds.split import split
from tenbyten.datasets.openml import TASK as KIND
from tenbyten.datasets.openml import task_dataset

WHERE = "sheet.tsv, row 1 (coins)"
INSTANCES = 23
HEADER = (
    "@RELATION splits\n\n@ATTRIBUTE type {TRAIN,TEST}\n@ATTRIBUTE rowid INTEGER\n"
    "@ATTRIBUTE repeat INTEGER\n@ATTRIBUTE fold INTEGER\n\n@DATA\n"
)


def random_test_fold(runs=10, folds=10, seed=1):
    """Folds from 1 of every row in every run, shuffled."""
    rng = np.random.default_rng(seed)
    dealt = np.arange(INSTANCES) % folds + 1
    return np.array([rng.permutation(dealt) for _ in range(runs)])


def split_lines(test_fold):
    """The lines that OpenML's splits file has for `test_fold`."""
    return [
        f"{'TEST' if test_fold[run, row] == fold + 1 else 'TRAIN'},{row},{run},{fold}\n"
        for run in range(len(test_fold))
        for fold in range(test_fold.max())
        for row in range(test_fold.shape[1])
    ]


def splits_file(lines):
    return (HEADER + "".join(lines)).encode()


LINES = split_lines(random_test_fold())


@pytest.fixture
def server(server):
    server.add_dataset(7, attributes=[("side", ["head", "tail"])], arff=b"")
    return server


@pytest.fixture
def fetch(server, connection, tmp_path):
    def fetch(lines=LINES, **settings):
        defaults = {"openml_id": 7, "target": "side", "splits": splits_file(lines)}
        server.add_task(59, **defaults | settings)
        how = {"where": WHERE, "connection": connection}
        fetching.fetch(KIND, 59, tmp_path / "task", **how)
        return tmp_path / "task"

    return fetch


def take(folder, **settings):
    defaults = {"openml_id": 7, "instances": INSTANCES, "runs": 10, "folds": 10}
    return task_folds(folder, where=WHERE, seed=3, **defaults | settings)


@pytest.mark.parametrize("shape", [(10, 10), (1, 2), (3, 5)])
def test_the_folds_are_the_servers_splits(fetch, shape):
    expected = random_test_fold(*shape, seed=2)
    runs, folds = shape
    # The order of the lines does not matter.
    lines = split_lines(expected)[::-1]
    taken = take(fetch(lines), runs=runs, folds=folds)
    np.testing.assert_array_equal(taken.test_fold, expected)
    made = (taken.runs, taken.folds, taken.splitter, taken.seed)
    assert made == (runs, folds, "openml", 3)


def test_a_task_says_its_data_set_and_target(fetch):
    assert task_dataset(fetch(), where=WHERE) == (7, "side")


def test_a_task_on_another_data_set_is_refused(fetch):
    with pytest.raises(ValueError, match="task 59 is on OpenML data set 7, not on 8"):
        take(fetch(), openml_id=8)


def test_other_numbers_of_runs_and_folds_are_refused(fetch):
    folder = fetch()
    said = "task 59 has 10 repeats of 10 folds, the study"
    with pytest.raises(ValueError, match=f"{said} 1 runs of 10 folds"):
        take(folder, runs=1)
    with pytest.raises(ValueError, match=f"{said} 10 runs of 5 folds"):
        take(folder, folds=5)


@pytest.mark.parametrize(
    ("instances", "words"),
    [
        (INSTANCES - 1, "have the rowid 22 .from 0., of 22 there are"),
        (INSTANCES + 1, "test row 24 of 24 0 times in run 1"),
    ],
)
def test_splits_of_another_number_of_rows_are_refused(fetch, instances, words):
    with pytest.raises(ValueError, match=f"59: its splits {words}.*give another task"):
        take(fetch(), instances=instances)


def replaced(old, new):
    assert old in LINES
    return [new if line == old else line for line in LINES]


TESTED = next(line for line in LINES if line.startswith("TEST,4,2,"))
FOLD = int(TESTED.split(",")[-1])
TRAINED = f"TRAIN,4,2,{(FOLD + 1) % 10}\n"
IN_TEST = TRAINED.replace("TRAIN", "TEST")
WRONG = {
    "missed": (replaced(TESTED, ""), "test row 5 of 23 0 times in run 3, not once"),
    "doubled": ([*LINES, TESTED], "test row 5 of 23 2 times in run 3, not once"),
    "in two": (replaced(TRAINED, IN_TEST), "test row 5 of 23 2 times in run 3"),
    "unlearnt": (replaced(TRAINED, ""), "row 5 0 times in the training set and 0"),
    "both": ([*LINES, f"TRAIN,4,2,{FOLD}\n"], "row 5 1 times in the training .* and 1"),
    "learnt twice": ([*LINES, TRAINED], "row 5 2 times in the training set and 0"),
    "cut": (LINES[:-1], "row 23 .*0 times in"),
    "cut fold": (LINES[:-40], "test row .* 0 times in run 10"),
    "negative": ([*LINES, "TEST,-1,0,0\n"], "have the rowid -1"),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_splits_that_are_no_cross_validation_are_refused(fetch, wrong):
    lines, words = wrong
    with pytest.raises(ValueError, match=f"{words}.*; give another task, or delete"):
        take(fetch(lines))


def test_a_learning_curve_is_refused(fetch):
    header = HEADER.replace("@DATA", "@ATTRIBUTE sample INTEGER\n@DATA")
    lines = [line.replace("\n", f",{s}\n") for s in (0, 1) for line in LINES]
    folder = fetch(splits=(header + "".join(lines)).encode())
    with pytest.raises(ValueError, match="test row 1 of 23 2 times in run 1, not once"):
        take(folder)


def test_a_task_of_regression_is_refused(fetch, server):
    with pytest.raises(ValueError, match="59 is of type 'Supervised Regression'; give"):
        fetch(type_id=2)
    assert SPLITS.format(59) not in server.requests


FAILURES = {
    "unknown": (TASK, error_answer(151, "Unknown task"), ValueError, "code 151"),
    "no result": (TASK, error_answer(482, "None", 404), ValueError, "code 482"),
    "splits": (SPLITS, UNAVAILABLE, ConnectionError, "splits.arff answered 503"),
    "row": (
        *(SPLITS, Answer(splits_file(LINES)[:-4], content_type=TEXT)),
        *(ConnectionError, "splits.arff sent a damaged file"),
    ),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_a_failure_is_told_and_leaves_nothing(server, fetch, tmp_path, failure):
    path, answer, error, words = failure
    server.script[path.format(59)] = repeat(answer)
    with pytest.raises(error, match=words) as caught:
        fetch()
    assert str(caught.value).startswith(f"{WHERE}: OpenML task 59: {server.base}")
    assert "arff_folder" not in str(caught.value)
    assert not (tmp_path / "task").exists()
    server.script.clear()
    take(fetch())


def test_another_task_under_the_id_is_refused(fetch, server, tmp_path):
    said = r"answered for another: .* is of task 60 \(att"
    with pytest.raises(ConnectionError, match=said):
        fetch(described_id=60)
    assert SPLITS.format(59) not in server.requests
    assert not (tmp_path / "task").exists()


def split_without(dropped, folder, **sizes):
    """Take the folds of a task for a data set that lacks some of its rows."""
    values = np.zeros((INSTANCES - len(dropped), 2))
    attributes = (Attribute("x", ("p",)), Attribute("class", ("a", "b")))
    dataset = Dataset("coins", attributes, values)
    how = {"splitter": "openml", "seed": 3, "where": WHERE, "splits": folder}
    return split(dataset, dropped=dropped, **how, **sizes)


@pytest.mark.parametrize("dropped", [(), (1, 9, 23)])
def test_the_splits_of_a_task_have_the_rows_that_are_dropped(fetch, dropped):
    expected = random_test_fold(folds=3)
    left = np.setdiff1d(np.arange(INSTANCES), np.array(dropped, dtype=int) - 1)
    taken = split_without(dropped, fetch(split_lines(expected)), runs=10, folds=3)
    np.testing.assert_array_equal(taken.test_fold, expected[:, left])


def test_a_fold_of_a_task_of_which_all_is_dropped_is_refused(fetch):
    test_fold = random_test_fold(1, 12)
    fold = np.flatnonzero(test_fold[0] == 12) + 1
    folder = fetch(split_lines(test_fold))
    with pytest.raises(ValueError, match="fold 12 of run 1 has no instances with"):
        split_without(fold.tolist(), folder, runs=1, folds=12)
