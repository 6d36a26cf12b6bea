"""Run whole studies as a user does."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


class Workflow:
    """The workflow in a folder of its own, with the tiny study in it."""

    def __init__(self, folder):
        self.folder = Path(folder)
        for file in (ROOT / "tests" / "tiny").iterdir():
            shutil.copy(file, self.folder)

    def command(self, *arguments, study="tiny.yaml", config=(), cores=2):
        """The command of a user who wants the study made."""
        command = [sys.executable, "-m", "snakemake", "--snakefile", ROOT / "Snakefile"]
        command += ["--directory", self.folder, "--cores", cores, *arguments]
        command += ["--config", f"study={self.folder / study}", *config]
        return [str(word) for word in command]

    def __call__(self, *arguments, env=None, **settings):
        """Call snakemake; return its exit code and all it said."""
        done = subprocess.run(
            self.command(*arguments, **settings),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.folder,
            env=os.environ | (env or {}),
            timeout=1800,
        )
        return done.returncode, done.stdout

    def results(self, study="tiny"):
        """Bytes of every accuracy, comparison, table and figure, by path."""
        folder = self.folder / "results" / study
        parts = ["accuracies.csv", "accuracies/**/*.csv", "folds/*", "data/*"]
        parts += ["comparisons/**/*.csv", "tables/**/*.*", "figures/*.*"]
        found = {file for part in parts for file in folder.glob(part)}
        files = {file for file in found if not file.name.startswith(".")}
        return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(files)}


@pytest.fixture(scope="session")
def workflow_in():
    """Make the workflow in a given folder."""
    return Workflow


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """The tiny study, run once on two cores; not to be changed."""
    workflow = Workflow(tmp_path_factory.mktemp("finished"))
    code, said = workflow()
    assert code == 0, said
    return workflow


@pytest.fixture
def fresh(tmp_path):
    """The tiny study, not run."""
    return Workflow(tmp_path)


@pytest.fixture
def copied(finished, tmp_path):
    """A finished study that a test may change."""
    folder = tmp_path / "copy"
    shutil.copytree(finished.folder, folder, symlinks=True)
    return Workflow(folder)
