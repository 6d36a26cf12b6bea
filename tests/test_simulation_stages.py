"""The stages of a simulation study call its problem, and its judge."""

import logging

import pandas as pd
import pytest

from tenbyten.simulation_stages import collect_simulated, judge_statements, simulate
from tenbyten.study.simulation import make_simulation

VALUES = {
    "simulation": {
        "problem": "normal",
        "experiments": 30,
        "cases": [[{"datasets": 3, "mu": 0.1, "sigma": 0.05}]],
    },
    "folds": 2,
}


@pytest.fixture
def study(tmp_path):
    """A study of one cell."""
    return make_simulation(tmp_path / "mine.yaml", VALUES)


@pytest.fixture
def cell(study):
    """Its cell."""
    (cell,) = study.find_problem().cells(study.settings).values()
    return cell


def test_experiments_cut_in_two_are_those_of_the_whole(cell, caplog):
    caplog.set_level(logging.INFO)
    at = {"problem": "normal", "cell": cell}
    whole = simulate(range(30), {}, **at)
    parts = [simulate(x, {}, **at) for x in (range(12), range(12, 30))]
    pd.testing.assert_frame_equal(pd.concat(parts, ignore_index=True), whole)
    # A log tells what was simulated, and how long it took.
    assert "experiments 12 to 29 of normal, about 1 s" in caplog.text
    assert caplog.text.count("simulated in") == 3


def test_what_was_collected_is_judged(study, cell):
    at = {"problem": "normal"}
    part = simulate(range(30), {}, **at, cell=cell)
    (name,) = study.find_problem().cells(study.settings)
    tables = collect_simulated({name: part}, {}, **at, settings=study.computed_by)
    assert tuple(tables) == study.find_problem().tables
    assert set(tables["estimates"]["experiments"]) == {30}
    statement = {"says": "So.", "tests": ["poisson"], "at": {}, "measure": "median"}
    judged = judge_statements(tables, [statement | {"is": "below", "than": 0.5}])
    assert list(judged["statement"]) == [1]
    assert len(judge_statements(tables, [])) == 0
