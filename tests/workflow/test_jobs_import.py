"""A cross-validation job does not import what it does not need."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("engine", ["native", "weka"])
def test_a_job_without_scikit_learn_needs_neither_it_nor_pandas(engine):
    code = (
        "import sys, tenbyten.scripting, tenbyten.dataset.canonical\n"
        "import tenbyten.engines.cross_validation, tenbyten.jobs.preparing\n"
        f"import tenbyten.engines.{engine}.training\n"
        "heavy = {'pandas', 'sklearn', 'openml', 'snakemake', 'matplotlib'}\n"
        "print(*heavy & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
