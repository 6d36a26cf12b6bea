"""From training rows to a tree: grow, collapse and prune, graft.

The tree of J48graft is that of J48 with grafts, so where both are wanted it is grown
and pruned once. Importing this needs numpy and numba only.
"""

from functools import lru_cache

import numpy as np

from tenbyten.learners.tree_choosing import (
    information_table,
    new_scratch,
    small_attributes,
)
from tenbyten.learners.tree_choosing_weights import new_bags
from tenbyten.learners.tree_grafting_labels import graft_labels
from tenbyten.learners.tree_grafting_weights import graft_weights
from tenbyten.learners.tree_growing import grow, new_nodes
from tenbyten.learners.tree_growing_weights import grow_weights, new_weighted_nodes
from tenbyten.learners.tree_pruning import collapse, confidence, finish, prune
from tenbyten.learners.tree_pruning_weights import (
    collapse_weights,
    finish_weights,
    prune_weights,
)


def grow_and_prune(
    rows, *, confidence_factor=0.25, min_leaf=2, unpruned=False, subtree_raising=True
):
    """Build the tree of J48.

    Parameters
    ----------
    rows : TrainingRows
        Training rows (`tenbyten.learners.tree_nodes.encode` or `encode_codes`), in
        the order given to the learner.
    confidence_factor : float, default=0.25
        Confidence factor of the error estimate.
    min_leaf : int, default=2
        Minimum weight of at least two branches of a test.
    unpruned : bool, default=False
        Whether to leave out pruning. What does not lower the training errors is
        collapsed even so.
    subtree_raising : bool, default=True
        Whether pruning may replace a subtree by its largest branch.

    Returns
    -------
    Tree
    """
    small = small_attributes(rows.n_values, len(rows.classes))
    if rows.complete:
        by_number = np.argsort(rows.numbers, axis=1, kind="stable").astype(np.uint32)
        logs = _information_table(len(rows.classes))
        nodes, used, order = grow(
            new_nodes(rows.n_classes),
            rows,
            by_number,
            small,
            min_leaf,
            logs,
            new_scratch(rows),
        )
        collapse(nodes, used)
        if not unpruned:
            limit = confidence(confidence_factor)
            prune(nodes, used, order, rows, limit, subtree_raising)
        return finish(nodes)
    nodes, used, lists = grow_weights(
        new_weighted_nodes(rows.n_classes), rows, small, min_leaf, new_bags(rows)
    )
    collapse_weights(nodes, used)
    if not unpruned:
        limit = confidence(confidence_factor)
        prune_weights(nodes, used, lists, rows, limit, subtree_raising)
    return finish_weights(nodes)


def graft(tree, rows):
    """Graft a tree of J48, which makes it a tree of J48graft.

    Parameters
    ----------
    tree : Tree
        What `grow_and_prune` made of `rows`; left as it is.
    rows : TrainingRows
        The training rows.

    Returns
    -------
    Tree
    """
    if rows.complete and len(rows.numbers) == 0:
        return graft_labels(tree, rows)
    return graft_weights(tree, rows)


# Training folds of one data set have one of two sizes.
@lru_cache(maxsize=2)
def _information_table(n):
    return information_table(n)
