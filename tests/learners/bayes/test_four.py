"""Numbers of pairs, four attributes at a time."""

import numpy as np
import pytest

from tenbyten.learners.bayes.counts import Counts
from tenbyten.learners.bayes.four import (
    Four,
    add_four,
    find_places,
    multiply_four,
    new_four,
    start_of,
)

ROWS, CLASSES, LABELS = 7, 3, np.array([2, 3, 2, 3])


def filled_four(rng, neutral, filled):
    """Four attributes' numbers of all pairs of a value and another, and the codes."""
    codes = rng.integers(-1, LABELS[:, None], (4, ROWS)).astype(np.int32)
    classes = rng.integers(0, CLASSES, ROWS)
    table = Counts(codes, LABELS, classes, CLASSES).table
    four = new_four(100, neutral, table)
    four = Four(four.numbers, four.place[:, :ROWS].copy())
    numbers = rng.random((4, 3, 3, CLASSES))
    for i in range(filled):
        start = start_of(i, four, CLASSES)
        four.numbers[start : start + numbers[i].size] = numbers[i].ravel()
        steps = 3 * CLASSES, CLASSES
        find_places(four.place[i], start, codes[0], steps[0], codes[i], steps[1])
    # What is left from attributes before is without effect.
    four.place[filled:] = four.place[0]
    return four, numbers, codes


def one_at_a_time(start, numbers, codes, filled, operation):
    """The same in plain Python."""
    expected = start.copy()
    for i in range(filled):
        for row, (code, other) in enumerate(zip(codes[0], codes[i], strict=True)):
            if code >= 0 and other >= 0:
                expected[row] = operation(expected[row], numbers[i, code, other])
    return expected


@pytest.mark.parametrize("filled", range(5))
@pytest.mark.parametrize(
    ("kernel", "operation", "neutral"),
    [(multiply_four, np.multiply, 1.0), (add_four, np.add, 0.0)],
)
def test_four_attributes_give_the_bits_of_one_at_a_time(
    kernel, operation, neutral, filled
):
    rng = np.random.default_rng(filled)
    four, numbers, codes = filled_four(rng, neutral, filled)
    start = rng.random((ROWS, CLASSES))
    expected = one_at_a_time(start, numbers, codes, filled, operation)
    kernel(start, filled, four)
    assert np.array_equal(start, expected)


@pytest.mark.parametrize("rows", [1, 5, 1000])
def test_there_is_room_for_all_pairs_or_all_rows(rows):
    codes = np.zeros((4, 1), dtype=np.int32)
    table = Counts(codes, LABELS, np.zeros(1, dtype=np.int64), CLASSES).table
    four = new_four(rows, 1.0, table)
    room = min(3 * 3, rows) * CLASSES
    starts = [start_of(i, four, CLASSES) for i in range(5)]
    assert starts == [CLASSES + i * room for i in range(5)]
    assert starts[4] == len(four.numbers)
    assert four.place.shape == (4, rows)
