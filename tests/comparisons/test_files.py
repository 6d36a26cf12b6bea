"""Tables of comparisons as files."""

import pytest
from three_classifiers import compared

from tenbyten.comparisons.files import write_comparisons
from tenbyten.tables import read_table


def test_the_file_keeps_every_digit_of_a_mean_difference(tmp_path):
    table = compared()
    write_comparisons(table, tmp_path / "t.csv")
    again = read_table(tmp_path / "t.csv")
    assert (again["mean_difference"] == table["mean_difference"]).all()
    assert again["statistic"].to_numpy() == pytest.approx(table["statistic"].to_numpy())
