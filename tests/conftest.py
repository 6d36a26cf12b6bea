"""Where tests find WEKA and the UCI tables, and what they share between processes."""

import fcntl
import importlib.util
import os
import shutil
from collections import Counter
from pathlib import Path

import hypothesis
import pytest

from java_bridge import find_bridge

# How long an example takes says nothing where others share the processor.
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")

ROOT = Path(__file__).resolve().parent.parent
LONGEST = {
    "test_slurm.py",
    "test_slurm_nodes.py",
    "test_paper_study.py",
    "test_kills.py",
    "test_faults.py",
}
LONGEST |= {"test_openml_study.py", "test_fetched_study.py"}


def pytest_collection_modifyitems(items):
    """Put the files that take longest first where several processes share the tests."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_sessionfinish(session):
    """Fail where a test was skipped but TENBYTEN_NO_SKIPS says that none may be."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    # Of several processes only the first reports.
    forbidden = reporter and os.environ.get("TENBYTEN_NO_SKIPS")
    if forbidden and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter):
    """Print the sum of everything that tests counted by `counted`."""
    sums = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "teardown":
                for name, number in report.user_properties:
                    sums[name] += number
    for name, number in sums.items():
        terminalreporter.write_line(f"{name}: {number}")


@pytest.fixture
def counted(record_property):
    """Count something for the summary: call it with a name and a number."""
    return record_property


@pytest.fixture(scope="session")
def made_once(tmp_path_factory):
    """Fill a folder once for all processes of pytest: the others wait for the first.

    Call it with the folder's name and a function of the folder. No test may change
    what is in it.
    """
    top = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        top = top.parent

    def make(name, fill):
        folder, mark = top / name, top / f"{name}.made"
        with open(top / f"{name}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not mark.exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                fill(folder)
                mark.touch()
        return folder

    return make


@pytest.fixture(scope="session")
def root():
    """Top folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def demo():
    """Results of the demo study, or a skip."""
    results = ROOT / "results" / "demo"
    if not (results / "tables" / "all.md").is_file():
        pytest.skip(f"no demo study at {results}; run `snakemake --cores 8` first")
    return results


@pytest.fixture(scope="session")
def uci():
    """Folder of the UCI tables, or a skip."""
    folder = Path(os.environ.get("TENBYTEN_UCI", ROOT.parent / "shared" / "uci"))
    if not (folder / "datasets.tsv").is_file():
        pytest.skip(f"no UCI tables at {folder}; set TENBYTEN_UCI")
    return folder


@pytest.fixture(scope="session")
def bridge():
    """Python's bridge to Java, or a skip."""
    return find_bridge()


@pytest.fixture(scope="session")
def weka_jar(bridge):
    """WEKA 3.6.14's jar, which Python can run, or a skip."""
    jar = Path(os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar"))
    if not jar.is_file():
        pytest.skip(f"no WEKA at {jar}; set WEKA_JAR")
    return jar


@pytest.fixture(scope="module")
def java(weka_jar, tmp_path_factory):
    """Look up Java's classes, in a JVM of this process."""
    from tenbyten.engines.weka.jvm import java_class, start_jvm

    start_jvm(weka_jar, heap_mb=1000, scratch=tmp_path_factory.mktemp("jvm"))
    return java_class


@pytest.fixture(scope="session")
def wrapper_jar(bridge):
    """The jar of WEKA 3.8 or 3.9 inside python-weka-wrapper3, or a skip."""
    # The tests' own folder `weka` is found too where nothing else bears the name.
    spec = importlib.util.find_spec("weka")
    folders = (spec.submodule_search_locations if spec else None) or []
    jars = [os.path.join(folder, "lib", "weka.jar") for folder in folders]
    there = [jar for jar in jars if os.path.isfile(jar)]
    if not there:
        pytest.skip("python-weka-wrapper3 is not installed")
    return there[0]


@pytest.fixture(scope="session")
def published(root):
    """Folder of published results, or a skip."""
    there = (
        root.parent.parent / "shared" / "published",
        root.parent / "shared/published",
    )
    folders = [Path(os.environ.get("TENBYTEN_PUBLISHED", there[1])), *there]
    folder = next((x for x in folders if (x / "amlb_small.csv").is_file()), None)
    if folder is None:
        pytest.skip(f"no published results at {folders[0]}; set TENBYTEN_PUBLISHED")
    return folder
