"""New data sets, pair by pair: shares, typical differences, equivalence."""

import itertools

import numpy as np
import pytest
from policies import gained
from scipy.stats import binomtest
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import ttost_paired

from tenbyten.comparisons.new_datasets import SHARES, new_datasets
from tenbyten.comparisons.on_each_dataset import lines_of, matrix

SETTINGS = {"alpha": 0.05, "rope": 0.01, "share": 0.8, "seed": 1}
SETTINGS |= {"prior_strength": 1, "prior_place": "rope"}
TOST = ["tost_t", "tost_signed_rank"]


@pytest.fixture(scope="module")
def paper(posteriors, of_all):
    """The paper study's table on all data sets, and the differences behind it."""
    table = new_datasets(posteriors, **of_all, **SETTINGS)
    lines = lines_of(posteriors, **of_all)
    return table, matrix(lines, "mean_difference", of_all["pairs"])


def predict(differences, pairs=None, **settings):
    """The table of pairs with these differences; (a, b) where there is but one."""
    posteriors, of_pairs = gained(differences, pairs)
    return new_datasets(posteriors, **of_pairs, **SETTINGS | settings)


def test_shares_of_the_paper_s_pairs_are_counted_with_exact_intervals(paper):
    table, differences = paper
    assert table["n"].eq(54).all()
    for line, each in zip(table.itertuples(), differences, strict=True):
        wins = int(np.sum(each > 0.01))
        ends = tuple(binomtest(wins, 54).proportion_ci(0.95, "exact"))
        assert line.column_share == pytest.approx(wins / 55)
        assert (line.column_share_low, line.column_share_high) == pytest.approx(ends)
        within = int(np.sum(np.abs(each) <= 0.01))
        assert line.rope_share == pytest.approx((within + 1) / 55)
        p = binomtest(within, 54, 0.8, alternative="greater").pvalue
        assert line.equivalence == pytest.approx(1 - p)
    total = table[["row_share", "rope_share", "column_share"]].sum(axis=1)
    assert total.to_numpy() == pytest.approx(np.ones(10))


def test_tests_of_the_paper_s_pairs_are_statsmodels_after_holm(paper):
    table, differences = paper
    zeros = np.zeros(54)
    p = [ttost_paired(each, zeros, -0.01, 0.01)[0] for each in differences]
    assert table["tost_t_p"].to_numpy() == pytest.approx(np.array(p))
    for test in TOST:
        holm = multipletests(table[f"{test}_p"], method="holm")[1]
        assert table[f"{test}_holm_p"].to_numpy() == pytest.approx(holm)
    # J48 and J48graft alone are equivalent, by their means and by their data sets.
    alike = (table["row"] == "J48") & (table["column"] == "J48graft")
    assert (table["tost_t_holm_p"] < 0.05).tolist() == alike.tolist()


def test_with_a_control_the_family_is_its_comparisons():
    pairs = list(itertools.combinations("abcd", 2))
    rng = np.random.default_rng(4)
    differences = rng.normal(0, 0.01, (6, 12)).round(4)
    table = predict(differences, pairs, control="b")
    with_b = [("a", "b"), ("b", "c"), ("b", "d")]
    found = table.set_index(["row", "column"])
    for test in TOST:
        adjusted = found[f"{test}_holm_p"].dropna()
        assert adjusted.index.tolist() == with_b
        holm = multipletests(found.loc[with_b, f"{test}_p"], method="holm")[1]
        assert adjusted.to_numpy() == pytest.approx(holm)
        assert found[f"{test}_p"].notna().all()


def test_without_a_rope_there_are_typical_differences_alone():
    table = predict(np.arange(8) / 100, rope=0)
    empty = table.columns[table.isna().all()].tolist()
    tests = [f"{test}{p}" for p in ("_p", "_holm_p") for test in TOST]
    assert empty == [*SHARES, "equivalence", *tests]
    assert (table["median_low"].item(), table["median_high"].item()) == (0, 0.07)


def test_on_three_data_sets_no_interval_is_bounded():
    table = predict([0.001, 0.002, 0.02])
    ends = ["mean_low", "mean_high", "median_low", "median_high", "median_confidence"]
    assert table[ends].isna().all(axis=None)
    assert table["rope_share"].item() == 0.75
    assert table["column_share_low"].item() > 0
    assert table["row_share_high"].item() == pytest.approx(1 - 0.025 ** (1 / 3))
