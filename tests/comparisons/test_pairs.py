"""Pairs of classifiers through the tests."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tenbyten.accuracies.long_table import collect
from tenbyten.comparisons.decisions import decide
from tenbyten.comparisons.files import write_comparisons
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.comparisons.poisson import poisson_tests
from tenbyten.comparisons.published import (
    against_published,
    agreement_by_policy,
    published_under_policies,
    with_policies,
)
from tenbyten.comparisons.signed_rank import signed_rank_tests
from tenbyten.comparisons.variants import policy_variants
from tenbyten.tables import read_table

DATASETS = [f"d{i}" for i in range(8)]
CLASSIFIERS = ["weak", "strong", "twin"]
PAIRS = list(itertools.permutations(CLASSIFIERS, 2))
SETTINGS = {"pairs": PAIRS, "runs": 2, "rho": "1/folds", "rope": 0.01}
POLICIES = {
    "title": "A & B",
    "metric": "accuracy",
    "runs": 2,
    "folds": 5,
    "alpha": 0.05,
    "rho": "1/folds",
    "zero_variance": "half",
    "poisson": "exact",
    "poisson_draws": 1000,
    "seed": 1,
    "signed_rank": "approximate",
    "signed_rank_sides": "one",
}


@pytest.fixture(scope="module")
def accuracies():
    """Eight data sets; `strong` and `twin` predict alike and better than `weak`."""
    rng = np.random.default_rng(5)
    cells = itertools.product(DATASETS, CLASSIFIERS, [1, 2], range(1, 6))
    table = pd.DataFrame(cells, columns=["dataset", "classifier", "run", "fold"])
    draws = rng.integers(0, 6, (len(DATASETS), 10))
    weak, strong = 50 + draws, 60 + draws[:, ::-1]
    table["correct"] = np.stack([weak, strong, strong], axis=1).ravel()
    table["tested"] = 100
    return collect([table], datasets=DATASETS, classifiers=CLASSIFIERS, runs=2, folds=5)


def test_each_data_set_gets_the_correlated_t_of_its_ten_differences(accuracies):
    table = compare_on_each(accuracies, zero_variance="half", **SETTINGS)
    assert len(table) == len(DATASETS) * len(PAIRS)
    line = table.set_index(["dataset", "row", "column"]).loc["d3", "weak", "strong"]
    wide = accuracies[accuracies["dataset"] == "d3"].pivot_table(
        index=["run", "fold"], columns="classifier", values="accuracy"
    )
    difference = wide["strong"] - wide["weak"]
    # rho = 1/5: 1/n + rho / (1 - rho) = 1/10 + 1/4 in place of 1/10.
    statistic = stats.ttest_1samp(difference, 0).statistic * np.sqrt(0.1 / 0.35)
    assert line["statistic"] == pytest.approx(statistic)
    assert line["p_one_sided"] == pytest.approx(stats.t.sf(statistic, 9))
    assert line["p_column_wins"] == pytest.approx(1 - line["p_one_sided"])
    assert line["mean_difference"] == pytest.approx(difference.mean())


@pytest.mark.parametrize(
    ("policy", "p", "q", "decision"), [("half", 0.5, 8, 0), ("win", 1, 8, 1)]
)
def test_all_zero_differences_follow_the_policy(accuracies, policy, p, q, decision):
    table = compare_on_each(accuracies, zero_variance=policy, **SETTINGS)
    twins = table[(table["row"] == "strong") & (table["column"] == "twin")]
    assert (twins["differences"] == "zero").all()
    assert (twins["p_column_wins"] == p).all()
    tests = _poisson(table).set_index(["row", "column"]).loc["strong", "twin"]
    assert (tests["q"], tests["decision"]) == (q, decision)


def test_dropped_data_sets_leave_the_poisson_test_also_through_the_file(
    accuracies, tmp_path
):
    table = compare_on_each(accuracies, zero_variance="drop", **SETTINGS)
    write_comparisons(table, tmp_path / "t.csv")
    tests = _poisson(read_table(tmp_path / "t.csv")).set_index(["row", "column"])
    assert tests.loc[("strong", "twin"), ["q", "decision"]].tolist() == [0, 0]
    assert tests.loc[("weak", "twin"), ["q", "decision"]].tolist() == [8, 1]


def test_the_file_keeps_every_digit_of_a_mean_difference(accuracies, tmp_path):
    table = compare_on_each(accuracies, zero_variance="half", **SETTINGS)
    write_comparisons(table, tmp_path / "t.csv")
    again = read_table(tmp_path / "t.csv")
    assert (again["mean_difference"] == table["mean_difference"]).all()
    assert again["statistic"].to_numpy() == pytest.approx(table["statistic"].to_numpy())


def test_signed_rank_agrees_with_scipy_and_asks_for_the_column(accuracies):
    table = compare_on_each(accuracies, zero_variance="half", **SETTINGS)
    tests = _signed_rank(table).set_index(["row", "column"])
    line = tests.loc["weak", "strong"]
    assert (line["rank_sum_column"], line["rank_sum_row"]) == (36, 0)
    # All of 8 ranks on one side: z = -18 / sqrt(8 * 9 * 17 / 24).
    assert line["z"] == pytest.approx(-18 / np.sqrt(51))
    assert tests.loc[("weak", "strong"), "decision"] == 1
    assert tests.loc[("strong", "weak"), "decision"] == 0
    two = _signed_rank(table, sides="two").set_index(["row", "column"])
    assert two.loc[("strong", "weak"), "decision"] == 0


def test_an_exact_test_that_ties_forbid_names_the_pair(accuracies):
    table = compare_on_each(accuracies, zero_variance="half", **SETTINGS)
    with pytest.raises(ValueError, match=r"row strong, column twin: .*zeros or ties"):
        _signed_rank(
            table[(table["row"] == "strong") & (table["column"] == "twin")],
            method="exact",
        )


def test_published_decisions_are_held_against_ours(accuracies):
    published = {"some": {"weak": {"strong": "1/0"}, "strong": {"twin": "0/1"}}}
    table = _decisions(accuracies)
    comparison = against_published({"some": table}, decisions=published, sides="one")
    assert comparison["agrees"].tolist() == [1, 0, 1, 0]
    differing = comparison[comparison["agrees"] == 0]
    ours = table.set_index(["row", "column"])["p_one_sided"]
    assert differing["number"].tolist() == [
        ours["weak", "strong"],
        ours["strong", "twin"],
    ]
    variants = {
        "some": policy_variants(
            compare_on_each(accuracies, zero_variance="half", **SETTINGS),
            datasets=DATASETS,
            folds=POLICIES["folds"],
            rho=POLICIES["rho"],
            alpha=POLICIES["alpha"],
        )
    }
    study = {"decisions": published, "policies": POLICIES}
    under = published_under_policies(variants, **study)
    joined = with_policies(comparison, under).iloc[3]
    assert (joined["test"], joined["number"]) == ("signed_rank", 0.5)
    assert joined["comes_out_under"] == "none"
    by_policy = agreement_by_policy(variants, **study)
    assert by_policy.iloc[0].tolist() == ["study", "some", 2, 4]


def _poisson(table):
    """Exact Poisson tests over all eight data sets."""
    return poisson_tests(
        table, datasets=DATASETS, alpha=0.05, distribution="exact", draws=1000, seed=1
    )


def _signed_rank(table, *, method="approximate", sides="one"):
    """Signed-rank tests over all eight data sets."""
    return signed_rank_tests(
        table, datasets=DATASETS, alpha=0.05, method=method, sides=sides
    )


def _decisions(accuracies):
    """Both tests joined."""
    table = compare_on_each(accuracies, zero_variance="half", **SETTINGS)
    return decide(_poisson(table), _signed_rank(table))
