"""Read variants of a small study."""

import pytest
import yaml
from small_study import SHEET, STUDY

from tenbyten.study import read_study


@pytest.fixture
def read_values(tmp_path, root):
    """Write a study file of these values, and read it."""

    def read(values):
        path = tmp_path / "mine.yaml"
        path.write_text(yaml.safe_dump(values, sort_keys=False))
        return read_study(path, root)

    return read


@pytest.fixture
def study_of(tmp_path, read_values):
    """Write a study of these values and this sheet, and read it."""

    def write(sheet=SHEET, **values):
        (tmp_path / "mine.tsv").write_text(sheet)
        return read_values(STUDY | values)

    return write
