"""Read ARFF files of tests as data sets, the last attribute the class."""

from tenbyten.datasets.canonical import canonical
from tenbyten.datasets.readers.arff import read_arff


def read_table(path, *, name):
    """Read a file as it is: no attribute dropped, nothing imputed."""
    raw = read_arff(path)
    return canonical(raw, name=name, target=raw.attributes[-1].name, where=path)
