"""From a row of a sheet to the canonical data set and its origin."""

import numpy as np
import pytest

from tenbyten.dataset.canonical import read_dataset, write_dataset
from tenbyten.dataset.making import make_canonical
from tenbyten.dataset.sources import Source

# Four rows, two cells missing; a third of 7 has no short decimal fraction.
HOLES = """@relation holes
@attribute number numeric
@attribute label {a,b}
@attribute class {no,yes}
@data
1,b,no
2,?,yes
4,b,no
?,a,yes
"""


@pytest.fixture
def holes(tmp_path):
    """A source with missing cells."""
    path = tmp_path / "holes.arff"
    path.write_text(HOLES)
    return Source("arff", str(path))


def made(source, **row):
    """The canonical data set and its origin."""
    row = {"number": 1, "missing_cells": 2} | row
    return make_canonical(source, row, name="holes", where="sheet, row 1 (holes)")


def test_a_data_set_to_be_imputed_before_splitting_is_so_in_its_file(holes, tmp_path):
    dataset, origin = made(holes, impute_before_splitting="yes")
    write_dataset(dataset, tmp_path / "data.parquet")
    written = read_dataset(tmp_path / "data.parquet", name="holes")
    expected = [[1, 1, 0], [2, 1, 1], [4, 1, 0], [7 / 3, 0, 1]]
    assert written.values.tolist() == expected
    assert origin["imputed"] is True
    # The facts are those that the sheet was held to.
    assert origin["missing_cells"] == 2


@pytest.mark.parametrize("row", [{}, {"impute_before_splitting": "no"}])
def test_missing_values_stay_where_no_imputation_is_asked_for(holes, row):
    dataset, origin = made(holes, **row)
    assert np.isnan(dataset.values).sum() == 2
    assert "imputed" not in origin


def test_the_facts_are_checked_before_imputation(holes):
    with pytest.raises(ValueError, match="missing_cells 2, the sheet says 0"):
        made(holes, missing_cells=0, impute_before_splitting="yes")
