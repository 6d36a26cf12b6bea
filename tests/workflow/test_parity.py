"""Rule parity reads the table of both engines, and stops where a fold differs."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("identical", "says"),
    [(100, ""), (99, "iris, J48: 99 of 100")],
)
def test_parity_stops_where_a_fold_differs(root, tmp_path, identical, says, weka_jar):
    table = tmp_path / "results" / "demo" / "tables" / "parity.csv"
    table.parent.mkdir(parents=True)
    table.write_text(f"dataset,classifier,folds,identical\niris,J48,100,{identical}\n")
    command = [sys.executable, "-m", "snakemake", "--snakefile", root / "Snakefile"]
    command += ["--cores", "1", "parity", "--allowed-rules", "parity"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode == 0) == (not says), done.stderr
    assert says in done.stderr
