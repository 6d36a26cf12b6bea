"""The Poisson test of every pair."""

from three_classifiers import compared, poisson

from tenbyten.comparisons.files import write_comparisons
from tenbyten.tables import read_table


def test_dropped_data_sets_leave_the_poisson_test_also_through_the_file(tmp_path):
    table = compared("drop")
    write_comparisons(table, tmp_path / "t.csv")
    tests = poisson(read_table(tmp_path / "t.csv")).set_index(["row", "column"])
    assert tests.loc[("strong", "twin"), ["q", "decision"]].tolist() == [0, 0]
    assert tests.loc[("weak", "twin"), ["q", "decision"]].tolist() == [8, 1]
