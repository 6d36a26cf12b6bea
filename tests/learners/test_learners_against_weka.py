"""Every learner beside its twin in WEKA, row by row."""

import csv
from functools import cache

import numpy as np
import pytest
from beside_weka import DISCRETIZED, LEARNERS, RAW, compare, modes
from random_datasets import random_dataset
from weka_twin import Twin

from tenbyten.datasets.canonical import canonical
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.datasets.readers.arff import read_arff

pytestmark = pytest.mark.slow

BLOCKS = [range(start, start + 50) for start in range(0, 300, 50)]
# Small ones: numeric, nominal and both, with and without missing values, declared
# classes without rows, classes with fewer rows than folds.
UCI = (
    "audiology",
    "cleveland-14",
    "contact-lenses",
    "ecoli",
    "glass",
    "hepatitis",
    "hungarian-14",
    "iris",
    "labor",
    "lymphography",
    "postoperative",
    "primary-tumor",
    "squash-unstored",
    "white-clover",
    "wine",
    "zoo",
)
# A learner's settings, and the same as WEKA's options.
OPTIONS = [
    ("NaiveBayes", {"discretize": True}, "-D", RAW),
    ("AODE", {"frequency_limit": 5}, "-F 5", DISCRETIZED),
    ("AODE", {"frequency_limit": 30}, "-F 30", DISCRETIZED),
]


@cache
def random_twin(seed):
    return Twin(random_dataset(seed))


@cache
def uci_twin(folder, name):
    with open(folder / "datasets.tsv", encoding="utf-8") as file:
        (row,) = [r for r in csv.DictReader(file, delimiter="\t") if r["name"] == name]
    raw = read_arff(folder / row["file"])
    drop = [attribute for attribute in row["drop"].split(";") if attribute]
    return Twin(canonical(raw, name=name, target=row["target"], drop=drop, where=name))


def random_fold(seed):
    """Training and test rows: a random third is tested."""
    rows = len(random_dataset(seed).values)
    tested = np.random.default_rng(seed).random(rows) < 1 / 3
    # WEKA's filter fails on an empty training set.
    tested[0] = False
    return np.flatnonzero(~tested), np.flatnonzero(tested)


@pytest.mark.parametrize("seeds", BLOCKS, ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}")
@pytest.mark.parametrize("learner", LEARNERS)
def test_predictions_on_random_data_are_weka_s(learner, seeds, weka_jar):
    for seed in seeds:
        for mode in modes(learner, random_dataset(seed)):
            compare(learner, random_twin(seed), *random_fold(seed), mode=mode)


@pytest.mark.parametrize("name", UCI)
@pytest.mark.parametrize("learner", LEARNERS)
def test_predictions_on_uci_data_are_weka_s(learner, name, weka_jar, uci):
    twin = uci_twin(uci, name)
    folds = weka_folds(twin.dataset.classes, runs=1, folds=5, seed=1)
    for fold in range(1, 6):
        rows = folds.training_rows(1, fold), folds.test_rows(1, fold)
        for mode in modes(learner, twin.dataset):
            compare(learner, twin, *rows, mode=mode)


@pytest.mark.parametrize(("learner", "settings", "options", "mode"), OPTIONS)
def test_settings_do_what_weka_s_options_do(learner, settings, options, mode, weka_jar):
    for seed in range(40):
        compare(
            learner,
            random_twin(seed),
            *random_fold(seed),
            mode=mode,
            settings=settings,
            options=options,
        )
