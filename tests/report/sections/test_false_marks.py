"""Rates of false marks on the page."""

import numpy as np
import pandas as pd
import pytest

from tenbyten.report.formatting import EMPTY
from tenbyten.report.sections.false_marks import false_marks_table

RATES = [0.2, 0.01, 0.205, 0.05, 0.06, 0.11]


@pytest.fixture
def frame(small):
    """Rates of every pair, different for both tests, and of any pair."""
    frame = small.by_subset["all"]["false_marks"].copy()
    sides = ["column_rate", "row_rate", "either_rate"]
    frame.loc[frame["test"] == "poisson", sides] = RATES[:3]
    frame.loc[frame["test"] == "signed_rank", sides] = RATES[3:]
    of_any = frame["row"] == ""
    frame.loc[of_any, sides[:2]] = np.nan
    frame.loc[of_any, "either_rate"] = [0.5123, 0.49, 0.6]
    frame.loc[of_any, "draws"] = 5000
    return frame


def _texts(cells):
    return [cell.text for cell in cells]


def test_a_pair_has_its_rates_of_both_tests_and_any_pair_is_at_the_foot(frame, small):
    table = false_marks_table(frame, small)
    rates = ["0.200", "0.010", "0.205", "0.050", "0.060", "0.110"]
    assert [_texts(row) for row in table.rows] == [
        ["weak one", "strong_1", *rates],
        ["weak one", "twin", *rates],
        ["strong_1", "twin", *rates],
    ]
    assert _texts(table.foot[0]) == [
        *("any pair", EMPTY, EMPTY, EMPTY, "0.512"),
        *(EMPTY, EMPTY, "0.490"),
    ]
    heads = [column.heading for column in table.columns]
    assert heads[2:5] == ["Poisson: column", "Poisson: row", "Poisson: either"]
    assert heads[-1] == "signed-rank: either"


def test_the_order_of_the_lines_does_not_matter(frame, small):
    turned = pd.concat([frame[frame["row"] == ""], frame[frame["row"] != ""]])
    assert false_marks_table(turned, small) == false_marks_table(frame, small)


def test_the_note_says_what_was_exchanged_how_often_and_what_each_test_asks(
    frame, small
):
    caption, exchange, questions = false_marks_table(frame, small).paragraphs
    assert "exchanged their names at random on these data sets" in caption
    # The Poisson test asks of just these data sets, and may be right of them.
    assert "even where one did win more than half of just these data sets." in exchange
    assert "false" not in exchange
    assert "Shares are of all exchanges." in exchange
    assert "of 5000 random permutations, standard error at most 0.007" in exchange
    assert exchange.endswith("with a mark of either test 0.600.")
    assert "population of data sets, of which these are a sample" in questions
    assert "just these data sets and takes them as independent" in questions
    assert "either with probability 0.1 at most" in questions
    assert "in a share above 0.1, it finds" in questions
    assert "exactly" not in questions


def test_two_sides_share_alpha_and_what_is_simulated_is_computed_here(frame, small):
    settings = small.settings | {"signed_rank_sides": "two", "poisson": "simulated"}
    table = false_marks_table(frame, small._replace(settings=settings))
    assert "either with probability 0.05 at most" in table.paragraphs[-1]
    assert "in a share above 0.1, it finds" in table.paragraphs[-1]
    assert table.paragraphs[-1].endswith(
        "computed exactly, although the decisions simulate it."
    )


def test_no_share_of_draws_is_printed_as_none_or_all(frame, small):
    rates = {"column_rate": 0.0, "either_rate": 1.0}
    (row, *_) = false_marks_table(frame.assign(**rates), small).rows
    assert row[2].text == "<0.001"
    assert row[4].text == ">0.999"
