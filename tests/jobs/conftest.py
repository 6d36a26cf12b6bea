"""Data sets in ARFF files, prepared."""

import pytest
from holes import ARFF, SETTINGS

from tenbyten.jobs.preparing import prepare


@pytest.fixture
def make(tmp_path):
    """Prepare a data set by an ARFF file, and return the folder it is in."""

    def make(arff=ARFF, *, name="holes", own_folds=None, **changes):
        source, folder = tmp_path / f"{name}.arff", tmp_path / "data"
        source.write_text(arff)
        folder.mkdir(exist_ok=True)
        files = {"source": source}
        if own_folds is not None:
            files["folds"] = tmp_path / "own.csv"
            files["folds"].write_text(own_folds)
        settings, where = SETTINGS | changes, f"sheet.tsv, row 1 ({name})"
        prepare(name, settings, files, folder, where=where)
        return folder

    return make
