"""A plan made by the workflow."""

import re

import pandas as pd
import pytest
from pilots import table

from tenbyten.planning import power

pytestmark = pytest.mark.slow

PLAN = """
title: How many
planning: {row: a, column: b, differences: [0.02, 0.04], datasets: [5, 15],
  runs: [1, 2], draws: 200, power: 0.3, bayesian_draws: 1000}
seed: 1
"""
NAMES = ("a", "b", "c")
GAINS = [0.05, -0.03, 0.0, None, 0.1, 0.04]
ASKED = {
    "row": "a",
    "column": "b",
    "datasets": [5, 15],
    "draws": 200,
    "bayesian_draws": 1000,
}


@pytest.fixture
def run(workflow_in, tmp_path):
    """Run a plan, or what is given besides, on a small pilot."""
    table(GAINS, classifiers=NAMES).to_csv(tmp_path / "pilot.csv")
    workflow = workflow_in(tmp_path)

    def run_as(plan, *arguments, config=("accuracies=pilot.csv",)):
        (tmp_path / "mine.yaml").write_text(plan)
        return workflow(*arguments, study="mine.yaml", config=config)

    return run_as


def test_a_pilot_becomes_a_plan(run, tmp_path):
    code, said = run(PLAN)
    assert code == 0, said
    top = tmp_path / "results" / "mine"
    found = pd.read_csv(top / "estimates.csv", na_values=[""])
    ours = power(table(GAINS, classifiers=NAMES), differences=[0.02, 0.04], **ASKED)
    assert found["value"].tolist() == ours["value"].tolist()
    assert found["test"].tolist() == ours["test"].tolist()
    assert set(found["test"]) >= {"holm", "bayesian_equivalent"}
    page = (top / "report.html").read_text()
    assert "is found with a probability of 0.3" in page
    assert "is a rough one" in page
    assert "We planned the comparison of b with a" in page
    assert {path.name for path in (top / "figures").glob("*.svg")} == {
        "power.svg",
        "power_others.svg",
    }
    # Another title draws nothing anew; another rope does, and another pilot.
    renamed = jobs(run, PLAN.replace("How many", "So many"))
    assert "report_plan" in renamed
    assert "plan" not in renamed
    assert "plan" in jobs(run, PLAN.replace("power: 0.3", "rope: 0.02"))
    # A plan is held to its pilot.
    assert run(PLAN, "verify")[0] == 0
    table(GAINS, classifiers=NAMES, seed=2).to_csv(tmp_path / "pilot.csv")
    assert "plan" in jobs(run, PLAN)
    code, said = run(PLAN, "verify")
    assert code == 1
    assert "made from another ../pilot.csv than is there" in said


def jobs(run, plan):
    """The rules that a dry run would run."""
    code, said = run(plan, "--dry-run")
    assert code == 0, said
    return set(re.findall(r"^(\w+) +\d+$", said, re.MULTILINE))


def test_a_difference_out_of_reach_is_said_with_the_range(run):
    code, said = run(PLAN.replace("0.04]", "0.5]"))
    assert code == 1
    assert "mean difference of 0.5; they reach from" in said
