"""Grow regression and classification trees as function ``tree`` of S does, unpruned.

A node with at least `MINSIZE` rows and `MINDEV` of the root's deviance is split where
the sum of its children's deviances is smallest, into children of at least `MINCUT`
rows; of equal splits the first is taken, by column and then by cut. A cut is halfway
between two neighbouring values, and rows below it go to the left.

Notes
-----
Nadeau and Bengio [1]_ (section 5, footnotes 10 and 12) take ``tree`` of S-PLUS 4.5 with
its default arguments. S-PLUS is closed; the rules are those of the documentation of R's
package ``tree``. The code of that package asks for more, that the split itself lower
the deviance by `MINDEV` of the root's. With that, A of Table 3's simulation 3 would
have the errors 0.204 and 0.204 (standard error 0.001), with these rules it has 0.247
and 0.236; published are 0.247 to 0.248 and 0.235 to 0.237.

References
----------
.. [1] Nadeau, Bengio (2003). Inference for the Generalization Error. Machine Learning
       52, 239-281.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tenbyten.kernels import kernel

# S's defaults.
MINSIZE = 10
MINCUT = 5
MINDEV = 0.01
# n log n is kept in whole numbers of such parts: sums do not depend on the order of
# rows. Values that differ by less than _ROUNDING parts are equal.
_PARTS = 2**40
_ROUNDING = 2**10


class Tree(NamedTuple):
    """Nodes of a tree, the root first and every level before the next.

    The arrays have room for any tree on the rows that `new_tree` was told of, and are
    used again for the next one.
    """

    # A row goes to the left child if its value in this column is less than the cut,
    # else to the right child, which is the node behind the left one. A leaf is its own
    # left child, and its cut is infinite.
    column: npt.NDArray[np.uint32]
    cut: npt.NDArray[np.float64]
    left: npt.NDArray[np.uint32]
    # Mean of the rows; in a classification tree their most frequent class.
    value: npt.NDArray[np.float64]
    # Stretch of the sorted rows; level below the root.
    start: npt.NDArray[np.int64]
    stop: npt.NDArray[np.int64]
    level: npt.NDArray[np.int64]


@kernel
def new_tree(n_rows):
    """Make room for any tree that is grown on at most `n_rows` rows."""
    n = max(2 * (n_rows // MINCUT), 1)
    return Tree(
        np.empty(n, np.uint32),
        np.empty(n),
        np.empty(n, np.uint32),
        np.empty(n),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
    )


@kernel
def sort_columns(columns):
    """Return the rows in the order of each column, an array of the shape of columns."""
    order = np.empty(columns.shape, np.uint32)
    for column in range(len(columns)):
        order[column] = np.argsort(columns[column], kind="mergesort")
    return order


@kernel
def keep_members(order, members, rows):
    """Write the rows that `members` marks by 1, in each order; return their number."""
    n = 0
    for column in range(len(order)):
        n = 0
        for row in order[column]:
            rows[column, n] = row
            n += members[row]
    return n


@kernel
def grow_regression(columns, y, rows, n_rows, tree):
    """Grow a regression tree on the first `n_rows` of sorted `rows`; return its depth.

    `rows` is reordered in place.
    """
    goes_left, spare = np.zeros(len(y), np.uint32), np.empty(n_rows, np.uint32)
    sums, squares = np.zeros(len(tree.cut)), np.zeros(len(tree.cut))
    for row in rows[0, :n_rows]:
        sums[0] += y[row]
        squares[0] += y[row] * y[row]
    least = MINDEV * (squares[0] - sums[0] * sums[0] / n_rows)
    _set_leaf(tree, 0, 0, n_rows, 0)
    used, node = 1, 0
    while node < used:
        size = tree.stop[node] - tree.start[node]
        tree.value[node] = sums[node] / size
        deviance = squares[node] - sums[node] * sums[node] / size
        column, n_left = 0, 0
        if size >= MINSIZE and deviance >= least:
            here = rows[:, tree.start[node] : tree.stop[node]]
            column, n_left = _split_regression(columns, y, here, sums[node])
        if n_left > 0:
            for row in here[column, :n_left]:
                sums[used] += y[row]
                squares[used] += y[row] * y[row]
            sums[used + 1] = sums[node] - sums[used]
            squares[used + 1] = squares[node] - squares[used]
            _set_children(tree, node, used, columns, here, column, n_left)
            _partition(here, column, n_left, goes_left, spare)
            used += 2
        node += 1
    return tree.level[used - 1]


@kernel
def _split_regression(columns, y, rows, total):
    """Find the column of the best split and its number of rows on the left, or 0.

    The deviance falls by ``(n sum_left - n_left sum)^2 / (n n_left n_right)``. With
    labels of 0 and 1 all but the division is exact.
    """
    n = rows.shape[1]
    best, best_column, best_left = 0.0, 0, 0
    for column in range(len(columns)):
        x, order = columns[column], rows[column]
        left = 0.0
        for row in order[: MINCUT - 1]:
            left += y[row]
        for n_left in range(MINCUT, n - MINCUT + 1):
            left += y[order[n_left - 1]]
            root = n * left - n_left * total
            divisor = 1.0 * n_left * (n - n_left)
            # Few splits need the division.
            if root * root > (1 - 1e-14) * best * divisor:
                gain = root * root / divisor
                if gain > best and x[order[n_left - 1]] < x[order[n_left]]:
                    best, best_column, best_left = gain, column, n_left
    return best_column, best_left


@kernel
def information_table(n):
    """Return ``m log m`` of m = 0 to n, as a whole number of parts."""
    m = np.arange(n + 1)
    return np.rint(m * np.log(np.maximum(m, 1)) * _PARTS).astype(np.int64)


@kernel
def grow_classification(columns, classes, rows, n_rows, tree, table):
    """Grow a classification tree on `n_rows` of sorted `rows`; return its depth.

    A node's class is its most frequent one, of equally frequent ones the first. `table`
    is an `information_table` of at least `n_rows`; `rows` is reordered in place.
    """
    goes_left, spare = np.zeros(len(classes), np.uint32), np.empty(n_rows, np.uint32)
    counts = np.zeros((len(tree.cut), classes.max() + 1), np.int64)
    for row in rows[0, :n_rows]:
        counts[0, classes[row]] += 1
    least = MINDEV * (table[n_rows] - table[counts[0]].sum())
    _set_leaf(tree, 0, 0, n_rows, 0)
    used, node = 1, 0
    while node < used:
        size = tree.stop[node] - tree.start[node]
        tree.value[node] = counts[node].argmax()
        deviance = table[size] - table[counts[node]].sum()
        column, n_left = 0, 0
        if size >= MINSIZE and deviance >= least:
            here = rows[:, tree.start[node] : tree.stop[node]]
            column, n_left = _split_classification(
                columns, classes, here, counts[node], table
            )
        if n_left > 0:
            for row in here[column, :n_left]:
                counts[used, classes[row]] += 1
            counts[used + 1] = counts[node] - counts[used]
            _set_children(tree, node, used, columns, here, column, n_left)
            _partition(here, column, n_left, goes_left, spare)
            used += 2
        node += 1
    return tree.level[used - 1]


@kernel
def _split_classification(columns, classes, rows, counts, table):
    """Find the column of the best split and its number of rows on the left, or 0.

    The deviance of n rows is twice ``n log n`` less the sum of ``n_k log n_k`` over the
    classes.
    """
    n = rows.shape[1]
    whole = table[counts].sum()
    best, best_column, best_left = whole - table[n], 0, 0
    left, right = np.empty_like(counts), np.empty_like(counts)
    for column in range(len(columns)):
        x, order = columns[column], rows[column]
        left[:], right[:] = 0, counts
        of_classes = whole
        for n_left in range(1, n - MINCUT + 1):
            row = order[n_left - 1]
            k = classes[row]
            of_classes += table[left[k] + 1] - table[left[k]]
            of_classes += table[right[k] - 1] - table[right[k]]
            left[k] += 1
            right[k] -= 1
            if n_left >= MINCUT and x[row] < x[order[n_left]]:
                negative = of_classes - table[n_left] - table[n - n_left]
                if negative > best + _ROUNDING:
                    best, best_column, best_left = negative, column, n_left
    return best_column, best_left


@kernel
def _set_leaf(tree, node, start, stop, level):
    """Make a node of some rows a leaf."""
    tree.column[node], tree.cut[node], tree.left[node] = 0, np.inf, node
    tree.start[node], tree.stop[node], tree.level[node] = start, stop, level


@kernel
def _set_children(tree, node, first, columns, rows, column, n_left):
    """Split a node and its sorted rows into leaves, the nodes `first` and the next."""
    below, above = rows[column, n_left - 1], rows[column, n_left]
    tree.column[node], tree.left[node] = column, first
    tree.cut[node] = (columns[column, below] + columns[column, above]) / 2
    middle, level = tree.start[node] + n_left, tree.level[node] + 1
    _set_leaf(tree, first, tree.start[node], middle, level)
    _set_leaf(tree, first + 1, middle, tree.stop[node], level)


@kernel
def _partition(rows, split, n_left, goes_left, spare):
    """Bring the first rows of column `split` to the front of the others, in order."""
    for row in rows[split]:
        goes_left[row] = 0
    for row in rows[split, :n_left]:
        goes_left[row] = 1
    for column in range(len(rows)):
        if column == split:
            continue
        order = rows[column]
        at, moved = 0, 0
        for row in order:
            order[at] = row
            spare[moved] = row
            at += goes_left[row]
            moved += 1 - goes_left[row]
        order[at:] = spare[:moved]


@kernel
def leaf_value(tree, depth, columns, row):
    """Return the value of the leaf that a row falls into."""
    node = 0
    for _ in range(depth):
        x = columns[tree.column[node], row]
        node = tree.left[node] + (x >= tree.cut[node])
    return tree.value[node]


@kernel
def tree_errors(columns, y, train, test, table):
    """Tell on each split's test rows whether a tree predicts y wrongly.

    Without a `table` it is a regression tree, y is 0 or 1, and predicted is 1 above
    1/2; with an `information_table` a classification tree. Returned are 0 or 1, of
    shape (splits, tested).
    """
    splits, tested = test.shape
    errors = np.empty((splits, tested))
    order, rows = sort_columns(columns), np.empty(columns.shape, np.uint32)
    members, tree = np.zeros(len(y), np.uint32), new_tree(train.shape[1])
    for split in range(splits):
        members[train[split]] = 1
        n_rows = keep_members(order, members, rows)
        members[train[split]] = 0
        if table is None:
            depth = grow_regression(columns, y, rows, n_rows, tree)
        else:
            depth = grow_classification(columns, y, rows, n_rows, tree, table)
        for place in range(tested):
            row = test[split, place]
            leaf = leaf_value(tree, depth, columns, row)
            if table is None:
                leaf = np.float64(leaf > 0.5)
            errors[split, place] = leaf != y[row]
    return errors
