"""Counts on iris, all made at once, and a file that keeps them."""

import shutil

import pytest
from keeping import do_job

from tenbyten.engines.kept_counts import KeptCounts


@pytest.fixture(scope="module")
def rows():
    """All rows, made at once."""
    return do_job().rows


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A file with all counts."""
    path = tmp_path_factory.mktemp("made") / "kept" / "iris.json"
    do_job(KeptCounts(path))
    return path


@pytest.fixture
def folder(tmp_path):
    """The folder of a panel, and the only one."""
    (tmp_path / "panel").mkdir()
    return tmp_path / "panel"


@pytest.fixture
def path(made, folder):
    """A copy of it."""
    return shutil.copy(made, folder / "iris.json")
