"""Where tests of WEKA find a data set."""

import pytest

from arff_tables import read_table
from arff_writer import write_arff


@pytest.fixture
def iris_arff(uci, tmp_path):
    path = tmp_path / "iris.arff"
    write_arff(read_table(uci / "iris.arff", name="iris"), path)
    return path
