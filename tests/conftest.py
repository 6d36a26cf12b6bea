"""Where the tests find WEKA and the UCI tables, which the project does not carry."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def pytest_sessionfinish(session):
    """Fail where a test was skipped but TENBYTEN_NO_SKIPS says that none may be."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    # Of several processes only the first reports.
    forbidden = reporter and os.environ.get("TENBYTEN_NO_SKIPS")
    if forbidden and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


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
def weka_jar():
    """WEKA 3.6.14's jar, or a skip."""
    jar = Path(os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar"))
    if not jar.is_file():
        pytest.skip(f"no WEKA at {jar}; set WEKA_JAR")
    return jar
