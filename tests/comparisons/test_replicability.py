"""Replicability of the decisions on every pair."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tenbyten.comparisons.reliability import replicability
from tenbyten.statistics.many_datasets.poisson import poisson_test
from tenbyten.statistics.reliability.replicability import draw_subsets

DATASETS = [f"d{i}" for i in range(12)]
PAIRS = list(itertools.permutations(["weak", "strong", "other"], 2))
TESTS = ["poisson", "signed_rank", "sign", "paired_t"]
SETTINGS = {"alpha": 0.05, "method": "approximate", "drawn": 6, "draws": 60, "seed": 4}


@pytest.fixture
def posteriors():
    """Differences of instances in 200, some of them zero; a data set is dropped."""
    rng = np.random.default_rng(5)
    parts = []
    for row, column in PAIRS:
        mean = rng.integers(-4, 7, len(DATASETS)) / 200
        wins = stats.norm.cdf(mean / 0.01)
        wins[3] = np.nan
        part = pd.DataFrame({"dataset": DATASETS, "row": row, "column": column})
        parts.append(part.assign(mean_difference=mean, p_column_wins=wins))
    return pd.concat(parts, ignore_index=True)


def _by_test(table):
    return table.set_index(["row", "column", "test"])[
        ["replicability_e", "replicability_p"]
    ]


def _one_by_one(test, part, method="approximate"):
    """Decision and p of one test on one random subset, by SciPy or by hand."""
    mean = part["mean_difference"].to_numpy()
    if test == "poisson":
        wins = part["p_column_wins"].dropna().to_numpy()
        chance = poisson_test(wins, alpha=0.05)
        return chance.column_is_better, chance.tie + chance.row
    if test == "paired_t":
        p = stats.ttest_1samp(mean, 0, alternative="greater").pvalue
    elif test == "sign":
        ties = np.sum(mean == 0)
        counted = np.sum(mean > 0) + ties // 2
        n = len(mean) - ties % 2
        p = stats.binomtest(counted, n, alternative="greater").pvalue
    else:
        # Demsar 2006, 3.1.3: an odd zero is ignored, the others are split.
        if np.sum(mean == 0) % 2:
            mean = np.delete(mean, np.argmax(mean == 0))
        if method == "auto":
            permuted = stats.PermutationMethod(n_resamples=np.inf)
            settings = {"zero_method": "zsplit", "alternative": "greater"}
            p = stats.wilcoxon(mean, **settings, method=permuted).pvalue
            return p < 0.05, p
        n, ranks = len(mean), stats.rankdata(np.abs(mean))
        against = np.sum(ranks * (mean < 0)) + np.sum(ranks * (mean == 0)) / 2
        z = (against - n * (n + 1) / 4) / np.sqrt(n * (n + 1) * (2 * n + 1) / 24)
        p = stats.norm.cdf(z)
    return p < 0.05, p


@pytest.mark.parametrize(
    ("test", "method"),
    [*itertools.product(TESTS, ["approximate"]), ("signed_rank", "auto")],
)
def test_each_number_is_that_of_the_tests_taken_one_by_one(posteriors, test, method):
    settings = SETTINGS | {"method": method}
    table = _by_test(replicability(posteriors, datasets=DATASETS, **settings))
    subsets = draw_subsets(12, drawn=6, draws=60, seed=4)
    for row, column in PAIRS[:3]:
        pair = posteriors[(posteriors["row"] == row) & (posteriors["column"] == column)]
        tests = [_one_by_one(test, pair.iloc[subset], method) for subset in subsets]
        decisions, p = np.array(tests, dtype=float).T
        alike = [one == other for one, other in itertools.combinations(decisions, 2)]
        found = table.loc[(row, column, test)]
        assert found["replicability_e"] == pytest.approx(np.mean(alike))
        assert found["replicability_p"] == pytest.approx(1 - 2 * np.var(p, ddof=1))


def test_many_draws_come_near_to_all_subsets_there_are(posteriors):
    datasets = DATASETS[:8]
    settings = SETTINGS | {"drawn": 4, "draws": 20_000}
    table = _by_test(replicability(posteriors, datasets=datasets, **settings))
    pair = posteriors[posteriors["dataset"].isin(datasets)].iloc[:8]
    p = [
        _one_by_one("paired_t", pair.iloc[list(subset)])[1]
        for subset in itertools.combinations(range(8), 4)
    ]
    rejected = np.mean(np.array(p) < 0.05)
    found = table.loc[(*PAIRS[0], "paired_t")]
    expected = (rejected**2 + (1 - rejected) ** 2, 1 - 2 * np.var(p))
    # A share of 20,000 draws has a standard error of 0.0035 at most.
    assert tuple(found) == pytest.approx(expected, abs=0.02)


def test_lines_are_pairs_and_tests_in_order(posteriors):
    table = replicability(posteriors, datasets=DATASETS, **SETTINGS)
    keys = table[["row", "column", "test"]].itertuples(index=False, name=None)
    assert list(keys) == [(*pair, test) for pair in PAIRS for test in TESTS]
    assert (table["drawn"] == 6).all()
    assert (table["draws"] == 60).all()
    assert table["replicability_e"].between(0.49, 1).all()
    assert table["replicability_p"].between(0.49, 1).all()


def test_chunks_change_nothing(posteriors, monkeypatch):
    together = replicability(posteriors, datasets=DATASETS, **SETTINGS)
    monkeypatch.setattr("tenbyten.comparisons.reliability._AT_ONCE", 1)
    by_pair = replicability(posteriors, datasets=DATASETS, **SETTINGS)
    pd.testing.assert_frame_equal(by_pair, together)


@pytest.mark.parametrize("p_column_wins", [0.5, np.nan])
def test_twins_are_fully_replicable_also_where_all_is_dropped(
    posteriors, p_column_wins
):
    posteriors["mean_difference"] = 0.0
    posteriors["p_column_wins"] = p_column_wins
    table = replicability(posteriors, datasets=DATASETS, **SETTINGS)
    assert (table[["replicability_e", "replicability_p"]] == 1).all(axis=None)


@pytest.mark.parametrize("drawn", [12, 13])
def test_without_data_sets_to_spare_the_numbers_are_empty(posteriors, drawn):
    settings = SETTINGS | {"drawn": drawn}
    table = replicability(posteriors, datasets=DATASETS, **settings)
    assert len(table) == len(PAIRS) * len(TESTS)
    assert table[["replicability_e", "replicability_p"]].isna().all(axis=None)
