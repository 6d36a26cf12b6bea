"""Decisions of both tests, joined."""

import numpy as np
import pytest
from three_classifiers import PAIRS, compared, poisson, ranked

from tenbyten.comparisons.decisions import decide
from tenbyten.comparisons.files import write_comparisons
from tenbyten.tables.our_csv import read_table

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


def test_dropped_data_sets_leave_the_poisson_test_also_through_the_file(tmp_path):
    table = compared("drop")
    write_comparisons(table, tmp_path / "t.csv")
    tests = poisson(read_table(tmp_path / "t.csv")).set_index(["row", "column"])
    assert tests.loc[("strong", "twin"), ["q", "decision"]].tolist() == [0, 0]
    assert tests.loc[("weak", "twin"), ["q", "decision"]].tolist() == [8, 1]


def test_signed_rank_agrees_with_scipy_and_asks_for_the_column():
    table = compared()
    tests = ranked(table).set_index(["row", "column"])
    line = tests.loc["weak", "strong"]
    assert (line["rank_sum_column"], line["rank_sum_row"]) == (36, 0)
    # All of 8 ranks on one side: z = -18 / sqrt(8 * 9 * 17 / 24).
    assert line["z"] == pytest.approx(-18 / np.sqrt(51))
    assert tests.loc[("weak", "strong"), "decision"] == 1
    assert tests.loc[("strong", "weak"), "decision"] == 0
    two = ranked(table, sides="two").set_index(["row", "column"])
    assert two.loc[("strong", "weak"), "decision"] == 0
