"""Where tests of WEKA find a later version, and a data set."""

import importlib.util
import os

import pytest

from arff_tables import read_table
from tenbyten.dataset.arff import write_arff


@pytest.fixture
def wrapper_jar():
    """The jar of WEKA 3.8 or 3.9 inside python-weka-wrapper3, or a skip."""
    spec = importlib.util.find_spec("weka")
    if spec is None:
        pytest.skip("python-weka-wrapper3 is not installed")
    (folder,) = spec.submodule_search_locations
    return os.path.join(folder, "lib", "weka.jar")


@pytest.fixture
def iris_arff(uci, tmp_path):
    path = tmp_path / "iris.arff"
    write_arff(read_table(uci / "iris.arff", name="iris"), path)
    return path
