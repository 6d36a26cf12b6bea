"""The array half of a learner: what the native engine and the estimators share.

Importing this needs numpy only.
"""

import numpy as np


class ArrayLearner:
    """A learner on arrays, without scikit-learn.

    A subclass stores its settings in `__init__` and gives

    ``_fit_values(values, n_values, classes, n_classes)``
        Learn. `values` is float64 of shape (rows, attributes): a nominal value
        is the index of its label, NaN is missing. `n_values` is int64 of shape
        (attributes,): the number of declared labels, 0 for a numeric attribute.
        `classes` is int64 of shape (rows,). What is learnt goes into attributes
        whose names end in ``_``.
    ``_distribution(values)``
        Float64 of shape (rows, n_classes): what the learner says of each class.

    ``_check_settings()``
        Raise ValueError where a setting cannot be; called before fitting.

    Its public class adds `tenbyten.learners.estimators.Learner`::

        class AODE(ArrayAODE, Learner): ...
    """

    # Whether numeric attributes and missing values are taken.
    _takes_numeric = True
    _takes_missing = True

    def _check_settings(self):
        """Raise ValueError where a setting cannot be."""


def predicted_classes(distribution):
    """Index of the first largest number above zero in each row; -1 if there is none.

    Parameters
    ----------
    distribution : ndarray of shape (rows, classes), float64
        NaN is never the largest.

    Returns
    -------
    ndarray of shape (rows,), int64
    """
    every = np.arange(len(distribution))
    predicted = np.argmax(distribution, axis=1)
    # Where argmax found NaN, this is false.
    if not (distribution[every, predicted] > 0).all():
        known = np.where(np.isnan(distribution), -np.inf, distribution)
        predicted = np.argmax(known, axis=1)
        predicted[~(known[every, predicted] > 0)] = -1
    return predicted


def refuse(learner, name, attributes, class_attribute, values):
    """Refuse training data that WEKA's learner of the same name refuses.

    Parameters
    ----------
    learner : ArrayLearner
        Who is to be fitted.
    name : str
        What to call it in the error.
    attributes : sequence of Attribute
        The predictors, as in the columns of `values`.
    class_attribute : Attribute
        The class.
    values : ndarray of shape (rows, attributes), float64
        Training rows.

    Raises
    ------
    ValueError
        If there are fewer than two class labels, or the learner does not take
        numeric attributes or missing values and there are some.
    """
    labels = class_attribute.labels
    if labels is None:
        raise ValueError(
            f"{name}: cannot handle numeric class {class_attribute.name!r}; declare "
            f"its labels."
        )
    if len(labels) < 2:
        raise ValueError(
            f"{name}: cannot handle unary class: {class_attribute.name!r} has one "
            f"class ({', '.join(map(repr, labels))}); a classifier needs two or more."
        )
    if not learner._takes_numeric:
        numeric = [a.name for a in attributes if not a.is_nominal]
        if numeric:
            raise ValueError(
                f"{name}: cannot handle numeric attributes ({numeric[0]!r}, "
                f"{len(numeric)} in all); discretise them first (MDLDiscretizer)."
            )
    if not learner._takes_missing:
        refuse_missing(name, values)


def refuse_missing(name, values):
    """Refuse missing values, for a learner that cannot handle them.

    Parameters
    ----------
    name : str
        What to call the learner in the error.
    values : ndarray of shape (rows, attributes), float64
        NaN is missing.

    Raises
    ------
    ValueError
        If there is a missing value.
    """
    rows, places = np.nonzero(np.isnan(values))
    if rows.size:
        raise ValueError(
            f"{name}: cannot handle missing values. Input X contains NaN ({rows.size} "
            f"in all, the first in row {rows[0]}, attribute {places[0] + 1}); impute "
            f"them first (MeanModeImputer)."
        )


def refuse_underflow(name, distribution):
    """Refuse rows for which every class underflowed to zero, which WEKA refuses.

    Parameters
    ----------
    name : str
        What to call the learner in the error.
    distribution : ndarray of shape (rows, classes), float64
        Divided by its sum, so NaN where that was zero.

    Raises
    ------
    ValueError
        If there is such a row.
    """
    underflown = np.flatnonzero(np.isnan(distribution).any(axis=1))
    if underflown.size:
        raise ValueError(
            f"{name}: row {underflown[0]}: the product of so many probabilities is "
            f'zero in every class (WEKA: "Can\'t normalize array. Sum is zero."); use '
            f"fewer attributes."
        )
