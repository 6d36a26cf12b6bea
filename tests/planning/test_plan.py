"""The planner as the workflow calls it, with a pilot and without."""

import numpy as np
import pandas as pd
import pytest
from pilots import table

from tenbyten.planning import power, smallest
from tenbyten.planning.network.counts import Model
from tenbyten.planning.network.decisions import Rules
from tenbyten.planning.network.tables import Cell, rates, tally
from tenbyten.planning.plan import make_plan
from tenbyten.study.planning import make_planning

GAINS = [0.05, -0.03, 0.0, None, 0.1, 0.04]
SIZES = {
    "sizes": [30, 200],
    "differences": [0.1, 0.05],
    "datasets": [20, 10],
    "runs": [1, 2],
    "draws": 100,
}


def settings(tmp_path, planning, **study):
    """A study's settings, defaults filled in."""
    return make_planning(tmp_path / "x.yaml", {"planning": planning} | study).settings


@pytest.fixture
def accuracies(tmp_path):
    path = tmp_path / "accuracies.csv"
    table(GAINS).to_csv(path, index=False)
    return path


def test_the_workflow_plans_as_python_does(accuracies, tmp_path):
    asked = {"row": "a", "column": "b", "differences": [0.05, 0.02], "power": 0.3}
    asked |= {"datasets": [15, 5], "runs": [2, 1], "draws": 300}
    found = make_plan(settings(tmp_path, asked), accuracies)
    assert list(found) == ["estimates", "smallest", "pilot"]
    by_hand = power(
        table(GAINS),
        row="a",
        column="b",
        differences=[0.02, 0.05],
        datasets=[5, 15],
        runs=[1, 2],
        draws=300,
    )
    pd.testing.assert_frame_equal(found["estimates"], by_hand)
    pd.testing.assert_frame_equal(found["smallest"], smallest(by_hand, power=0.3))
    assert set(found["smallest"]["power"]) == {0.3}


def test_what_is_left_out_is_settled_by_the_pilot(accuracies, tmp_path):
    found = make_plan(settings(tmp_path, {"draws": 100}), accuracies)
    pilot = found["pilot"]
    assert set(pilot["row"] + pilot["column"]) == {"ab"}
    assert pilot["difference"].iloc[0] == 0
    assert pilot["effective"].iloc[0] == pytest.approx(len(GAINS))
    assert pilot["difference"].between(0, pilot["high"]).all()
    assert len(pilot) == 5
    assert set(found["estimates"]["runs"]) == {1, 2}
    assert set(found["estimates"]["datasets"]) == {10, 20, 30, 40, 50, 75, 100}


def test_a_difference_out_of_reach_is_an_error(accuracies, tmp_path):
    asked = {"row": "a", "column": "b", "differences": [0.4]}
    with pytest.raises(ValueError, match=r"mean difference of 0.4; they reach from"):
        make_plan(settings(tmp_path, asked), accuracies)


def test_sizes_plan_by_the_model_under_the_studys_policy(tmp_path):
    given = {"folds": 5, "zero_variance": "drop"}
    found = make_plan(settings(tmp_path, SIZES, **given), None)
    assert list(found) == ["estimates", "smallest", "facts"]
    table = found["estimates"]
    assert (table["fits"] == table["datasets"] * table["runs"] * 5 * 2).all()
    pd.testing.assert_frame_equal(found["smallest"], smallest(table, power=0.8))
    assert found["smallest"]["datasets"].notna().any()
    rules = Rules(0.05, None, "auto", "one")
    for difference, lines in table.groupby("difference"):
        model = Model(difference, 0.0, True, np.array([30, 200]))
        cell = Cell(model, rules, [10, 20], [1, 2], 5, 1)
        known = pd.DataFrame(rates(tally(range(100), cell), cell, ["drop"]))
        own = known["test"].map({"poisson": "drop", "signed_rank": "split"})
        known = known[known["policy"] == own]
        assert lines["value"].tolist() == known["value"].tolist()
    assert sorted(set(table["difference"])) == [0, 0.05, 0.1]
