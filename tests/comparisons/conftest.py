"""Posteriors of the paper's classifiers, and decisions under every policy."""

import pytest
from paper_counts import long_table
from policies import BAYESIAN, compared, decided

from tenbyten.comparisons.files import write_comparisons
from tenbyten.comparisons.pairwise import pairwise_tests
from tenbyten.results.values import means_of
from tenbyten.study import read_study
from tenbyten.tables.our_csv import read_table


@pytest.fixture(scope="session")
def study(root):
    """The paper study."""
    return read_study("paper", root)


@pytest.fixture(scope="session")
def accuracies(study):
    """All of its accuracies."""
    return long_table(study)


@pytest.fixture(scope="session")
def posteriors(study, accuracies, tmp_path_factory):
    """The study's own, through their file."""
    path = tmp_path_factory.mktemp("comparisons") / "correlated_t.csv"
    write_comparisons(compared(study, accuracies, "1/folds", "half"), path)
    return read_table(path)


@pytest.fixture(scope="session")
def table(study, posteriors):
    """Variants on all data sets, but for those of the rope."""
    return decided(posteriors, [*study.datasets], pairs=study.unordered_pairs)


@pytest.fixture(scope="session")
def means(accuracies):
    """Means of every classifier on every data set."""
    return means_of(accuracies)


@pytest.fixture(scope="session")
def of_all(study):
    """Every two classifiers, and all data sets."""
    return {"pairs": study.unordered_pairs, "datasets": [*study.datasets]}


@pytest.fixture(scope="session")
def pairwise(posteriors, means, of_all):
    """The tests of every two classifiers on all data sets."""
    return pairwise_tests(posteriors, means, **of_all, alpha=0.05, bayesian=BAYESIAN)
