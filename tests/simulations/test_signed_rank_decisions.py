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


def decided(differences, *, alpha, method, sides, zeros):
    """The same by the project's test."""
    test = signed_rank(differences, method=method, zeros=zeros)
    p = test.p_one_sided if sides == "one" else test.p_two_sided
    return (p < alpha) & (test.rank_sum_column > test.rank_sum_row)


@given(
    DIFFERENCES,
    st.sampled_from([0.01, 0.05, 0.1, 0.4]),
    st.sampled_from(["auto", "exact", "approximate"]),
    st.sampled_from(["one", "two"]),
    st.sampled_from(ZEROS),
)
def test_decisions_are_those_of_the_test(differences, alpha, method, sides, zeros):
    settings = {"alpha": alpha, "method": method, "sides": sides, "zeros": zeros}
    found = column_is_better(differences, **settings)
    assert found.tolist() == decided(differences, **settings).tolist()


@pytest.mark.parametrize("datasets", [25, 50, 53, 100, 200, 201])
def test_so_are_those_of_many_experiments(datasets):
    rng = np.random.default_rng(datasets)
    experiments = 10 if datasets == 200 else 60
    differences = np.round(rng.normal(0.2, 1, (experiments, 2, datasets)), 1)
    for zeros in ZEROS:
        for sides in ("one", "two"):
            settings = {"alpha": 0.05, "method": "auto", "sides": sides, "zeros": zeros}
            found = column_is_better(differences, **settings)
            expected = decided(differences, **settings)
            assert found.shape == (experiments, 2)
            assert 0 < expected.mean() < 1
            assert np.array_equal(found, expected)


def test_p_just_at_alpha_does_not_decide():
    # Four positive differences of four: p = 1 / 16 exactly.
    differences = np.array([0.1, 0.2, 0.3, 0.4])
    settings = {"method": "exact", "sides": "one"}
    assert not column_is_better(differences, alpha=1 / 16, **settings)
    assert column_is_better(differences, alpha=1 / 16 + 1e-9, **settings)
    settings["sides"] = "two"
    assert not column_is_better(differences, alpha=1 / 8, **settings)
    assert column_is_better(differences, alpha=1 / 8 + 1e-9, **settings)
    assert not column_is_better(-differences, alpha=0.4, **settings)


def test_differences_without_any_decide_nothing():
    for zeros in ZEROS:
        settings = {"method": "exact", "sides": "one", "zeros": zeros}
        assert not column_is_better(np.zeros((3, 10)), alpha=0.9, **settings).any()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"alpha": 5}, "alpha"),
        ({"method": "best"}, "method is 'best'"),
        ({"zeros": "keep"}, "zeros is 'keep'"),
    ],
)
def test_wrong_settings_are_refused(changed, message):
    settings = {"alpha": 0.05, "method": "auto", "sides": "one", "zeros": "split"}
    with pytest.raises(ValueError, match=message):
        column_is_better(np.ones((2, 5)), **settings | changed)


@pytest.mark.parametrize("differences", [[[0.1]], [[0.1, np.nan]]])
def test_wrong_differences_are_refused(differences):
    with pytest.raises(ValueError, match="signed_rank: "):
        column_is_better(np.array(differences), alpha=0.05, method="auto", sides="one")
