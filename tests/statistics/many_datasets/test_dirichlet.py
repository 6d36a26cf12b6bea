"""What the Bayesian tests over data sets share."""

import numpy as np
import pytest

from tenbyten.statistics.many_datasets.bayesian_sign import bayesian_sign
from tenbyten.statistics.many_datasets.bayesian_signed_rank import (
    bayesian_signed_rank,
    draw_signed_rank,
)
from tenbyten.statistics.many_datasets.dirichlet import count_largest

TESTS = [bayesian_sign, bayesian_signed_rank, draw_signed_rank]
FINE = {"rope": 0.01, "seed": 1}


def test_shared_draws_are_split_evenly():
    thetas = np.array([[0.5, 0, 0.5], [0.2, 0.3, 0.5], [0.4, 0.2, 0.4], np.ones(3) / 3])
    assert count_largest(thetas) == pytest.approx([4 / 3, 1 / 3, 7 / 3])


def test_rounding_does_not_break_a_tie():
    assert count_largest(np.array([[0.5 + 1e-16, 0, 0.5 - 1e-16]])).tolist() == [
        0.5,
        0,
        0.5,
    ]


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize(
    ("differences", "settings", "message"),
    [
        (np.zeros((2, 0)), {}, r"differences of shape \(2, 0\)"),
        (0.1, {}, r"differences of shape \(\)"),
        (np.array([0.1, np.nan]), {}, r"at \(1,\) is nan"),
        (np.array([0.1, 2.0]), {}, r"at \(1,\) is 2.0; .* a number from -1 to 1"),
        (np.array([0.1, np.inf]), {"largest": np.inf}, r"at \(1,\) is inf"),
        (np.zeros(3), {"rope": 1}, "rope is 1; give a number from 0 to below 1"),
        (np.zeros(3), {"rope": -0.1}, "rope is -0.1"),
        (np.zeros(3), {"prior_strength": -1}, "prior_strength is -1; give 0 or more"),
        (
            np.zeros(3),
            {"prior_place": "left"},
            "prior_place is 'left'; give one of row",
        ),
        (np.zeros(3), {"draws": 0}, "draws is 0 and seed is 1; give at least one"),
        (np.zeros(3), {"seed": None}, "seed is None; give at least one draw and an"),
    ],
)
def test_what_no_posterior_can_be_drawn_from_is_refused(
    test, differences, settings, message
):
    with pytest.raises(ValueError, match=f"^{test.__name__}: .*{message}"):
        test(differences, **FINE | settings)


@pytest.mark.parametrize("test", TESTS)
def test_a_metric_without_bounds_is_compared_by_its_own_rope(test):
    differences = np.array([2.0, -3.0, 7.0, 5.0])
    wide = test(differences, rope=1.5, seed=1, largest=np.inf)
    assert np.array_equal(wide, test(differences / 100, rope=0.015, seed=1))
