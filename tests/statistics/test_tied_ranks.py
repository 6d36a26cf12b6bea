"""Ranks of ties, held to SciPy's."""

import numpy as np
import pytest
from scipy.stats import rankdata

from tenbyten.statistics.tied_ranks import shared_ranks

SHAPES = [(1,), (7,), (50, 9), (3, 4, 11), (5, 1), (0, 6)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("sizes", [1, 3, 1000])
def test_ranks_are_those_of_scipy(shape, sizes):
    values = np.random.default_rng(1).integers(0, sizes, shape) / 7
    assert np.array_equal(shared_ranks(values), rankdata(values, axis=-1))


def test_ranks_by_hand():
    assert shared_ranks(np.array([0.3, 0.1, 0.3, 0.0, -0.0])).tolist() == [
        *(4.5, 3, 4.5, 1.5, 1.5)
    ]
