"""Decisions without each data set, those of the others."""

import pytest
from policies import EXACT, compared, decided, of_both, posteriors_of, variant

from tenbyten.comparisons.poisson import poisson_tests
from tenbyten.comparisons.signed_rank import signed_rank_tests
from tenbyten.comparisons.variants import leave_one_out


def test_without_a_data_set_ranks_are_those_of_the_others(study, posteriors):
    names = study.datasets_by_subset["first"]
    settings = {"alpha": 0.05, "method": "approximate", "sides": "one"}
    pairs = study.unordered_pairs
    table = leave_one_out(posteriors, pairs=pairs, datasets=names, **settings)
    assert len(table) == 10 * 2 * 27
    whole = signed_rank_tests(posteriors, datasets=names, **settings)
    *_, before = of_both(whole, "p_one_sided", "decision")
    for name in names[::5]:
        others = [other for other in names if other != name]
        slow = signed_rank_tests(posteriors, datasets=others, **settings)
        column, row, decisions = of_both(slow, "p_one_sided", "decision")
        ours = variant(table, dataset=name, test="signed_rank")
        assert list(ours.index) == pairs
        assert ours["number_column"].to_numpy() == pytest.approx(column, rel=1e-10)
        assert ours["number_row"].to_numpy() == pytest.approx(row, rel=1e-10)
        assert ours["decision"].tolist() == decisions
        flips = [int(new != old) for new, old in zip(decisions, before, strict=True)]
        assert ours["flips"].tolist() == flips


@pytest.mark.parametrize("subset", ["first", "all"])
@pytest.mark.parametrize("zero_variance", ["half", "win", "drop"])
def test_in_the_poisson_test_a_data_set_counts_one_half_for_either(
    study, accuracies, zero_variance, subset
):
    # 27 data sets and 54: an odd number and an even one.
    posteriors = compared(study, accuracies, "1/folds", zero_variance)
    names = study.datasets_by_subset[subset]
    settings = {"alpha": 0.05, "method": "approximate", "sides": "one"}
    pairs = study.unordered_pairs
    table = leave_one_out(posteriors, pairs=pairs, datasets=names, **settings)
    whole = poisson_tests(posteriors, datasets=names, **EXACT)
    *_, before = of_both(whole, "p_column", "decision")
    for name in names[::9]:
        there = posteriors["dataset"].eq(name) & posteriors["p_column_wins"].notna()
        p = posteriors["p_column_wins"].mask(there, 0.5)
        halved = posteriors.assign(p_column_wins=p)
        slow = poisson_tests(halved, datasets=names, **EXACT)
        column, row, decisions = of_both(slow, "p_column", "decision")
        ours = variant(table, dataset=name, test="poisson")
        assert ours["number_column"].to_numpy() == pytest.approx(column, rel=1e-9)
        assert ours["number_row"].to_numpy() == pytest.approx(row, rel=1e-9)
        assert ours["decision"].tolist() == decisions
        flips = [int(new != old) for new, old in zip(decisions, before, strict=True)]
        assert ours["flips"].tolist() == flips


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
    table = leave_one_out(
        posteriors_of([1.0, 2.0]),
        pairs=[("a", "b")],
        datasets=["d0", "d1"],
        alpha=0.05,
        method="approximate",
        sides="one",
    )
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
