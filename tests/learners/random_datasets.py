"""Random data sets that have what learners stumble over."""

import numpy as np

from tenbyten.datasets import Attribute, Dataset


def random_dataset(seed):
    """Make a data set from `seed`.

    Mixed attributes, constant ones, ones with many labels or ties, skewed and empty
    classes, one row per class in some, missing values in every second one.
    """
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(2, 8))
    if seed % 10 == 9:
        classes = np.arange(n_classes)
    else:
        skew = rng.dirichlet(np.full(n_classes, 0.7))
        classes = rng.choice(n_classes, int(rng.integers(20, 200)), p=skew)
    attributes, columns = [], []
    for number in range(rng.integers(1, 9)):
        draw = _nominal if rng.random() < 0.5 else _numeric
        labels, column = draw(rng, classes)
        attributes.append(Attribute(f"a{number}", labels))
        columns.append(column)
    values = np.column_stack(columns).astype(float)
    if seed % 2:
        values[rng.random(values.shape) < rng.choice([0.08, 0.25])] = np.nan
    attributes.append(Attribute("class", tuple(f"c{c}" for c in range(n_classes))))
    return Dataset(f"random-{seed}", tuple(attributes), np.c_[values, classes])


def _nominal(rng, classes):
    """Draw labels, most of them told by the class."""
    n = int(rng.choice([1, 2, 3, 5, 10, 90]))
    drawn = rng.integers(0, n, len(classes))
    told = (classes * rng.integers(1, 4)) % n
    noise = rng.choice([0.1, 0.4, 1.0])
    labels = tuple(f"l{label}" for label in range(n))
    return labels, np.where(rng.random(len(classes)) < noise, drawn, told)


def _numeric(rng, classes):
    """Draw numbers: fine, coarse, constant, or far from zero with little spread."""
    numbers = rng.normal(size=len(classes)) + classes * rng.choice([0, 0.5, 2])
    kind = rng.integers(0, 6)
    if kind == 0:
        numbers = np.full(len(classes), 3.5)
    elif kind == 1:
        numbers = np.round(numbers)
    elif kind == 2:
        numbers = np.round(numbers, 1)
    elif kind == 3:
        numbers = 1000 + np.round(numbers, 1) / 1000
    return None, numbers


def arrays(dataset, *, complete=False, nominal=False):
    """Values, numbers of labels, classes and number of classes of a data set."""
    keep = [not nominal or a.is_nominal for a in dataset.attributes[:-1]]
    labels = [len(a.labels or ()) for a in dataset.attributes[:-1]]
    n_values = np.array(labels, dtype=np.int64)[keep]
    values = np.ascontiguousarray(dataset.values[:, :-1][:, keep])
    if complete:
        values = np.nan_to_num(values)
    return values, n_values, dataset.classes, len(dataset.class_attribute.labels)


def assert_same(tree, other):
    """Compare two tuples of arrays."""
    for ours, theirs in zip(tree, other, strict=True):
        np.testing.assert_array_equal(ours, theirs)
