"""Every decision under every policy, and without each data set."""

import numpy as np
import pandas as pd
import pytest
import yaml
from policies import EXACT, KEYS, compared, decided, of_both, posteriors_of, variant
from scipy.stats import wilcoxon

from tenbyten.comparisons.poisson import poisson_tests
from tenbyten.comparisons.signed_rank import signed_rank_tests
from tenbyten.comparisons.varied import SIDES
from tenbyten.statistics.many_datasets.dirichlet import REGIONS
from tenbyten.statistics.many_datasets.signed_rank import METHODS
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE


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
    # 3 zero_variance x 4 rho x 2 thresholds, 2 sides x 2 methods x 3 zeros; 3 alpha.
    sizes = table.groupby([*KEYS, "test"], sort=False).size()
    assert sizes.tolist() == [3 * 24, 3 * 12] * 10
    assert list(sizes.index.droplevel("test").unique()) == study.unordered_pairs
    decisions = ["number_column", "number_row", "decision", "note"]
    assert not table.drop(columns=decisions).duplicated().any()


@pytest.mark.parametrize("zero_variance", ["half", "win", "drop"])
@pytest.mark.parametrize("rho", [0.0, 0.1, 0.3])
def test_the_poisson_test_is_that_of_a_study_with_these_policies(
    table, study, accuracies, zero_variance, rho
):
    posteriors = compared(study, accuracies, rho, zero_variance)
    theirs = poisson_tests(
        posteriors, datasets=study.datasets_by_subset["all"], **EXACT
    )
    theirs["either"] = theirs["p_column"] + theirs["p_tie"]
    theirs["either_decides"] = (theirs["either"] > 0.95).astype(int)
    near = table[np.isclose(table["rho"], rho)]
    for threshold, number, better in (
        ("more", "p_column", "decision"),
        ("at_least", "either", "either_decides"),
    ):
        ours = variant(near, zero_variance=zero_variance, threshold=threshold)
        column, row, decisions = of_both(theirs, number, better)
        # The statistic in the file has twelve digits.
        assert ours["number_column"].to_numpy() == pytest.approx(column, abs=1e-9)
        assert ours["number_row"].to_numpy() == pytest.approx(row, abs=1e-9)
        assert ours["decision"].tolist() == decisions


def test_the_study_s_own_policies_are_among_the_variants(study, accuracies, posteriors):
    names = study.datasets_by_subset["all"]
    own = decided(
        compared(study, accuracies, 0.45, "half"),
        names,
        pairs=study.unordered_pairs,
        rho=0.45,
        alpha=0.2,
    )
    rhos = sorted(own["rho"].dropna().unique())
    assert rhos == pytest.approx([0, 0.1, 0.2, 0.3, 0.45])
    assert sorted(own["alpha"].unique()) == [0.01, 0.05, 0.1, 0.2]
    theirs = poisson_tests(posteriors, datasets=names, **EXACT | {"alpha": 0.2})
    ours = variant(own, zero_variance="half", rho=0.1, threshold="more", alpha=0.2)
    column, row, decisions = of_both(theirs, "p_column", "decision")
    assert ours["number_column"].to_numpy() == pytest.approx(column, abs=1e-9)
    assert ours["number_row"].to_numpy() == pytest.approx(row, abs=1e-9)
    assert ours["decision"].tolist() == decisions


@pytest.mark.parametrize(
    ("folds", "rho", "tried"),
    [
        # Of two folds the larger correlations are not below one.
        (2, "1/folds", [0, 0.5]),
        (3, "1/folds", [0, 1 / 3, 2 / 3]),
        # 3 / 10 is the study's, whatever its last digits.
        (10, 0.3, [0, 0.1, 0.2, 0.3]),
    ],
)
def test_no_correlation_is_tried_twice_or_from_one_on(folds, rho, tried):
    posteriors = posteriors_of([1.0, -2.0, 3.0])
    table = decided(
        posteriors, list(posteriors["dataset"].unique()), folds=folds, rho=rho
    )
    assert sorted(table["rho"].dropna().unique()) == pytest.approx(tried)


@pytest.mark.parametrize("sides", ["one", "two"])
@pytest.mark.parametrize("method", ["approximate", "auto"])
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.1])
def test_the_signed_rank_test_is_that_of_a_study_with_these_policies(
    table, study, posteriors, sides, method, alpha
):
    settings = {"alpha": alpha, "method": method, "sides": sides}
    theirs = signed_rank_tests(
        posteriors, datasets=study.datasets_by_subset["all"], **settings
    )
    ours = variant(table, sides=sides, method=method, zeros="split", alpha=alpha)
    column, row, decisions = of_both(theirs, f"p_{sides}_sided", "decision")
    assert ours["number_column"].tolist() == column.tolist()
    assert ours["number_row"].tolist() == row.tolist()
    assert ours["decision"].tolist() == decisions


@pytest.mark.parametrize(("sides", "name"), [("one", "greater"), ("two", "two-sided")])
def test_exact_p_is_scipy_s_where_the_zeros_are_dropped(table, posteriors, sides, name):
    ours = variant(table, sides=sides, method="auto", zeros="drop")
    for pair, part in posteriors.groupby(KEYS, sort=False):
        mean = part["mean_difference"]
        p = wilcoxon(mean[mean != 0], alternative=name, method="exact").pvalue
        there = pair in ours.index
        number = "number_column" if there else "number_row"
        found = ours.loc[pair if there else pair[::-1], number]
        assert found == pytest.approx(p, rel=1e-12)


def test_the_rope_is_halved_and_doubled():
    # The curve has other ropes too, and another test.
    ropes = pd.DataFrame(
        [
            ("a", "b", "bayesian_signed_rank", 0.0, 0.0, 0.0, 1.0),
            ("a", "b", "bayesian_signed_rank", 0.005, 0.02, 0.01, 0.97),
            ("a", "b", "bayesian_signed_rank", 0.01, 0.02, 0.06, 0.92),
            ("a", "b", "bayesian_signed_rank", 0.02, 0.0, 0.995, 0.005),
            ("a", "b", "bayesian_sign", 0.01, 1.0, 0.0, 0.0),
        ],
        columns=[*KEYS, "test", "rope", "p_row", "p_rope", "p_column"],
    )
    posteriors = posteriors_of([1.0, 2.0, 3.0])
    table = decided(posteriors, list(posteriors["dataset"].unique()), ropes=ropes)
    found = table[table["test"] == "bayesian_signed_rank"]
    verdicts = found.set_index(["rope", "alpha"])["decision"].to_dict()
    assert verdicts == {
        (0.005, 0.01): "undecided",
        (0.005, 0.05): "column",
        (0.005, 0.1): "column",
        (0.01, 0.01): "undecided",
        (0.01, 0.05): "undecided",
        (0.01, 0.1): "column",
        (0.02, 0.01): "equivalent",
        (0.02, 0.05): "equivalent",
        (0.02, 0.1): "equivalent",
    }
