"""Pairs of classifiers over a subset."""

import pandas as pd

from tenbyten.report.formatting import EMPTY
from tenbyten.report.sections.pairs import (
    pairwise_table,
    replicability_table,
    wins_table,
)


def test_wins_are_turned_for_the_other_direction(small):
    table = wins_table(small.by_subset["all"]["pairwise"], small)
    rows = [[cell.text for cell in row] for row in table.rows]
    assert rows[0] == ["weak one", EMPTY, "6/1/1 (4/0)", "6/1/1 (4/0)"]
    assert rows[1] == ["strong_1", "1/1/6 (0/4)", EMPTY, "6/1/1 (4/0)"]


def test_probabilities_stand_in_one_cell_with_their_headings(small):
    table = pairwise_table(small.by_subset["all"]["pairwise"], small)
    heads = [column.heading for column in table.columns]
    row = dict(zip(heads, (cell.text for cell in table.rows[0]), strict=True))
    assert row["P: hierarchical"] == "0.01 / 0.02 / 0.97"
    assert (row["p: signed-rank"], row["data sets"]) == ("0.0200", "8")
    assert row["difference (percentage points)"] == "12.34"
    assert row["note"] == EMPTY


def test_replicability_has_a_line_a_pair_and_a_column_a_test(small):
    frame = small.by_subset["all"]["replicability"]
    other = frame.assign(test="sign", replicability_p=0.5)
    both = pd.concat([frame, other], ignore_index=True)
    table = replicability_table(both, small)
    assert [column.heading for column in table.columns[4:]] == ["Poisson", "sign"]
    assert [cell.text for cell in table.rows[0]] == [
        *("weak one", "strong_1", "10", "1000"),
        *(f"0.90 / {EMPTY}", "0.90 / 0.50"),
    ]
    assert len(table.rows) == len(frame)
