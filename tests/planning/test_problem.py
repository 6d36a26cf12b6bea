"""The planner as a problem of the workflow."""

import json

import pandas as pd
import pytest
from pilots import table

from tenbyten.comparisons.files import write_comparisons
from tenbyten.planning import power, smallest
from tenbyten.planning.problem import PROBLEM
from tenbyten.study.schema import check_against_schema, read_schema
from tenbyten.tables import read_table

GAINS = [0.05, -0.03, 0.0, None, 0.1, 0.04]
STUDY = {
    "alpha": 0.05,
    "rho": "1/folds",
    "zero_variance": "half",
    "signed_rank": "auto",
    "signed_rank_sides": "one",
    "seed": 1,
    "folds": 10,
}


def settings(**planning):
    """A study's settings, defaults filled in."""
    asked = {"problem": "pilot", **planning}
    schema = read_schema("problems/pilot")
    return STUDY | {"simulation": check_against_schema(asked, schema, where="x")}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    path = tmp_path_factory.mktemp("pilot") / "accuracies.csv"
    table(GAINS).to_csv(path, index=False)
    return {"accuracies": path}


def planned(made, files, folder, parts):
    """Simulate in parts, which are written and read, and collect."""
    (cell,) = PROBLEM.cells(made).values()
    found = []
    for i, experiments in enumerate(parts):
        path = folder / f"{i}.csv"
        write_comparisons(PROBLEM.simulate(experiments, files=files, **cell), path)
        found.append(read_table(path))
    simulated = {"pilot": pd.concat(found, ignore_index=True)}
    return PROBLEM.collect(simulated, files=files, settings=made)


def test_the_workflow_plans_as_python_does(files, tmp_path):
    made = settings(
        **{"row": "a", "column": "b", "differences": [0.05, 0.02]},
        **{"datasets": [15, 5], "runs": [2, 1], "draws": 300, "power": 0.3},
    )
    parts = [range(100), range(100, 300)]
    found = planned(made, files, tmp_path, parts)
    assert tuple(found) == PROBLEM.tables
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


def test_what_is_left_out_is_settled_by_the_pilot(files, tmp_path):
    found = planned(settings(draws=100), files, tmp_path, [range(100)])
    pilot = found["pilot"]
    assert set(pilot["row"] + pilot["column"]) == {"ab"}
    assert pilot["difference"].iloc[0] == 0
    assert pilot["effective"].iloc[0] == pytest.approx(len(GAINS))
    assert pilot["difference"].between(0, pilot["high"]).all()
    assert len(pilot) == 5
    assert set(found["estimates"]["runs"]) == {1, 2}
    assert set(found["estimates"]["datasets"]) == {10, 20, 30, 40, 50, 75, 100}


def test_a_cell_has_what_settles_its_numbers_and_nothing_else():
    (cell,) = PROBLEM.cells(settings()).values()
    assert json.loads(json.dumps(cell)) == cell
    same = settings(power=0.9, draws=500, accuracies="other.csv")
    assert list(PROBLEM.cells(same).values()) == [cell]
    assert PROBLEM.experiments(same) == 500
    for change in ({"rope": 0.02}, {"datasets": [5]}, {"row": "a"}):
        assert list(PROBLEM.cells(settings(**change)).values()) != [cell]
    other = settings() | {"zero_variance": "drop"}
    assert list(PROBLEM.cells(other).values()) != [cell]


def test_more_of_everything_takes_longer():
    (cell,) = PROBLEM.cells(settings()).values()
    times = [PROBLEM.seconds(cell, n) for n in (100, 1000)]
    times.append(PROBLEM.seconds(cell | {"datasets": [100, 1000]}, 1000))
    assert times == sorted(times)


def test_one_classifier_is_not_compared_with_itself():
    with pytest.raises(ValueError, match="row and column are both 'a'; give two"):
        PROBLEM.cells(settings(row="a", column="a"))


def test_a_difference_out_of_reach_is_an_error(files):
    (cell,) = PROBLEM.cells(settings(row="a", column="b", differences=[0.4])).values()
    with pytest.raises(ValueError, match=r"mean difference of 0.4; they reach from"):
        PROBLEM.simulate(range(5), files=files, **cell)
