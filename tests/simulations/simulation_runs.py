"""Run a script of workflow/simulations with few experiments."""

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd

SCRIPTS = Path(__file__).parents[2] / "workflow" / "simulations"
COMMITTED = SCRIPTS / "estimates"


def run_script(name, folder, size, *arguments):
    """Run a script; return its tables by name, and what it printed."""
    command = [sys.executable, SCRIPTS / f"{name}.py", *arguments]
    command += ["--size", str(size), "--cores", "2", "--output", folder]
    environment = os.environ | {"PYTHONPATH": str(SCRIPTS.parent)}
    done = subprocess.run(
        list(map(str, command)), env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert (folder / "figure.svg").stat().st_size > 10_000
    return {x.stem: pd.read_csv(x) for x in folder.glob("*.csv")}, done.stdout


def committed(name, table):
    """Read a table that the script made at full size."""
    return pd.read_csv(COMMITTED / name / f"{table}.csv")


def off(found, full, keys):
    """Return by how many standard errors small estimates are off those of all.

    The few experiments are the first of the many. A rate of few may be 0 where that of
    many is not: its error is the one that the rate of many gives.
    """
    both = found.merge(full, on=keys, suffixes=("", "_full"), validate="1:1")
    assert len(both) == len(found)
    share = both["experiments_full"] / both["experiments"]
    error = both["error_full"] * (share - 1) ** 0.5
    gap = (both["value"] - both["value_full"]).abs()
    # A rate moves in steps.
    return ((gap - 1 / both["experiments"]).clip(lower=0) / error).where(gap > 0, 0)
