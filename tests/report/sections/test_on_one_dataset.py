"""Decisions on one data set, laid out."""

import pandas as pd
import pytest

from tenbyten.report.sections.on_one_dataset import on_one_dataset_table

LABELS = {"a": "first one", "b": "B_2", "c": "C"}
POLICIES = {"title": "", "metric": "accuracy", "runs": 3, "folds": 10, "alpha": 0.05}
POLICIES |= {"rope": 0.01, "rho": "1/folds"}
FRAME = pd.DataFrame(
    {
        "row": ["a", "a", "b"],
        "column": ["b", "c", "c"],
        "dataset": "iris",
        "mean_difference": [0.064, -0.03, 0.0],
        "low": [0.0312, -0.07, -0.004],
        "high": [0.0968, 0.01, 0.004],
        "p": [0.0004, 0.04, 0.9],
        "holm_p": [0.0012, 0.08, 0.9],
        "holm": [1, 0, 0],
        "p_row_better": [0.0, 0.6, 0.01],
        "p_rope": [0.001, 0.3, 0.98],
        "p_column_better": [0.999, 0.1, 0.01],
        "verdict": ["column", "undecided", "equivalent"],
    }
)


def table(frame=FRAME, **policies):
    """Lay the decisions out under some policies."""
    return on_one_dataset_table(frame, labels=LABELS, policies=POLICIES | policies)


def cells(laid_out, row=0):
    """The texts of a row, by heading."""
    heads = [column.heading for column in laid_out.columns]
    return dict(zip(heads, (cell.text for cell in laid_out.rows[row]), strict=True))


def test_a_line_has_the_test_its_interval_and_the_posterior():
    assert cells(table()) == {
        "row": "first one",
        "column": "B_2",
        "mean difference (percentage points, 95% interval)": "6.40 (3.12 to 9.68)",
        "p": "0.0004",
        "Holm's p": "0.0012",
        "better": "B_2",
        "P: row better": "<0.0001",
        "P: equivalent": "0.0010",
        "P: column better": "0.9990",
        "by the rope": "B_2 better",
    }
    second = cells(table(), 1)
    assert (second["better"], second["by the rope"]) == ("none found", "undecided")
    assert cells(table(), 2)["by the rope"] == "equivalent"


def test_one_pair_has_no_adjusted_p():
    alone = table(FRAME.head(1))
    assert "Holm's p" not in cells(alone)
    assert "There is one pair: nothing to adjust." in alone.caption
    assert "where its p is below alpha = 0.05" in alone.caption


def test_without_a_rope_there_is_no_verdict():
    bare = table(rope=0)
    assert not {"P: equivalent", "by the rope"} & cells(bare).keys()
    assert "rope" not in bare.caption
    assert "that the row, or the column, is better." in bare.caption


@pytest.mark.parametrize(
    "words",
    [
        "Two-sided correlated t-test of 3 runs of 10-fold cross-validation.",
        "Adjusted by Holm's procedure over all 3 pairs.",
        "none found is no evidence of equality",
        "rho = 1/folds: a heuristic",
        "a probability above 0.95; else undecided",
        "It says nothing of other data sets",
    ],
)
def test_the_caption_says_what_was_tested_and_what_was_not(words):
    assert words in table().caption


def test_a_metric_has_its_own_unit_and_alpha_its_own_level():
    heads = cells(table(metric="log_loss", alpha=0.1))
    assert heads["mean difference (log_loss, 90% interval)"].startswith("0.0640 (")
    assert "better by log_loss" in table(metric="log_loss").caption


def test_resamples_are_called_so():
    splits = table(runs=30, folds=1, rho=0.25).caption
    assert "correlated t-test of 30 train/test splits. Adjusted" in splits
    assert "as correlated by rho = 0.25." in splits
