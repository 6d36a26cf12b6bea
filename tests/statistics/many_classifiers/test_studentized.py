"""Upper tails of the studentised range and of the many-to-one t."""

import numpy as np
import pytest
from scipy import stats

from tenbyten.statistics.many_classifiers.studentized import (
    p_of_maximum,
    p_of_range,
    range_exceeded,
)

SIZES = np.array([0, 0.5, 1, 2, 3, 4, 5, 6, 8])


@pytest.mark.parametrize("df", [2, 5, 39, 500, np.inf])
@pytest.mark.parametrize("classifiers", [2, 3, 4, 20])
def test_the_range_is_scipy_s(classifiers, df):
    ours = p_of_range(SIZES, classifiers=classifiers, df=df)
    theirs = stats.studentized_range.sf(SIZES, classifiers, df)
    # SciPy's own integration is good to about 1e-12.
    assert ours == pytest.approx(theirs, abs=1e-11)


@pytest.mark.parametrize("classifiers", [2, 5, 30])
@pytest.mark.parametrize("p", [1e-9, 0.01, 0.05, 0.5, 0.999])
def test_the_range_that_is_exceeded_is_scipy_s(p, classifiers):
    ours = range_exceeded(p, classifiers=classifiers)
    # SciPy subtracts from one, so that small p lose their digits.
    theirs = stats.studentized_range.isf(p, classifiers, np.inf)
    assert ours == pytest.approx(theirs, abs=1e-5 if p < 1e-6 else 1e-10)


@pytest.mark.parametrize("df", [1, 2, 5, 39, 500, 18981])
def test_one_pair_is_student_s_t(df):
    two_sided = pytest.approx(2 * stats.t.sf(SIZES, df), rel=1e-9)
    assert p_of_maximum(SIZES, others=1, df=df) == two_sided
    assert p_of_range(np.sqrt(2) * SIZES, classifiers=2, df=df) == two_sided


@pytest.mark.parametrize("size", [1, 5, 10, 20, 35])
def test_small_p_keep_their_digits_where_the_error_is_known(size):
    two_sided = pytest.approx(2 * stats.norm.sf(size), rel=1e-9)
    assert p_of_maximum(size, others=1, df=np.inf) == two_sided
    assert p_of_range(np.sqrt(2) * size, classifiers=2, df=np.inf) == two_sided


@pytest.mark.parametrize(("others", "df"), [(2, 5), (3, 39), (6, 12)])
def test_the_maximum_is_the_multivariate_t_of_scipy(others, df):
    shape = np.full((others, others), 0.5) + np.eye(others) / 2
    for size in (1.0, 2.5):
        corner = np.full(others, size)
        within = stats.multivariate_t(shape=shape, df=df).cdf(
            corner, lower_limit=-corner, random_state=np.random.default_rng(1)
        )
        # SciPy's integral is over random points.
        assert p_of_maximum(size, others=others, df=df) == pytest.approx(
            1 - within, abs=5e-4
        )


@pytest.mark.parametrize("df", [7, np.inf])
def test_no_difference_has_p_one_and_an_infinite_one_zero(df):
    ends = np.array([0, np.inf])
    assert p_of_range(ends, classifiers=5, df=df) == pytest.approx([1, 0], abs=1e-14)
    assert p_of_maximum(ends, others=4, df=df) == pytest.approx([1, 0], abs=1e-14)
