"""Studies that are killed, rerun, and made under other circumstances."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import edits
import pytest
from faults import LIBRARY, compile_library

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
# The studies of these tests.
OURS = ("small", "traced")


def _workflow():
    """The class `Workflow` of the tests of whole studies."""
    path = HERE.parent / "workflow" / "conftest.py"
    spec = importlib.util.spec_from_file_location("whole_studies", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Workflow


class Study(_workflow()):
    """One study in a folder of its own: small, traced, or a study in config/."""

    def __init__(self, folder, *, name="small", root=ROOT):
        self.folder = Path(folder)
        self.name = name
        self.root = root
        self.folder.mkdir(parents=True, exist_ok=True)
        for file in (*HERE.glob("small.*"), *(HERE / "traced").glob("*.*")):
            if not (self.folder / file.name).exists():
                shutil.copy(file, self.folder)

    def command(self, *arguments, cores=2, config=()):
        """The command of a user who wants the study made."""
        study = f"{self.name}.yaml" if self.name in OURS else self.name
        command = [sys.executable, "-m", "snakemake", "--snakefile"]
        command += [self.root / "Snakefile", "--directory", self.folder]
        # What the README says to add after a kill; else it changes nothing.
        command += ["--rerun-incomplete", "--cores", cores, *arguments]
        # These tests read Snakemake's own lines.
        config = "progress=false", *config
        return [str(word) for word in (*command, "--config", f"study={study}", *config)]

    def start(self, *arguments, said=subprocess.DEVNULL, env=None):
        """Start snakemake, in a process group of its own."""
        return subprocess.Popen(
            self.command(*arguments),
            stdout=said,
            stderr=subprocess.STDOUT,
            cwd=self.folder,
            env=os.environ | (env or {}),
            start_new_session=True,
        )

    def made(self):
        """Bytes of all that the study made, by path: `results` and the report.

        Without the report's part on provenance: time and machine are in it.
        """
        files = self.results(self.name)
        page = self.folder / "results" / self.name / "report.html"
        if page.is_file():
            text = page.read_text(encoding="utf-8")
            start = '<section aria-labelledby="provenance">'
            text, parts = re.subn(f"{start}.*?</section>", "", text, flags=re.DOTALL)
            assert parts == 1
            files["report.html"] = text.encode()
        return files

    def jobs(self, *arguments, **how):
        """How many jobs of each rule a dry run would do."""
        code, said = self("--dry-run", *arguments, **how)
        assert code == 0, said
        return self.jobs_in(said)

    @staticmethod
    def jobs_in(said):
        """How many jobs of each rule Snakemake says it will do."""
        counts = re.findall(r"^(\w+) +(\d+)$", said, re.MULTILINE)
        planned = {rule: int(count) for rule, count in counts}
        assert planned or "Nothing to be done" in said, said
        return {rule: planned[rule] for rule in planned if rule not in ("all", "total")}


@pytest.fixture(scope="session")
def library(made_once):
    """The library that disturbs a study when it is preloaded."""
    return made_once("library", compile_library) / LIBRARY


@pytest.fixture(scope="session")
def study_in():
    """Make a study in a given folder."""
    return Study


@pytest.fixture(scope="session")
def undisturbed(made_once):
    """The small study, run once on two cores; not to be changed."""

    def run(folder):
        code, said = Study(folder)(env={})
        assert code == 0, said

    return Study(made_once("undisturbed", run))


def take_demo(study):
    """Put the demo study's data sets and classifiers into traced.yaml too."""
    for kind in ("yaml", "tsv"):
        shutil.copy(ROOT / "config" / f"demo.{kind}", study.folder)
    traced = study.folder / "traced.yaml"
    (mine,) = re.findall(r"  Mine:\n(?:    .*\n)*", traced.read_text())
    demo = (study.folder / "demo.yaml").read_text()
    demo = demo.replace("classifiers:\n", f"classifiers:\n{mine}")
    traced.write_text(f"{demo}\nfailures: exclude\nmetrics: [f1]\n")


def stop_at_a_failure(folder):
    """Run the study traced.yaml with `failures: stop`, which leaves it unfinished."""
    study = Study(folder, name="traced")
    if os.environ.get("TENBYTEN_TRACED_STUDY") == "demo":
        take_demo(study)
    edits.with_settings(study, failures="stop")
    code, said = study("--keep-going", env={})
    assert code != 0
    assert re.search(r"lenses, Mine, run 1, fold 1: ValueError: \d+ rows, few", said)


@pytest.fixture(scope="session")
def stopped(made_once):
    """The study traced.yaml, in which a classifier failed; not to be changed."""
    return Study(made_once("stopped", stop_at_a_failure), name="traced")


@pytest.fixture(scope="session")
def traced(made_once, stopped):
    """The study traced.yaml, finished, what failed left out; not to be changed."""

    def run(folder):
        shutil.copytree(stopped.folder, folder, symlinks=True, dirs_exist_ok=True)
        study = Study(folder, name="traced")
        edits.with_settings(study, failures="exclude")
        code, said = study(env={})
        assert code == 0, said

    return Study(made_once("traced", run), name="traced")


@pytest.fixture
def copied(undisturbed, tmp_path):
    """The finished small study in a folder that a test may change."""
    folder = tmp_path / "copied"
    shutil.copytree(undisturbed.folder, folder, symlinks=True)
    return Study(folder)
