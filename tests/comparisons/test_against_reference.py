"""Marks of the means on each data set."""

import numpy as np
import pandas as pd
from scipy import stats

from tenbyten.comparisons.against_reference import (
    against_reference,
    best_on_each,
    marked_means,
)
from tenbyten.comparisons.on_each_dataset import compare_on_each

DATASETS = [f"d{i}" for i in range(8)]


def accuracies():
    """Two runs of five folds; `b` is the better, the more the later the data set."""
    cells = pd.MultiIndex.from_product([DATASETS, ["a", "b"], [1, 2], range(1, 6)])
    table = cells.to_frame(index=False)
    table.columns = ["dataset", "classifier", "run", "fold"]
    correct = 50 + np.random.default_rng(5).integers(0, 9, len(table))
    correct += (table["classifier"] == "b") * (table["dataset"].str[1:].astype(int) - 2)
    table = table.assign(tested=100, correct=correct)
    return table.assign(accuracy=table["correct"] / 100)


def test_marks_are_those_of_the_corrected_t_test():
    table = accuracies()
    posteriors = compare_on_each(
        table,
        pairs=[("a", "b"), ("b", "a")],
        runs=2,
        rho="1/folds",
        rope=0.01,
        zero_variance="half",
    )
    means = table.pivot_table("accuracy", "dataset", "classifier")
    marks = against_reference(posteriors, means, reference="a", alpha=0.05)
    assert set(marks["a"]) == {0}
    assert 0 < abs(marks["b"]).sum() < len(DATASETS)
    for dataset, part in table.groupby("dataset"):
        wide = part.pivot(index=["run", "fold"], columns="classifier")["accuracy"]
        # rho = 1/5: 1/n + rho / (1 - rho) = 1/10 + 1/4 in place of 1/10.
        t = stats.ttest_1samp(wide["b"] - wide["a"], 0).statistic * np.sqrt(0.1 / 0.35)
        significant = 2 * stats.t.sf(abs(t), 9) < 0.05
        assert marks.loc[dataset, "b"] == (np.sign(t) if significant else 0)


def test_the_best_share_their_mark_and_stand_beside_their_numbers():
    means = pd.DataFrame({"a": [0.5, 0.7], "b": [0.5, 0.8]}, index=["x", "y"])
    best = best_on_each(means, higher_is_better=True)
    assert best.to_numpy().tolist() == [[True, True], [False, True]]
    lowest = best_on_each(means, higher_is_better=False)
    assert lowest.to_numpy().tolist() == [[True, True], [True, False]]
    marks = pd.DataFrame({"a": [0, 0], "b": [0, 1]}, index=["x", "y"])
    lines = marked_means(means, means / 10, best=best, marks=marks)
    assert lines.iloc[3].tolist() == ["y", "b", 0.8, 0.08, 1, 1]
