"""Plot a tree: its tests, their outcomes and its leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tenbyten.dataset import Attribute
from tenbyten.learners.trees.nodes import LEAF, Tree
from tenbyten.learners.trees.text import leaf_as_text, outcome_as_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Inches of a leaf and of a level in a figure of its own.
_WIDTH, _HEIGHT = 1.5, 0.9
_LEAVES = {"facecolor": "#e8f0f7", "edgecolor": "#5b7f9f"}
_TESTS = {"facecolor": "white", "edgecolor": "#808080"}


def plot_tree(
    tree: Tree,
    attributes: Sequence[Attribute],
    class_attribute: Attribute,
    ax: Axes | None = None,
) -> Axes:
    """Plot a tree from its root downwards.

    A node has the name of the attribute that it tests, a branch the outcome that leads
    along it, a leaf what `tree_as_text` writes of it. Without `ax` a figure is made in
    which nothing overlaps as long as names are short.
    """
    import matplotlib.pyplot as plt

    parent, x, depth = _lay_out(tree)
    if ax is None:
        size = _WIDTH * max(tree.leaves, 3), _HEIGHT * (max(depth) + 1.5)
        ax = plt.figure(figsize=size, layout="constrained").add_subplot()
    for node, (across, level) in enumerate(zip(x, depth, strict=True)):
        above = parent[node]
        is_leaf = tree.test[node] == LEAF
        if is_leaf:
            text = leaf_as_text(tree, above, node, class_attribute)
        else:
            text = attributes[tree.attribute[node]].name
        if node:
            attribute = attributes[tree.attribute[above]]
            branch = node - int(tree.first[above])
            outcome = outcome_as_text(tree, above, branch, attribute)
            ends = (x[above], across), (-depth[above], -level)
            ax.plot(*ends, color="#808080", linewidth=0.8, zorder=1)
            at = sum(ends[0]) / 2, sum(ends[1]) / 2
            plain = {"facecolor": "white", "edgecolor": "none", "pad": 1}
            ax.text(*at, outcome, ha="center", va="center", size=8, bbox=plain)
        box = {"boxstyle": "round", **(_LEAVES if is_leaf else _TESTS)}
        ax.text(across, -level, text, ha="center", va="center", size=9, bbox=box)
    ax.set_xlim(-0.7, max(tree.leaves, 1) - 0.3)
    ax.set_ylim(-max(depth) - 0.5, 0.5)
    ax.set_axis_off()
    return ax


def _lay_out(tree: Tree) -> tuple[list[int], list[float], list[int]]:
    """Return the parent, the place across and the depth of each node.

    Leaves stand side by side, a test above the middle of its branches.
    """
    nodes = len(tree.test)
    parent, depth, x = [0] * nodes, [0] * nodes, [0.0] * nodes
    order, stack, leaves = [], [0], 0
    while stack:
        node = stack.pop()
        order.append(node)
        if tree.test[node] == LEAF:
            x[node] = leaves
            leaves += 1
        for child in reversed(_branches(tree, node)):
            parent[child], depth[child] = node, depth[node] + 1
            stack.append(child)
    for node in reversed(order):
        if branches := _branches(tree, node):
            x[node] = (x[branches[0]] + x[branches[-1]]) / 2
    return parent, x, depth


def _branches(tree: Tree, node: int) -> range:
    """Return the children of a node."""
    first = int(tree.first[node])
    return range(first, first + int(tree.branches[node]))
