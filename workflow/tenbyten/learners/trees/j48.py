"""The array half of J48."""

from numbers import Integral, Real

import numpy as np

from tenbyten.learners.learner import ArrayLearner
from tenbyten.learners.trees.building import grow_and_prune
from tenbyten.learners.trees.nodes import encode, encode_codes
from tenbyten.learners.trees.predicting import distribution


class ArrayJ48(ArrayLearner):
    """C4.5's decision tree on arrays, without scikit-learn."""

    def __init__(
        self,
        *,
        confidence_factor=0.25,
        min_leaf=2,
        unpruned=False,
        subtree_raising=True,
        laplace=False,
    ):
        self.confidence_factor = confidence_factor
        self.min_leaf = min_leaf
        self.unpruned = unpruned
        self.subtree_raising = subtree_raising
        self.laplace = laplace

    def _check_settings(self):
        factor, least = self.confidence_factor, self.min_leaf
        if not isinstance(factor, Real) or not 0 < factor < 1:
            raise ValueError(
                f"{self._name}: confidence_factor is {factor!r}; it must be a number "
                f"above 0 and below 1."
            )
        if not isinstance(least, Integral) or isinstance(least, bool) or least < 1:
            raise ValueError(
                f"{self._name}: min_leaf is {least!r}; it must be an integer of 1 or "
                f"more."
            )
        for setting in ("unpruned", "subtree_raising", "laplace"):
            value = getattr(self, setting, False)
            if not isinstance(value, bool | np.bool_):
                raise ValueError(
                    f"{self._name}: {setting} is {value!r}; it must be True or False."
                )

    _name = "J48"

    @property
    def _growing(self):
        """Settings of `grow_and_prune`; learners with equal ones share a tree."""
        return {
            "confidence_factor": float(self.confidence_factor),
            "min_leaf": int(self.min_leaf),
            "unpruned": bool(self.unpruned),
            "subtree_raising": bool(self.subtree_raising),
        }

    def _fit_values(self, values, n_values, classes, n_classes):
        self._fit_rows(encode(values, n_values, classes, n_classes))

    def _fit_codes(self, codes, n_values, classes, n_classes):
        """Learn from label codes, (attributes, rows), -1 where missing."""
        self._fit_rows(encode_codes(codes, n_values, classes, n_classes))

    def _fit_rows(self, rows):
        """Learn from encoded rows."""
        self._fit_tree(grow_and_prune(rows, **self._growing), rows)

    def _fit_tree(self, tree, rows):
        """Take over what `grow_and_prune` made of `rows` with the same settings."""
        self.tree_ = tree
        self.n_leaves_ = self.tree_.leaves
        self.n_nodes_ = len(self.tree_.test)

    def _distribution(self, values):
        return distribution(self.tree_, np.ascontiguousarray(values), self.laplace)

    def _distribution_of_codes(self, codes):
        """Distribution of rows of label indices, (attributes, rows), -1 if missing."""
        values = np.where(codes < 0, np.nan, codes).T
        return self._distribution(values)
