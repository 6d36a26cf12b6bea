"""A table of the shape of the Letter Recognition data, which is not bundled."""

import numpy as np

from arff_writer import write_arff
from tenbyten.datasets.parquet import write_dataset
from tenbyten.datasets.table import Attribute, Dataset


def images(n, seed=1):
    """Make images whose letters are apart, but not wholly: columns and classes."""
    rng = np.random.default_rng(seed)
    classes = rng.integers(26, size=n)
    centres = rng.integers(2, 14, size=(16, 26))
    columns = centres[:, classes] + rng.integers(-3, 4, size=(16, n))
    return np.clip(columns, 0, 15).astype(float), classes


def write_images(columns, classes, path):
    """Write images as a canonical data set or an ARFF file, the letter last."""
    labels = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    attributes = [Attribute(f"x{i}") for i in range(len(columns))]
    values = np.column_stack([columns.T, classes])
    letter = Attribute("class", labels)
    write = write_arff if path.suffix == ".arff" else write_dataset
    write(Dataset("letter", (*attributes, letter), values), path)
