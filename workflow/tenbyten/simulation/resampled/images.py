"""Data sets of images of letters, and the losses of a tree and nearest neighbours."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tenbyten.files import PathLike
from tenbyten.kernels import kernel
from tenbyten.simulation.random import Generator, shuffle
from tenbyten.simulation.resampled.trees import (
    grow_classification,
    information_table,
    keep_members,
    leaf_value,
    new_tree,
    sort_columns,
)
from tenbyten.statistics.checks import Floats, Ints

# C1, C2 and C3 of section 5, from 0: features whose weight is w, 1 and 1 / w.
_GROUPS = (0, 2, 8, 15), (1, 3, 5, 6, 7, 9, 11, 13, 14), (4, 10, 12)
ROWS, FEATURES, LETTERS = 20_000, 16, 26


class Sampled(NamedTuple):
    """A data set: `columns` of shape (features, instances) and `classes`.

    `nearest` has, for each weight, the rows in the order of their distance from each
    row, of shape (weights, instances, instances).
    """

    columns: Floats
    classes: Ints
    nearest: Ints


class Images(NamedTuple):
    """The `Task` of problem letters: a tree, and one nearest neighbour a weight.

    `columns` and `classes` are those of all images, as `read_letters` returns them.
    """

    columns: Floats
    classes: Ints
    instances: int
    weights: tuple[float, ...]

    def draw(self, state: Generator) -> Sampled:
        """Draw images without replacement."""
        rows = np.arange(len(self.classes))
        shuffle(state, rows)
        # Contiguous, for the kernels.
        columns = np.ascontiguousarray(self.columns[:, rows[: self.instances]])
        weights = np.array([_weights_of_features(w) for w in self.weights])
        nearest = _sort_neighbours(columns, weights)
        return Sampled(columns, self.classes[rows[: self.instances]], nearest)

    def losses(self, data: Sampled, train: Ints, test: Ints) -> Floats:
        """Take the errors, 0 or 1, of tree and neighbours, as `Task.losses`."""
        return _errors(data.columns, data.classes, data.nearest, train, test)


def read_letters(path: PathLike) -> tuple[Floats, Ints]:
    """Read the letters data: features of shape (16, rows) and classes of 0 to 25.

    Raises
    ------
    ValueError
        If the file is no canonical data set of 20,000 rows with 16 numeric attributes
        and a class of 26 labels behind them, nothing missing.
    """
    from tenbyten.dataset.parquet import read_dataset

    table = read_dataset(path, name="letter")
    *features, letter = table.attributes
    labels = len(letter.labels or ())
    numeric = sum(not attribute.is_nominal for attribute in features)
    found = len(table.values), len(features), numeric, labels
    if found != (ROWS, FEATURES, FEATURES, LETTERS) or np.isnan(table.values).any():
        raise ValueError(
            f"{path}: {found[0]} rows with {found[1]} attributes, {found[2]} of them "
            f"numeric, and a class of {found[3]} labels behind them, "
            f"{np.isnan(table.values).sum()} values missing; expected 20,000 rows, 16 "
            f"numeric attributes, 26 labels and none missing: give the Letter "
            f"Recognition data, OpenML's data set 6"
        )
    columns = np.ascontiguousarray(table.values[:, :-1].T)
    return columns, table.values[:, -1].astype(np.int64)


def _weights_of_features(weight: float) -> list[float]:
    """Return what each feature's squared difference counts, times the weight.

    So whole numbers and quarters stay exact, and equal distances equal.
    """
    weights = [0.0] * FEATURES
    for group, of_group in zip(_GROUPS, (weight**2, weight, 1.0), strict=True):
        for feature in group:
            weights[feature] = of_group
    return weights


@kernel
def _sort_neighbours(columns, weights):
    """Sort the rows by their distance from each row, for each set of weights.

    Rows at the same distance stay in the order of the data set, which is random.
    """
    n = columns.shape[1]
    nearest = np.empty((len(weights), n, n), np.int64)
    distances = np.empty(n)
    for k in range(len(weights)):
        for row in range(n):
            distances[:] = 0
            for feature in range(len(columns)):
                x, weight = columns[feature], weights[k, feature]
                for other in range(n):
                    difference = x[other] - x[row]
                    distances[other] += weight * difference * difference
            nearest[k, row] = np.argsort(distances, kind="mergesort")
    return nearest


@kernel
def _errors(columns, classes, nearest, train, test):
    """Take the errors on each split of a classification tree and of neighbours.

    Returns errors of shape (splits, tested, 1 + weights).
    """
    splits, tested = test.shape
    errors = np.empty((splits, tested, 1 + len(nearest)))
    order, rows = sort_columns(columns), np.empty(columns.shape, np.uint32)
    members, tree = np.zeros(len(classes), np.uint32), new_tree(train.shape[1])
    table = information_table(train.shape[1])
    for split in range(splits):
        members[train[split]] = 1
        n_rows = keep_members(order, members, rows)
        depth = grow_classification(columns, classes, rows, n_rows, tree, table)
        for place in range(tested):
            row = test[split, place]
            leaf = leaf_value(tree, depth, columns, row)
            errors[split, place, 0] = leaf != classes[row]
            for k in range(len(nearest)):
                other = _first_member(nearest[k, row], members)
                errors[split, place, 1 + k] = classes[other] != classes[row]
        members[train[split]] = 0
    return errors


@kernel
def _first_member(rows, members):
    """Return the first row that is a member."""
    place = 0
    while not members[rows[place]]:
        place += 1
    return rows[place]
