"""A simulation study on accuracies of the user's own."""

import pandas as pd
import pytest
from biased_accuracies import accuracies

from tenbyten.tables import write_table

pytestmark = pytest.mark.slow

STUDY = """
title: Draws with a bias
simulation: {problem: biased, bias: [0, 15], drawn: 8, draws: 40, tabulated: 15}
seed: 1
published:
  source: Nobody (2026)
  statements:
    - {says: Ranks see more, tests: [signed_rank], is: above, than: sign_test,
       at: {selection: pair}}
"""


@pytest.fixture
def run(workflow_in, tmp_path):
    """Run the study, or plan it, on generated accuracies."""
    write_table(accuracies(), tmp_path / "theirs.csv")
    workflow = workflow_in(tmp_path)

    def run_as(study, *arguments):
        (tmp_path / "draws.yaml").write_text(study)
        return workflow(
            *arguments, study="draws.yaml", config=("accuracies=theirs.csv",)
        )

    return run_as


def test_any_accuracies_are_drawn_from_and_reported(run, tmp_path):
    code, said = run(STUDY)
    assert code == 0, said
    top = tmp_path / "results" / "draws"
    estimates = pd.read_csv(top / "estimates.csv")
    assert set(estimates["experiments"]) == {40}
    judged = pd.read_csv(top / "statements.csv")
    # Each ordered pair at each bias, by tests that saw the same draws.
    assert len(judged) == 12 * 2
    assert set(judged["errors"]) == {"paired"}
    assert (top / "tables" / "table_7_signed_rank.tex").is_file()
    assert len(list((top / "figures").glob("*.svg"))) == 3
    assert "cannot be decided" in (top / "report.html").read_text()
    # Another pair to be drawn leaves the draws as they are.
    code, said = run(
        STUDY.replace("draws: 40", "draws: 40, shown: [[rules, tree]]"), "-n"
    )
    assert code == 0, said
    assert "draw_simulated" in said
    assert "rule simulate:" not in said


def test_a_classifier_that_is_not_there_is_named(run, tmp_path):
    code, _ = run(STUDY.replace("draws: 40", "draws: 10, shown: [[rules, nobody]]"))
    assert code != 0
    (log,) = (tmp_path / "results" / "draws" / "logs").glob("collect_simulated*")
    assert "shown names nobody, which is no classifier" in log.read_text()
