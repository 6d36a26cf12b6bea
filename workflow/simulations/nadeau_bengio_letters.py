"""Nadeau & Bengio (2003), section 5, problem 3: images of letters.

A data set has 300 of the 20,000 images of the Letter Recognition data, which are read
from an ARFF file (OpenML's data set 6). A classification tree (A) or the nearest image
(B) predicts the letter; the loss is 1 for a wrong prediction. A case is a weight in the
distance; all have the same data sets, splits and trees. Tables 4 and 5.
"""

from typing import NamedTuple

import numpy as np
from generators import Generator
from integers import shuffle
from resampled import study
from running import command
from scipy.io import arff
from trees import information_table, tree_errors

from tenbyten.kernels import kernel
from tenbyten.statistics.checks import Floats, Ints

WEIGHTS = (1, 5, 10, 17.25, 25, 2048)  # w of simulations 1 to 6
# C1, C2 and C3 of section 5, from 0: features whose weight is w, 1 and 1 / w.
GROUPS = (0, 2, 8, 15), (1, 3, 5, 6, 7, 9, 11, 13, 14), (4, 10, 12)


class Sampled(NamedTuple):
    """A data set: `columns` of shape (features, instances) and `classes`.

    `nearest` has, for each weight, the rows in the order of their distance from each
    row, of shape (weights, instances, instances).
    """

    columns: Floats
    classes: Ints
    nearest: Ints


class Images(NamedTuple):
    """All images, and the learners: a tree, and one nearest neighbour a weight."""

    columns: Floats
    classes: Ints
    instances: int = 300

    def draw(self, state: Generator) -> Sampled:
        """Draw images without replacement."""
        rows = np.arange(len(self.classes))
        shuffle(state, rows)
        # Contiguous, for the kernels.
        columns = np.ascontiguousarray(self.columns[:, rows[: self.instances]])
        weights = np.array([weights_of_features(w) for w in WEIGHTS])
        nearest = sort_neighbours(columns, weights)
        return Sampled(columns, self.classes[rows[: self.instances]], nearest)

    def losses(self, data: Sampled, train: Ints, test: Ints) -> Floats:
        """Take the errors, 0 or 1, of tree and neighbours."""
        table = information_table(train.shape[1])
        of_tree = tree_errors(data.columns, data.classes, train, test, table)
        others = neighbour_errors(data.classes, data.nearest, train, test)
        return np.concatenate([of_tree[..., np.newaxis], others], axis=-1)


def read_letters(path: str) -> Images:
    """Read the letters data, whose class is the last attribute."""
    table, attributes = arff.loadarff(path)
    *features, letter = attributes.names()
    numeric = [attributes[name][0] == "numeric" for name in features]
    labels = list(attributes[letter][1] or ())
    found = len(table), sum(numeric), len(numeric), len(labels)
    if found != (20_000, 16, 16, 26):
        raise ValueError(
            f"{path}: {found[0]} rows with {found[1]} numeric of {found[2]} attributes "
            f"and a class of {found[3]} labels; expected 20,000 rows, 16 numeric "
            f"attributes and 26 labels: give OpenML's data set 6"
        )
    columns = np.stack([table[name] for name in features])
    classes = [labels.index(label.decode()) for label in table[letter]]
    return Images(columns, np.array(classes, dtype=np.int64))


def weights_of_features(weight: float) -> list[float]:
    """Return what each feature's squared difference counts, times the weight.

    So whole numbers and quarters stay exact, and equal distances equal.
    """
    of_group = zip(GROUPS, (weight**2, weight, 1.0), strict=True)
    weights = {feature: w for group, w in of_group for feature in group}
    return [weights[feature] for feature in range(16)]


@kernel
def sort_neighbours(columns, weights):
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
def neighbour_errors(classes, nearest, train, test):
    """Tell on each split's test rows whether the nearest training row misleads.

    Returned are 0 or 1, of shape (splits, tested, weights).
    """
    splits, tested = test.shape
    errors = np.empty((splits, tested, len(nearest)))
    is_member = np.zeros(len(classes), np.uint32)
    for split in range(splits):
        is_member[train[split]] = 1
        for place in range(tested):
            row = test[split, place]
            for k in range(len(nearest)):
                at = 0
                while not is_member[nearest[k, row, at]]:
                    at += 1
                other = nearest[k, row, at]
                errors[split, place, k] = classes[other] != classes[row]
        is_member[train[split]] = 0
    return errors


if __name__ == "__main__":
    parser = command(__file__, __doc__, 1000, "data sets")
    parser.add_argument("letters", help="letter.arff")
    options = parser.parse_args()
    cases = [f"{weight:g}" for weight in WEIGHTS]
    tasks = {"weights": (read_letters(options.letters), (3, 1), cases)}
    study("letters", tasks, options, "B")
