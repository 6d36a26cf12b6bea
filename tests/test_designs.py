"""Designs of the results on a data set."""

import pytest

from tenbyten.designs import described, usual_design


def test_the_usual_design_is_that_of_most_data_sets():
    designs = {"iris": (10, 10), "letter": (1, 1), "zoo": (1, 1)}
    assert usual_design(designs) == (1, 1)


def test_among_equals_the_first_design_is_the_usual_one():
    assert usual_design({"iris": (10, 10), "letter": (1, 1)}) == (10, 10)


@pytest.mark.parametrize(
    ("design", "words"),
    [
        ((10, 10), "10 runs of 10 folds"),
        ((1, 10), "1 run of 10 folds"),
        ((30, 1), "30 splits"),
        ((1, 1), "one score each"),
    ],
)
def test_a_design_is_told_in_words(design, words):
    assert described(*design) == words
