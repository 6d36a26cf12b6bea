"""Comparing, planning and writing need few packages, and start without most."""

import os
import subprocess
import sys

import numpy as np
import pytest

from long_cells import cells_of

# What somebody who has a table of results need not install.
NOT_NEEDED = {"snakemake", "openml", "sklearn", "numba", "pyarrow", "requests", "arff"}
NOT_NEEDED |= {
    "jsonschema",
    "psutil",
    "threadpoolctl",
    "xmltodict",
    "fcntl",
    "pygments",
}
PROGRAM = """
import importlib.abc, sys
class Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[3].split(","):
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
import pandas as pd, tenbyten
table = pd.read_csv(sys.argv[1])
tenbyten.compare(table, bayesian_draws=2000).write(sys.argv[2])
from tenbyten.command import main
main(["compare", sys.argv[1], "--quiet"])
main(["plan", sys.argv[1], "--row", "A", "--column", "B", "--difference", "0.02"])
"""


def run(program, *arguments):
    """Run a program in another process; return what it prints."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_without_the_workflow_s_packages_the_same_bytes_are_written(tmp_path):
    rng = np.random.default_rng(2)
    table = cells_of([f"d{i}" for i in range(8)], "ABC", 2, 5).assign(tested=40)
    table.assign(correct=rng.integers(20, 40, len(table))).to_csv(
        tmp_path / "table.csv", index=False
    )
    said = [
        run(PROGRAM, tmp_path / "table.csv", tmp_path / name / "study", refused)
        for name, refused in (("all", ""), ("few", ",".join(sorted(NOT_NEEDED))))
    ]
    assert said[0] == said[1]
    ours, theirs = tmp_path / "all" / "study", tmp_path / "few" / "study"
    files = [x.relative_to(ours) for x in sorted(ours.rglob("*")) if x.is_file()]
    assert len(files) > 30
    # The versions of the packages are in these.
    lives = ("provenance.json", "details.html")
    differ = [x for x in files if (ours / x).read_bytes() != (theirs / x).read_bytes()]
    assert {x.name for x in differ} <= {*lives}


@pytest.mark.parametrize(
    ("program", "others"),
    [
        ("import tenbyten", {"numpy", "pandas", "matplotlib"}),
        ("from tenbyten.command import main; main(['--help'])", {"numpy", "pandas"}),
    ],
)
def test_it_starts_without_them(program, others):
    told = "; import sys; print({x.partition('.')[0] for x in sys.modules})"
    guarded = f"try:\n {program}\nexcept SystemExit:\n pass\n{told[2:]}"
    loaded = eval(run(guarded).splitlines()[-1])
    # Only fcntl is the standard library's.
    assert not loaded & ((NOT_NEEDED | others) - {"fcntl"})
