"""Performance profiles, against an enumeration."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tenbyten.statistics import performance_profiles

MEANS = st.tuples(st.integers(2, 12), st.integers(2, 5)).flatmap(
    lambda shape: arrays(float, shape, elements=st.integers(1, 20).map(lambda x: x / 8))
)


@given(MEANS, st.booleans(), st.booleans())
def test_shares_are_those_of_an_enumeration(means, higher_is_better, ratio):
    found = performance_profiles(means, higher_is_better=higher_is_better, ratio=ratio)
    assert found.tau[0] == (1 if ratio else 0)
    for tau, shares in zip(found.tau + 1e-9, found.share, strict=True):
        for classifier, share in enumerate(shares):
            close = 0
            for line in means:
                one, best = (
                    line[classifier],
                    max(line) if higher_is_better else min(line),
                )
                factor = max(one / best, best / one)
                close += (factor if ratio else abs(one - best)) <= tau
            assert share == close / len(means)
    assert (found.share[-1] == 1).all()
    assert (np.diff(found.share, axis=0).max(axis=1, initial=0) > 0).all()


def test_equal_distances_in_floats_are_one_step():
    found = performance_profiles([[0.3, 0.1], [0.5, 0.3], [0.7, 0.5]])
    assert found.tau.tolist() == [0, 0.2]
