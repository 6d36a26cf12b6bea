"""Ranks of many classifiers on many data sets."""

import numpy as np
import pytest
from demsar_2006 import AUC, AVERAGE_RANKS, DATASETS, RANKS
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from tenbyten.statistics.many_classifiers.ranks import (
    average_ranks,
    error_of_ranks,
    rank_classifiers,
    z_of_ranks,
)

# Few values: ties occur.
MEANS = arrays(
    int, array_shapes(min_dims=2, max_dims=3, min_side=2), elements=st.integers(0, 4)
)


def test_the_published_ranks_come_from_the_published_results():
    voting = DATASETS.index("voting")
    ranks = rank_classifiers(AUC)
    assert (np.delete(ranks, voting, axis=0) == np.delete(RANKS, voting, axis=0)).all()
    # The paper ranked with more decimals than it printed.
    assert ranks[voting].tolist() == [4, 1, 2.5, 2.5]


def test_the_published_averages_come_from_the_published_ranks():
    averages = average_ranks(-RANKS)
    assert averages == pytest.approx([3.143, 2.000, 2.893, 1.964], abs=0.0005)


def test_the_published_z_come_from_the_published_averages():
    assert error_of_ranks(classifiers=4, datasets=14) == pytest.approx(0.488, abs=5e-4)
    z = z_of_ranks(AVERAGE_RANKS, datasets=14)
    # The paper divides rounded ranks by a rounded error.
    assert z[0, [3, 1, 2]] == pytest.approx([2.416, 2.342, 0.512], abs=0.001)


@settings(max_examples=40)
@given(MEANS)
def test_the_ranks_of_each_data_set_sum_to_those_without_ties(means):
    k = means.shape[-1]
    assert (rank_classifiers(means).sum(axis=-1) == k * (k + 1) / 2).all()


@settings(max_examples=40)
@given(MEANS)
def test_a_rank_counts_the_better_ones_and_half_of_the_equal_ones(means):
    other, own = means[..., np.newaxis, :], means[..., np.newaxis]
    # Each classifier equals itself: the half of it makes 1/2 too little.
    count = (other > own).sum(axis=-1) + (other == own).sum(axis=-1) / 2 + 0.5
    assert (rank_classifiers(means) == count).all()


@settings(max_examples=40)
@given(MEANS)
def test_where_lower_is_better_the_ranks_are_those_of_the_negative(means):
    lower = average_ranks(means, higher_is_better=False)
    assert (lower == average_ranks(-means)).all()


@settings(max_examples=40)
@given(MEANS)
def test_z_is_positive_where_the_second_has_the_better_rank(means):
    averages = average_ranks(means)
    z = z_of_ranks(averages, datasets=means.shape[-2])
    better = averages[..., np.newaxis, :] < averages[..., :, np.newaxis]
    assert ((z > 0) == better).all()
    assert (z == -np.swapaxes(z, -1, -2)).all()


@pytest.mark.parametrize(
    ("means", "message"),
    [
        (np.zeros((1, 3)), "1 data sets and 3 classifiers; the test needs at least"),
        (np.zeros((3, 1)), "3 data sets and 1 classifiers;"),
        (np.zeros(5), "0 data sets and 0 classifiers;"),
        ([[0.1, 0.2], [np.nan, 0.3]], r"the mean at \(1, 0\) is nan"),
    ],
)
def test_too_few_or_missing_means_are_refused(means, message):
    with pytest.raises(ValueError, match=f"rank_classifiers: {message}"):
        rank_classifiers(means)


@pytest.mark.parametrize(
    ("averages", "datasets", "message"),
    [
        ([1.5, 1.5], 1, "1 data sets and 2 classifiers;"),
        ([1.0], 5, "5 data sets and 1 classifiers;"),
        ([0.8, 0.9, 0.7], 5, "of 3 classifiers sum to 2.4, not to 6; give what"),
        ([[1, 2], [1, np.nan]], 5, r"sum to nan at \(1,\), not to 3"),
    ],
)
def test_what_are_no_average_ranks_is_refused(averages, datasets, message):
    with pytest.raises(ValueError, match=f"z_of_ranks: .*{message}"):
        z_of_ranks(averages, datasets=datasets)


def test_too_few_data_sets_have_no_error_of_ranks():
    with pytest.raises(ValueError, match="error_of_ranks: 0 data sets and 4 class"):
        error_of_ranks(classifiers=4, datasets=0)
