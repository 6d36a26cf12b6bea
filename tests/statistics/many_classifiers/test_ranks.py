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
