"""The learners' array halves: one registry, one interface."""

import inspect

import numpy as np
import pytest
import yaml
from random_datasets import random_dataset

import tenbyten.learners
from tenbyten.engines.native.fold import NativeData, NativeFold
from tenbyten.learners import LEARNERS, array_learner
from tenbyten.report.citations import sources

BOTH = ("discretize", "impute")


@pytest.mark.parametrize("name", LEARNERS)
def test_a_learner_is_an_array_half_and_a_classifier_with_the_same_settings(name):
    half, classifier = array_learner(name), getattr(tenbyten.learners, name)
    assert issubclass(classifier, half)
    assert inspect.signature(classifier) == inspect.signature(half)
    assert name in dir(tenbyten.learners)


def test_schema_compiler_and_citations_know_every_learner(root):
    file = root / "workflow" / "schemas" / "study.schema.yaml"
    schema = yaml.safe_load(file.read_text(encoding="utf-8"))
    entry = schema["properties"]["classifiers"]["additionalProperties"]["properties"]
    assert entry["native"]["properties"]["learner"]["enum"] == list(LEARNERS)
    assert set(LEARNERS) <= {*sources().index}


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("preprocessing", [(), ("discretize",), BOTH])
@pytest.mark.parametrize("seed", [1, 3, 4, 6])
def test_a_learner_learns_the_same_from_a_fold_and_from_values(
    name, preprocessing, seed
):
    if name in ("AODE", "HNB"):
        preprocessing = BOTH
    dataset = random_dataset(seed)
    rows = np.arange(len(dataset.values))
    training, test = rows[rows % 3 > 0], rows[rows % 3 == 0]
    fold = NativeFold(NativeData(dataset), training, test, training)
    prepared = fold.prepared(preprocessing)
    of_fold, of_values = array_learner(name)(), array_learner(name)()
    of_fold.check_settings()
    of_fold.fit_fold(prepared)
    of_values.fit_values(
        prepared.training_values,
        prepared.n_values,
        prepared.classes,
        prepared.n_classes,
    )
    np.testing.assert_array_equal(
        of_fold.distribution_of_fold(prepared),
        of_values.distribution_of_values(prepared.test_values),
    )
