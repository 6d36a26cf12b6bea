"""J48graft, C4.5's decision tree with grafts, on arrays."""

from tenbyten.learners.trees.building import graft
from tenbyten.learners.trees.j48 import ArrayJ48
from tenbyten.learners.trees.nodes import TrainingRows, Tree


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
        """Graft a tree that `grow_and_prune` made of `rows` with these settings."""
        super().take_tree(graft(tree, rows), rows)
