"""Studies that are altered, killed, and made under other circumstances."""

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from faults import LIBRARY, compile_library

HERE = Path(__file__).parent


def _workflow():
    """The class `Workflow` of the tests of whole studies."""
    path = HERE.parent / "workflow" / "conftest.py"
    spec = importlib.util.spec_from_file_location("whole_studies", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Workflow


class Study(_workflow()):
    """The study traced.yaml in a folder of its own: every kind of file is in it."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        for file in (HERE / "traced").glob("*.*"):
            if not (self.folder / file.name).exists():
                shutil.copy(file, self.folder)

    @property
    def top(self):
        """The folder of its results."""
        return self.folder / "results" / "traced"

    def command(self, *arguments, **settings):
        """The command of a user who wants the study made, after a kill too."""
        arguments = ["--rerun-incomplete", *arguments]
        return super().command(*arguments, **{"study": "traced.yaml", **settings})

    def start(self, *arguments, env=None):
        """Start snakemake, in a process group of its own."""
        return subprocess.Popen(
            self.command(*arguments),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            cwd=self.folder,
            env=os.environ | (env or {}),
            start_new_session=True,
        )

    def replace(self, old, new, file="traced.yaml"):
        """Change a part of one of the study's files."""
        path = self.folder / file
        text = path.read_text()
        assert text.count(old) == 1, (old, file)
        path.write_text(text.replace(old, new))

    def made(self):
        """Bytes of all that the study made, by path: `results` and the pages.

        Without the details' part on provenance: time and machine are in it.
        """
        files = self.results("traced")
        page = self.top / "details.html"
        if page.is_file():
            text = page.read_text(encoding="utf-8")
            start = '<section aria-labelledby="provenance">'
            text, parts = re.subn(f"{start}.*?</section>", "", text, flags=re.DOTALL)
            assert parts == 1
            files["report.html"] = (self.top / "report.html").read_bytes()
            files["details.html"] = text.encode()
        return files

    def do(self, *arguments, **settings):
        """Call snakemake, which must succeed; return all it said."""
        code, said = self(*arguments, **settings)
        assert code == 0, said
        return said

    def jobs(self, *arguments, **settings):
        """How many jobs of each rule a dry run would do."""
        said = self.do("--dry-run", *arguments, **settings)
        counts = re.findall(r"^(\w+) +(\d+)$", said, re.MULTILINE)
        assert counts or "Nothing to be done" in said, said
        left = {rule: int(count) for rule, count in counts}
        return {rule: left[rule] for rule in left if rule not in ("total", "run_study")}

    def counted(self):
        """Sums of runs that the logs of the cross-validation tell: trained, read."""
        pattern = r"(\d+) runs trained, \d+ of them compared, (\d+) read"
        logs = [path.read_text() for path in self.top.glob("logs/crossvalidate/*/*")]
        found = re.findall(pattern, "".join(logs))
        return tuple(sum(map(int, numbers)) for numbers in zip(*found, strict=True))

    def forget(self):
        """Remove all that Snakemake remembers."""
        shutil.rmtree(self.folder / ".snakemake")


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
    """The study, run once on two cores; not to be changed."""
    return Study(made_once("undisturbed", lambda folder: Study(folder).do(env={})))


@pytest.fixture
def copied(undisturbed, tmp_path):
    """The finished study in a folder that a test may change."""
    folder = tmp_path / "copied"
    shutil.copytree(undisturbed.folder, folder, symlinks=True)
    return Study(folder)
