"""Differences between two classifiers, from counts of correct predictions or values.

Fold by fold a difference is positive where the column is better.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tenbyten.statistics.checks import (
    Bools,
    Floats,
    Ints,
    check_integers,
    check_values,
    refuse,
)
from tenbyten.statistics.rounding import error_of_mean, rounded


def differences(
    correct_row: ArrayLike, correct_column: ArrayLike, tested: ArrayLike
) -> Floats:
    """Compute the difference of accuracy in each fold.

    Parameters
    ----------
    correct_row, correct_column : ndarray of shape (..., n), int
        Correct predictions in each of the n folds of all runs.
    tested : ndarray of shape (..., n), int
        Test instances in each fold. The leading axes of the three (data sets, pairs)
        broadcast.

    Returns
    -------
    ndarray of shape (..., n)
        Accuracy of the column minus that of the row, a fraction.

    Raises
    ------
    ValueError
        If a count is no integer, is negative or above `tested`, if nothing was tested
        in a fold, or with no fold or the shapes do not fit together.

    Notes
    -----
    The counts are subtracted as integers and divided once, and IEEE division rounds
    correctly. Equal rational differences are therefore identical floats, also across
    folds of different size (1/14 and 2/28), so that ``== 0`` finds zero differences and
    a range of 0 finds zero variance, exactly. Subtracting two accuracies would not:
    14/14 - 13/14 is not 13/14 - 12/14 in floats.
    """
    gained, tested = _gained(correct_row, correct_column, tested, "differences")
    return gained / tested


def mean_differences(
    correct_row: ArrayLike, correct_column: ArrayLike, tested: ArrayLike
) -> Floats:
    """Average the difference of accuracy over the folds.

    Parameters
    ----------
    correct_row, correct_column, tested
        As in `differences`.

    Returns
    -------
    ndarray of shape (...)
        Unweighted mean over the folds, a fraction, positive where the column is better.

    Raises
    ------
    ValueError
        As `differences`.

    Notes
    -----
    The mean is computed as a ratio of integers and rounded once, to the nearest float.
    Equal means of two data sets are therefore identical floats, means of opposite sign
    are exact opposites and a mean of zero is zero, so that ranks find ties and zeros
    exactly. A floating-point mean does not: a win and a loss of 1/14 and of 1/15 leave
    a rest that depends on the order of the folds.
    """
    gained, tested = _gained(correct_row, correct_column, tested, "mean_differences")
    n = tested.shape[-1]
    common = np.lcm.reduce(tested, axis=-1)
    # Floats hold integers below 2 ** 53 exactly; an overflow leaves a remainder.
    exact = (common > 0) & (common <= 2**53 // n)
    exact &= ~np.any(common[..., np.newaxis] % tested, axis=-1)
    common = np.where(exact, common, 1)
    sums = np.sum(gained * (common[..., np.newaxis] // tested), axis=-1)
    means = np.asarray(sums / (common * n))
    for index in np.argwhere(~exact):
        means[*index] = _exact_mean(gained[*index], tested[*index])
    return means[()]


def differences_of_values(
    value_row: ArrayLike,
    value_column: ArrayLike,
    *,
    higher_is_better: bool = True,
    largest: float = 1.0,
    smallest: float = 0.0,
    error: ArrayLike = 0.0,
) -> Floats:
    """Compute how much better the column is in each fold, by any metric.

    Parameters
    ----------
    value_row, value_column : array_like of shape (..., n)
        Values of the metric in each of the n folds of all runs, in its own unit and in
        full precision, from `smallest` to `largest`: accuracies, where the counts are
        not known, as fractions. The leading axes of the two broadcast.
    higher_is_better : bool, default=True
        Whether the larger of two values is the better one.
    largest, smallest : float, default=1.0 and 0.0
        Bounds of the metric: 1 and 0 for accuracies, infinite for an unbounded one.
    error : float or ndarray of shape (...), default=0.0
        One unit of the last digit of rounded values, 0 for values in full precision.
        A mean of n folds has the smaller error `error` / sqrt(n).

    Returns
    -------
    ndarray of shape (..., n)
        Column minus row where higher is better, else row minus column: positive where
        the column is better. In the metric's unit, rounded at 1e-12.

    Raises
    ------
    ValueError
        If a value is not finite or out of its bounds, or with no fold or
        the shapes do not fit together.

    Notes
    -----
    Floating-point subtraction errs by some 1e-16, which would tell equal differences
    apart and hide zero variance; rounding at 1e-12 removes that. Differences of counts
    in folds of t and u instances are at least 1 / (t u) apart, so nothing that differs
    is merged up to a million instances a fold. Accuracies with few digits (0.9333)
    carry an error that no rounding removes: give counts to `differences` wherever there
    are counts, and else their `error`. Differences whose mean is smaller than the error
    of a mean (`rounding.error_of_mean`) are then shifted to a mean of 0; others whose
    range is not larger than `error` are replaced by their mean.
    """
    gains = _gains(value_row, value_column, higher_is_better, (smallest, largest))
    error = np.asarray(error)
    if not np.any(error):
        return rounded(gains)
    mean = np.mean(gains, axis=-1, keepdims=True)
    tie = _is_tie(mean, error[..., np.newaxis], gains.shape[-1])
    width = rounded(np.ptp(gains, axis=-1, keepdims=True))
    constant = ~tie & (width <= error[..., np.newaxis])
    return np.where(constant, rounded(mean), gains - tie * mean)


def mean_differences_of_values(
    value_row: ArrayLike,
    value_column: ArrayLike,
    *,
    higher_is_better: bool = True,
    largest: float = 1.0,
    smallest: float = 0.0,
    error: ArrayLike = 0.0,
) -> Floats:
    """Compute how much better the column is in the mean over the folds.

    Parameters
    ----------
    value_row, value_column, higher_is_better, largest, smallest, error
        As in `differences_of_values`.

    Returns
    -------
    ndarray of shape (...)
        The unweighted mean over the n folds, rounded at 1e-12 once, after the mean; 0
        where it is smaller than the error of a mean.

    Raises
    ------
    ValueError
        As `differences_of_values`.
    """
    gains = _gains(value_row, value_column, higher_is_better, (smallest, largest))
    means = np.mean(gains, axis=-1)
    return np.where(_is_tie(means, error, gains.shape[-1]), 0.0, rounded(means))[()]


def _is_tie(means: Floats, error: ArrayLike, n: int) -> Bools:
    """Return whether means of n folds are smaller than their error, not as large."""
    return np.abs(means) < (1 - 1e-6) * error_of_mean(error, n)


def _gains(
    value_row: ArrayLike,
    value_column: ArrayLike,
    higher_is_better: bool,
    bounds: tuple[float, float],
) -> Floats:
    """Subtract checked values; positive where the column is better."""
    given = {"value_row": value_row, "value_column": value_column}
    values = {name: np.asarray(value, dtype=float) for name, value in given.items()}
    _check_folds(values, "differences_of_values")
    smallest, largest = bounds
    for name, value in values.items():
        check_values("differences_of_values", name, value, largest, smallest)
    row, column = values.values()
    return column - row if higher_is_better else row - column


def _exact_mean(gained: Ints, tested: Ints) -> float:
    """Average gained / tested over one axis, correctly rounded."""
    total = sum(map(Fraction, gained.tolist(), tested.tolist()))
    return float(total / len(gained))


def _gained(
    correct_row: ArrayLike, correct_column: ArrayLike, tested: ArrayLike, caller: str
) -> tuple[Ints, Ints]:
    """Count by how many the column is right more often than the row, with `tested`."""
    counts = {"correct_row": correct_row, "correct_column": correct_column}
    hint = ", or accuracies to `differences_of_values`"
    checked = {
        name: check_integers(caller, name, count, hint)
        for name, count in (counts | {"tested": tested}).items()
    }
    _check_folds(checked, caller)
    row, column, tested = np.broadcast_arrays(*checked.values())
    do = "every fold tests at least one instance; correct the accuracy table"
    refuse(caller, "`tested`", tested, tested < 1, do)
    for name, correct in (("correct_row", row), ("correct_column", column)):
        wrong = (correct < 0) | (correct > tested)
        do = "a count lies between 0 and `tested`; correct the accuracy table"
        refuse(caller, f"`{name}`", correct, wrong, do)
    return column - row, tested


def _check_folds(arrays: Mapping[str, NDArray[Any]], caller: str) -> None:
    """Refuse arrays without folds, of unequal folds, or of unlike leading axes."""
    shapes = {name: array.shape for name, array in arrays.items()}
    folds = {shape[-1:] for shape in shapes.values()}
    if len(folds) > 1 or folds <= {(), (0,)}:
        raise ValueError(
            f"{caller}: the shapes are {shapes}; all need the same number of folds, "
            f"one at least, as the last axis."
        )
    try:
        np.broadcast_shapes(*shapes.values())
    except ValueError:
        raise ValueError(
            f"{caller}: the shapes {shapes} do not fit together; give all the same "
            f"leading axes."
        ) from None
