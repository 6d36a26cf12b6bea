"""The planner without a pilot."""

import pandas as pd
import pytest

from tenbyten.planning import smallest
from tenbyten.planning.model import PROBLEM
from tenbyten.simulation.network import PROBLEM as NETWORK
from tenbyten.study.schema import check_against_schema, read_schema

STUDY = {
    "alpha": 0.05,
    "rho": "1/folds",
    "zero_variance": "drop",
    "signed_rank": "auto",
    "signed_rank_sides": "one",
    "seed": 1,
    "folds": 5,
}
ASKED = {
    "sizes": [30, 200],
    "differences": [0.1, 0.05],
    "datasets": [20, 10],
    "runs": [1, 2],
    "draws": 100,
}


def settings(problem, asked):
    schema = read_schema(f"problems/{problem}")
    filled = check_against_schema({"problem": problem, **asked}, schema, where="x")
    return STUDY | {"simulation": filled}


@pytest.fixture(scope="module")
def found():
    made = settings("model", ASKED)
    parts = {
        name: PROBLEM.simulate(range(100), files={}, **cell)
        for name, cell in PROBLEM.cells(made).items()
    }
    return PROBLEM.collect(parts, files={}, settings=made)


def test_rates_are_those_of_the_network_under_the_studys_policy(found):
    differences = [0, 0.05, 0.1]
    asked = {key: ASKED[key] for key in ("sizes", "datasets", "runs")}
    made = settings(
        "network", {**asked, "differences": differences, "experiments": 100}
    )
    cells = NETWORK.cells(made)
    parts = {
        name: NETWORK.simulate(range(100), files={}, **cell)
        for name, cell in cells.items()
    }
    rates = NETWORK.collect(parts, files={}, settings=made)["estimates"]
    own = rates["test"].map({"poisson": "drop", "signed_rank": "split"})
    rates = rates[rates["policy"] == own]
    keys = ["difference", "datasets", "runs", "test"]
    rates = rates[rates["measure"] == "rejection_rate"].set_index(keys)["value"]
    ours = found["estimates"].set_index(keys)["value"]
    pd.testing.assert_series_equal(ours.sort_index(), rates.sort_index())
    assert len(ours) == 3 * 2 * 2 * 2


def test_a_plan_has_its_fits_and_its_smallest_numbers(found):
    table = found["estimates"]
    assert tuple(found) == PROBLEM.tables
    assert (table["fits"] == table["datasets"] * table["runs"] * 5 * 2).all()
    pd.testing.assert_frame_equal(found["smallest"], smallest(table, power=0.8))
    assert found["smallest"]["datasets"].notna().any()


def test_keys_that_contradict_each_other_are_refused():
    with pytest.raises(ValueError, match="sizes: a data set of 4 instances does not"):
        PROBLEM.cells(settings("model", ASKED | {"sizes": [4]}))


def test_a_job_simulates_what_the_network_would():
    made = settings("model", ASKED)
    assert PROBLEM.experiments(made) == 100
    for cell in PROBLEM.cells(made).values():
        assert PROBLEM.seconds(cell, 10) == NETWORK.seconds(cell, 10)
