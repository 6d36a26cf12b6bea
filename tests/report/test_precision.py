"""What was made of rounded values is said, with the number of data sets."""

import pandas as pd
import pytest

from tenbyten.report.contents import read_contents
from tenbyten.report.page import render
from tenbyten.report.precision import precision_sentence
from tenbyten.tables import write_table


@pytest.fixture
def values():
    """Return two data sets of which one has counts, given with four digits."""
    cells = pd.MultiIndex.from_product(
        [["iris", "zoo"], ["A", "B"], [1], [1, 2]],
        names=["dataset", "classifier", "run", "fold"],
    )
    table = cells.to_frame(index=False).assign(
        tested=[15] * 4 + [pd.NA] * 4, correct=[14, 13, 14, 12] + [pd.NA] * 4
    )
    accuracy = [0.9333, 0.8667, 0.9333, 0.8, 0.3333, 0.6667, 0.1429, 0.5]
    counts = {"tested": "Int64", "correct": "Int64"}
    return table.assign(accuracy=accuracy).astype(counts)


def test_recovered_counts_and_differences_taken_for_0_are_counted(values):
    assert precision_sentence(values, "accuracy") == (
        "the accuracies are rounded, and the counts behind them were recovered on 1 of "
        "2 data sets; accuracy is rounded and its counts are not known on 1 of 2 data "
        "sets: mean differences below 7.1e-05, which the rounding of single folds can "
        "make, are taken for 0 there"
    )
    # Counts in the place of what is missing, and accuracies in full.
    whole = values.fillna({"tested": 42, "correct": 6})
    exact = whole.assign(accuracy=whole["correct"] / whole["tested"])
    assert precision_sentence(exact, "accuracy") == ""


def test_data_sets_of_different_designs_are_counted_together(values):
    more = pd.concat([values, values[values["dataset"] == "zoo"].assign(run=2)])
    more = more.sort_values(["dataset", "classifier", "run"], ignore_index=True)
    said = precision_sentence(more, "accuracy")
    # 0.0001 / sqrt(4), where two folds alone have 0.0001 / sqrt(2).
    fewer = precision_sentence(values, "accuracy")
    assert said == fewer.replace("below 7.1e-05", "below 5e-05")


def test_the_page_says_so(results, tmp_path):
    needed = results[1]
    table = pd.read_csv(needed["inputs"].values)
    # Its accuracies are multiples of a twentieth, their roots are not.
    accuracy = (table["accuracy"] ** 0.5).round(3)
    rounded = table.assign(tested=pd.NA, correct=pd.NA, accuracy=accuracy)
    write_table(rounded, tmp_path / "a.csv")
    inputs = needed["inputs"]._replace(values=tmp_path / "a.csv")
    # 0.001 / sqrt(10): two runs of five folds.
    words = "mean differences below 0.00032, which the rounding of single folds can"
    assert words in render(read_contents(**needed | {"inputs": inputs}))
    assert words not in render(read_contents(**needed))
