"""Equal values become equal floats."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tenbyten.statistics.rounding import rounded


@given(arrays(int, 12, elements=st.integers(-3, 3)), st.randoms(use_true_random=False))
def test_a_rounded_mean_does_not_depend_on_the_order(gained, random):
    order = random.sample(range(12), 12)
    mean = rounded(np.mean(gained / 7))
    assert mean == rounded(np.mean(gained[order] / 7))
    assert mean == pytest.approx(np.mean(gained) / 7, abs=1e-12)
