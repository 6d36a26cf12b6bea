"""Decisions between all pairs on the only data set."""

import itertools

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from long_cells import cells_of
from tenbyten.comparisons.decisions import decide_on_one_dataset
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.results.long_table import collect

# Correct of 50 instances, by classifier, in each of 3 runs of 10 folds; D is C.
RNG = np.random.default_rng(7)
CORRECT = {"A": RNG.integers(30, 36, 30), "B": RNG.integers(33, 39, 30)}
CORRECT["C"] = np.where(np.arange(30) < 2, CORRECT["B"] - 1, CORRECT["B"])
CORRECT |= {"D": CORRECT["C"], "E": CORRECT["A"] + 5}
PAIRS = list(itertools.combinations(CORRECT, 2))


def posteriors_of(rope=0.01):
    """The posteriors of all pairs on one data set, both ways round."""
    table = cells_of(["mine"], CORRECT, 3, 10)
    table["tested"], table["correct"] = 50, np.concatenate([*CORRECT.values()])
    design = {"datasets": ["mine"], "classifiers": [*CORRECT], "runs": 3, "folds": 10}
    how = {"pairs": list(itertools.permutations(CORRECT, 2)), "runs": 3, "rope": rope}
    how |= {"rho": "1/folds", "zero_variance": "half"}
    return compare_on_each(collect(table, **design), **how)


def decide(rope=0.01, **changed):
    """Decisions by pair."""
    how = {"dataset": "mine", "pairs": PAIRS, "alpha": 0.05} | changed
    found = decide_on_one_dataset(posteriors_of(rope), **how)
    return found.set_index(["row", "column"])


@pytest.fixture(scope="module")
def decided():
    """Decisions on all pairs."""
    return decide()


def corrected_t(pair):
    """Mean difference of a pair, its error, and SciPy's t distribution of the test."""
    row, column = (CORRECT[name] / 50 for name in pair)
    difference = column - row
    error = np.sqrt(np.var(difference, ddof=1) * (1 / 30 + 1 / 9))
    return difference.mean(), error, stats.t(29)


@pytest.mark.parametrize("pair", [("A", "B"), ("B", "C"), ("A", "D")])
def test_interval_and_p_are_those_of_the_corrected_resampled_t_test(decided, pair):
    line = decided.loc[pair]
    mean, error, t = corrected_t(pair)
    assert line["mean_difference"] == pytest.approx(mean)
    assert (line["low"], line["high"]) == pytest.approx(
        (mean - t.ppf(0.975) * error, mean + t.ppf(0.975) * error)
    )
    assert line["p"] == pytest.approx(2 * t.sf(abs(mean / error)))
    assert line["p_column_better"] == pytest.approx(t.sf((0.01 - mean) / error))
    assert line["p_row_better"] == pytest.approx(t.cdf((-0.01 - mean) / error))


def test_holm_is_statsmodels_over_all_pairs(decided):
    _, holm, _, _ = multipletests(decided["p"], method="holm")
    assert decided["holm_p"].to_numpy() == pytest.approx(holm)
    signs = np.sign(decided["mean_difference"])
    assert (decided["holm"] == np.where(holm < 0.05, signs, 0)).all()
    assert decided.loc[("A", "B"), "holm"] == 1
    assert decided.loc[("B", "C"), "holm"] == 0


def test_verdicts_are_regions_above_one_minus_alpha(decided):
    assert decided.loc[("A", "B"), "verdict"] == "column"
    assert decided.loc[("B", "C"), "verdict"] == "rope"
    line = decide(rope=0.058).loc[("A", "B")]
    assert line["verdict"] == "undecided"
    assert line[["p_row_better", "p_rope", "p_column_better"]].max() <= 0.95


def test_constant_differences_are_a_point(decided):
    same, more = decided.loc[("C", "D")], decided.loc[("A", "E")]
    assert (same["low"], same["high"], same["p"], same["holm"]) == (0, 0, 1, 0)
    assert (same["verdict"], same["differences"]) == ("rope", "zero")
    assert (more["low"], more["high"]) == (more["mean_difference"],) * 2
    assert (more["holm"], more["verdict"]) == (1, "column")
    assert more["differences"] == "constant"


def test_one_pair_is_not_adjusted():
    found = decide(pairs=[("B", "C")])
    assert found["holm_p"].item() == found["p"].item()


def test_turning_a_pair_round_turns_its_line_round(decided):
    turned = decide(pairs=[("B", "A")]).iloc[0]
    line = decided.loc[("A", "B")]
    assert turned["low"] == pytest.approx(-line["high"])
    assert turned["p_row_better"] == pytest.approx(line["p_column_better"])
    assert (turned["holm"], turned["verdict"]) == (-1, "row")


def test_simultaneous_intervals_are_bonferroni_s_over_the_family(decided):
    for control, pairs in ((None, 10), ("B", 4)):
        table = decide(control=control)
        assert table["family_p"].count() == pairs
        mean, error, t = corrected_t(("A", "B"))
        reach = t.ppf(1 - 0.025 / pairs) * error
        line = table.loc[("A", "B")]
        found = (line["family_low"], line["family_high"])
        assert found == pytest.approx((mean - reach, mean + reach))
    assert np.isnan(table.loc[("A", "E"), "family_low"])
