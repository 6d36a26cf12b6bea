"""Tables of comparisons as files."""

import numpy as np
import pandas as pd
import pytest
from three_classifiers import compared

from tenbyten.comparisons.files import round_as_written, write_comparisons
from tenbyten.tables.our_csv import read_table


def test_the_file_keeps_every_digit_of_a_mean_difference(tmp_path):
    table = compared()
    write_comparisons(table, tmp_path / "t.csv")
    again = read_table(tmp_path / "t.csv")
    assert (again["mean_difference"] == table["mean_difference"]).all()
    assert again["statistic"].to_numpy() == pytest.approx(table["statistic"].to_numpy())


def test_rounding_is_that_of_the_file_for_every_kind_of_number(tmp_path):
    rng = np.random.default_rng(1)
    numbers = rng.normal(0, 1, 500) * 10.0 ** rng.integers(-300, 300, 500)
    numbers = [*numbers, *numbers[:9], 0.0, -0.0, np.nan, np.nan, np.inf, -np.inf]
    table = round_as_written(pd.DataFrame({"p": numbers}))
    write_comparisons(pd.DataFrame({"p": numbers}), tmp_path / "t.csv")
    again = read_table(tmp_path / "t.csv")
    # NaN of the file and the signs of zeros too.
    assert table["p"].map(repr).tolist() == again["p"].map(repr).tolist()
