"""McNemar's test: two trained classifiers on the instances of one split."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtrc

from tenbyten.statistics.checks import Floats, Ints, check_integers, refuse
from tenbyten.statistics.p_values import fair_upper_tail


class McNemar(NamedTuple):
    """The exact test and both approximations.

    Attributes
    ----------
    disagreements : ndarray of shape (...), int
        Instances that just one of the two gets right.
    p_one_sided, p_two_sided : ndarray of shape (...)
        Exact; of the null hypothesis that the column is not better, that neither is.
    statistic, p_approximate : ndarray of shape (...)
        Chi-squared without correction for continuity, and its two-sided p.
    statistic_corrected, p_corrected : ndarray of shape (...)
        Chi-squared corrected for continuity, and its two-sided p.
    """

    disagreements: Ints
    p_one_sided: Floats
    p_two_sided: Floats
    statistic: Floats
    p_approximate: Floats
    statistic_corrected: Floats
    p_corrected: Floats


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
        The exact p-values, and chi-squared with one degree of freedom.

    Raises
    ------
    ValueError
        If a count is no integer or is negative, or if the two shapes differ.

    Notes
    -----
    Section 4 of Nadeau, Bengio (2003; Machine Learning 52, 239-281), footnote 5: the
    squared difference of the counts over their sum; there without correction for
    continuity, and as a test of the same question as a t-test over the instances. The
    correction of Edwards (1948; Psychometrika 13, 185-187) takes 1 off the absolute
    difference, though here never below 0: equal counts give a statistic of 0 and a p of
    1, not the 1 / n of the formula. The exact p is that of the binomial distribution
    with a chance of 1/2, two-sided by doubling, at most 1; where the two never disagree
    every p is 1.
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
    gap = np.abs(column - row)
    # Without disagreement the gap is 0, and so is the statistic.
    some = np.maximum(n, 1)
    statistic = gap**2 / some
    corrected = np.maximum(gap - 1, 0) ** 2 / some
    approximate, p_corrected = chdtrc(1, statistic), chdtrc(1, corrected)
    return McNemar(
        n, one_sided, two_sided, statistic, approximate, corrected, p_corrected
    )
