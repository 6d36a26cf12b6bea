"""Fixtures of tests of UCI's archive."""

import pytest
from uci_loopback import LoopbackUCI

from tenbyten.study.reading import read_sheet


@pytest.fixture(scope="session")
def paper_rows(root):
    """The rows of the sheet of `paper`, by number."""
    rows = read_sheet(root / "config" / "paper.tsv").values()
    return {row["number"]: row for row in rows}


@pytest.fixture
def archive(monkeypatch):
    """An archive on this machine, of which no proxy is asked."""
    for variable in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(variable, "127.0.0.1,localhost")
    with LoopbackUCI() as archive:
        yield archive
