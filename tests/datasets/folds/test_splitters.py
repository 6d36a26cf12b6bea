"""Folds by shares, groups, times and given sets: scikit-learn's, and without leaks."""

import csv
import os
import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import (
    LeaveOneGroupOut,
    StratifiedGroupKFold,
    StratifiedShuffleSplit,
    TimeSeriesSplit,
)

from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.folds import read_folds, write_folds
from tenbyten.datasets.folds.split import split
from tenbyten.datasets.folds.splitters import check_marks

SETS = ["train", "TEST", "unused", " Train"]


def split_by(splitter, classes, marks=None, *, runs=1, folds=1, seed=1, **options):
    """Folds of a table of these classes, -1 for none."""
    classes = np.asarray(classes)
    values = np.column_stack([np.zeros(len(classes)), classes]).astype(float)
    values[classes < 0, 1] = np.nan
    attributes = (Attribute("x"), Attribute("class", ("a", "b", "c", "d")))
    sizes = {"runs": runs, "folds": folds, "seed": seed, "where": "here"}
    marks = None if marks is None else check_marks(marks, where="here")
    dataset = Dataset("it", attributes, values)
    return split(dataset, splitter=splitter, marks=marks, options=options, **sizes)


def as_sets(splits):
    """Training and test rows of a splitter of scikit-learn, split by split."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return [(set(map(int, a)), set(map(int, b))) for a, b in splits]


def sets_of(made):
    """Training and test rows of folds, run by run and fold by fold."""
    cells = [(r, f) for r in range(1, made.runs + 1) for f in range(1, made.folds + 1)]
    train, test = made.training_rows, made.test_rows
    return as_sets((train(*cell), test(*cell)) for cell in cells)


# scikit-learn's own

tables = given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.integers(20, 60))


def drawn(seed, rows):
    """A generator, and three classes of five rows at least."""
    rng = np.random.default_rng(seed)
    return rng, rng.permutation([*[0, 1, 2] * 5, *rng.integers(0, 3, rows - 15)])


@tables
def test_holdout_is_scikit_learns(seed, runs, rows):
    _, classes = drawn(seed, rows)
    made = split_by("holdout", classes, runs=runs, seed=seed, test_size=0.3)
    theirs = StratifiedShuffleSplit(runs, test_size=0.3, random_state=seed)
    assert sets_of(made) == as_sets(theirs.split(classes, classes))
    more = split_by("holdout", classes, runs=runs + 1, seed=seed, test_size=0.3)
    assert sets_of(more)[:runs] == sets_of(made)


@tables
def test_groups_are_scikit_learns(seed, folds, rows):
    rng, classes = drawn(seed, rows)
    groups = rng.permutation(np.arange(rows) % 9)
    made = split_by("groups", classes, groups, runs=3, folds=folds, seed=seed)
    generator = np.random.RandomState(seed)
    theirs = StratifiedGroupKFold(folds, shuffle=True, random_state=generator)
    for run in range(3):
        expected = as_sets(theirs.split(classes, classes, groups))
        assert sets_of(made)[run * folds :][:folds] == expected


def test_runs_by_groups_differ():
    rng, classes = drawn(1, 200)
    made = split_by("groups", classes, rng.integers(0, 20, 200), runs=10, folds=5)
    assert len({tuple(run) for run in made.test_fold.tolist()}) == 10


@tables
def test_each_group_is_left_out_as_by_scikit_learn(seed, count, rows):
    rng, classes = drawn(seed, rows)
    groups = [f"g{x}" for x in rng.permutation(np.arange(rows) % count)]
    made = split_by("leave_one_group_out", classes, groups, folds=count)
    expected = LeaveOneGroupOut().split(classes, classes, groups)
    assert sets_of(made) == as_sets(expected)


@tables
def test_blocks_in_time_are_scikit_learns(seed, folds, rows):
    rng, classes = drawn(seed, rows)
    times = rng.permutation(rows) / 4
    order = np.argsort(times)
    for window in range(4):
        made = split_by("time", classes, times, folds=folds, window=window)
        size = rows // (folds + (window or 1))
        sizes = {"test_size": size, "max_train_size": window * size or None}
        theirs = TimeSeriesSplit(folds, **sizes).split(times)
        assert sets_of(made) == as_sets((order[a], order[b]) for a, b in theirs)


# No leaks


def is_trained_on(number, fold, window):
    """Whether a row of this number in the file trains the classifiers of a fold."""
    if window is None:
        return number >= 0 and number != fold
    return (fold - window if window else 0) <= number < fold


def read(path, window=None):
    """Training and test rows of each run and fold, by the words of the reference."""
    with open(path) as file:
        for _, *cells in zip(*csv.reader(file), strict=True):
            numbers = list(map(int, cells))
            for fold in range(1, max(numbers) + 1):
                trained = (is_trained_on(number, fold, window) for number in numbers)
                tested = (number == fold for number in numbers)
                yield tuple(np.flatnonzero([*rows]) for rows in (trained, tested))


def random_split(splitter, seed):
    """Marks and folds of a random table."""
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(12, 40))
    classes = rng.integers(0, rng.integers(2, 5), rows)
    sizes = {"seed": seed, "runs": int(rng.integers(1, 3))}
    marks = rng.permutation(np.arange(rows) % rng.integers(6, 12))
    if splitter == "holdout":
        sizes["test_size"] = rng.uniform(0.1, 0.6)
    elif splitter == "predefined":
        marks = np.array(SETS)[rng.permutation(np.arange(rows) % 4)]
    elif splitter == "groups":
        sizes["folds"] = int(rng.integers(2, 4))
    elif splitter == "leave_one_group_out":
        sizes["folds"] = len({*marks})
    else:
        sizes["folds"], sizes["window"] = map(int, rng.integers([1, 0], 4))
    return marks, split_by(splitter, classes, marks, **sizes)


def check_leaks(splitter, seeds, path, monkeypatch):
    """Read the folds of random tables independently, and hold them to their rule."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    for marks, made in (random_split(splitter, seed) for seed in seeds):
        write_folds(made, path)
        ours = list(read(path, made.window))
        for train, test in ours:
            assert not set(train) & set(test)
            if splitter == "time":
                assert marks[train].max() < marks[test].min()
            elif splitter == "predefined":
                words = np.char.lower(np.char.strip(marks))
                for rows, word in ((train, "train"), (test, "test")):
                    assert rows.tolist() == np.flatnonzero(words == word).tolist()
            else:
                assert len(train) + len(test) == len(marks)
            if "group" in splitter:
                assert not {*marks[train]} & {*marks[test]}
        back = read_folds(path, splitter=splitter, seed=1)
        assert sets_of(replace(back, window=made.window)) == as_sets(ours)


LEAKS = ["holdout", "groups", "leave_one_group_out", "time", "predefined"]


@pytest.mark.parametrize("splitter", LEAKS)
def test_nothing_leaks(splitter, tmp_path, monkeypatch):
    check_leaks(splitter, range(200), tmp_path / "folds.csv", monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("splitter", LEAKS)
def test_nothing_leaks_in_ten_thousand_tables(splitter, tmp_path, monkeypatch):
    check_leaks(splitter, range(10_000), tmp_path / "folds.csv", monkeypatch)


# By hand


def test_times_that_are_equal_stay_together_and_what_is_over_comes_first():
    times = ["2024-01-01", "2024-01-02T08:30", "2024-01-01", "2024-02-01", "2023-12-31"]
    classes = [0, 1, 1, 0, 0]
    made = split_by("time", classes, times, folds=2, window=0)
    assert made.test_fold.tolist() == [[0, 1, 0, 2, 0]]
    made = split_by("time", classes, times, folds=2, window=1)
    assert made.test_fold.tolist() == [[0, 1, 0, 2, -1]]
    zoned = ["2024-01-01T02:00+02:00", "2024-01-01", "2024-01-01T01:00-01:00"]
    made = split_by("time", [0, 1, 0], zoned, folds=1, window=0)
    assert made.test_fold.tolist() == [[0, 0, 1]]


def test_one_instance_of_a_class_and_more_classes_than_room_are_ordinary():
    classes = [0] * 8 + [1, 2, 3, -1]
    made = split_by("holdout", classes, runs=20, test_size=0.1)
    assert (made.test_fold.sum(axis=1) == 2).all()
    # A rare class is sometimes tested.
    assert made.test_fold[:, 8:].any()


@pytest.mark.parametrize(
    ("splitter", "marks", "options", "fault"),
    [
        ("holdout", None, {"test_size": 0.9}, "test_size is 0.9, and nothing of 4 ins"),
        ("groups", [1, 1, 2, 2], {"folds": 3}, "3 folds, but 2 groups; set `folds` to"),
        ("groups", [1, 2, 3, 4], {"folds": 3}, "3 folds, but 2 instances of the larg"),
        ("leave_one_group_out", "aabc", {"folds": 4}, "3 groups, .*set `folds: 3`, or"),
        ("leave_one_group_out", "aaaa", {"folds": 1}, "1 groups, .* 2 groups or more"),
        ("time", [1, 1, 2, 2], {"folds": 2, "window": 0}, "2 different times, too few"),
        ("time", [1, 2, 3, 4], {"folds": 2, "window": 3}, "4 different times, too few"),
        ("time", ["1", "x", "2", "3"], {"folds": 1, "window": 0}, "row 1 has the time"),
        (
            *("time", ["2024-01-01", "2.1.24", "2024-01-03", "2024-01-04"]),
            *({"folds": 1, "window": 0}, "row 2 has the time '2.1.24'; give all times"),
        ),
        ("predefined", ["train", "test", "", "test"], {}, "row 3 has the set ''; give"),
        ("predefined", ["train"] * 4, {}, "no row is of the set test; give some"),
        ("groups", ["a", None, "b", "c"], {"folds": 2}, "row 2 has no value; fill it"),
    ],
)
def test_what_cannot_be_split_is_refused_with_the_remedy(
    splitter, marks, options, fault
):
    marks = list(marks) if isinstance(marks, str) else marks
    with pytest.raises(ValueError, match=f"^here: {fault}"):
        split_by(splitter, [0, 1, 0, 1], marks, **options)


def test_a_fold_that_trains_on_no_class_is_refused():
    with pytest.raises(ValueError, match=r"fold 1 of run 1 trains on no instance that"):
        split_by("predefined", [0, 1, -1], ["test", "test", "train"])


@pytest.mark.parametrize("dropped", [[], [2]])
def test_sets_are_read_from_a_file(dropped, tmp_path):
    path = tmp_path / "sets.csv"
    values = np.column_stack([np.zeros(3), [0, 1, 0]])
    dataset = Dataset("it", (Attribute("x"), Attribute("c", ("a", "b"))), values)
    how = {"splitter": "predefined", "runs": 1, "folds": 1, "seed": 1, "where": "here"}
    how |= {"splits": path, "dropped": dropped}
    path.write_text("set\ntrain\n" + "unused\n" * len(dropped) + "Unused\ntest\n")
    assert split(dataset, **how).test_fold.tolist() == [[0, -1, 1]]
    for text in ("set\ntrain\n", "part\ntrain\ntest\ntest\n"):
        path.write_text(text)
        with pytest.raises(ValueError, match=f"here: folds {path}: the header is"):
            split(dataset, **how)
