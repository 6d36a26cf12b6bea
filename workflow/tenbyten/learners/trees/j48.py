"""J48, C4.5's decision tree, and J48graft, the same with grafts, on arrays.

The tree of J48graft is that of J48 with grafts, so it is grown and pruned once where
both are wanted.
"""

from functools import partial
from numbers import Real
from typing import Any

import numpy as np

from tenbyten.learners.learner import (
    ArrayLearner,
    Floats,
    Fold,
    check_count,
    check_flag,
)
from tenbyten.learners.trees.complete import growing as complete
from tenbyten.learners.trees.grafting import graft
from tenbyten.learners.trees.nodes import TrainingRows, Tree, encode, encode_codes
from tenbyten.learners.trees.predicting import distribution
from tenbyten.learners.trees.pruning import collapse, confidence, finish, prune
from tenbyten.learners.trees.weighted import growing as weighted


class ArrayJ48(ArrayLearner):
    """C4.5's decision tree on arrays, without scikit-learn."""

    def __init__(
        self,
        *,
        confidence_factor: float = 0.25,
        min_leaf: int = 2,
        unpruned: bool = False,
        subtree_raising: bool = True,
        laplace: bool = False,
    ):
        self.confidence_factor = confidence_factor
        self.min_leaf = min_leaf
        self.unpruned = unpruned
        self.subtree_raising = subtree_raising
        self.laplace = laplace

    def check_settings(self) -> None:
        """Raise ValueError if a setting has an impossible value."""
        factor = self.confidence_factor
        if not isinstance(factor, Real) or not 0 < factor < 1:
            raise ValueError(
                f"{self._name}: confidence_factor is {factor!r}; it must be a number "
                f"above 0 and below 1."
            )
        check_count(f"{self._name}: min_leaf", self.min_leaf)
        for setting in ("unpruned", "subtree_raising", "laplace"):
            check_flag(f"{self._name}: {setting}", getattr(self, setting))

    _name = "J48"

    def grow(self, rows: TrainingRows) -> Tree:
        """Build and prune the tree of `rows` in the order given to the learner."""
        kernels = complete if rows.complete else weighted
        nodes, used, lists = kernels.grow(rows, int(self.min_leaf))
        collapse(nodes, used)
        if not self.unpruned:
            limit = confidence(float(self.confidence_factor))
            prune(nodes, used, lists, rows, limit, bool(self.subtree_raising))
        return finish(nodes)

    def fit_values(self, *training: Any) -> None:
        """Learn from training rows (see `ArrayLearner`)."""
        rows = encode(*training)
        self.take_tree(self.grow(rows), rows)

    def fit_fold(self, fold: Fold) -> None:
        """Take over the tree of a fold, which learners of equal settings share."""
        rows = fold.shared("tree rows", partial(encode_fold, fold))
        settings = self.confidence_factor, self.min_leaf
        key = "tree", *settings, self.unpruned, self.subtree_raising
        self.take_tree(fold.shared(key, partial(self.grow, rows)), rows)

    def take_tree(self, tree: Tree, rows: TrainingRows) -> None:
        """Take over the tree of `rows`, grown with these settings."""
        self.tree_ = tree
        self.n_leaves_ = self.tree_.leaves
        self.n_nodes_ = len(self.tree_.test)

    def distribution_of_values(self, values: Floats) -> Floats:
        """Estimate the probability of each class (see `ArrayLearner`)."""
        return distribution(self.tree_, np.ascontiguousarray(values), self.laplace)


def encode_fold(fold: Fold) -> TrainingRows:
    """Lay out the training rows of a fold for the trees' kernels."""
    described = (fold.n_values, fold.classes, fold.n_classes)
    if fold.is_nominal:
        rows = encode_codes(fold.training_codes, *described)
    else:
        rows = encode(fold.training_values, *described)
    if fold.all_rows is None:
        return rows
    values = fold.values_of(fold.all_rows)
    numbers = np.ascontiguousarray(values[:, fold.n_values == 0].T)
    return rows._replace(all_numbers=numbers)


class ArrayJ48graft(ArrayJ48):
    """C4.5's decision tree with grafts, on arrays, without scikit-learn."""

    _name = "J48graft"

    # Without subtree raising WEKA 3.6.14 itself fails on most data sets.
    def __init__(
        self,
        *,
        confidence_factor: float = 0.25,
        min_leaf: int = 2,
        unpruned: bool = False,
        laplace: bool = False,
    ):
        super().__init__(
            confidence_factor=confidence_factor,
            min_leaf=min_leaf,
            unpruned=unpruned,
            laplace=laplace,
        )

    def take_tree(self, tree: Tree, rows: TrainingRows) -> None:
        """Graft the tree of `rows`, grown with these settings."""
        super().take_tree(graft(tree, rows), rows)
