"""Every decision under every policy, and without each data set."""

import numpy as np
import pandas as pd
import pytest
import yaml
from paper_counts import long_table
from scipy.stats import wilcoxon

from tenbyten.comparisons.files import read_by_subset, write_comparisons
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.comparisons.poisson import poisson_tests
from tenbyten.comparisons.signed_rank import signed_rank_tests
from tenbyten.comparisons.variants import SIDES, leave_one_out, policy_variants
from tenbyten.statistics.many_datasets.dirichlet import REGIONS
from tenbyten.statistics.many_datasets.signed_rank import METHODS
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE
from tenbyten.study import read_study
from tenbyten.tables import read_table

KEYS = ["row", "column"]
EXACT = {"distribution": "exact", "draws": None, "seed": None, "alpha": 0.05}


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
    """Sensitivity on all data sets."""
    settings = {"folds": 10, "rho": "1/folds", "alpha": 0.05}
    return policy_variants(
        posteriors, datasets=study.datasets_by_subset["all"], **settings
    )


def compared(study, accuracies, rho, zero_variance):
    """Compare every pair on every data set under these policies."""
    return compare_on_each(
        accuracies,
        pairs=study.pairs,
        runs=10,
        rho=rho,
        rope=0.01,
        zero_variance=zero_variance,
    )


def variant(table, **policies):
    """Lines of one variant, in the order of pairs."""
    for name, value in policies.items():
        table = table[table[name] == value]
    return table.set_index(KEYS)


@pytest.mark.parametrize(
    ("key", "policies"),
    [
        ("zero_variance", ZERO_VARIANCE),
        ("signed_rank", METHODS),
        ("signed_rank_sides", SIDES),
        ("prior_place", REGIONS),
    ],
)
def test_a_study_offers_the_policies_that_the_statistics_know(root, key, policies):
    text = (root / "workflow" / "schemas" / "study.schema.yaml").read_text()
    assert set(yaml.safe_load(text)["properties"][key]["enum"]) == set(policies)


def test_every_pair_has_every_variant_once(table, study):
    # 3 zero_variance x 2 rho x 2 thresholds; 2 sides x 2 methods x 3 zeros.
    sizes = table.groupby([*KEYS, "test"], sort=False).size()
    assert sizes.tolist() == [12] * 2 * 20
    assert list(sizes.index.droplevel("test").unique()) == study.pairs
    assert not table.drop(columns=["number", "decision", "note"]).duplicated().any()


@pytest.mark.parametrize("zero_variance", ["half", "win", "drop"])
@pytest.mark.parametrize("rho", [0.0, 0.1])
def test_the_poisson_test_is_that_of_a_study_with_these_policies(
    table, study, accuracies, zero_variance, rho
):
    posteriors = compared(study, accuracies, rho, zero_variance)
    theirs = poisson_tests(
        posteriors, datasets=study.datasets_by_subset["all"], **EXACT
    )
    theirs = theirs.set_index(KEYS)
    ours = variant(table, test="poisson", zero_variance=zero_variance, rho=rho)
    more, at_least = (
        ours[ours["threshold"] == threshold] for threshold in ("more", "at_least")
    )
    # The statistic in the file has twelve digits.
    assert more["number"].to_numpy() == pytest.approx(theirs["p_column"], abs=1e-9)
    either = theirs["p_column"] + theirs["p_tie"]
    assert at_least["number"].to_numpy() == pytest.approx(either, abs=1e-9)
    assert more["decision"].tolist() == theirs["decision"].tolist()
    assert at_least["decision"].tolist() == (either > 0.95).astype(int).tolist()


def test_the_study_s_own_correlation_is_among_the_variants(
    study, accuracies, posteriors
):
    own = policy_variants(
        compared(study, accuracies, 0.3, "half"),
        datasets=study.datasets_by_subset["all"],
        folds=10,
        rho=0.3,
        alpha=0.05,
    )
    assert sorted(own["rho"].dropna().unique()) == [0, 0.1, 0.3]
    theirs = poisson_tests(
        posteriors, datasets=study.datasets_by_subset["all"], **EXACT
    )
    ours = variant(own, zero_variance="half", rho=0.1, threshold="more")
    assert ours["number"].to_numpy() == pytest.approx(theirs["p_column"], abs=1e-9)


@pytest.mark.parametrize("sides", ["one", "two"])
@pytest.mark.parametrize("method", ["approximate", "auto"])
def test_the_signed_rank_test_is_that_of_a_study_with_these_policies(
    table, study, posteriors, sides, method
):
    settings = {"alpha": 0.05, "method": method, "sides": sides}
    theirs = signed_rank_tests(
        posteriors, datasets=study.datasets_by_subset["all"], **settings
    )
    ours = variant(table, sides=sides, method=method, zeros="split")
    assert ours["number"].tolist() == theirs[f"p_{sides}_sided"].tolist()
    assert ours["decision"].tolist() == theirs["decision"].tolist()


@pytest.mark.parametrize(("sides", "name"), [("one", "greater"), ("two", "two-sided")])
def test_exact_p_is_scipy_s_where_the_zeros_are_dropped(table, posteriors, sides, name):
    ours = variant(table, sides=sides, method="auto", zeros="drop")
    for pair, part in posteriors.groupby(KEYS, sort=False):
        mean = part["mean_difference"]
        p = wilcoxon(mean[mean != 0], alternative=name, method="exact").pvalue
        assert ours.loc[pair, "number"] == pytest.approx(p, rel=1e-12)


def test_ties_and_zeros_have_an_exact_p_under_every_policy(table):
    posteriors = posteriors_of([1.0, -1.0, 2.0, 0.0])
    names = list(posteriors["dataset"])
    few = policy_variants(posteriors, datasets=names, folds=10, rho=0.1, alpha=0.05)
    # Of eight signs three give the column so much: two of the larger difference and
    # one of both ties, or of all.
    one = variant(few, method="auto", sides="one")
    assert one["number"].tolist() == [3 / 8] * 3
    for decided in (few, table):
        ranks = decided[decided["test"] == "signed_rank"]
        assert ranks[["number", "decision"]].notna().all(axis=None)
        assert set(ranks["note"]) == {""}


def test_without_a_data_set_it_is_the_test_of_the_others(study, posteriors):
    names = study.datasets_by_subset["first"]
    settings = {"alpha": 0.05, "method": "approximate", "sides": "one"}
    table = leave_one_out(posteriors, datasets=names, **settings)
    assert len(table) == 20 * 2 * 27
    whole = {
        "poisson": poisson_tests(posteriors, datasets=names, **EXACT),
        "signed_rank": signed_rank_tests(posteriors, datasets=names, **settings),
    }
    for name in names[::5]:
        others = [other for other in names if other != name]
        slow = {
            "poisson": poisson_tests(posteriors, datasets=others, **EXACT),
            "signed_rank": signed_rank_tests(posteriors, datasets=others, **settings),
        }
        for test, number in (("poisson", "p_column"), ("signed_rank", "p_one_sided")):
            ours = variant(table, dataset=name, test=test)
            assert list(ours.index) == study.pairs
            assert ours["number"].tolist() == pytest.approx(
                slow[test][number].tolist(), rel=1e-10
            )
            assert ours["decision"].tolist() == slow[test]["decision"].tolist()
            flips = slow[test]["decision"] != whole[test]["decision"]
            assert ours["flips"].tolist() == flips.astype(int).tolist()


def test_a_dropped_data_set_takes_nothing_with_it(study, accuracies):
    posteriors = compared(study, accuracies, "1/folds", "drop")
    names = study.datasets_by_subset["all"]
    settings = {"alpha": 0.05, "method": "approximate", "sides": "one"}
    table = leave_one_out(posteriors, datasets=names, **settings)
    poisson = table[table["test"] == "poisson"].reset_index(drop=True)
    dropped = posteriors["p_column_wins"].isna()
    assert dropped.any()
    assert not poisson.loc[dropped, "flips"].any()
    theirs = poisson_tests(posteriors, datasets=names, **EXACT).set_index(KEYS)
    pairs = pd.MultiIndex.from_frame(poisson.loc[dropped, KEYS])
    assert poisson.loc[dropped, "number"].tolist() == pytest.approx(
        theirs.loc[pairs, "p_column"].tolist()
    )


def posteriors_of(statistics):
    """One pair's posteriors; the scale is 0 where the statistic is."""
    statistic = np.array(statistics)
    return pd.DataFrame(
        {
            "dataset": [f"d{i}" for i in range(len(statistic))],
            "row": "a",
            "column": "b",
            "mean_difference": statistic / 100,
            "scale": np.where(statistic == 0, 0, 0.01),
            "df": 99,
            "statistic": statistic,
            "p_column_wins": 0.5,
        }
    )


def test_no_data_set_left_decides_nothing():
    table = policy_variants(
        posteriors_of([0.0, 0.0]), datasets=["d0", "d1"], folds=10, rho=0.1, alpha=0.05
    )
    dropped = variant(table, zero_variance="drop", rho=0.1)
    assert dropped["decision"].tolist() == [0, pd.NA]
    assert dropped["note"].tolist() == ["", "no data set is left in the test"]
    won = variant(table, zero_variance="win", rho=0.1)
    assert won["number"].tolist() == [1, 1]
    half = variant(table, zero_variance="half", rho=0.1)
    # Of two fair coins both fall on their face; at least one does.
    assert half["number"].tolist() == [1 / 4, 3 / 4]


def test_in_a_subset_of_two_data_sets_no_ranks_are_left_to_test():
    table = leave_one_out(
        posteriors_of([1.0, 2.0]),
        datasets=["d0", "d1"],
        alpha=0.05,
        method="approximate",
        sides="one",
    )
    ranks = table[table["test"] == "signed_rank"]
    assert ranks[["number", "decision"]].isna().all(axis=None)
    assert not table["flips"].any()
    assert table["number"].tolist()[:2] == [0.5, 0.5]


def test_a_study_s_exact_test_is_exact_without_each_data_set_too():
    posteriors = posteriors_of([1.0, 2.0, 3.0, -4.0])
    names = list(posteriors["dataset"])
    settings = {"datasets": names, "alpha": 0.2, "sides": "one"}
    table = leave_one_out(posteriors, method="exact", **settings)
    ranks = table[table["test"] == "signed_rank"]
    # Of the ranks 1 to 3 R- is 3 or less in five of eight cases, 0 in one.
    assert ranks["number"].tolist() == [5 / 8, 5 / 8, 5 / 8, 1 / 8]
    assert ranks["decision"].tolist() == [0, 0, 0, 1]
    assert ranks["flips"].tolist() == [0, 0, 0, 1]


def test_tables_are_read_as_they_were_written(table, study, posteriors, tmp_path):
    settings = {"alpha": 0.05, "method": "approximate", "sides": "one"}
    without = leave_one_out(
        posteriors, datasets=study.datasets_by_subset["first"], **settings
    )
    (tmp_path / "first").mkdir()
    for written in (table, without):
        path = tmp_path / "first" / "table.csv"
        write_comparisons(written, path)
        read = read_by_subset([path])
        assert list(read) == ["first"]
        # Numbers have twelve digits there.
        pd.testing.assert_frame_equal(
            read["first"],
            written.astype({"decision": float}),
            check_dtype=False,
            rtol=1e-10,
            atol=1e-300,
        )
