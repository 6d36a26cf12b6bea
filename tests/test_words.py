"""Words that several rooms write."""

from tenbyten.words import usual_design


def test_the_usual_design_is_that_of_most_data_sets():
    designs = {"iris": (10, 10), "letter": (1, 1), "zoo": (1, 1)}
    assert usual_design(designs) == (1, 1)


def test_among_equals_the_first_design_is_the_usual_one():
    assert usual_design({"iris": (10, 10), "letter": (1, 1)}) == (10, 10)
