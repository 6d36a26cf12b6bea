"""Words that captions share."""

import pytest

from tenbyten.report import captions
from tenbyten.report.captions import design_in_words, heading, in_sentence


def test_a_heading_names_the_data_sets_that_were_left_out():
    left_out = ["Glass", "zoo", "wine", "iris", "yeast"]
    assert heading((1, 9), left_out[:1]) == "Data sets 1-9 without Glass"
    assert heading((1, 9), left_out[:2]) == "Data sets 1-9 without Glass, zoo"
    assert heading((1, 9), left_out[:3]).endswith(" without Glass, zoo, wine")
    assert heading((1, 9), left_out).endswith(" without Glass, zoo, wine and 2 more")
    assert in_sentence(heading((1, 9), ["Glass"])) == "data sets 1-9 without Glass"


def test_a_data_set_of_the_usual_design_is_not_named_beside_it():
    usual = {"runs": 10, "folds": 10}
    assert design_in_words(usual | {"designs": {"iris": usual}}) == (
        "10 runs of 10-fold cross-validation"
    )
    of_seeds = design_in_words(usual | {"seeds": 5})
    assert of_seeds == "10 runs of 10-fold cross-validation with 5 seeds"
    designs = {"iris": usual, "zoo": {"runs": 1, "folds": 5}}
    assert design_in_words(usual | {"designs": designs}) == (
        "10 runs of 10-fold cross-validation, on zoo 1 run of 5-fold cross-validation"
    )


def test_a_design_in_time_says_what_is_trained_on():
    time = {"runs": 1, "folds": 4, "splitter": "time"}
    for window, words in {0: "all blocks", 1: "1 block", 2: "2 blocks"}.items():
        assert design_in_words(time | {"split_options": {"window": window}}) == (
            f"4 tests in order of time (each trained on {words} before)"
        )


@pytest.fixture
def caption(lay_out):
    """Make the caption of the decisions on three pairs and eight data sets."""
    return lambda **changed: lay_out(**changed)[0].caption


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("zero_variance", "half", "an all-zero difference counts 1/2."),
        ("zero_variance", "win", "counts as a win of the column."),
        ("zero_variance", "drop", "leaves the data set out."),
        ("poisson", "simulated", "from 100000 draws, seed 1;"),
        ("poisson", "exact", "> 1 - alpha, exact;"),
        ("signed_rank", "exact", "zeros split evenly, of an odd number one left out."),
        ("signed_rank_sides", "two", "two-sided, by the normal approximation"),
        ("signed_rank", "approximate", "rough below 25 data sets (here 8)"),
        ("metric", "log_loss", "significantly better by log_loss than"),
        ("metric", "accuracy", "significantly more accurate than"),
        ("rho", 0.25, "rho = 0.25"),
        ("rho", "1/folds", "ignores that the test sets of different runs overlap"),
        ("title", "", "Each cell is Poisson/signed-rank"),
        ("left_out", "zoo (J48: slow)", "a classifier failed: zoo (J48: slow)."),
    ],
)
def test_every_policy_is_in_the_caption(caption, key, value, words):
    assert words in caption(**{key: value})


def test_the_caption_counts_the_decisions_and_says_what_each_test_asks(caption):
    first, family, questions, *_ = caption().split("\n\n")
    assert first.endswith("else 0 (alpha = 0.05).")
    assert family.startswith(
        "3 pairs, tested in both directions by each test; the signed-rank test "
        "one-sided, so that a pair that does not differ gets a mark one way or the "
        "other with probability up to 0.1. Nothing is adjusted for the number of pairs."
    )
    assert "just these data sets, which it takes as independent?" in questions
    assert "of which they are a sample?" in questions
    two = caption(signed_rank_sides="two").split("\n\n")[1]
    assert "one way or the other with probability up to 0.05." in two


@pytest.mark.parametrize(
    ("data_sets", "pairs", "words"),
    [
        (6, 1, ""),
        (10, 10, ""),
        (
            2,
            10,
            "With 2 data sets no two-sided result could be significant: the smallest p "
            "of the test is 0.5, not below alpha = 0.05. It takes at least "
            "6 data sets, and at least 9 after adjustment for 10 pairs.",
        ),
        (
            8,
            10,
            "With 8 data sets no two-sided result could be significant after "
            "adjustment: the smallest p of the test is 0.00781, times 10 "
            "pairs 0.0781, not below alpha = 0.05. It takes at least 9 data sets.",
        ),
    ],
)
def test_too_few_data_sets_are_called_so(data_sets, pairs, words):
    asked = {"data_sets": data_sets, "pairs": pairs, "alpha": 0.05}
    assert captions.caption("too_few", **asked) == words


@pytest.mark.parametrize(
    ("method", "data_sets", "words"),
    [
        ("auto", 4, "exact given ties and zeros"),
        ("exact", 200, "exact given ties and zeros"),
        (
            "exact",
            201,
            "by the normal approximation corrected for ties, zeros and continuity "
            "(more than 200 data sets)",
        ),
        (
            "approximate",
            24,
            "by the normal approximation, which is rough below 25 data sets (here 24)",
        ),
        ("approximate", 25, "by the normal approximation"),
        ("approximate", 201, "by the normal approximation"),
    ],
)
def test_it_is_said_where_the_signed_rank_p_is_only_approximate(
    method, data_sets, words
):
    asked = {"s": {"signed_rank": method}, "data_sets": data_sets}
    assert captions.caption("signed_rank_method", **asked) == words
