"""Words that several rooms write."""

import pytest

from tenbyten.words import count_of


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 pairs"), (1, "1 pair"), (2, "2 pairs"), (1225, "1,225 pairs")],
)
def test_things_are_counted(number, words):
    assert count_of(number, "pair") == words
