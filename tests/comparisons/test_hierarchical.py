"""Pairs of classifiers through the hierarchical model."""

import numpy as np
import pandas as pd
import pytest

from long_cells import cells_of
from tenbyten.comparisons.files import write_comparisons
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.comparisons.pairwise import PROBABILITIES, hierarchical_tests
from tenbyten.statistics.many_datasets.hierarchical import hierarchical
from tenbyten.tables.our_csv import read_table

DATASETS = ["d0", "d1", "d2", "d3", "d4"]
CLASSIFIERS = ["one", "other", "twin"]
PAIRS = [("one", "other"), ("other", "one"), ("other", "twin")]
OF_FOLDS = {"rho": "1/folds", "rope": 0.01}
SETTINGS = OF_FOLDS | {"folds": 5}


@pytest.fixture(scope="module")
def accuracies():
    """Correct predictions out of 100: data sets, classifiers, ten folds."""
    rng = np.random.default_rng(8)
    counts = rng.integers(60, 80, (len(DATASETS), 3, 10))
    counts[:, 2] = counts[:, 1]
    cells = cells_of(DATASETS, CLASSIFIERS, 2, 5)
    return cells.assign(
        tested=100, correct=counts.ravel(), accuracy=counts.ravel() / 100
    )


@pytest.fixture(scope="module")
def posteriors(accuracies):
    """Every pair on every data set."""
    how = OF_FOLDS | {"runs": 2, "zero_variance": "half"}
    return compare_on_each(accuracies, pairs=PAIRS, **how)


def test_the_model_gets_mean_and_deviation_of_the_folds(accuracies, posteriors):
    table = hierarchical_tests(posteriors, pairs=PAIRS, datasets=DATASETS, **SETTINGS)
    wide = accuracies.pivot(
        index="dataset", columns=["classifier", "run", "fold"], values="accuracy"
    )
    difference = wide["other"] - wide["one"]
    test = hierarchical(
        difference.mean(axis=1), difference.std(axis=1), n=10, rho=0.2, rope=0.01
    )
    line = table.set_index(["row", "column"]).loc[("one", "other")]
    assert line.tolist() == pytest.approx(test, abs=2e-9)
    assert line.index.tolist() == [*PROBABILITIES, "delta0", "sigma0", "nu"]


def test_twins_are_practically_equivalent_also_through_the_file(posteriors, tmp_path):
    write_comparisons(posteriors, tmp_path / "t.csv")
    table = hierarchical_tests(
        read_table(tmp_path / "t.csv"), pairs=PAIRS[2:], datasets=DATASETS, **SETTINGS
    )
    assert table.loc[0, "hierarchical_rope"] > 0.98
    assert table.loc[0, "delta0"] == 0


def test_a_subset_has_its_own_test(posteriors):
    some = hierarchical_tests(
        posteriors, pairs=PAIRS[:1], datasets=DATASETS[1:4], **SETTINGS
    )
    lines = posteriors[posteriors["dataset"].isin(DATASETS[1:4])]
    alone = hierarchical_tests(
        lines, pairs=PAIRS[:1], datasets=DATASETS[3:0:-1], **SETTINGS
    )
    assert some.iloc[0, 2:].tolist() == pytest.approx(alone.iloc[0, 2:].tolist())


def test_threads_change_no_bit(posteriors):
    pairs, alone = PAIRS * 5, SETTINGS | {"datasets": DATASETS}
    one = hierarchical_tests(posteriors, pairs=pairs, **alone)
    many = hierarchical_tests(posteriors, pairs=pairs, threads=4, **alone)
    pd.testing.assert_frame_equal(one, many, check_exact=True)


def test_what_cannot_be_tested_is_named(posteriors):
    how = SETTINGS | {"pairs": PAIRS, "datasets": DATASETS}
    few = r"row one, column other, data sets d0: .*two.* out: hierarchical: false"
    for changed, message in (
        (
            {"pairs": [("one", "twin")]},
            "of row one with column twin on d0",
        ),
        ({"datasets": DATASETS[:1]}, few),
        ({"rope": 0.0}, r"column twin, .* equal and rope is 0"),
    ):
        with pytest.raises(ValueError, match=message):
            hierarchical_tests(posteriors, **how | changed)
