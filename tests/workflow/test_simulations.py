"""Simulations by Snakemake: one by its name, and all whose files are there."""

import pytest


@pytest.mark.slow
def test_a_simulation_runs_by_its_name(workflow_in, tmp_path, root):
    name = "corani_benavoli_3_2"
    code, said = workflow_in(tmp_path)(name, study="demo", env={})
    assert code == 0, said
    found = tmp_path / "results" / "simulations" / name
    assert "Tables and figure are in" in (found / "log.txt").read_text()
    committed = root / "workflow" / "simulations" / "estimates" / name
    for table in ("estimates.csv", "verdicts.csv"):
        assert (found / table).read_bytes() == (committed / table).read_bytes()


def test_simulations_without_their_files_are_left_out_by_name(workflow_in, tmp_path):
    code, said = workflow_in(tmp_path)("simulations", "--dry-run", study="demo")
    assert code == 0, said
    for name, file in {
        "demsar_4": "paper/accuracies.csv",
        "letters": "letter.arff",
    }.items():
        assert f"{name}, as there is no " in said
        assert file in said
    assert "corani_benavoli_4_2" in said
