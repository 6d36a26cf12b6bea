"""Fast decisions of the signed-rank test."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from signed_rank_decisions import column_is_better

from tenbyten.statistics.many_datasets.signed_rank import ZEROS, signed_rank

# Ties and zeros are frequent; the column is more often the better one.
DIFFERENCES = st.tuples(st.integers(1, 8), st.integers(2, 60)).flatmap(
    lambda shape: arrays(float, shape, elements=st.integers(-5, 9).map(lambda x: x / 8))
)


def decided(differences, *, alpha, zeros):
    """The same by the project's test."""
    test = signed_rank(differences, method="exact", zeros=zeros)
    return (test.p_one_sided < alpha) & (test.rank_sum_column > test.rank_sum_row)


@given(DIFFERENCES, st.sampled_from([0.01, 0.05, 0.1, 0.4]), st.sampled_from(ZEROS))
def test_decisions_are_those_of_the_test(differences, alpha, zeros):
    found = column_is_better(differences, alpha=alpha, zeros=zeros)
    assert found.tolist() == decided(differences, alpha=alpha, zeros=zeros).tolist()


@pytest.mark.parametrize("datasets", [25, 50, 53, 100, 200])
def test_so_are_those_of_many_experiments(datasets):
    rng = np.random.default_rng(datasets)
    experiments = 10 if datasets == 200 else 60
    differences = np.round(rng.normal(0.2, 1, (experiments, 2, datasets)), 1)
    for zeros in ZEROS:
        found = column_is_better(differences, alpha=0.05, zeros=zeros)
        expected = decided(differences, alpha=0.05, zeros=zeros)
        assert found.shape == (experiments, 2)
        assert 0 < expected.mean() < 1
        assert np.array_equal(found, expected)


def test_p_just_at_alpha_does_not_decide():
    # Unrolled positive differences of four: p = 1 / 16 exactly.
    differences = np.array([0.1, 0.2, 0.3, 0.4])
    assert not column_is_better(differences, alpha=1 / 16, zeros="split")
    assert column_is_better(differences, alpha=1 / 16 + 1e-9, zeros="split")
    assert not column_is_better(-differences, alpha=0.4, zeros="split")


def test_differences_without_any_decide_nothing():
    for zeros in ZEROS:
        assert not column_is_better(np.zeros((3, 10)), alpha=0.9, zeros=zeros).any()


@pytest.mark.parametrize("differences", [[[0.1]], [[0.1, np.nan]]])
def test_wrong_differences_are_refused(differences):
    with pytest.raises(ValueError, match="signed_rank: "):
        column_is_better(np.array(differences), alpha=0.05, zeros="split")
