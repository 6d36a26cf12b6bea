"""A change makes anew what the table in config/README.md says, and nothing else."""

import re
import shutil

import pytest
from changes import CHANGES, REFERENCE, with_table

PLANNED = re.compile(
    r"^To cross-validate: (.*?): runs? ([\d, -]+) on (.*?)(?: \((.*)\))?$", re.MULTILINE
)


def numbers(text):
    """The numbers of ``1, 4`` and of ``2-4``."""
    for part in text.split(", "):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def runs_planned(said):
    """Each run that the main process says is to be made, as `changes.runs_of`."""
    return {
        (classifier, dataset, run)
        for classifiers, runs, datasets, _ in PLANNED.findall(said)
        for classifier in classifiers.split(", ")
        for dataset in datasets.split(", ")
        for run in numbers(runs)
    }


@pytest.fixture(scope="session")
def checkout(tmp_path_factory, root):
    """A copy of the workflow, to be copied again by a test that changes it."""
    folder = tmp_path_factory.mktemp("checkout")
    ignored = shutil.ignore_patterns("__pycache__")
    for part in ("config", "workflow"):
        shutil.copytree(root / part, folder / part, ignore=ignored)
    shutil.copy2(root / "Snakefile", folder)
    return folder


@pytest.fixture
def call(study_in, traced, stopped, checkout, tmp_path):
    """Make a copy of the finished study, and the function that plans it."""

    def copied(change):
        start = {"stopped": stopped}.get(change.how.get("start"), traced)
        folder = shutil.copytree(start.folder, tmp_path / "study", symlinks=True)
        study, how = study_in(folder, name="traced"), {}
        if change.how.get("checkout"):
            study.root = shutil.copytree(checkout, tmp_path / "checkout")
            how["env"] = {"PYTHONPATH": str(study.root / "workflow")}
        if "env" in change.how:
            paths = {key: str(folder / x) for key, x in change.how["env"].items()}
            how["env"] = paths
        how["config"] = change.how.get("config", ())
        return study, how

    return copied


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.changed)
def test_a_change_makes_anew_what_the_table_says(change, call, counted):
    study, how = call(change)
    change.alter(study)
    code, said = study("--dry-run", **how)
    assert code == 0, said
    assert runs_planned(said) == change.runs
    planned = study.jobs_in(said).keys()
    assert planned == change.rules, said
    counted("changes planned", 1)


def test_the_reference_shows_the_table():
    text = REFERENCE.read_text(encoding="utf-8")
    assert "<!-- table: changes -->" in text
    assert with_table(text) == text, "write it anew: python tests/robustness/changes.py"
