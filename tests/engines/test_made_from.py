"""Counts are told apart by all that they are made from, and it is said what changed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenbyten.engines import Classifier
from tenbyten.engines.made_from import differences, fingerprint_of, made_from

SETTINGS = {"n_estimators": 5, "estimator": {"class": "a.B", "depth": [1, 2]}}
SOFTWARE = {
    "code": "c" * 64,
    "modules": {"mine": "d" * 64},
    "libraries": {"numpy": "2.3.1"},
    "program": "",
    "python": "3.11 x86_64",
}


def made(settings=SETTINGS, *, name="it", options="", preprocessing=(), **changes):
    """What a forest on some data set is made from, but for changes."""
    classifier = Classifier(name, "a.Forest", settings, options, preprocessing)
    asked = {
        "engine": "scikit_learn",
        "dataset_sha256": "e" * 64,
        "splitter": "weka",
        "folds": 10,
        "seed": 1,
        "software": SOFTWARE,
    }
    for key in {"learner", "columns"} & changes.keys():
        classifier = classifier._replace(**{key: changes.pop(key)})
    return made_from(classifier, **(asked | changes))


def software(**changes):
    return {"software": SOFTWARE | changes}


CHANGES = [
    ({"dataset_sha256": "f" * 64}, ["data set"]),
    ({"engine": "weka"}, ["engine scikit_learn, now weka"]),
    ({"learner": "a.Tree"}, ["learner a.Forest, now a.Tree"]),
    ({"options": "-M 2"}, ["options none, now -M 2"]),
    ({"columns": "raw"}, ["columns none, now raw"]),
    ({"preprocessing": ("impute",)}, ["preprocessing none, now ['impute']"]),
    ({"splitter": "openml"}, ["splitter weka, now openml"]),
    ({"folds": 5}, ["folds 10, now 5"]),
    ({"seed": 7}, ["seed 1, now 7"]),
    (software(code="0" * 64), ["code of the classifier"]),
    (software(modules={"mine": "0" * 64}), ["module mine"]),
    (software(modules={}), ["module mine"]),
    (software(libraries={"numpy": "2.4.0"}), ["library numpy 2.3.1, now 2.4.0"]),
    (
        software(libraries={"numpy": "2.3.1", "scipy": "1.16"}),
        ["library scipy none, now 1.16"],
    ),
    (software(program="0" * 64), ["program of the engine"]),
    (software(python="3.12 x86_64"), ["Python 3.11 x86_64, now 3.12 x86_64"]),
]
SETTINGS_CHANGED = [
    ({"n_estimators": 50}, ["settings n_estimators 5, now 50"]),
    ({"n_estimators": 5.0}, ["settings n_estimators 5, now 5.0"]),
    ({"n_estimators": True}, ["settings n_estimators 5, now True"]),
    ({"depth": 0}, ["settings depth none, now 0"]),
    (
        {"estimator": {"class": "a.B", "depth": [1, 3]}},
        ["settings estimator depth [1, 2], now [1, 3]"],
    ),
    ({"estimator": {"depth": [1, 2], "class": "a.B"}}, ["order within settings"]),
]


@pytest.mark.parametrize(("change", "words"), CHANGES)
def test_every_part_matters_and_is_named(change, words):
    other = made(**change)
    assert fingerprint_of(other) != fingerprint_of(made())
    assert differences(made(), other) == words


@pytest.mark.parametrize(("change", "words"), SETTINGS_CHANGED)
def test_every_setting_matters_and_is_named(change, words):
    other = made(SETTINGS | change)
    assert fingerprint_of(other) != fingerprint_of(made())
    assert differences(made(), other) == words


def test_a_classifier_s_name_and_the_order_of_its_settings_do_not_matter():
    other = made(dict(reversed(SETTINGS.items())), name="other")
    assert fingerprint_of(other) == fingerprint_of(made())
    assert differences(other, made()) == []


def test_a_number_and_a_text_are_different_labels():
    number, text = made({"class_weight": {0: 2}}), made({"class_weight": {"0": 2}})
    assert fingerprint_of(number) != fingerprint_of(text)


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(
    LEAVES, lambda x: st.lists(x) | st.dictionaries(st.text() | st.integers(), x)
)


@given(st.dictionaries(st.text(), VALUES))
def test_the_parts_outlive_a_file(settings):
    parts = made(settings)
    again = json.loads(json.dumps(parts))
    assert fingerprint_of(again) == fingerprint_of(parts)
    assert differences(again, parts) == []
