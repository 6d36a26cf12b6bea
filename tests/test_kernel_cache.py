"""A stale compiled kernel is never used."""

import os
import shutil
import subprocess
import sys

CODE = """
import sys
if sys.argv[1] == "numba first":
    import numba
import tenbyten
from numba import config
print(config.CACHE_DIR)
"""


def cache_of(folder, first="", **variables):
    """Where numba keeps compiled kernels, with the package in this folder."""
    kept = {key: v for key, v in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", CODE, first],
        env=kept | {"PYTHONPATH": str(folder)} | variables,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_another_source_gets_another_cache(root, tmp_path):
    package = tmp_path / "tenbyten"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / "workflow" / "tenbyten", package, ignore=ignored)
    before = cache_of(tmp_path)
    assert before.startswith(str(package / "__pycache__"))
    assert cache_of(tmp_path, "numba first") == before
    with open(package / "learners" / "sorting.py", "a") as file:
        file.write("# changed\n")
    assert cache_of(tmp_path) != before
    assert cache_of(tmp_path, NUMBA_CACHE_DIR="/elsewhere") == "/elsewhere"
