"""The project's files are found beside the package."""

import os

import pytest

import tenbyten
from sources import ROOT
from tenbyten import project


def test_jobs_find_the_package_of_a_clone_before_all_others(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "theirs")
    project.check_rules(lambda name: str(ROOT / name))
    expected = [str(ROOT / "workflow"), "theirs"]
    assert os.environ["PYTHONPATH"].split(os.pathsep) == expected


def test_rules_are_compared_by_what_they_are(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "")

    def other(name, text=None):
        """A copy of a script with another text, without the line feed at its end."""
        if name != "workflow/scripts/draw.py":
            return str(ROOT / name)
        copy = tmp_path / "draw.py"
        copy.write_text(text or (ROOT / name).read_text().rstrip())
        return str(copy)

    project.check_rules(other)
    for find in (
        lambda name: other(name, "print()"),
        lambda name: str(tmp_path / "no"),
    ):
        with pytest.raises(ValueError, match=r"they differ in .*workflow/scripts/draw"):
            project.check_rules(find)


def test_the_version_is_the_citations():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {tenbyten.__version__}\n" in citation
