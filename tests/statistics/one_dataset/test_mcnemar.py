"""McNemar's exact test."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as of_statsmodels

from tenbyten.statistics.one_dataset.mcnemar import mcnemar

COUNTS = st.integers(0, 60)


@given(COUNTS, COUNTS)
def test_it_is_that_of_statsmodels(row, column):
    test = mcnemar(row, column)
    table = [[100, row], [column, 50]]
    exact = of_statsmodels(table, exact=True)
    assert test.p_two_sided == pytest.approx(exact.pvalue, rel=1e-12)


@given(COUNTS, COUNTS)
def test_one_sided_it_is_the_binomial_test_of_scipy(row, column):
    if row + column:
        theirs = stats.binomtest(column, row + column, 0.5, alternative="greater")
        assert mcnemar(row, column).p_one_sided == pytest.approx(theirs.pvalue)


@pytest.mark.parametrize("count", [0, 1, 30])
def test_equal_counts_are_no_evidence(count):
    test = mcnemar(count, count)
    assert test.p_two_sided == 1
    assert test.p_one_sided > 0.5
