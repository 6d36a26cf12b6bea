"""Benchmarks that count on both sides run, on little data, and count the same."""

import os
import shutil
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "command",
    [
        "job_sizes.py iris --java --sizes 1",
        "engine.py iris --runs 1",
        "engine.py iris --runs 1 --engine weka",
    ],
)
def test_it_ends_without_an_error_beside_weka(command, root, uci, weka_jar):
    if not shutil.which("javac"):
        pytest.skip("no javac; install a JDK")
    run(root, f"{command} --uci {uci} --jar {weka_jar}")


def run(root, command):
    """Run a benchmark as its first lines say, which ends with an error else."""
    script, *arguments = command.split()
    script = root / "tests" / "benchmarks" / script
    done = subprocess.run(
        [sys.executable, script, *arguments],
        cwd=root,
        env=os.environ | {"PYTHONPATH": "workflow"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
