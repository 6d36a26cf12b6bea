"""Read variants of a small study."""

import pytest
import yaml
from small_study import SHEET, STUDY

from tenbyten.study import read_study


@pytest.fixture
def study_of(tmp_path, root):
    """Write a study of these values and this sheet, and read it."""

    def write(sheet=SHEET, **values):
        (tmp_path / "mine.tsv").write_text(sheet)
        path = tmp_path / "mine.yaml"
        path.write_text(yaml.safe_dump(STUDY | values, sort_keys=False))
        return read_study(path, root)

    return write
