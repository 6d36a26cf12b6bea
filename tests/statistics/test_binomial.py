"""The tail of a fair coin, held to SciPy's and to counting."""

from math import comb

import numpy as np
import pytest
from scipy.stats import binom

from tenbyten.statistics.binomial import fair_upper_tail


@pytest.mark.parametrize("n", [0, 1, 2, 17, 100, 1000])
def test_the_tail_is_that_of_scipy_beyond_both_ends_too(n):
    wins = np.arange(-2, n + 4)
    assert np.array_equal(fair_upper_tail(wins, n), binom.sf(wins - 1, n, 0.5))


def test_the_tail_by_counting():
    ways = sum(comb(14, wins) for wins in range(11, 15))
    assert fair_upper_tail(11, 14) == pytest.approx(ways / 2**14, rel=1e-14)
