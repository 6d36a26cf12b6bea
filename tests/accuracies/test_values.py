"""Means and deviations over folds: held to pandas, in the table's order."""

import numpy as np
import pandas as pd
import pytest

from tenbyten.accuracies.values import deviations_of, means_of


@pytest.fixture
def table():
    """Two data sets, three classifiers, 2 runs of 3 folds, in no alphabetical order."""
    cells = pd.MultiIndex.from_product(
        [["zoo", "iris"], ["C", "A", "B"], [1, 2], [1, 2, 3]],
        names=["dataset", "classifier", "run", "fold"],
    )
    rng = np.random.default_rng(1)
    return cells.to_frame(index=False).assign(
        accuracy=rng.random(len(cells)), auc=rng.random(len(cells))
    )


@pytest.mark.parametrize("metric", ["accuracy", "auc"])
def test_both_agree_with_pandas_group_by(table, metric):
    groups = table.groupby(["dataset", "classifier"], sort=False)[metric]
    for ours, theirs in (
        (means_of(table, metric), groups.mean()),
        (deviations_of(table, metric), groups.std()),
    ):
        pd.testing.assert_frame_equal(ours, theirs.unstack(sort=False), atol=1e-12)


def test_order_is_the_tables(table):
    means = means_of(table)
    assert list(means.index) == ["zoo", "iris"]
    assert list(means.columns) == ["C", "A", "B"]


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


def test_an_empty_cell_is_named(table):
    table.loc[8, "auc"] = np.nan
    with pytest.raises(
        ValueError,
        match=r"undefined in 1 cells \(zoo, A, run 1, fold 3\).* fewer folds",
    ):
        means_of(table, "auc")


def test_an_unknown_metric_is_refused(table):
    with pytest.raises(ValueError, match="no column 'brier' in the long table"):
        means_of(table, "brier")


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
