"""A job imports what it needs: most jobs take little longer than a start."""

import ast
import subprocess
import sys

import pytest

from tenbyten.layout import FOLDER

SCRIPTS = FOLDER / "workflow" / "scripts"
# What takes a tenth of a second or more, alone or with all that it imports.
HEAVY = {"fontTools", "jinja2", "jsonschema", "matplotlib", "numba", "openml", "pandas"}
HEAVY |= {"pyarrow", "requests", "scipy.integrate", "scipy.interpolate"}
HEAVY |= {"scipy.special", "scipy.stats", "sklearn", "snakemake", "threadpoolctl"}
TABLES = {"pandas", "pyarrow"}
TESTS = TABLES | {"scipy.special"}
DRAWN = TESTS | {"fontTools", "matplotlib", "numba"}
PREDICT = """
from tenbyten.engines import Classifier, find_engine
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.learners import LEARNERS
asked = [Classifier(name, name, preprocessing=("discretize",)) for name in LEARNERS]
folds = weka_folds(read.classes, runs=1, folds=2, seed=1)
assert len(list(find_engine("native").predict_folds(read, folds, asked, seed=1))) == 10
"""
# By rule, what its job may import of that before it reads its inputs.
MAY_IMPORT = {
    "analyse": TESTS | HEAVY - {"openml", "requests", "snakemake", "sklearn"},
    "check_results": set(),
    "collect": TABLES,
    "compare_engines": TESTS,
    "crossvalidate": set(),
    "fetch_dataset": set(),
    "fetch_splits": set(),
    "import_accuracies": TABLES,
    "look": TESTS | {"numba"},
    "parity": TABLES,
    "prepare": set(),
    "record_provenance": set(),
    "run_correlated_t": TESTS,
    "run_poisson": TESTS,
    "run_signed_rank": TESTS,
    "unpack": set(),
    "verify": set(),
}


def imports_of(rule):
    """The imports of a rule's script."""
    parsed = ast.parse((SCRIPTS / f"{rule}.py").read_bytes())
    found = (x for x in ast.walk(parsed) if isinstance(x, ast.Import | ast.ImportFrom))
    return "\n".join(map(ast.unparse, found))


def imported_by(code, *arguments):
    """The heavy modules that are there when a new process has run some code."""
    code += f"\nimport sys\nprint(*set(sys.modules) & {HEAVY})"
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_every_rule_with_a_script_is_held_to_what_it_may_import():
    assert {path.stem for path in SCRIPTS.glob("*.py")} == set(MAY_IMPORT)


@pytest.mark.parametrize("rule", MAY_IMPORT)
def test_a_job_imports_what_it_may_and_no_more(rule):
    assert imported_by(imports_of(rule)) <= MAY_IMPORT[rule]


@pytest.mark.parametrize("engine", ["native", "weka"])
def test_a_job_without_scikit_learn_needs_neither_it_nor_pandas(engine, tmp_path):
    code = (
        "import sys, tenbyten.jobs.scripting, tenbyten.datasets.canonical\n"
        "import tenbyten.engines.cross_validation, tenbyten.jobs.preparing\n"
        f"import tenbyten.engines.{engine}.training\n"
        "from tenbyten.datasets.parquet import read_dataset, write_dataset\n"
        "from tenbyten.datasets.bundled import read_bundled\n"
        "write_dataset(read_bundled('contact-lenses'), sys.argv[1])\n"
        "read = read_dataset(sys.argv[1], name='contact-lenses')\n"
    )
    if engine == "native":
        code += PREDICT
    found = imported_by(code, str(tmp_path / "lenses.parquet"))
    assert not found & {"pandas", "sklearn", "openml", "snakemake", "matplotlib"}
