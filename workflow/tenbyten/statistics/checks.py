"""What the tests for many classifiers ask of their arguments.

Each check raises its ValueError in the name of the `test` that was called.
"""

import numpy as np

# Average ranks that were printed with two decimals still pass.
_PRINTED = 0.005


def check_means(test, means):
    """Means as an array of shape (..., datasets, classifiers), or an error."""
    means = np.asarray(means, dtype=float)
    _check_design(test, *(means.shape[-2:] if means.ndim > 1 else (0, 0)))
    wrong = ~np.isfinite(means)
    if np.any(wrong):
        where = tuple(np.argwhere(wrong)[0].tolist())
        raise ValueError(
            f"{test}: the mean at {where} is {means[where]}; every classifier needs "
            f"a number on every data set; fill in what is missing."
        )
    return means


def check_average_ranks(test, averages, datasets):
    """Average ranks as an array of shape (..., classifiers), or an error."""
    averages = np.asarray(averages, dtype=float)
    classifiers = averages.shape[-1] if averages.ndim else 0
    _check_design(test, datasets, classifiers)
    total = classifiers * (classifiers + 1) / 2
    wrong = ~(np.abs(np.sum(averages, axis=-1) - total) <= _PRINTED * classifiers)
    if np.any(wrong):
        where = tuple(np.argwhere(wrong)[0].tolist())
        raise ValueError(
            f"{test}: the average ranks of {classifiers} classifiers sum to "
            f"{np.sum(averages[where]):g}{f' at {where}' if where else ''}, not to "
            f"{total:g}; give what `average_ranks` makes of the accuracies."
        )
    return averages


def check_alpha(test, alpha):
    """Refuse what is no size of a test."""
    if not 0 < alpha < 1:
        raise ValueError(
            f"{test}: alpha is {alpha}; give a number between 0 and 1: 0.05."
        )


def check_control(test, control, classifiers):
    """Refuse a control that is none of the classifiers."""
    if control not in range(classifiers):
        raise ValueError(
            f"{test}: the control is number {control} of {classifiers} classifiers; "
            f"give its place, from 0 to {classifiers - 1}."
        )


def _check_design(test, datasets, classifiers):
    """Refuse too few data sets or classifiers."""
    if datasets < 2 or classifiers < 2:
        raise ValueError(
            f"{test}: {datasets} data sets and {classifiers} classifiers; the test "
            f"needs at least two of each: give the subset more data sets, the study "
            f"more classifiers."
        )
