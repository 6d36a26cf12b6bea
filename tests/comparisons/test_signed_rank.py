"""The signed-rank test of every pair."""

import numpy as np
import pytest
from three_classifiers import compared, ranked


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
