"""The correlated t-test of every pair on each data set."""

import numpy as np
import pytest
from scipy import stats
from three_classifiers import DATASETS, PAIRS, compared, long_table


def test_each_data_set_gets_the_correlated_t_of_its_ten_differences():
    table = compared()
    assert len(table) == len(DATASETS) * len(PAIRS)
    line = table.set_index(["dataset", "row", "column"]).loc["d3", "weak", "strong"]
    accuracies = long_table()
    wide = accuracies[accuracies["dataset"] == "d3"].pivot_table(
        index=["run", "fold"], columns="classifier", values="accuracy"
    )
    difference = wide["strong"] - wide["weak"]
    # rho = 1/5: 1/n + rho / (1 - rho) = 1/10 + 1/4 in place of 1/10.
    statistic = stats.ttest_1samp(difference, 0).statistic * np.sqrt(0.1 / 0.35)
    assert line["statistic"] == pytest.approx(statistic)
    assert line["p_one_sided"] == pytest.approx(stats.t.sf(statistic, 9))
    assert line["p_column_wins"] == pytest.approx(1 - line["p_one_sided"])
    assert line["mean_difference"] == pytest.approx(difference.mean())
