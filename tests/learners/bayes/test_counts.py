"""Counts of values and pairs of values."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tenbyten.learners.bayes.counts import Counts, label_codes

# Seven attributes: pairs are counted four at a time where nothing is missing.
CODES = arrays(np.int32, (7, 20), elements=st.integers(0, 3))
CLASSES = arrays(np.int64, 20, elements=st.integers(0, 2))


@given(CODES, CLASSES, st.sets(st.tuples(st.integers(0, 6), st.integers(0, 19))))
def test_counts_are_what_counting_one_by_one_gives(codes, classes, missing):
    for cell in missing:
        codes[cell] = -1
    counts = Counts(codes, np.full(7, 4), classes, 3)
    table = counts.table
    for a, b in combinations(range(7), 2):
        pairs = table.of_pair[table.block[a, b] :][: 4 * 4 * 3].reshape(4, 4, 3)
        for u, w, c in np.ndindex(4, 4, 3):
            both = (codes[a] == u) & (codes[b] == w) & (classes == c)
            assert pairs[u, w, c] == np.count_nonzero(both)
    for a, u, c in np.ndindex(7, 4, 3):
        one = (codes[a] == u) & (classes == c)
        assert table.of_value[table.first[a] + u, c] == np.count_nonzero(one)
        known = (codes[a] >= 0) & (classes == c)
        assert table.known[a, c] == np.count_nonzero(known)


@pytest.mark.parametrize("rows", [0, 3])
def test_a_constant_attribute_has_no_pairs(rows):
    codes = np.array([[0, 0, 0], [0, 1, 1], [0, -1, 0]], dtype=np.int32)[:, :rows]
    classes = np.array([0, 1, 1])[:rows]
    table = Counts(codes, np.array([1, 2, 1]), classes, 2).table
    assert table.constant.tolist() == [True, False, rows == 0]
    assert len(table.of_pair) == (2 * 1 * 2 if rows else 0)


def test_there_may_be_no_attribute():
    codes = label_codes(np.empty((2, 0)))
    table = Counts(codes, np.empty(0, dtype=np.int64), np.array([0, 1]), 2).table
    assert table.of_value.shape == (0, 2)
    assert table.of_pair.shape == (0,)
