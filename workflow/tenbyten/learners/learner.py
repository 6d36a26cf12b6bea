"""The array half of a learner, shared by the native engine and the estimators.

Arguments are described in `tenbyten.learners`. Importing this needs numpy only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from tenbyten.datasets import Attribute

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int32]
Made = TypeVar("Made")


class Fold(Protocol):
    """A training fold and its test rows, with what learners have in common.

    `classes` are those of the training rows. Codes are for folds whose attributes are
    all nominal.
    """

    n_values: Ints
    classes: Ints
    n_classes: int
    is_nominal: bool

    @property
    def training_values(self) -> Floats:
        """Values of the training rows."""

    @property
    def test_values(self) -> Floats:
        """Values of the test rows."""

    @property
    def all_training_values(self) -> Floats | None:
        """Values of the training rows, with those of rows without a class in between.

        None where there are no such rows.
        """

    @property
    def training_codes(self) -> Codes:
        """Codes of the training rows."""

    @property
    def test_codes(self) -> Codes:
        """Codes of the test rows."""

    def shared(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what `make` makes, made once for all learners that give `key`."""


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


def predicted_classes(distribution: Floats) -> Ints:
    """Index of the first largest number above zero in each row; -1 if there is none.

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

    `attributes` are the predictors, as in the columns of `values`.

    Raises
    ------
    ValueError
        If there are fewer than two class labels, or the learner does not take
        numeric attributes or missing values and there are some. It begins with `name`.
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
