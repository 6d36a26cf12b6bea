"""Policies that are varied."""

import pytest

from tenbyten.comparisons.variants import COLUMNS
from tenbyten.comparisons.varied import FACTORS, rho_as_number


def test_every_policy_that_is_varied_is_a_column_of_the_variants():
    assert {policy for of_test in FACTORS.values() for policy in of_test} < {*COLUMNS}


@pytest.mark.parametrize(("rho", "number"), [("1/folds", 0.1), (0.25, 0.25), (0, 0.0)])
def test_a_correlation_is_a_number_or_that_of_so_many_folds(rho, number):
    assert rho_as_number(rho, 10) == number
