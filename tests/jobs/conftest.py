"""A data set in an ARFF file, to be prepared."""

import pytest
from holes import ARFF, SPLIT

from tenbyten.dataset.sources import Source
from tenbyten.jobs.preparing import Files, Wanted


@pytest.fixture
def files(tmp_path):
    """Where everything of the data set goes."""
    folder = tmp_path / "results"
    return Files(
        folder / "d" / "holes.parquet", folder / "holes.json", folder / "f" / "f.csv"
    )


@pytest.fixture
def wanted(tmp_path):
    """The data set, from an ARFF file."""
    path = tmp_path / "holes.arff"
    path.write_text(ARFF)
    row = {"number": 1, "name": "holes", "arff": "holes.arff"}
    source = Source("arff", str(path))
    return Wanted("holes", "sheet.tsv, row 1 (holes)", source, row, SPLIT)
