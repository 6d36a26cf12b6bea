"""The planner as the workflow calls it."""

import pandas as pd
import pytest
from pilots import table

from tenbyten.planning import power, smallest
from tenbyten.planning.powers import make_plan
from tenbyten.study.planning import make_planning

GAINS = [0.05, -0.03, 0.0, None, 0.1, 0.04]


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
