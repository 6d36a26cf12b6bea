"""Words that captions share."""

import pytest

from tenbyten.report.captions import heading, named_heading, p_column, policy_caption


def test_a_subset_is_named_by_its_numbers_and_its_own_name():
    assert heading((1, 27)) == "Data sets 1-27"
    assert heading((5, 5)) == "Data set 5"
    assert named_heading((1, 27), "first") == "Data sets 1-27 (first)"
    assert named_heading((5, 5), "Data set 5") == "Data set 5"


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("zero_variance", "half", "an all-zero difference counts 1/2."),
        ("zero_variance", "win", "counts as a win of the column."),
        ("zero_variance", "drop", "leaves the data set out."),
        ("poisson", "simulated", "from 100000 draws, seed 1;"),
        ("poisson", "exact", "> 1 - alpha, exact;"),
        ("signed_rank", "exact", "one-sided, exact, zeros"),
        ("signed_rank_sides", "two", "two-sided, normal approximation"),
        ("metric", "log_loss", "significantly better by log_loss than"),
        ("metric", "accuracy", "significantly more accurate than"),
        ("rho", 0.25, "rho = 0.25"),
        ("title", "", "Each cell is Poisson/signed-rank"),
        ("left_out", "zoo (J48: slow)", "a classifier failed: zoo (J48: slow)."),
    ],
)
def test_every_policy_is_in_the_caption(small, key, value, words):
    assert words in policy_caption(small.settings | {key: value})


def test_the_sides_name_the_deciding_column():
    assert p_column({"signed_rank_sides": "two"}) == "p_two_sided"
