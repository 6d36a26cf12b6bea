"""Words that several rooms write."""

from tenbyten.words import usual_design


def test_the_usual_design_is_that_of_most_data_sets_or_the_first():
    designs = {"iris": (10, 10), "letter": (1, 1)}
    assert usual_design(designs) == (10, 10)
    assert usual_design(designs | {"zoo": (1, 1)}) == (1, 1)
