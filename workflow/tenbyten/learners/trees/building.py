"""From training rows to a tree: grow, collapse and prune, graft.

The tree of J48graft is that of J48 with grafts, so where both are wanted it is grown
and pruned once. Importing this needs numpy and numba only.
"""

from tenbyten.learners.trees import complete, weighted
from tenbyten.learners.trees.pruning import confidence


def grow_and_prune(
    rows, *, confidence_factor=0.25, min_leaf=2, unpruned=False, subtree_raising=True
):
    """Build the tree of J48.

    Parameters
    ----------
    rows : TrainingRows
        Training rows (`tenbyten.learners.trees.nodes.encode` or `encode_codes`), in
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
    kernels = complete if rows.complete else weighted
    nodes, used, order = kernels.growing.grow(rows, min_leaf)
    kernels.pruning.collapse(nodes, used)
    if not unpruned:
        limit = confidence(confidence_factor)
        kernels.pruning.prune(nodes, used, order, rows, limit, subtree_raising)
    return kernels.pruning.finish(nodes)


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
    nominal = len(rows.numbers) == 0
    kernels = complete if rows.complete and nominal else weighted
    return kernels.grafting.graft(tree, rows)
