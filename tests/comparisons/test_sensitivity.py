"""Decisions that a policy or a single data set changes."""

import pandas as pd
import pytest
from paper_counts import long_table

from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.comparisons.published import agreement_by_policy, published_under_policies
from tenbyten.comparisons.sensitivity import sensitivity
from tenbyten.comparisons.variants import COLUMNS, leave_one_out, policy_variants
from tenbyten.study import read_study

POLICIES = {
    "alpha": 0.05,
    "folds": 10,
    "rho": "1/folds",
    "zero_variance": "half",
    "poisson": "exact",
    "signed_rank": "approximate",
    "signed_rank_sides": "one",
}


@pytest.fixture(scope="module")
def study(root):
    """The paper study."""
    return read_study("paper", root)


@pytest.fixture(scope="module")
def posteriors(study):
    """Every pair on every data set."""
    return compare_on_each(
        long_table(study),
        pairs=study.pairs,
        runs=10,
        rho="1/folds",
        rope=0.01,
        zero_variance="half",
    )


@pytest.fixture(scope="module")
def variants(study, posteriors):
    """By subset."""
    return {
        subset: policy_variants(
            posteriors, datasets=names, folds=10, rho="1/folds", alpha=0.05
        )
        for subset, names in study.datasets_by_subset.items()
    }


def small(decisions):
    """Sensitivity of one pair's Poisson test, from decisions by what is changed."""
    own = {"zero_variance": "half", "rho": 0.1, "threshold": "more"}
    lines = [
        {"row": "a", "column": "b", "test": "poisson", "number": 0.5}
        | own
        | dict(changes)
        | {"decision": decision}
        for changes, decision in decisions.items()
    ]
    table = pd.DataFrame(lines, columns=COLUMNS)
    return {"all": table.astype({"decision": "Int64"})}


def without(flips):
    """Leave-one-out of the same pair: which data sets flip the decision."""
    lines = [("a", "b", "poisson", name, flip) for name, flip in flips.items()]
    columns = ["row", "column", "test", "dataset", "flips"]
    return {"all": pd.DataFrame(lines, columns=columns)}


WIN, LESS = ("zero_variance", "win"), ("rho", 0.0)


def test_block_of_all_data_sets_comes_out_under_win_and_not_under_half(study, variants):
    decisions = study["published"]["decisions"]
    table = agreement_by_policy(variants, decisions=decisions, policies=study.policies)
    agree = table.pivot(index="policy", columns="subset", values="agree")
    agree = agree[["first", "second", "all"]]
    assert agree.loc["study"].tolist() == [15, 12, 15]
    assert agree.loc["zero_variance = win"].tolist() == [17, 13, 20]
    assert agree.loc["zero_variance = drop"].tolist() == [15, 13, 16]
    assert set(table["of"]) == {20}
    assert set(table["policy"]) == {
        "study",
        "zero_variance = win",
        "zero_variance = drop",
        "rho = 0",
        "threshold = at_least",
        "sides = two",
        "method = auto",
        "zeros = drop",
        "zeros = pratt",
    }


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


def test_a_policy_that_brings_a_decision_out_gives_it(study, variants):
    table = published_under_policies(
        variants, decisions=study["published"]["decisions"], policies=study.policies
    )
    line = table[(table["subset"] == "first") & (table["column"] == "AODE")]
    line = line[(line["row"] == "J48") & (line["test"] == "poisson")].iloc[0]
    assert line["comes_out_under"].split("; ") == [
        "zero_variance = win and rho = 0",
        "zero_variance = drop and rho = 0",
    ]
    lines = variants["first"]
    pair = lines[(lines["row"] == "J48") & (lines["column"] == "AODE")]
    found = pair[(pair["rho"] == 0) & (pair["threshold"] == "more")]
    assert found.set_index("zero_variance")["decision"].to_dict() == {
        "half": 0,
        "win": 1,
        "drop": 1,
    }


def test_every_decision_of_the_paper_study_is_told_with_its_reasons(
    study, posteriors, variants
):
    flips = {
        subset: leave_one_out(
            posteriors, datasets=names, alpha=0.05, method="approximate", sides="one"
        )
        for subset, names in study.datasets_by_subset.items()
    }
    table = sensitivity(variants, flips, policies=study.policies)
    assert len(table) == 3 * 20 * 2
    reasons = (table["hangs_on"] != "") | (table["data_sets"] != "")
    assert (table["stable"] == 1).tolist() == (~reasons).tolist()
    # Exchanging the classifiers of a stable pair never makes both the better one.
    ones = table[table["decision"] == 1].set_index(["subset", "row", "column", "test"])
    turned = ones.swaplevel("row", "column").rename_axis(ones.index.names)
    assert not ones.index.intersection(turned.index).size


def test_the_smallest_changes_are_told():
    decisions = {(): 0, (WIN,): 0, (LESS,): 0, (WIN, LESS): 1}
    decisions |= {(WIN, LESS, ("threshold", "at_least")): 1}
    decisions |= {(("threshold", "at_least"),): pd.NA, (("zero_variance", "drop"),): 1}
    table = sensitivity(
        small(decisions), without({"x": 0, "y": 1, "z": 1}), policies=POLICIES
    )
    assert table.iloc[0].to_dict() == {
        "subset": "all",
        "row": "a",
        "column": "b",
        "test": "poisson",
        "decision": 0,
        "stable": 0,
        "hangs_on": "zero_variance = drop; zero_variance = win and rho = 0",
        "data_sets": "y; z",
    }


def test_a_decision_that_nothing_changes_is_stable():
    decisions = {(): 1, (WIN,): 1, (LESS,): pd.NA}
    line = sensitivity(small(decisions), without({"x": 0}), policies=POLICIES).iloc[0]
    assert (line["decision"], line["stable"]) == (1, 1)
    assert (line["hangs_on"], line["data_sets"]) == ("", "")


def test_agreement_counts_only_what_a_variant_can_decide():
    variants = small({(): 1, (WIN,): 0, (LESS,): pd.NA})
    ranks = pd.DataFrame(
        [("a", "b", "signed_rank", "one", "approximate", "split", 0.5, 0)],
        columns=[*COLUMNS[:3], *COLUMNS[6:11]],
    )
    table = pd.concat([variants["all"], ranks], ignore_index=True)
    found = agreement_by_policy(
        {"all": table}, decisions={"all": {"a": {"b": "1/0"}}}, policies=POLICIES
    )
    assert found.to_numpy().tolist() == [
        ["study", "all", 2, 2],
        ["zero_variance = win", "all", 1, 2],
        ["rho = 0", "all", 1, 1],
    ]


@pytest.mark.parametrize("decisions", [{(WIN,): 1}, {(): pd.NA}])
def test_a_table_without_the_study_s_own_decision_is_refused(decisions):
    with pytest.raises(ValueError, match="subset all, a, b, poisson: no decision"):
        sensitivity(small(decisions), without({"x": 0}), policies=POLICIES)
