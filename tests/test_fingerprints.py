"""What a result is made from is told apart, and what differs is said in words."""

import doctest
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenbyten import fingerprints
from tenbyten.fingerprints import as_json, differences, digest

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(
    LEAVES, lambda x: st.lists(x) | st.dictionaries(st.text() | st.integers(), x)
)
MADE = {"seed": 1, "settings": {"C": 0.25, "estimator": {"depth": [1, 2]}}}


def test_its_examples_hold():
    assert not doctest.testmod(fingerprints).failed


@given(VALUES)
def test_values_outlive_a_file(values):
    again = json.loads(json.dumps(as_json(values)))
    assert digest(again) == digest(values)
    assert differences(again, as_json(values)) == []


@given(st.dictionaries(st.text(), LEAVES))
def test_the_order_of_keys_does_not_matter(values):
    assert digest(dict(reversed(values.items()))) == digest(values)


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, 1.0), (1, True), (1, "1"), ({1: 2}, {"1": 2}), ([1, 2], [2, 1]), (None, "")],
)
def test_values_that_are_no_same_setting_differ(one, other):
    assert digest(one) != digest(other)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, []),
        ({"seed": 7}, ["seed 1 -> 7"]),
        ({"seed": 1.0}, ["seed 1 -> 1.0"]),
        ({"options": "-M 2"}, ["options none -> -M 2"]),
        ({"options": "x" * 61}, ["options changed"]),
        ({"settings": {"C": 0.25}}, ["settings estimator depth [1, 2] -> none"]),
        (
            {"settings": MADE["settings"] | {"estimator": {"depth": [1, 3]}}},
            ["settings estimator depth [1, 2] -> [1, 3]"],
        ),
    ],
)
def test_what_differs_is_said_with_its_keys(change, words):
    assert differences(MADE, MADE | change) == words
