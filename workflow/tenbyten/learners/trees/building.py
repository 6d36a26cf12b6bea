"""Build a tree from training rows: grow, collapse and prune, graft.

The tree of J48graft is that of J48 with grafts, so it is grown and pruned
once where both are wanted. Importing this needs numpy and numba only.
"""

import numpy as np

from tenbyten.learners.trees import complete, weighted
from tenbyten.learners.trees.growing import new_nodes
from tenbyten.learners.trees.nodes import TrainingRows, Tree
from tenbyten.learners.trees.pruning import collapse, confidence, finish, prune


def grow_and_prune(
    rows: TrainingRows,
    *,
    confidence_factor: float = 0.25,
    min_leaf: int = 2,
    unpruned: bool = False,
    subtree_raising: bool = True,
) -> Tree:
    """Build the tree of J48 from `rows` in the order given to the learner.

    The settings are those of `tenbyten.learners.J48`.
    """
    kernels = complete if rows.complete else weighted
    nodes, used, lists = kernels.growing.grow(rows, min_leaf)
    collapse(nodes, used)
    if not unpruned:
        limit = confidence(confidence_factor)
        prune(nodes, used, lists, rows, limit, subtree_raising)
    return finish(nodes)


def graft(tree: Tree, rows: TrainingRows) -> Tree:
    """Graft a copy of the tree that `grow_and_prune` made of `rows`, for J48graft."""
    nominal = len(rows.numbers) == 0
    kernels = complete if rows.complete and nominal else weighted
    return kernels.grafting.graft(tree, rows)


def leaf(n_classes: int) -> Tree:
    """Return a tree of one leaf, which no row has reached."""
    return finish(new_nodes(n_classes, np.float64))
