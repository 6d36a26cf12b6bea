"""Decisions of both tests, joined."""

import pytest
from three_classifiers import PAIRS, compared, poisson, ranked

from tenbyten.comparisons.decisions import decide

ALIKE = [("strong", "twin"), ("twin", "strong")]


def test_of_two_that_predict_alike_each_wins_and_that_is_told():
    posteriors = compared(zero_variance="win")
    table = decide(poisson(posteriors), ranked(posteriors)).set_index(["row", "column"])
    assert table.loc[ALIKE, "poisson"].tolist() == [1, 1]
    assert table.index[table["poisson_contradictory"] == 1].tolist() == ALIKE
    assert not table["signed_rank_contradictory"].any()


@pytest.mark.parametrize("zero_variance", ["half", "drop"])
def test_no_pair_is_contradictory_where_a_win_of_one_is_a_loss_of_the_other(
    zero_variance,
):
    posteriors = compared(zero_variance=zero_variance)
    table = decide(poisson(posteriors), ranked(posteriors))
    assert table["poisson"].sum() == 2
    assert not table[["poisson_contradictory", "signed_rank_contradictory"]].any(
        axis=None
    )


def test_each_test_has_marks_of_its_own():
    posteriors = compared()
    poisson_table, ranks = poisson(posteriors), ranked(posteriors)
    ranks["decision"] = [int(set(pair) == set(ALIKE[0])) for pair in PAIRS]
    table = decide(poisson_table, ranks).set_index(["row", "column"])
    assert not table["poisson_contradictory"].any()
    found = table.index[table["signed_rank_contradictory"] == 1]
    assert found.tolist() == ALIKE
