"""Write a tree as text, in WEKA's layout."""

from collections.abc import Sequence

from tenbyten.datasets import Attribute
from tenbyten.learners.trees.nodes import CUT, LABELS, LEAF, Tree, majority


def tree_as_text(
    tree: Tree, attributes: Sequence[Attribute], class_attribute: Attribute
) -> str:
    """Write a tree down as WEKA does, a line for each branch.

    A leaf has its class and, in parentheses, the weight of its training rows and of
    those among them of other classes. A grafted leaf has the weight of the rows that
    spoke for it behind a bar.
    """
    if tree.test[0] == LEAF:
        return f": {leaf_as_text(tree, 0, 0, class_attribute)}"
    lines = []
    # Node, its parent, its depth; the next line's on top.
    stack = [(node, 0, 0) for node in _children(tree, 0)]
    while stack:
        node, parent, depth = stack.pop()
        branch = node - tree.first[parent]
        attribute = attributes[tree.attribute[parent]]
        outcome = outcome_as_text(tree, parent, branch, attribute)
        line = f"{'|   ' * depth}{attribute.name} {outcome}"
        if tree.test[node] == LEAF:
            line += f": {leaf_as_text(tree, parent, node, class_attribute)}"
        lines.append(line)
        stack += [(child, node, depth + 1) for child in _children(tree, node)]
    return "\n".join(lines)


def outcome_as_text(tree: Tree, node: int, branch: int, attribute: Attribute) -> str:
    """Write the outcome of a node's test that leads to a branch, such as ``<= 2.5``.

    `attribute` is the one that is tested.
    """
    if tree.test[node] == LABELS:
        return f"= {(attribute.labels or ())[branch]}"
    if tree.test[node] == CUT:
        return f"{('<=', '>')[branch]} {_number(tree.cut[node])}"
    label = (attribute.labels or ())[int(tree.cut[node])]
    return f"{('=', '!=')[branch]} {label}"


def leaf_as_text(tree: Tree, parent: int, leaf: int, class_attribute: Attribute) -> str:
    """Write the class of a leaf, its weight and its errors."""
    weights, total = tree.weights[leaf], tree.total[leaf]
    beside_graft = tree.grafted[tree.first[parent] :][: tree.branches[parent]].any()
    if leaf != parent and not beside_graft:
        weights, total = tree.bag_weights[leaf], tree.bag_total[leaf]
    own = majority(weights if total > 1e-6 else tree.weights[parent])
    # WEKA rounds what stays at a leaf after grafting to one decimal.
    text = _counts(weights, total, 1 if beside_graft and not tree.grafted[leaf] else 2)
    if tree.grafted[leaf]:
        diverted = tree.bag_weights[leaf]
        text = f"{_counts(diverted, diverted.sum(), 1)}|{text}"
    return f"{(class_attribute.labels or ())[own]} ({text})"


def _children(tree, node):
    """Children of a node, the last one first."""
    first = tree.first[node]
    return reversed(range(first, first + tree.branches[node]))


def _counts(weights, total, decimals):
    """A total weight, and that of all classes but the first largest if there is any."""
    errors = total - weights[majority(weights)]
    text = _rounded(total, decimals)
    return f"{text}/{_rounded(errors, 2)}" if errors > 1e-6 else text


def _rounded(weight, decimals):
    """A weight as Java prints it."""
    mask = 10**decimals
    return repr(int(weight * mask + 0.5) / mask)


def _number(x):
    """A cut with six decimals at most, as WEKA prints it."""
    whole, decimals = divmod(int(abs(x) * 1e6 + 0.5), 10**6)
    text = f"{whole}.{decimals:06}".rstrip("0").rstrip(".")
    return f"-{text}" if x < 0 and text != "0" else text
