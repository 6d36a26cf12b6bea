"""The package keeps its compiled kernels apart, and leaves the process as it was."""

import os
import shutil
import subprocess
import sys

import pytest

FOLDER = "from tenbyten.kernels import cache_folder; print(cache_folder())"
# Probability by a kernel that calls one of another file, and what came from disk.
CALL = """
import numpy as np
from tenbyten.learners.bayes.naive_bayes import _probability
factor = np.zeros(1)
_probability(0.0, np.array([2.0, 0.0, 1.0]), factor)
hits, misses = (sum(count.values()) for count in
                (_probability.stats.cache_hits, _probability.stats.cache_misses))
print(round(factor[0], 3), hits, misses)
"""
HOST = """
import os, sys
from pathlib import Path
import numba
sys.path.insert(0, sys.argv[1])
before = dict(os.environ), dict(vars(numba.config))
import tenbyten, tenbyten.learners
from tenbyten.learners import AODE
assert (dict(os.environ), dict(vars(numba.config))) == before
from theirs import twice
assert twice(2) == 4
cached = [path.name for path in Path(sys.argv[1], "__pycache__").glob("*.nbi")]
assert [name.startswith("theirs.twice") for name in cached] == [True], cached
"""


@pytest.fixture
def package(root, tmp_path):
    """Give a copy of the package."""
    copy = tmp_path / "tenbyten"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / "workflow" / "tenbyten", copy, ignore=ignored)
    return copy


def run(package, code, *arguments, **variables):
    """Run code with this copy of the package; return what it prints."""
    kept = {key: v for key, v in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=kept | {"PYTHONPATH": str(package.parent)} | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_another_source_of_kernels_gets_another_cache(package):
    before = run(package, FOLDER)
    assert before.startswith(str(package / "__pycache__"))
    with open(package / "learners" / "estimators.py", "a") as file:
        file.write("# no kernel is here\n")
    assert run(package, FOLDER) == before
    with open(package / "learners" / "sorting.py", "a") as file:
        file.write("# changed\n")
    after = run(package, FOLDER)
    assert after != before
    theirs = run(package, FOLDER, NUMBA_CACHE_DIR="/elsewhere")
    assert theirs == after.replace(str(package / "__pycache__"), "/elsewhere")


def test_kernels_are_read_from_disk_unless_a_kernel_that_they_call_has_changed(package):
    # Within one deviation of the mean lie 68.3 % of a normal distribution.
    assert run(package, CALL) == "0.683 0 1"
    assert run(package, CALL) == "0.683 1 0"
    callee = package / "learners" / "bayes" / "normal.py"
    source = callee.read_text()
    assert source.count("half = 0.5 *") == 1
    callee.write_text(source.replace("half = 0.5 *", "half = 0.25 *"))
    assert run(package, CALL) == "0.841 0 1"


def test_importing_the_package_leaves_the_process_as_it_was(package, tmp_path):
    host = tmp_path / "host"
    host.mkdir()
    (host / "theirs.py").write_text(
        "from numba import njit\n\n\n"
        "@njit(cache=True)\ndef twice(x):\n    return 2 * x\n"
    )
    run(package, HOST, host)


def test_importing_the_package_imports_neither_pandas_nor_numba(package):
    run(
        package,
        "import sys, tenbyten; assert not {'pandas', 'numba', 'sklearn'} & set("
        "sys.modules); from tenbyten import compare, Comparison; "
        "assert compare.__module__ == 'tenbyten.analysis'; tenbyten.__version__",
    )
