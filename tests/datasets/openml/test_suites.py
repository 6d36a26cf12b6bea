"""Suites become rows of a sheet."""

import pytest
from openml_loopback import ARFF, FEATURES, SUITE, UNAVAILABLE, add_coins

from tenbyten.datasets.openml import read_suite

SPLITS = b"not asked for"


@pytest.fixture
def coins(server):
    """A suite of two tasks, one on a table with text and what is ignored."""
    add_coins(server, instances=3)
    attributes = [
        ("id", "numeric"),
        ("note", "string"),
        ("weight", "numeric"),
        ("metal", ["Cu", "Ag", "Au"]),
    ]
    server.add_dataset(
        8, attributes=attributes, arff=ARFF, ignored=["id"], name="coins", instances=5
    )
    for task, openml_id, target in ((59, 7, "side"), (60, 8, "metal")):
        server.add_task(task, openml_id=openml_id, target=target, splits=SPLITS)
    server.add_suite(99, tasks=[59, 60], alias="OpenML-Coins")
    return server


@pytest.mark.parametrize("asked", ["99", "OpenML-Coins"])
def test_a_suite_is_read_by_id_and_by_alias(coins, connection, asked, caplog):
    add_coins(coins, instances=3, status="deactivated")
    suite_id, name, (first, second) = read_suite(asked, connection=connection)
    assert (suite_id, name) == (99, "A suite of a test")
    both = {"attributes": 2, "numeric": 1, "missing_cells": 0}
    assert first == both | {
        "name": "coins-59",
        "openml_id": 7,
        "openml_task": 59,
        "instances": 3,
        "classes_declared": 2,
    }
    assert second == both | {
        "name": "coins-60",
        "openml_id": 8,
        "openml_task": 60,
        "drop": "note",
        "instances": 5,
        "classes_declared": 3,
    }
    assert "task 59: coins: the server gives status 'deactivated'; see" in caplog.text


def test_a_fault_of_one_task_is_asked_again(coins, connection):
    coins.script[FEATURES.format(8)] = iter([UNAVAILABLE])
    assert len(read_suite("99", connection=connection)[2]) == 2
    coins.script[FEATURES.format(8)] = iter([UNAVAILABLE] * 2)
    with pytest.raises(ConnectionError, match=r"OpenML suite 99, task 60: .* 503"):
        read_suite("99", connection=connection)


def test_what_is_no_suite_of_classification_is_refused(coins, connection):
    with pytest.raises(ConnectionError, match=r"OpenML suite 98: .* sheet by hand"):
        read_suite("98", connection=connection)
    coins.add_suite(97, tasks=[])
    with pytest.raises(ValueError, match="suite 97 has no tasks"):
        read_suite("97", connection=connection)
    coins.add_suite(96, tasks=[59], kind="run")
    with pytest.raises(ValueError, match="suite 96 has no tasks; give the id"):
        read_suite("96", connection=connection)
    coins.add_task(61, openml_id=7, target="weight", splits=SPLITS, type_id=2)
    coins.add_suite(95, tasks=[59, 61])
    with pytest.raises(ValueError, match="task 61 is of type 'Supervised Regression'"):
        read_suite("95", connection=connection)
    assert SUITE.format(95) in coins.requests
