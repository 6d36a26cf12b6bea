"""McNemar's test: two trained classifiers on the instances of one split."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Floats, check_integers, refuse
from tenbyten.statistics.p_values import fair_upper_tail


class McNemar(NamedTuple):
    """P-values of the exact test.

    Attributes
    ----------
    p_one_sided, p_two_sided : ndarray of shape (...)
        Of the null hypothesis that the column is not better, that neither is.
    """

    p_one_sided: Floats
    p_two_sided: Floats


def mcnemar(only_row: ArrayLike, only_column: ArrayLike) -> McNemar:
    """Compare two trained classifiers by the instances that one alone gets right.

    Parameters
    ----------
    only_row, only_column : ndarray of shape (...), int
        Test instances of one split that the row alone predicts correctly, and that the
        column alone does. Axes are data sets and pairs. The folds of a
        cross-validation, each with classifiers of its own, are no such split: over
        them the test speaks of the predictions that were made.

    Returns
    -------
    McNemar
        The exact p-values.

    Raises
    ------
    ValueError
        If a count is no integer or is negative, or if the two shapes differ.

    Notes
    -----
    The binomial test, with a chance of 1/2, of the instances that just one of the two
    gets right: section 4 of Nadeau, Bengio (2003; Machine Learning 52, 239-281),
    footnote 5, has its approximation by chi-squared, as a test of the same question as
    a t-test over the instances. Two-sided p is twice the smaller tail, at most 1; where
    the two never disagree both p are 1.
    """
    counts = {"only_row": only_row, "only_column": only_column}
    row, column = (check_integers("mcnemar", *count)[()] for count in counts.items())
    for name, count in (("only_row", row), ("only_column", column)):
        do = "a count is not negative: correct it"
        refuse("mcnemar", f"`{name}`", count, count < 0, do)
    if row.shape != column.shape:
        raise ValueError(
            f"mcnemar: `only_row` has the shape {row.shape}, `only_column` "
            f"{column.shape}; give one count of each for every comparison."
        )
    n = row + column
    one_sided = fair_upper_tail(column, n)
    two_sided = np.minimum(1, 2 * fair_upper_tail(np.maximum(row, column), n))
    return McNemar(one_sided, two_sided)
