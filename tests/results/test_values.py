"""Means and deviations over folds: held to pandas, in the table's order."""

import numpy as np
import pandas as pd
import pytest

from long_cells import cells_of
from tenbyten.results.values import (
    deviations_of,
    means_of,
    rounding_errors,
    rounding_units,
)


@pytest.fixture
def table():
    """Two data sets, three classifiers, 2 runs of 3 folds, in no alphabetical order."""
    cells, rng = cells_of(["zoo", "iris"], "CAB", 2, 3), np.random.default_rng(1)
    return cells.assign(accuracy=rng.random(len(cells)), auc=rng.random(len(cells)))


@pytest.mark.parametrize("metric", ["accuracy", "auc"])
def test_both_agree_with_pandas_group_by(table, metric):
    groups = table.groupby(["dataset", "classifier"], sort=False)[metric]
    for ours, theirs in (
        (means_of(table, metric), groups.mean()),
        (deviations_of(table, metric), groups.std()),
    ):
        pd.testing.assert_frame_equal(ours, theirs.unstack(sort=False), atol=1e-12)


def test_equal_means_are_equal_floats_whatever_the_order_of_the_folds(table):
    values = [0.1, 0.2, 0.3, 0.4, 0.7, 0.9]
    table.loc[:5, "accuracy"], table.loc[6:11, "accuracy"] = values, values[::-1]
    means = means_of(table)
    assert means.loc["zoo", "C"] == means.loc["zoo", "A"]


def test_two_folds_by_hand(table):
    two = table[(table["run"] == 1) & (table["fold"] < 3)].assign(accuracy=[0.5, 1] * 6)
    assert (means_of(two) == 0.75).all(axis=None)
    # sqrt(2 * 0.25^2 / (2 - 1))
    assert deviations_of(two).to_numpy() == pytest.approx(np.sqrt(0.125))


def test_whole_numbers_are_counts_and_not_rounded(table):
    whole = table.assign(cost=np.random.default_rng(2).integers(0, 9, len(table)))
    assert (rounding_units(whole, "cost") == 0).all()
    assert (rounding_units(whole.assign(cost=whole["cost"] / 10), "cost") == 0.1).all()
    # A sixth apart, which no rounding put there.
    values = [1, 0, 0, 0, 0, 0, *[0] * 12] * 2
    means = means_of(whole.assign(cost=values), "cost").loc["zoo"]
    assert means.tolist() == pytest.approx([1 / 6, 0, 0])


def test_a_mean_over_many_folds_errs_by_less_than_one_over_few(table):
    written = table.round({"accuracy": 2})
    units = np.full(2, 0.01)
    assert rounding_units(written).tolist() == units.tolist()
    # Iris in 1 run of 3 folds, zoo in 2.
    fewer = written[(written["dataset"] == "zoo") | (written["run"] == 1)]
    expected = units / np.sqrt([6, 3])
    assert rounding_errors(fewer).tolist() == pytest.approx(expected.tolist())


def test_a_difference_of_half_a_point_between_folds_of_100_instances_is_kept():
    cells = cells_of(["zoo", "iris"], "AB", 10, 10)
    correct = np.random.default_rng(3).integers(85, 95, len(cells))
    table = cells.assign(accuracy=correct / 100)
    # B is right about 50 instances of 10,000 more: exact, and seen as rounded.
    zoo = table["dataset"] == "zoo"
    row, column = (zoo & (table["classifier"] == name) for name in "AB")
    gained = np.tile([0.0, 0.01], 50)
    table.loc[column, "accuracy"] = table.loc[row, "accuracy"].to_numpy() + gained
    assert rounding_units(table).tolist() == [0.01, 0.01]
    means = means_of(table).loc["zoo"]
    assert means["B"] - means["A"] == pytest.approx(0.005)


def test_one_score_has_a_mean_and_no_spread(table):
    one = table[(table["run"] == 1) & (table["fold"] == 1)]
    assert deviations_of(one).isna().all(axis=None)
    assert means_of(one).loc["iris", "B"] == pytest.approx(one["accuracy"].iloc[-1])
    # One unit of the last digit tells two printed scores apart.
    printed = one.assign(accuracy=[0.59, 0.591, 0.592] * 2)
    assert list(means_of(printed).loc["zoo"]) == [0.59, 0.591, 0.592]


def test_data_sets_of_several_designs_keep_their_order(table):
    some = table[(table["dataset"] == "iris") | (table["run"] == 1)]
    for ours in (means_of, deviations_of):
        found = ours(some)
        assert list(found.index) == ["zoo", "iris"]
        for name in found.index:
            alone = ours(some[some["dataset"] == name])
            pd.testing.assert_frame_equal(found.loc[[name]], alone)
