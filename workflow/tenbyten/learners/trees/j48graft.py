"""The array half of J48graft."""

from tenbyten.learners.trees.building import graft
from tenbyten.learners.trees.j48 import ArrayJ48


class ArrayJ48graft(ArrayJ48):
    """C4.5's decision tree with grafts, on arrays, without scikit-learn."""

    _name = "J48graft"

    # Without subtree raising WEKA 3.6.14 itself fails on most data sets.
    def __init__(
        self, *, confidence_factor=0.25, min_leaf=2, unpruned=False, laplace=False
    ):
        super().__init__(
            confidence_factor=confidence_factor,
            min_leaf=min_leaf,
            unpruned=unpruned,
            laplace=laplace,
        )

    def _fit_tree(self, tree, rows):
        """Graft what `grow_and_prune` made of `rows` with the same settings."""
        super()._fit_tree(graft(tree, rows), rows)
