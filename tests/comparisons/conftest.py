"""Posteriors of the paper's classifiers, and decisions under every policy."""

import pytest
from paper_counts import long_table
from policies import compared, decided

from tenbyten.comparisons.files import write_comparisons
from tenbyten.study import read_study
from tenbyten.tables import read_table


@pytest.fixture(scope="module")
def study(root):
    """The paper study."""
    return read_study("paper", root)


@pytest.fixture(scope="module")
def accuracies(study):
    """All of its accuracies."""
    return long_table(study)


@pytest.fixture(scope="module")
def posteriors(study, accuracies, tmp_path_factory):
    """The study's own, through their file."""
    path = tmp_path_factory.mktemp("comparisons") / "correlated_t.csv"
    write_comparisons(compared(study, accuracies, "1/folds", "half"), path)
    return read_table(path)


@pytest.fixture(scope="module")
def table(study, posteriors):
    """Variants on all data sets, but for those of the rope."""
    return decided(
        posteriors, study.datasets_by_subset["all"], pairs=study.unordered_pairs
    )
