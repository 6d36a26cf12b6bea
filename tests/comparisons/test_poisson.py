"""The Poisson test of every pair."""

import pytest
from three_classifiers import compared, poisson

from tenbyten.comparisons.files import write_comparisons
from tenbyten.tables import read_table


@pytest.mark.parametrize(
    ("policy", "p", "q", "decision"), [("half", 0.5, 8, 0), ("win", 1, 8, 1)]
)
def test_all_zero_differences_follow_the_policy(policy, p, q, decision):
    table = compared(policy)
    twins = table[(table["row"] == "strong") & (table["column"] == "twin")]
    assert (twins["differences"] == "zero").all()
    assert (twins["p_column_wins"] == p).all()
    tests = poisson(table).set_index(["row", "column"]).loc["strong", "twin"]
    assert (tests["q"], tests["decision"]) == (q, decision)


def test_dropped_data_sets_leave_the_poisson_test_also_through_the_file(tmp_path):
    table = compared("drop")
    write_comparisons(table, tmp_path / "t.csv")
    tests = poisson(read_table(tmp_path / "t.csv")).set_index(["row", "column"])
    assert tests.loc[("strong", "twin"), ["q", "decision"]].tolist() == [0, 0]
    assert tests.loc[("weak", "twin"), ["q", "decision"]].tolist() == [8, 1]
