"""Splitters of a study: their options, what they settle, and what contradicts them."""

import numpy as np
import pytest

from tenbyten.datasets.folds.splitters import SPLITTERS
from tenbyten.statistics.one_dataset.correlated_t import posterior


@pytest.mark.parametrize(
    ("splitter", "settled", "options"),
    [
        ("weka", (10, 10, "1/folds"), {}),
        ("holdout", (10, 1, 0.1), {"test_size": 0.1}),
        (
            {"holdout": {"test_size": 0.2, "repeats": 7}},
            (7, 1, 0.2),
            {"test_size": 0.2},
        ),
        ("predefined", (1, 1, "1/folds"), {}),
        ("groups", (10, 10, "1/folds"), {"give_column": False}),
        ({"groups": {"give_column": True}}, (10, 10, "1/folds"), {"give_column": True}),
        ("leave_one_group_out", (1, 10, "1/folds"), {"give_column": False}),
        ("time", (1, 10, "1/folds"), {"window": 0, "give_column": False}),
        (
            {"time": {"window": 3}},
            *((1, 10, "1/folds"), {"window": 3, "give_column": False}),
        ),
    ],
)
def test_a_splitter_settles_runs_folds_and_rho(study_of, splitter, settled, options):
    study = study_of(splitter=splitter)
    name = splitter if isinstance(splitter, str) else next(iter(splitter))
    assert study["splitter"] == name
    assert (study["runs"], study["folds"], study["rho"]) == settled
    assert study.split_options == options
    # Settings of other studies stay as they are.
    assert ("split_options" in study.settings) == bool(options)
    assert ("splitter" in study.policies) == (name != "weka")


def test_a_rho_that_the_study_sets_is_its_own(study_of):
    assert study_of(splitter="holdout", rho=0.3)["rho"] == 0.3
    assert study_of(splitter="holdout", folds=1, runs=4)["runs"] == 4


def test_the_correlation_of_holdout_is_nadeau_and_bengios(study_of):
    # Nadeau, Bengio (2003), section 4, 6: the variance times (1 / J + n2 / n1).
    study = study_of(splitter={"holdout": {"test_size": 0.25, "repeats": 15}})
    how = {"runs": study["runs"], "seed": 1, "options": study.split_options}
    test_fold = SPLITTERS["holdout"](np.arange(80) % 2, **how)
    n1, n2 = np.sum(test_fold == 0, axis=1)[0], np.sum(test_fold == 1, axis=1)[0]
    differences = np.random.default_rng(1).normal(0, 0.05, 15)
    scale = posterior(differences, runs=15, rho=study["rho"]).scale
    assert scale**2 == pytest.approx((1 / 15 + n2 / n1) * np.var(differences, ddof=1))
