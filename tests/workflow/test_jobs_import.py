"""A cross-validation job does not import what it does not need."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("engine", ["native", "weka"])
def test_a_job_without_scikit_learn_needs_neither_it_nor_pandas(engine, tmp_path):
    code = (
        "import sys, tenbyten.scripting, tenbyten.dataset.canonical\n"
        "import tenbyten.engines.cross_validation, tenbyten.jobs.preparing\n"
        f"import tenbyten.engines.{engine}.training\n"
        "from tenbyten.dataset.parquet import read_dataset, write_dataset\n"
        "from tenbyten.dataset.bundled import read_bundled\n"
        "write_dataset(read_bundled('contact-lenses'), sys.argv[1])\n"
        "read_dataset(sys.argv[1], name='contact-lenses')\n"
        "heavy = {'pandas', 'sklearn', 'openml', 'snakemake', 'matplotlib'}\n"
        "print(*heavy & set(sys.modules))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "lenses.parquet")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
