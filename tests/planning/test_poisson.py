"""Decisions of the Poisson test on many drawn comparisons."""

import numpy as np
import pytest

from tenbyten.planning.poisson import poisson_decisions
from tenbyten.statistics import poisson_test

RNG = np.random.default_rng(5)
SIZES = [2, 3, 8, 9, 40]


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
@pytest.mark.parametrize(
    "wins",
    [
        RNG.random(15),
        np.array([0, 1, 1, 0.5, 0.9]),
        np.array([np.nan, 0.7, 0.99, np.nan, 1, 0.6]),
        np.full(3, np.nan),
        np.ones(2),
    ],
    ids=["some", "certain", "dropped", "none left", "all won"],
)
def test_decisions_are_those_of_the_poisson_test(wins, alpha):
    drawn = RNG.integers(0, len(wins), (60, SIZES[-1]))
    found = poisson_decisions(wins, drawn, SIZES, alpha=alpha)
    for i, size in enumerate(SIZES):
        test = poisson_test(wins[drawn[:, :size]], alpha=alpha)
        np.testing.assert_array_equal(found[:, i], test.column_is_better)
