"""The quick p of signed ranks, exact where it matters."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tenbyten.statistics.many_datasets.signed_rank import (
    EXACT_UP_TO,
    quick_p,
    ranks_of,
    signed_rank,
)

ALPHAS = st.sampled_from([0.001, 0.01, 0.05, 0.1, 0.25, 0.4])


def _marks(differences, alpha):
    """Decide by quick p: 1 for the column, -1 for the row, else 0."""
    near = 0.6 * alpha, 3 * alpha
    side, p = quick_p(differences, ranks_of(differences), near=near)
    return side * (p < alpha)


@settings(max_examples=100)
@given(st.data(), st.integers(2, 30), st.integers(1, 40), ALPHAS)
def test_signed_ranks_are_decided_as_by_their_exact_p(data, datasets, largest, alpha):
    values = st.integers(-largest, largest)
    differences = data.draw(arrays(float, (40, datasets), elements=values))
    # The more differences have one sign, the more are near the threshold; zeros leave
    # ranks of nearly the same size.
    differences[20:] = np.abs(differences[20:])
    differences[::4, data.draw(st.integers(1, 15)) :] = 0
    test = signed_rank(differences)
    marks = _marks(differences, alpha)
    side = np.sign(test.rank_sum_column - test.rank_sum_row)
    assert marks.tolist() == (side * (test.p_two_sided < 2 * alpha)).tolist()


def test_signed_ranks_of_equal_sizes_are_decided_by_their_exact_p():
    # Where most ranks are tied, the approximation can be twice alpha, p below it.
    row = [-2, -3, -2, -2, -2, -2, -2, -2, 3, -2, -2, -2, -2, -1, -2]
    differences = np.array([row, np.negative(row)], dtype=float)
    assert (signed_rank(differences).p_two_sided < 2 * 0.001).all()
    marks = _marks(differences, 0.001)
    assert marks.tolist() == [-1, 1]


@pytest.mark.parametrize(("largest", "error"), [(2, 0.02), (30, 1e-4), (10_000, 1e-4)])
@pytest.mark.parametrize("datasets", [70, 120, 200])
def test_many_signed_ranks_are_decided_nearly_so(datasets, largest, error):
    rng = np.random.default_rng(datasets + largest)
    differences = rng.integers(-largest, largest + 1, (400, datasets))
    p = signed_rank(differences).p_one_sided
    for alpha in (0.01, 0.05, 0.1):
        marks = _marks(differences, alpha)
        clear = np.abs(p - alpha) > error
        assert np.mean(clear) > 0.9
        assert np.array_equal(marks[clear] > 0, p[clear] < alpha)


@pytest.mark.parametrize("datasets", [EXACT_UP_TO, EXACT_UP_TO + 1, 500])
def test_five_data_sets_that_differ_are_never_marked_in_a_two_sided_test(datasets):
    differences = np.zeros((32, datasets))
    signs = (np.arange(32)[:, np.newaxis] >> np.arange(5)) % 2 * 2 - 1
    differences[:, :5] = signs * [0.01, 0.02, 0.03, 0.04, 0.05]
    assert not _marks(differences, 0.025).any()
