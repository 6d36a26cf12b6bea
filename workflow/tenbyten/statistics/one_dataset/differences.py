"""Differences of accuracy, from counts of correct predictions, or of another metric.

A difference is the accuracy of right (the column of a table) minus the accuracy
of left (its row), fold by fold. Of a metric of which less is better it is left minus
right: positive is always where right is better.
"""

from fractions import Fraction

import numpy as np

# Decimal places that survive in a difference of two values given as floats.
PLACES = 12


def differences(correct_left, correct_right, tested):
    """Difference of accuracy in each fold.

    Parameters
    ----------
    correct_left, correct_right : ndarray of shape (..., n), int
        Correct predictions in each of the n folds of all runs.
    tested : ndarray of shape (..., n), int
        Test instances in each fold. The leading axes of the three (data sets,
        pairs) broadcast.

    Returns
    -------
    ndarray of shape (..., n)
        Accuracy of right minus accuracy of left, a fraction.

    Raises
    ------
    ValueError
        If a count is no integer, is negative or above `tested`, if nothing was
        tested in a fold, or if the numbers of folds differ.

    Notes
    -----
    The counts are subtracted as integers and divided once, and IEEE division
    rounds correctly. Equal rational differences are therefore identical floats,
    also across folds of different size (1/14 and 2/28), so that ``== 0`` finds
    zero differences and a range of 0 finds zero variance, exactly. Subtracting
    two accuracies would not: 14/14 - 13/14 is not 13/14 - 12/14 in floats.
    """
    gained, tested = _gained(correct_left, correct_right, tested, "differences")
    return gained / tested


def mean_differences(correct_left, correct_right, tested):
    """Mean over the folds of the difference of accuracy.

    Parameters
    ----------
    correct_left, correct_right, tested
        As in `differences`.

    Returns
    -------
    ndarray of shape (...)
        The unweighted mean over the n folds, a fraction.

    Raises
    ------
    ValueError
        As `differences`.

    Notes
    -----
    The mean is computed as a ratio of integers and rounded once, to the nearest
    float. Equal means of two data sets are therefore identical floats, means of
    opposite sign are exact opposites and a mean of zero is zero, so that ranks
    find ties and zeros exactly. A floating-point mean does not: a win and a loss
    of 1/14 and of 1/15 leave a rest that depends on the order of the folds.
    """
    gained, tested = _gained(correct_left, correct_right, tested, "mean_differences")
    means = np.empty(gained.shape[:-1])
    for index in np.ndindex(means.shape):
        means[index] = _exact_mean(gained[index], tested[index])
    return means[()]


def differences_of_accuracies(accuracy_left, accuracy_right):
    """Difference of accuracy in each fold, where the counts are not known.

    Parameters
    ----------
    accuracy_left, accuracy_right : ndarray of shape (..., n)
        Accuracies, as fractions in full precision.

    Returns
    -------
    ndarray of shape (..., n)
        Accuracy of right minus accuracy of left, rounded at 1e-12.

    Raises
    ------
    ValueError
        If an accuracy is NaN or outside 0 to 1, or if the shapes differ.

    Notes
    -----
    Floating-point subtraction errs by some 1e-16, which would tell equal
    differences apart and hide zero variance; rounding at 1e-12 removes that.
    Differences of counts in folds of t and u instances are at least 1 / (t u)
    apart, so nothing that differs is merged up to a million instances a fold.
    Accuracies with few digits (0.9333) carry an error that no rounding removes:
    give counts to `differences` wherever there are counts.
    """
    left, right = _accuracies(
        accuracy_left, accuracy_right, "differences_of_accuracies"
    )
    return _rounded(right - left)


def mean_differences_of_accuracies(accuracy_left, accuracy_right):
    """Mean over the folds of the difference, where the counts are not known.

    Parameters
    ----------
    accuracy_left, accuracy_right : ndarray of shape (..., n)
        Accuracies, as fractions in full precision.

    Returns
    -------
    ndarray of shape (...)
        The unweighted mean over the n folds, rounded at 1e-12.

    Raises
    ------
    ValueError
        As `differences_of_accuracies`.

    Notes
    -----
    Rounded for the reason given in `differences_of_accuracies`, and once only,
    after the mean.
    """
    left, right = _accuracies(
        accuracy_left, accuracy_right, "mean_differences_of_accuracies"
    )
    return _rounded(np.mean(right - left, axis=-1))


def differences_of_values(value_left, value_right, *, higher_is_better):
    """How much better right is in each fold, by any metric.

    Parameters
    ----------
    value_left, value_right : ndarray of shape (..., n)
        Values of the metric, in its own unit.
    higher_is_better : bool
        Whether the larger of two values is the better one.

    Returns
    -------
    ndarray of shape (..., n)
        Right minus left where higher is better, else left minus right: positive
        where right is better. In the metric's unit, rounded at 1e-12.

    Raises
    ------
    ValueError
        If a value is NaN or infinite, or if the shapes differ.

    Notes
    -----
    Rounded for the reason given in `differences_of_accuracies`.
    """
    return _rounded(
        _gains(value_left, value_right, higher_is_better, "differences_of_values")
    )


def mean_differences_of_values(value_left, value_right, *, higher_is_better):
    """How much better right is in the mean over the folds, by any metric.

    Parameters
    ----------
    value_left, value_right, higher_is_better
        As in `differences_of_values`.

    Returns
    -------
    ndarray of shape (...)
        The unweighted mean over the n folds, rounded at 1e-12.

    Raises
    ------
    ValueError
        As `differences_of_values`.
    """
    gains = _gains(
        value_left, value_right, higher_is_better, "mean_differences_of_values"
    )
    return _rounded(np.mean(gains, axis=-1))


def _gains(value_left, value_right, higher_is_better, caller):
    """What right has over left, positive where right is better."""
    values = {
        "value_left": np.asarray(value_left, dtype=float),
        "value_right": np.asarray(value_right, dtype=float),
    }
    _check_folds(values, caller)
    for name, value in values.items():
        if not np.all(np.isfinite(value)):
            where = tuple(np.argwhere(~np.isfinite(value))[0].tolist())
            raise ValueError(
                f"{caller}: `{name}` is {value[where]} at {where}; fill in what is "
                f"missing."
            )
    left, right = values.values()
    return right - left if higher_is_better else left - right


def _rounded(difference):
    """Differences without the errors of floating-point subtraction."""
    # Adding 0.0 turns -0.0 into 0.0.
    return np.round(difference, PLACES) + 0.0


def _exact_mean(gained, tested):
    """Mean of gained / tested over one axis, correctly rounded."""
    total = sum(
        Fraction(int(gained[tested == size].sum()), int(size))
        for size in np.unique(tested)
    )
    return float(total / len(gained))


def _gained(correct_left, correct_right, tested, caller):
    """Correct predictions that right has more than left, beside `tested`."""
    counts = {
        "correct_left": np.asarray(correct_left),
        "correct_right": np.asarray(correct_right),
        "tested": np.asarray(tested),
    }
    for name, count in counts.items():
        if not np.issubdtype(count.dtype, np.integer):
            raise ValueError(
                f"{caller}: `{name}` holds {count.dtype}, not integers; give counts "
                f"of instances, or accuracies to `differences_of_accuracies`."
            )
    _check_folds(counts, caller)
    left, right, tested = np.broadcast_arrays(
        *(count.astype(np.int64) for count in counts.values())
    )
    if np.any(tested < 1):
        where = tuple(np.argwhere(tested < 1)[0].tolist())
        raise ValueError(
            f"{caller}: `tested` is {tested[where]} at {where}; every fold tests at "
            f"least one instance; correct the accuracy table."
        )
    for name, correct in (("correct_left", left), ("correct_right", right)):
        wrong = (correct < 0) | (correct > tested)
        if np.any(wrong):
            where = tuple(np.argwhere(wrong)[0].tolist())
            raise ValueError(
                f"{caller}: `{name}` is {correct[where]} of {tested[where]} tested "
                f"at {where}; a count lies between 0 and `tested`; correct the "
                f"accuracy table."
            )
    return right - left, tested


def _accuracies(accuracy_left, accuracy_right, caller):
    """Both accuracies as checked arrays."""
    accuracies = {
        "accuracy_left": np.asarray(accuracy_left, dtype=float),
        "accuracy_right": np.asarray(accuracy_right, dtype=float),
    }
    _check_folds(accuracies, caller)
    for name, accuracy in accuracies.items():
        wrong = ~((accuracy >= 0) & (accuracy <= 1))
        if np.any(wrong):
            where = tuple(np.argwhere(wrong)[0].tolist())
            raise ValueError(
                f"{caller}: `{name}` is {accuracy[where]} at {where}; accuracies are "
                f"fractions from 0 to 1: divide percentages by 100, fill in what is "
                f"missing."
            )
    return accuracies.values()


def _check_folds(arrays, caller):
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
