"""What reports say of policies comes from a simulation that can be repeated.

As a program this file takes the rates from the estimates of the simulation:
``.venv/bin/python tests/report/test_type_1_errors.py ESTIMATES``.
"""

import sys
from pathlib import Path

import pandas as pd
import pytest

from tenbyten.comparisons.files import write_comparisons
from tenbyten.report import TEMPLATES
from tenbyten.report.captions import type_1_error_sentences, type_1_errors
from tenbyten.tables.our_csv import read_table

ROOT = Path(__file__).parents[2]
COLUMNS = ["datasets", "runs", "test", "policy", "value", "error", "experiments"]


def taken(estimates):
    """Take the rates at difference 0 from the estimates."""
    chosen = estimates.query("difference == 0 and measure == 'rejection_rate'")
    return chosen[COLUMNS].reset_index(drop=True)


def test_the_rates_are_those_of_the_simulation():
    path = ROOT / "workflow/simulations/estimates/corani_benavoli_4_2/estimates.csv"
    pd.testing.assert_frame_equal(
        taken(read_table(path)), type_1_errors(), check_dtype=False, rtol=1e-5
    )


def test_the_policy_that_reproduces_table_4_errs_with_one_run():
    rates = type_1_errors().query("test == 'poisson'").set_index(["policy", "runs"])
    # Known from an independent simulation: 0.14 to 0.18, else at most 0.012.
    assert rates.loc[("win", 1), "value"].between(0.14, 0.18).all()
    for policy in ("half", "drop"):
        assert (rates.loc[policy, "value"] < 0.012).all()
    assert set(rates["experiments"]) == {5000}


@pytest.mark.parametrize(
    ("zero_variance", "runs", "simulated", "note"),
    [
        ("half", 10, 10, "ten runs (as in this study)"),
        ("win", 1, 1, "one run (as in this study)"),
        ("win", 5, 1, "one run (this study has 5)"),
        ("drop", 20, 10, "ten runs (this study has 20)"),
    ],
)
def test_the_studys_own_policy_and_runs_stand_first(
    zero_variance, runs, simulated, note
):
    settings = {"zero_variance": zero_variance, "runs": runs}
    text = type_1_error_sentences(settings)
    at = f"policy == {zero_variance!r} and test == 'poisson' and runs == {simulated}"
    rates = type_1_errors().query(at).sort_values("datasets")["value"]
    told = " and ".join("<0.001" if x < 0.0005 else f"{x:.3f}" for x in rates)
    assert f"Under zero_variance: {zero_variance}, the policy of this" in text
    above = " (more than alpha)" * (zero_variance == "win")
    assert f"study, they are {told}{above} with {note}" in text
    # Whatever the study's policy, the reader sees what `win` does with one run.
    assert text.count("more than alpha") == 1
    assert text.index("win") < text.index("more than alpha")
    for policy in {"half", "win", "drop"} - {zero_variance}:
        assert f"; under {policy} " in text


if __name__ == "__main__":
    write_comparisons(taken(read_table(sys.argv[1])), TEMPLATES / "type_1_errors.csv")
