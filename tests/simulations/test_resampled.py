"""Splits of one data set: sizes, independence, and what the losses are means of."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from generators import generator
from resampled import correlation, draw_splits, mean_of, resample


class Rows:
    """A task that notes its splits; the loss is the test row's number, twice that."""

    instances = 40

    def __init__(self):
        self.splits = []

    def draw(self, state):
        """Return a data set that is not looked at."""
        return "data"

    def losses(self, data, train, test):
        """Note the splits; return the numbers of the test rows."""
        assert data == "data"
        self.splits.append((train, test))
        return np.stack([test, 2 * test], axis=-1).astype(float)


@pytest.fixture(scope="module")
def task():
    return Rows()


@pytest.fixture(scope="module")
def losses(task):
    return resample(task, generator(1))


def test_every_split_has_its_sizes(task, losses):
    sizes = Counter()
    for train, test in task.splits:
        assert len(train) == len(test)
        sizes[train.shape[1], test.shape[1]] += len(train)
    # half and its repetitions, five times two folds; thrown; nine; halves.
    again = 15 * 15
    assert sizes == {
        (20, 20): 25 + again + 10,
        (20, 4): 25 + again,
        (36, 4): 25,
        (16, 4): 20 * 2 * 25,
    }


def test_no_row_is_on_both_sides_of_a_split(task, losses):
    for train, test in task.splits:
        for one, other in zip(train, test, strict=True):
            rows = np.concatenate([one, other])
            assert len(np.unique(rows)) == len(rows)


def test_the_same_two_fifths_are_thrown_away_in_all_splits(task, losses):
    of_thrown = [np.hstack(both) for both in task.splits if both[0].shape[1] == 20]
    of_thrown = [rows for rows in of_thrown if rows.shape[1] == 24]
    assert len(of_thrown) == 2
    assert len(np.unique(np.concatenate(of_thrown))) == 24


def test_halves_share_no_row_and_leave_none_out(task, losses):
    (both,) = [np.hstack(both) for both in task.splits if both[0].shape[1] == 16]
    for halving in both.reshape(20, 2, 25, 20):
        one, other = (set(half.ravel()) for half in halving)
        assert all(set(split) == one for split in halving[0])
        assert one | other == set(range(40))
        assert not one & other


def test_folds_of_a_run_exchange_their_parts(losses):
    # Mean of the numbers 0 to 39: both folds of a run test each row once.
    assert losses["five"].mean(axis=1) == pytest.approx(np.array([[19.5, 39]] * 5))


def test_losses_are_means_over_test_parts_in_order(task, losses):
    _, test = task.splits[0]
    assert losses["first"] == pytest.approx(np.stack([test[0], 2 * test[0]], axis=-1))
    assert losses["half"][:, 0] == pytest.approx(test.mean(axis=1))
    assert losses["halves"].shape == (20, 2, 25, 2)
    assert losses["half_again"].shape == losses["thrown_again"].shape == (15, 15, 2)


def test_every_set_of_test_rows_is_equally_frequent():
    _, test = draw_splits(generator(7), np.array([[3, 5, 6, 9]]), 2, 6000)
    counts = Counter(frozenset(rows) for rows in test.tolist())
    assert len(counts) == 6
    # Binomial with standard deviation 28.9.
    assert all(abs(count - 1000) < 4 * 28.9 for count in counts.values())


def test_splits_are_those_of_their_generator_alone():
    rows = np.arange(10)[np.newaxis]
    one = draw_splits(generator(1, 2), rows, 5, 3)
    assert np.array_equal(one, draw_splits(generator(1, 2), rows, 5, 3))
    assert not np.array_equal(one, draw_splits(generator(1, 3), rows, 5, 3))


@pytest.fixture(scope="module")
def splits():
    """Losses of 400 data sets by six splits, whose correlation is 0.3."""
    rng = np.random.default_rng(4)
    shared, own = rng.normal(size=(400, 1)), rng.normal(size=(400, 6))
    return 5 + np.sqrt(0.3) * shared + np.sqrt(0.7) * own


def test_correlation_is_the_mean_over_all_pairs_of_splits(splits):
    found, error = correlation(splits.mean(axis=1), splits.var(axis=1), 6)
    away = splits - splits.mean()
    d = (away**2).mean(axis=1)
    pairs = [away[:, j] * away[:, k] for j, k in permutations(range(6), 2)]
    g = np.mean(pairs, axis=0)
    rho = g.mean() / d.mean()
    assert found == pytest.approx(rho, rel=1e-10)
    errors = (g - rho * d) / d.mean()
    wanted = errors.std(ddof=1) / np.sqrt(len(errors))
    assert error == pytest.approx(wanted, rel=1e-10)
    assert abs(found - 0.3) < 4 * error


def test_the_error_of_a_mean_by_hand():
    assert mean_of(np.array([1.0, 2.0, 3.0])) == pytest.approx((2, 1 / np.sqrt(3)))
