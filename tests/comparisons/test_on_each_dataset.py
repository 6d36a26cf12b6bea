"""The correlated t-test of every pair on each data set."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.stats import binomtest
from three_classifiers import DATASETS, PAIRS, SETTINGS, compared, long_table

from long_cells import cells_of
from tenbyten.comparisons.on_each_dataset import (
    against_reference,
    best_on_each,
    compare_on_each,
    marked_means,
    mcnemar_tests,
)
from tenbyten.results.files import Right


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


def test_a_pair_is_compared_by_the_runs_that_both_have():
    table = long_table()
    ragged = table[
        (table["run"] == 1)
        | (table["classifier"] != "weak")
        | (table["dataset"] != "d3")
    ]
    how = SETTINGS | {"zero_variance": "half", "counts_runs": True}
    lines, whole = compare_on_each(ragged, **how), compare_on_each(table, **how)
    first = compare_on_each(table[table["run"] == 1], **how)
    is_short = (lines[["row", "column"]] == "weak").any(axis=1)
    is_short &= lines["dataset"] == "d3"
    assert lines["runs"].tolist() == [1 if x else 2 for x in is_short]
    pd.testing.assert_frame_equal(lines[~is_short], whole[~is_short])
    pd.testing.assert_frame_equal(lines[is_short], first[is_short])


def accuracies():
    """Two runs of five folds; `b` is the better, the more the later the data set."""
    table = cells_of(DATASETS, "ab", 2, 5)
    correct = 50 + np.random.default_rng(5).integers(0, 9, len(table))
    correct += (table["classifier"] == "b") * (table["dataset"].str[1:].astype(int) - 2)
    table = table.assign(tested=100, correct=correct)
    return table.assign(accuracy=table["correct"] / 100)


def test_marks_are_those_of_the_corrected_t_test():
    table = accuracies()
    how = SETTINGS | {"pairs": [("a", "b"), ("b", "a")], "zero_variance": "half"}
    posteriors = compare_on_each(table, **how)
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


LETTERS = [("A", "B"), ("A", "C"), ("B", "C")]


def right_of(rng, dataset, run, tested=60):
    """Which of the predictions of three classifiers are right."""
    return Right(dataset, run, {name: rng.random(tested) < 0.7 for name in "CAB"})


def test_each_line_is_the_exact_test_of_instances_counted_one_by_one():
    rng = np.random.default_rng(1)
    runs = [right_of(rng, dataset, run) for dataset in "xy" for run in (1, 2)]
    found = mcnemar_tests(iter(runs), pairs=LETTERS)
    assert len(found) == 4 * 3
    lines = found.itertuples()
    for dataset, run, right in runs:
        for row, column in LETTERS:
            line = next(lines)
            assert line[1:5] == (dataset, run, row, column)
            sides = list(zip(right[row], right[column], strict=True))
            alone = sides.count((True, False)), sides.count((False, True))
            assert (line.only_row, line.only_column) == alone
            test = binomtest(alone[1], sum(alone), alternative="greater")
            assert line.p_one_sided == pytest.approx(test.pvalue)
            both = binomtest(alone[1], sum(alone))
            assert line.p_two_sided == pytest.approx(both.pvalue)


def test_classifiers_that_predict_alike_do_not_differ():
    same = np.array([True, False, True])
    found = mcnemar_tests([Right("x", 1, {"A": same, "B": same})], pairs=[("A", "B")])
    assert found.iloc[0].tolist() == ["x", 1, "A", "B", 0, 0, 1, 1]


def test_without_predictions_there_are_no_lines():
    found = mcnemar_tests([], pairs=LETTERS)
    assert isinstance(found, pd.DataFrame)
    assert len(found) == 0
