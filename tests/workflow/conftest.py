"""Run whole studies as a user does."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from forked_snakemake import call_snakemake
from slurm_cluster import Cluster

ROOT = Path(__file__).resolve().parent.parent.parent
# Tests read Snakemake's own lines.
SNAKEMAKES_LINES = "--workflow-profile", "none"
# What results say of time and machine, and what is no result.
NO_RESULTS = {"logs", "benchmarks", "made", "checked", "cache", "fetched"}
NO_RESULTS |= {"provenance.json", "report.html", "details.html"}
TREE = "sklearn.tree.DecisionTreeClassifier"
# Take their time or memory where they are asked to, or do not take few rows.
LEARNERS = """
import os, time
import numpy as np
from sklearn.tree import DecisionTreeClassifier

class SlowTree(DecisionTreeClassifier):
    def fit(self, X, y):
        time.sleep(float(os.environ.get("SLOW_TREE", 0)))
        return super().fit(X, y)

class LargeTree(DecisionTreeClassifier):
    def fit(self, X, y):
        np.ones(int(os.environ["LARGE_TREE_MB"]) * 2**17)
        time.sleep(2)
        return super().fit(X, y)

class ChoosyTree(DecisionTreeClassifier):
    def fit(self, X, y):
        if len(X) < 20:
            raise ValueError("too few rows")
        return super().fit(X, y)
"""


class Workflow:
    """The workflow in a folder of its own, with the tiny study in it."""

    def __init__(self, folder):
        self.folder = Path(folder)
        for file in (ROOT / "tests" / "tiny").iterdir():
            if not (self.folder / file.name).exists():
                shutil.copy(file, self.folder)

    def command(self, *arguments, study="tiny.yaml", config=(), cores=2):
        """The command of a user who wants the study made."""
        command = [sys.executable, "-m", "snakemake", "--snakefile", ROOT / "Snakefile"]
        command += ["--directory", self.folder, *SNAKEMAKES_LINES]
        command += ["--cores", cores] if cores else []
        command += [*arguments, "--config", f"study={self.folder / study}", *config]
        return [str(word) for word in command]

    def __call__(self, *arguments, env=None, **settings):
        """Call snakemake; return its exit code and all it said.

        In a new process where an environment is given, else in a forked one.
        """
        command = self.command(*arguments, **settings)
        if env is None:
            with tempfile.NamedTemporaryFile() as said:
                words = command[command.index("snakemake") + 1 :]
                code = call_snakemake(words, folder=self.folder, said=said.name)
                return code, Path(said.name).read_text(encoding="utf-8")
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.folder,
            env=os.environ | env,
            timeout=1800,
        )
        return done.returncode, done.stdout

    def results(self, study="tiny"):
        """Bytes of all results that are the same on any machine, by path."""
        folder = self.folder / "results" / study
        files = (file.relative_to(folder) for file in sorted(folder.rglob("*")))
        return {
            str(file): (folder / file).read_bytes()
            for file in files
            if (folder / file).is_file()
            and file.parts[0] not in NO_RESULTS
            and not file.name.startswith(".")
        }


@pytest.fixture(scope="session")
def workflow_in():
    """Make the workflow in a given folder."""
    return Workflow


@pytest.fixture(scope="session")
def finished(made_once):
    """The tiny study, run once on two cores; not to be changed."""

    def run(folder):
        code, said = Workflow(folder)(env={})
        assert code == 0, said

    return Workflow(made_once("finished", run))


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


@pytest.fixture
def with_learner(fresh):
    """Give the tiny study another tree, and two data sets; return the environment."""

    def change(learner, runs=2):
        sheet = fresh.folder / "tiny.tsv"
        sheet.write_text("".join(sheet.read_text().splitlines(keepends=True)[:3]))
        (fresh.folder / "learners_of_test.py").write_text(LEARNERS)
        study = fresh.folder / "tiny.yaml"
        text = study.read_text().replace(TREE, f"learners_of_test.{learner}")
        text = text.replace("runs: 2", f"runs: {runs}")
        text = text.replace("all: [1, 3]", "all: [1, 2]")
        study.write_text(text)
        paths = [str(fresh.folder), os.environ.get("PYTHONPATH", "")]
        return {"PYTHONPATH": os.pathsep.join(filter(None, paths))}

    return change


@pytest.fixture(scope="module")
def cluster_of_module(request):
    """The Slurm cluster that a module describes by `CLUSTER`, or a skip."""
    asked = request.module.CLUSTER
    for program in ["sbatch", *["slurmdbd", "mariadbd"] * asked["accounting"]]:
        if not shutil.which(program):
            pytest.skip(f"no {program}; install what slurm_cluster.py names")
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)  # munge wants to be reached by all
        with Cluster(Path(name) / "cluster", **asked) as cluster:
            yield cluster


@pytest.fixture
def cluster(cluster_of_module, counted):
    """The cluster, whose jobs are counted."""
    before = len(cluster_of_module.ended())
    yield cluster_of_module
    counted("jobs on Slurm", len(cluster_of_module.ended()) - before)
