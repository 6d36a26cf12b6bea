"""Decisions that a policy or a single data set changes."""

import itertools

import numpy as np
import pandas as pd
import pytest
from policies import decided
from three_classifiers import CLASSIFIERS, DATASETS, compared

from tenbyten.comparisons.published import agreement_by_policy, published_under_policies
from tenbyten.comparisons.sensitivity import sensitivity
from tenbyten.comparisons.variants import COLUMNS, leave_one_out

POLICIES = {
    "alpha": 0.05,
    "folds": 10,
    "rho": "1/folds",
    "rope": 0.01,
    "zero_variance": "half",
    "poisson": "exact",
    "signed_rank": "approximate",
    "signed_rank_sides": "one",
}


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


def test_cells_of_the_second_block_that_come_out_under_no_policy(study, variants):
    table = published_under_policies(
        variants, decisions=study["published"]["decisions"], policies=study.policies
    )
    assert len(table) == 60
    assert (table["published"] == table["ours"]).sum() == 15 + 12 + 15
    none = table[table["comes_out_under"] == "none"]
    assert none[["subset", "row", "column", "test"]].to_numpy().tolist() == [
        ["second", "J48", "HNB", "poisson"],
        ["second", "J48", "HNB", "signed_rank"],
        ["second", "J48graft", "HNB", "poisson"],
    ]
    elsewhere = table[~table["comes_out_under"].isin(["study", "none"])]
    every = elsewhere[elsewhere["subset"] == "all"]["comes_out_under"]
    assert every.str.split("; ").map(lambda ways: "zero_variance = win" in ways).all()


@pytest.fixture(scope="module")
def flips(study, posteriors):
    """Leave-one-out by subset."""
    settings = {"alpha": 0.05, "method": "approximate", "sides": "one"}
    settings |= {"pairs": study.unordered_pairs}
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
    posteriors = compared("win")
    pairs = list(itertools.combinations(CLASSIFIERS, 2))
    policies = POLICIES | {"zero_variance": "win", "folds": 5}
    settings = {"pairs": pairs, "datasets": DATASETS, "alpha": 0.05}
    variants = decided(posteriors, DATASETS, pairs=pairs, folds=5)
    flips = leave_one_out(posteriors, method="approximate", sides="one", **settings)
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
    found = published_under_policies(
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
