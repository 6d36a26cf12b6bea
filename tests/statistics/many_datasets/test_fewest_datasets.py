"""The fewest data sets on which the signed-rank test can find a difference."""

import itertools

import numpy as np
import pytest

from tenbyten.statistics.many_datasets.signed_rank import (
    fewest_datasets,
    signed_rank,
    smallest_p,
)


@pytest.mark.parametrize("datasets", range(2, 11))
def test_no_result_has_a_smaller_p_than_the_smallest(datasets):
    signs = np.array(list(itertools.product([-1, 1], repeat=datasets)))
    p = signed_rank(signs * np.arange(1, datasets + 1)).p_two_sided
    assert smallest_p(datasets) == pytest.approx(p.min(), rel=1e-12)


def test_the_fewest_data_sets_are_those_of_tables():
    # Tables of critical values begin at n = 6 for two sides at 0.05, at 8 for 0.01.
    assert fewest_datasets(0.05) == 6
    assert fewest_datasets(0.01) == 8
    # Strictly below: 10 pairs times 2 ** -8 are 0.039, times 2 ** -7 0.078.
    assert fewest_datasets(0.05, pairs=10) == 9
    assert fewest_datasets(0.5) == 3
