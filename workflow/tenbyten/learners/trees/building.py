"""Build a tree from training rows: grow, collapse and prune, graft.

The tree of J48graft is that of J48 with grafts, so it is grown and pruned
once where both are wanted. Importing this needs numpy and numba only.
"""

from tenbyten.learners.trees import complete, weighted
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
        Whether to leave out pruning. Subtrees that do not lower the training errors
        are collapsed even so.
    subtree_raising : bool, default=True
        Whether pruning may replace a subtree by its largest branch.

    Returns
    -------
    Tree
    """
    kernels = complete if rows.complete else weighted
    nodes, used, lists = kernels.growing.grow(rows, min_leaf)
    collapse(nodes, used)
    if not unpruned:
        limit = confidence(confidence_factor)
        prune(nodes, used, lists, rows, limit, subtree_raising)
    return finish(nodes)


def graft(tree: Tree, rows: TrainingRows) -> Tree:
    """Graft a tree of J48, which makes it a tree of J48graft.

    Parameters
    ----------
    tree : Tree
        The tree that `grow_and_prune` made of `rows`; not changed.
    rows : TrainingRows
        The training rows.

    Returns
    -------
    Tree
    """
    nominal = len(rows.numbers) == 0
    kernels = complete if rows.complete and nominal else weighted
    return kernels.grafting.graft(tree, rows)
