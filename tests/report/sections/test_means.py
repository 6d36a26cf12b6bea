"""Means of every classifier on every data set."""

import pandas as pd
import pytest

from tenbyten.report.formatting import EMPTY
from tenbyten.report.page import write_tables
from tenbyten.report.sections.means import means_table


def test_means_in_the_file_are_those_of_the_folds(small, results, tmp_path):
    write_tables(small, tmp_path)
    lines = pd.read_csv(tmp_path / "means.csv").set_index(["dataset", "classifier"])
    long = pd.read_csv(results[0] / "accuracies.csv")
    folds = long.groupby(["dataset", "classifier"])["accuracy"]
    found = lines.loc[folds.mean().index]
    assert found["mean"].to_numpy() == pytest.approx(folds.mean().to_numpy())
    assert found["standard_deviation"].to_numpy() == pytest.approx(
        folds.std().to_numpy()
    )


def test_the_best_are_bold_and_ties_share(small):
    table = means_table(small)[0]
    for row in table.rows:
        assert [cell.strong for cell in row] == [False, False, True, True]
        assert row[2].words == "best, significantly better"
    assert [cell.text for cell in table.foot[1][1:]] == [EMPTY, "8/0/0", "8/0/0"]


def test_of_a_loss_the_smallest_is_best(small):
    loss = small._replace(settings=small.settings | {"metric": "log_loss"})
    table = means_table(loss)[0]
    assert [cell.strong for cell in table.rows[0]] == [False, True, False, False]
    assert "log_loss" in table.title
    # No percent of what is no fraction.
    assert table.rows[0][1].text.startswith("0.5")
