"""A plan made by the workflow."""

import re

import pandas as pd
import pytest
from pilots import table

from tenbyten import plan

pytestmark = pytest.mark.slow

PLAN = """
title: How many
planning: {row: a, column: b, differences: [0.02, 0.04], datasets: [5, 15],
  runs: [1, 2], power: 0.3}
seed: 1
"""
NAMES = ("a", "b", "c")
GAINS = [0.05, -0.03, 0.0, None, 0.1, 0.04]


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
    ours = plan(
        table(GAINS, classifiers=NAMES),
        row="a",
        column="b",
        differences=[0.02, 0.04],
        datasets=[5, 15],
        runs=[1, 2],
        power=0.3,
    )
    for name in ("estimates", "smallest", "pilot"):
        theirs = pd.read_csv(top / f"{name}.csv")
        pd.testing.assert_frame_equal(
            theirs, getattr(ours, name), check_dtype=False, rtol=1e-6
        )
    page = (top / "report.html").read_text()
    assert "better than a by 2 percentage points with power 0.3 takes" in page
    assert "over 3 comparisons" in page
    assert "planned from a pilot on 6 data sets" in page
    assert [x.name for x in (top / "figures").glob("*.svg")] == ["power.svg"]
    # Another title plans nothing anew; another power does, and another pilot.
    renamed = jobs(run, PLAN.replace("How many", "So many"))
    assert "report_plan" in renamed
    assert "plan" not in renamed
    assert "plan" in jobs(run, PLAN.replace("power: 0.3", "power: 0.4"))
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


def test_a_pair_that_the_pilot_does_not_have_is_refused(run):
    code, said = run(PLAN.replace("column: b", "column: z"))
    assert code == 1
    assert "column is 'z', which is no classifier of the pilot" in said
