"""The array half of a learner, shared by the native engine and the estimators.

Arguments are described in `tenbyten.learners`. Importing this needs numpy only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from tenbyten.datasets import Attribute

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int32]
Made = TypeVar("Made")


def label_codes(values: Floats) -> Codes:
    """Turn nominal `values` into `codes`, one attribute after the other."""
    return np.where(np.isnan(values), -1, values).T.astype(np.int32, order="C")


@dataclass(eq=False)
class Fold:
    """A training fold and its test rows, with what learners have in common.

    Attributes
    ----------
    values, codes
        Of all rows of the data set. The values are None where all attributes are
        nominal and the codes suffice; codes are for such folds alone.
    classes
        Label indices of the training rows.
    training_rows, test_rows : ndarray of int
        Row numbers, from 0, the training rows in the order in which they are summed.
    all_rows : ndarray of int or None
        The training rows and, in between, those without a class; None if all have one.
    """

    values: Floats | None
    codes: Codes
    n_values: Ints
    classes: Ints
    n_classes: int
    training_rows: Ints
    test_rows: Ints
    all_rows: Ints | None
    _shared: dict[Hashable, Any] = field(default_factory=dict)

    def shared(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what `make` makes, made once for all learners that give `key`."""
        if key not in self._shared:
            self._shared[key] = make()
        return self._shared[key]

    @cached_property
    def is_nominal(self) -> bool:
        """Whether all attributes are nominal."""
        return bool((self.n_values > 0).all())

    @cached_property
    def training_codes(self) -> Codes:
        """Codes of the training rows."""
        return np.take(self.codes, self.training_rows, axis=1)

    @cached_property
    def test_codes(self) -> Codes:
        """Codes of the test rows."""
        return np.take(self.codes, self.test_rows, axis=1)

    @cached_property
    def training_values(self) -> Floats:
        """Values of the training rows."""
        return self.values_of(self.training_rows)

    @cached_property
    def test_values(self) -> Floats:
        """Values of the test rows."""
        return self.values_of(self.test_rows)

    def values_of(self, rows: Ints) -> Floats:
        """Values of some rows."""
        if self.values is not None:
            return self.values[rows]
        values = np.take(self.codes, rows, axis=1).T.astype(np.float64, order="C")
        values[values < 0] = np.nan
        return values


class ArrayLearner:
    """A learner on arrays, without scikit-learn.

    The native engine calls `check_settings`, then `fit_fold` and
    `distribution_of_fold`; the scikit-learn classifiers call `check_settings`, then
    `fit_values` and `distribution_of_values`. A subclass stores its settings in
    `__init__` and gives at least the last two; `fit_fold` and `distribution_of_fold`
    are for what learners of one fold can share. Attributes that are learnt end in
    ``_``.

    Attributes
    ----------
    takes_numeric, takes_missing : bool
        Whether numeric attributes and missing values are taken.
    """

    takes_numeric = True
    takes_missing = True

    def check_settings(self) -> None:
        """Raise ValueError if a setting has an impossible value."""

    def fit_values(
        self,
        values: Floats,
        n_values: Ints,
        classes: Ints,
        n_classes: int,
        weight: Floats | None = None,
        /,
    ) -> None:
        """Learn from training rows; each weighs one if `weight` is None."""
        raise NotImplementedError

    def distribution_of_values(self, values: Floats) -> Floats:
        """Estimate the probability of each class for each row."""
        raise NotImplementedError

    def fit_fold(self, fold: Fold) -> None:
        """Learn from the training rows of a fold."""
        self.fit_values(
            fold.training_values, fold.n_values, fold.classes, fold.n_classes
        )

    def distribution_of_fold(self, fold: Fold) -> Floats:
        """Estimate the probability of each class for the test rows of a fold."""
        return self.distribution_of_values(fold.test_values)


def check_count(setting: str, value: object) -> None:
    """Raise ValueError, beginning with `setting`, if it is no integer of 1 or more."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{setting} is {value!r}; it must be an integer of 1 or more.")


def check_flag(setting: str, value: object) -> None:
    """Raise ValueError, beginning with `setting`, if it is neither True nor False."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{setting} is {value!r}; it must be True or False.")


def predicted_classes(distribution: Floats) -> Ints:
    """Index of the first largest number above zero in each row, or -1.

    NaN is never the largest.
    """
    every = np.arange(len(distribution))
    predicted = np.argmax(distribution, axis=1)
    # Where argmax found NaN, this is false.
    if not (distribution[every, predicted] > 0).all():
        known = np.where(np.isnan(distribution), -np.inf, distribution)
        predicted = np.argmax(known, axis=1)
        predicted[~(known[every, predicted] > 0)] = -1
    return predicted


def refuse(
    learner: ArrayLearner,
    name: str,
    attributes: Sequence[Attribute],
    class_attribute: Attribute,
    values: Floats,
) -> None:
    """Refuse training data that WEKA's learner of the same name refuses.

    Parameters
    ----------
    learner : ArrayLearner
    name : str
        Messages begin with it.
    attributes : sequence of Attribute
        The predictors, in the order of the columns of `values`.
    class_attribute : Attribute
    values : ndarray of shape (rows, attributes), float64
        Training rows; NaN is missing.

    Raises
    ------
    ValueError
        With fewer than two class labels, or with numeric attributes or missing values
        that the learner does not take.
    """
    labels = class_attribute.labels or ()
    if len(labels) < 2:
        raise ValueError(
            f"{name}: cannot handle unary class: {class_attribute.name!r} has one "
            f"class ({', '.join(map(repr, labels))}); a classifier needs two or more."
        )
    if not learner.takes_numeric:
        numeric = [a.name for a in attributes if not a.is_nominal]
        if numeric:
            raise ValueError(
                f"{name}: cannot handle numeric attributes ({numeric[0]!r}, "
                f"{len(numeric)} in all); discretise them first (MDLDiscretizer)."
            )
    if not learner.takes_missing:
        refuse_missing(name, values)


def refuse_missing(name: str, values: Floats) -> None:
    """Raise ValueError, beginning with `name`, if a value is missing."""
    rows, positions = np.nonzero(np.isnan(values))
    if rows.size:
        raise ValueError(
            f"{name}: cannot handle missing values. Input X contains NaN ({rows.size} "
            f"in all, the first in row {rows[0]}, attribute {positions[0] + 1}); "
            f"impute them first (MeanModeImputer)."
        )


def refuse_underflow(name: str, distribution: Floats) -> None:
    """Raise ValueError if every class of a row underflowed to zero, as WEKA does.

    The error begins with `name`. Such a row has been divided by zero and is NaN.
    """
    underflown = np.flatnonzero(np.isnan(distribution).any(axis=1))
    if underflown.size:
        raise ValueError(
            f"{name}: row {underflown[0]}: the product of so many probabilities is "
            f'zero in every class (WEKA: "Can\'t normalize array. Sum is zero."); use '
            f"fewer attributes."
        )
