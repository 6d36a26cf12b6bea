"""The project's files are found beside the package."""

import os

import tenbyten
from sources import ROOT
from tenbyten import project


def test_in_a_clone_the_folder_is_the_clone():
    assert project.FOLDER == ROOT


def test_all_that_a_study_needs_is_in_the_folder():
    workflow = project.FOLDER / "workflow"
    folders = ["rules", "scripts", "schemas", "profiles", "report"]
    assert all((workflow / name).is_dir() for name in folders)
    assert (project.FOLDER / "Snakefile").is_file()
    assert (project.FOLDER / "config" / "config.yaml").is_file()
    assert "| `rope` |" in project.DESCRIPTION_OF_KEYS.read_text(encoding="utf-8")


def test_jobs_find_the_package_of_a_clone_before_all_others():
    environment = {}
    project.lead_jobs_here(environment)
    assert environment == {"PYTHONPATH": str(ROOT / "workflow")}
    environment = {"PYTHONPATH": "theirs"}
    project.lead_jobs_here(environment)
    assert environment["PYTHONPATH"].split(os.pathsep)[1:] == ["theirs"]


def test_rules_are_compared_by_what_they_are():
    def read(name):
        return (ROOT / name).read_text()

    assert project.differing_rules(read) == []
    # As `git show` returns a file.
    assert project.differing_rules(lambda name: read(name).rstrip()) == []
    missing = "workflow/scripts/draw.py"
    assert project.differing_rules(lambda x: "" if x == missing else read(x)) == [
        missing
    ]
    assert project.differing_rules(lambda x: read(x).replace("threads: 1", ""))


def test_the_version_is_the_citations():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {tenbyten.__version__}\n" in citation
