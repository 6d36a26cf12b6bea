"""Decisions that a policy or a single data set changes."""

import itertools

import numpy as np
import pandas as pd
import pytest
import yaml
from policies import EXACT, KEYS, compared, decided, of_both, posteriors_of, variant
from policies import POLICIES as SAME
from three_classifiers import CLASSIFIERS, DATASETS
from three_classifiers import compared as compared_three

from tenbyten.comparisons.agreement import against_published, agreement_by_policy
from tenbyten.comparisons.decisions import poisson_tests, signed_rank_tests
from tenbyten.comparisons.sensitivity import COLUMNS, SIDES, leave_one_out, sensitivity
from tenbyten.statistics.many_datasets.bayesian import REGIONS
from tenbyten.statistics.many_datasets.signed_rank import METHODS
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE

POLICIES = SAME | {"folds": 10}
SETTINGS = {"alpha": 0.05, "method": "approximate", "sides": "one"}


@pytest.fixture(scope="module")
def variants(study, posteriors):
    """By subset; without the ropes, which draw."""
    pairs = study.unordered_pairs
    return {
        subset: decided(posteriors, names, pairs=pairs)
        for subset, names in study.datasets_by_subset.items()
    }


def small(decisions):
    """Variants of one pair's Poisson test, from decisions by what is changed."""
    own = {"zero_variance": "half", "rho": 0.1, "threshold": "more", "alpha": 0.05}
    lines = [
        {"row": "a", "column": "b", "test": "poisson"}
        | own
        | dict(changes)
        | {"decision": decision}
        for changes, decision in decisions.items()
    ]
    return {"all": pd.DataFrame(lines, columns=COLUMNS)}


def without(flips):
    """Leave-one-out of the same pair: the decision without some of the data sets."""
    lines = [
        ("a", "b", "poisson", name, decision or "neither", int(bool(decision)))
        for name, decision in flips.items()
    ]
    columns = ["row", "column", "test", "dataset", "decision", "flips"]
    return {"all": pd.DataFrame(lines, columns=columns)}


def told(decisions, flips=None, **policies):
    """The line on that pair."""
    table = sensitivity(
        small(decisions), without(flips or {"x": ""}), policies=POLICIES | policies
    )
    assert len(table) == 1
    return table.iloc[0]


WIN, NONE = ("zero_variance", "win"), ("rho", 0.0)
DROP, MORE, LARGE = ("zero_variance", "drop"), ("rho", 0.2), ("alpha", 0.1)
AT_LEAST = ("threshold", "at_least")


@pytest.fixture(scope="module")
def flips(study, posteriors):
    """Leave-one-out by subset."""
    settings = SETTINGS | {"pairs": study.unordered_pairs}
    return {
        subset: leave_one_out(posteriors, datasets=names, **settings)
        for subset, names in study.datasets_by_subset.items()
    }


def test_stable_are_the_decisions_that_no_variant_and_no_data_set_changes(
    study, variants, flips
):
    table = sensitivity(variants, flips, policies=study.policies)
    keys = ["row", "column", "test"]
    counts = {}
    for subset, lines in variants.items():
        apart = lines["zero_variance"].eq("win") | lines["rho"].eq(0)
        apart |= lines["threshold"].eq("at_least")
        decisions = lines[~apart].groupby(keys)["decision"].nunique()
        flipped = flips[subset].groupby(keys)["flips"].sum()
        stable = (decisions == 1) & (flipped == 0)
        ours = table[table["subset"] == subset].set_index(keys)["stable"]
        assert ours.eq(1).to_dict() == stable.to_dict()
        counts[subset] = stable.groupby("test").sum().to_dict()
    assert counts == {
        "first": {"poisson": 8, "signed_rank": 8},
        "second": {"poisson": 4, "signed_rank": 5},
        "all": {"poisson": 4, "signed_rank": 6},
    }


def test_the_smallest_changes_are_told():
    decisions = {(): "neither", (DROP,): "neither", (MORE,): "neither"}
    decisions |= {(DROP, MORE): "column", (DROP, MORE, LARGE): "column"}
    decisions |= {(AT_LEAST,): np.nan, (LARGE,): "row"}
    line = told(decisions, {"x": "", "y": "column", "z": "both"})
    assert line.to_dict() == {
        "subset": "all",
        "row": "a",
        "column": "b",
        "test": "poisson",
        "decision": "neither",
        "stable": 0,
        "becomes": "row; column; both",
        "hangs_on": "alpha = 0.1; zero_variance = drop and rho = 0.2",
        "data_sets": "y; z",
        "apart": "",
    }


def test_a_decision_that_nothing_changes_is_stable():
    line = told({(): "column", (DROP,): "column", (MORE,): np.nan})
    assert (line["decision"], line["stable"], line["becomes"]) == ("column", 1, "")
    assert (line["hangs_on"], line["data_sets"], line["apart"]) == ("", "", "")


@pytest.mark.parametrize("change", [WIN, NONE, AT_LEAST])
def test_what_only_reproduces_a_publication_stands_apart(change):
    decisions = {(): "neither", (change,): "column", (DROP,): "neither"}
    line = told(decisions)
    name, value = change
    value = value if isinstance(value, str) else f"{value:g}"
    assert (line["stable"], line["becomes"], line["hangs_on"]) == (1, "", "")
    assert line["apart"] == f"{name} = {value}"


def test_with_another_change_beside_it_it_still_stands_apart():
    decisions = {(): "neither", (WIN, LARGE): "column", (MORE,): "column"}
    decisions |= {(NONE, MORE): "row"}
    line = told(decisions)
    assert (line["stable"], line["hangs_on"]) == (0, "rho = 0.2")
    assert line["apart"] == "zero_variance = win and alpha = 0.1"


def test_the_study_s_own_policy_is_never_apart():
    half = ("zero_variance", "half")
    decisions = {(WIN,): "both", (half,): "neither", (DROP,): "both"}
    line = told(decisions, zero_variance="win")
    assert (line["decision"], line["stable"]) == ("both", 0)
    assert (line["becomes"], line["hangs_on"]) == ("neither", "zero_variance = half")
    assert line["apart"] == ""


def test_classifiers_that_are_alike_are_decided_both_ways_under_win():
    posteriors = compared_three("win")
    pairs = list(itertools.combinations(CLASSIFIERS, 2))
    policies = POLICIES | {"zero_variance": "win", "folds": 5}
    variants = decided(posteriors, DATASETS, pairs=pairs, folds=5)
    flips = leave_one_out(posteriors, pairs=pairs, datasets=DATASETS, **SETTINGS)
    table = sensitivity({"all": variants}, {"all": flips}, policies=policies)
    table = table.set_index(["row", "column", "test"])
    assert table["decision"].to_dict() == {
        ("weak", "strong", "poisson"): "column",
        ("weak", "strong", "signed_rank"): "column",
        ("weak", "twin", "poisson"): "column",
        ("weak", "twin", "signed_rank"): "column",
        ("strong", "twin", "poisson"): "both",
        ("strong", "twin", "signed_rank"): "neither",
    }
    alike = table.loc["strong", "twin", "poisson"]
    assert alike["becomes"] == "neither"
    assert alike["hangs_on"] == "zero_variance = half; zero_variance = drop"


def test_agreement_counts_only_what_a_variant_can_decide():
    variants = small({(): "column", (WIN,): "neither", (NONE,): np.nan})
    ranks = {"row": "a", "column": "b", "test": "signed_rank", "sides": "one"}
    ranks |= {"method": "approximate", "zeros": "split", "alpha": 0.05}
    ranks = pd.DataFrame([ranks | {"decision": "row"}])
    table = pd.concat([variants["all"], ranks], ignore_index=True)
    found = agreement_by_policy(
        {"all": table}, decisions={"all": {"a": {"b": "1/0"}}}, policies=POLICIES
    )
    assert found.to_numpy().tolist() == [
        ["study", "all", 2, 2],
        ["zero_variance = win", "all", 1, 2],
        ["rho = 0", "all", 1, 1],
    ]


@pytest.mark.parametrize("published", ["1/0", "0/1"])
def test_a_published_decision_may_stand_the_other_way_round(published):
    variants = small({(): "row", (WIN,): "both", (NONE,): "column"})
    ranks = variants["all"].assign(test="signed_rank", sides="one", method="auto")
    ranks = ranks.assign(zeros="split").iloc[:1]
    table = pd.concat([variants["all"], ranks], ignore_index=True)
    ours = {"row": ["b"], "column": ["a"], "poisson": [1], "signed_rank": [1]}
    ours |= {"p_column": [0.99], "p_one_sided": [0.01]}
    found = against_published(
        {"all": pd.DataFrame(ours)},
        {"all": table},
        decisions={"all": {"b": {"a": published}}},
        policies=POLICIES | {"signed_rank": "exact"},
    )
    under = {"1": "study", "0": "rho = 0"}[published[0]]
    assert found["ours"].tolist() == [1, 1]
    assert found.loc[0, "comes_out_under"] == under
    assert found.loc[1, "comes_out_under"] == {"1": "study", "0": "none"}[published[2]]


@pytest.mark.parametrize("decisions", [{(WIN,): "column"}, {(): np.nan}])
def test_a_table_without_the_study_s_own_decision_is_refused(decisions):
    with pytest.raises(ValueError, match="subset all, a, b, poisson: no decision"):
        told(decisions)


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


def assert_same(ours, theirs, number, better, **tolerance):
    """Hold variants to the numbers and decisions of a test of ordered pairs."""
    column, row, decisions = of_both(theirs, number, better)
    assert ours["number_column"].to_numpy() == pytest.approx(column, **tolerance)
    assert ours["number_row"].to_numpy() == pytest.approx(row, **tolerance)
    assert ours["decision"].tolist() == decisions


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
        # The statistic in the file has twelve digits.
        assert_same(ours, theirs, number, better, abs=1e-9)


def test_the_study_s_own_policies_are_among_the_variants(study, accuracies, posteriors):
    names = study.datasets_by_subset["all"]
    how = {"pairs": study.unordered_pairs, "rho": 0.45, "alpha": 0.2}
    own = decided(compared(study, accuracies, 0.45, "half"), names, **how)
    rhos = sorted(own["rho"].dropna().unique())
    assert rhos == pytest.approx([0, 0.1, 0.2, 0.3, 0.45])
    assert sorted(own["alpha"].unique()) == [0.01, 0.05, 0.1, 0.2]
    theirs = poisson_tests(posteriors, datasets=names, **EXACT | {"alpha": 0.2})
    ours = variant(own, zero_variance="half", rho=0.1, threshold="more", alpha=0.2)
    assert_same(ours, theirs, "p_column", "decision", abs=1e-9)


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
    assert_same(ours, theirs, f"p_{sides}_sided", "decision", abs=0, rel=0)


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
    verdicts = found.pivot(index="rope", columns="alpha", values="decision")
    assert verdicts.index.tolist() == [0.005, 0.01, 0.02]
    assert verdicts[[0.01, 0.05, 0.1]].to_numpy().tolist() == [
        ["undecided", "column", "column"],
        ["undecided", "undecided", "column"],
        ["rope", "rope", "rope"],
    ]


def test_without_a_data_set_ranks_are_those_of_the_others(study, posteriors):
    names = study.datasets_by_subset["first"]
    pairs = study.unordered_pairs
    table = leave_one_out(posteriors, pairs=pairs, datasets=names, **SETTINGS)
    assert len(table) == 10 * 2 * 27
    whole = signed_rank_tests(posteriors, datasets=names, **SETTINGS)
    *_, before = of_both(whole, "p_one_sided", "decision")
    for name in names[::5]:
        others = [other for other in names if other != name]
        slow = signed_rank_tests(posteriors, datasets=others, **SETTINGS)
        ours = variant(table, dataset=name, test="signed_rank")
        assert list(ours.index) == pairs
        assert_same(ours, slow, "p_one_sided", "decision", rel=1e-10)
        assert ours["flips"].tolist() == ours["decision"].ne(before).tolist()


@pytest.mark.parametrize("subset", ["first", "all"])
@pytest.mark.parametrize("zero_variance", ["half", "win", "drop"])
def test_in_the_poisson_test_a_data_set_counts_one_half_for_either(
    study, accuracies, zero_variance, subset
):
    # 27 data sets and 54: an odd number and an even one.
    posteriors = compared(study, accuracies, "1/folds", zero_variance)
    names = study.datasets_by_subset[subset]
    pairs = study.unordered_pairs
    table = leave_one_out(posteriors, pairs=pairs, datasets=names, **SETTINGS)
    whole = poisson_tests(posteriors, datasets=names, **EXACT)
    *_, before = of_both(whole, "p_column", "decision")
    for name in names[::9]:
        there = posteriors["dataset"].eq(name) & posteriors["p_column_wins"].notna()
        p = posteriors["p_column_wins"].mask(there, 0.5)
        halved = posteriors.assign(p_column_wins=p)
        slow = poisson_tests(halved, datasets=names, **EXACT)
        ours = variant(table, dataset=name, test="poisson")
        assert_same(ours, slow, "p_column", "decision", rel=1e-9)
        assert ours["flips"].tolist() == ours["decision"].ne(before).tolist()


def test_no_data_set_left_decides_nothing():
    table = decided(posteriors_of([0.0, 0.0]), ["d0", "d1"])
    dropped = variant(table, zero_variance="drop", rho=0.1)
    assert dropped["decision"].tolist() == ["neither", ""]
    assert dropped["note"].tolist() == ["", "no data set is left in the test"]
    won = variant(table, zero_variance="win", rho=0.1)
    assert won["number_column"].tolist() == won["number_row"].tolist() == [1, 1]
    half = variant(table, zero_variance="half", rho=0.1)
    # Of two fair coins both fall on their face; at least one does.
    assert half["number_column"].tolist() == [1 / 4, 3 / 4]


def test_in_a_subset_of_two_data_sets_no_ranks_are_left_to_test():
    of = {"pairs": [("a", "b")], "datasets": ["d0", "d1"]}
    table = leave_one_out(posteriors_of([1.0, 2.0]), **of, **SETTINGS)
    ranks = table[table["test"] == "signed_rank"]
    assert ranks[["number_column", "number_row"]].isna().all(axis=None)
    assert ranks["decision"].tolist() == ["", ""]
    assert not table["flips"].any()
    # Both data sets are won with 1/2.
    assert table["number_column"].tolist()[:2] == [0.25, 0.25]


def test_a_study_s_exact_test_is_exact_without_each_data_set_too():
    posteriors = posteriors_of([1.0, 2.0, 3.0, -4.0])
    names = list(posteriors["dataset"].unique())
    settings = {"datasets": names, "alpha": 0.2, "sides": "one"}
    table = leave_one_out(posteriors, pairs=[("a", "b")], method="exact", **settings)
    ranks = table[table["test"] == "signed_rank"]
    # Of the ranks 1 to 3 R- is 3 or less in five of eight cases, 0 in one.
    assert ranks["number_column"].tolist() == [5 / 8, 5 / 8, 5 / 8, 1 / 8]
    assert ranks["decision"].tolist() == ["neither", "neither", "neither", "column"]
    assert ranks["flips"].tolist() == [0, 0, 0, 1]
