"""Sorting in WEKA's order."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tenbyten.learners.sorting import sort_rows


def test_a_few_rows_are_sorted_by_hand():
    # Three places: compared (0, 1), (0, 2), (1, 2); only a greater one moves.
    order = np.array([0, 1, 2])
    sort_rows(order, np.array([2.0, 1.0, 2.0]))
    assert order.tolist() == [1, 0, 2]
    # Four: the median of the first 2, the second 2 and the 1 is the pivot; 3 and
    # the first 2 are left to its right and change places.
    order = np.array([0, 1, 2, 3])
    sort_rows(order, np.array([2.0, 2.0, 3.0, 1.0]))
    assert order.tolist() == [3, 1, 0, 2]


@given(arrays(float, st.integers(0, 300), elements=st.sampled_from([1, 2, 3, np.nan])))
def test_rows_are_sorted_and_missing_ones_last(column):
    order = np.arange(len(column))
    sort_rows(order, column)
    assert sorted(order) == list(range(len(column)))
    np.testing.assert_array_equal(column[order], np.sort(column))
