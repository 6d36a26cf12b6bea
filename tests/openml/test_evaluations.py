"""Accuracies of runs at OpenML become a table of accuracies."""

import json

import pytest
from openml_loopback import ARFF, ATTRIBUTES, UNAVAILABLE, reach

from tenbyten.openml.evaluations import read_evaluations

VALUES = [round(0.5 + i / 1000, 6) for i in range(100)]
FOREST = {"Forest": ("flow", "6")}


def query(of):
    """What the package asks for, of one task."""
    return (
        "evaluation/list/function/predictive_accuracy/per_fold/true/"
        f"limit/10000/offset/0/task/59/{of}"
    )


@pytest.fixture
def coins(server):
    server.add_dataset(7, attributes=ATTRIBUTES, arff=ARFF, default_target="side")
    server.add_task(59, openml_id=7, target="side", splits=b"")
    return server


@pytest.fixture
def read(coins):
    connection = reach(coins, attempts=2)

    def read(classifiers):
        tasks = {"coins": 59}
        return list(read_evaluations(tasks, classifiers, connection))

    return read


def test_values_are_in_the_order_of_repeats_and_folds(coins, read):
    coins.add_evaluations(query("flow/6"), [(104, 59, json.dumps(VALUES))])
    rows = read(FOREST)
    assert rows[0] == ("coins", "Forest", 1, 1, 0.5)
    assert rows[12] == ("coins", "Forest", 2, 3, 0.512)
    assert [row[4] for row in rows] == VALUES


@pytest.mark.parametrize(("kind", "ids"), [("setup", "5"), ("run", "104,105")])
def test_a_setup_and_runs_can_be_named(coins, read, kind, ids):
    coins.add_evaluations(query(f"{kind}/{ids}"), [(104, 59, json.dumps(VALUES))])
    assert len(read({"Forest": (kind, ids)})) == 100


@pytest.mark.parametrize(
    ("evaluations", "said"),
    [
        (
            [(104, 59, VALUES), (105, 59, VALUES)],
            r"2 runs of flow 6 \(accuracies by run: .104: 100, 105",
        ),
        ([(104, 60, VALUES)], r"coins \(OpenML task 59\), Forest: OpenML has 0 runs"),
        ([(104, 59, VALUES[:10])], "by run: .104: 10.., the task has 10 repea"),
    ],
)
def test_other_than_one_whole_run_is_refused(coins, read, evaluations, said):
    listed = [(run, task, json.dumps(values)) for run, task, values in evaluations]
    coins.add_evaluations(query("flow/6"), listed)
    with pytest.raises(ValueError, match=said):
        read(FOREST)


def test_a_server_that_fails_is_asked_again(coins, read):
    coins.add_evaluations(query("flow/6"), [(104, 59, json.dumps(VALUES))])
    path = f"/api/v1/xml/{query('flow/6')}"
    coins.script[path] = iter([UNAVAILABLE])
    assert len(read(FOREST)) == 100
