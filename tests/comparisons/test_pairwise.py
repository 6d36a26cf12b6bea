"""Pairs through the tests for two classifiers."""

import itertools

import numpy as np
import pandas as pd
import pytest
from policies import BAYESIAN
from scipy import stats

from tenbyten.comparisons.pairwise import pairwise_tests
from tenbyten.comparisons.signed_rank import signed_rank_tests
from tenbyten.metrics import METRICS

SETTINGS = {"alpha": 0.05, "bayesian": BAYESIAN}
REGIONS = ["row", "rope", "column"]


def made(differences, row_mean=0.5, kinds="vary", p=0.01):
    """Posteriors and means of one pair, `a` and `b`, with these mean differences."""
    names = [f"d{i}" for i in range(len(differences))]
    posteriors = pd.DataFrame({"dataset": names, "row": "a", "column": "b"}).assign(
        mean_difference=differences, p_two_sided=p, differences=kinds
    )
    row = np.full(len(differences), row_mean)
    means = pd.DataFrame({"a": row, "b": row + differences}, index=names)
    return posteriors, means, names


def compare(differences, **settings):
    """The line of the pair (a, b)."""
    own = {
        key: settings.pop(key) for key in ("row_mean", "kinds", "p") & settings.keys()
    }
    posteriors, means, names = made(np.array(differences), **own)
    pairs = [("a", "b")]
    settings = SETTINGS | {"datasets": names} | settings
    return pairwise_tests(posteriors, means, pairs=pairs, **settings).iloc[0]


def test_a_line_a_pair_in_their_order(pairwise, means):
    assert list(zip(pairwise["row"], pairwise["column"], strict=True)) == list(
        itertools.combinations(means.columns, 2)
    )
    assert (pairwise["n"] == 54).all()
    assert (pairwise["wins"] + pairwise["ties"] + pairwise["losses"] == 54).all()
    # AODE and HNB on iris: 0.01, to the last of 1500 predictions.
    edge = "the mean difference on 1 data set is just the rope"
    assert pairwise["note"].tolist() == [""] * 9 + [edge]


def test_every_p_is_scipy_s(pairwise, means):
    for line in pairwise.itertuples():
        row, column = means[line.row], means[line.column]
        test = stats.ttest_rel(column, row)
        assert (line.t_statistic, line.t_p) == pytest.approx(test[:2])
        test = stats.ttest_1samp(2 * (column - row) / (column + row), 0)
        assert line.relative_t_statistic == pytest.approx(test.statistic)
        assert line.relative_t_p == pytest.approx(test.pvalue)
        wins, losses = (column > row).sum(), (column < row).sum()
        assert (line.wins, line.losses) == (wins, losses)
        ties = 54 - wins - losses
        sign = stats.binomtest(wins + ties // 2, 54 - ties % 2)
        assert line.sign_p == pytest.approx(sign.pvalue)
        assert line.mean_difference == pytest.approx((column - row).mean(), abs=1e-12)


def test_signed_rank_p_is_that_of_the_study_s_own_table(pairwise, study, posteriors):
    theirs = signed_rank_tests(
        posteriors,
        datasets=study.datasets_by_subset["all"],
        alpha=0.05,
        method="auto",
        sides="two",
    ).set_index(["row", "column"])
    for line in pairwise.itertuples():
        p = theirs.loc[(line.row, line.column), "p_two_sided"]
        assert line.signed_rank_p == p


def test_significant_wins_are_data_sets_with_a_small_p(pairwise, posteriors):
    for line in pairwise.itertuples():
        of_pair = posteriors.query("row == @line.row and column == @line.column")
        small = of_pair["p_two_sided"] < 0.05
        wins = (small & (of_pair["mean_difference"] > 0)).sum()
        assert line.significant_wins == wins
        assert line.significant_losses == small.sum() - wins


@pytest.mark.parametrize("test", ["bayesian_sign", "bayesian_signed_rank"])
def test_regions_sum_to_one_and_the_better_column_is_the_likelier(pairwise, test):
    regions = pairwise[[f"{test}_{region}" for region in REGIONS]]
    assert np.sum(regions.to_numpy(), axis=1) == pytest.approx(np.ones(len(pairwise)))
    better = compare([0.05] * 9 + [0.04])
    worse = compare([-0.05] * 9 + [-0.04])
    assert better[f"{test}_column"] > 0.95 > 0.05 > worse[f"{test}_column"]
    assert worse[f"{test}_row"] > 0.95


def test_the_prior_can_lie_on_the_row():
    prior = {"prior_strength": 1000, "prior_place": "row"}
    strong = compare([0.0, 0.02], bayesian=BAYESIAN | prior)
    assert strong["bayesian_sign_row"] == strong["bayesian_signed_rank_row"] == 1


def test_classifiers_that_never_differ_are_noted():
    line = compare([0.0] * 8, kinds="zero", p=1.0)
    assert line["note"] == "never differ on any data set"
    assert (line["wins"], line["ties"], line["losses"]) == (0, 8, 0)
    p = line[["sign_p", "t_p", "relative_t_p", "signed_rank_p"]]
    assert (p == 1).all()
    assert line["bayesian_signed_rank_rope"] == line["bayesian_sign_rope"] == 1


def test_equal_means_are_told_from_equal_folds():
    assert compare([0.0] * 8)["note"] == "equal means on every data set"


def test_constant_differences_are_noted():
    line = compare([0.02] * 8)
    assert line["note"] == (
        "constant difference: t is infinite; "
        "constant relative difference: relative t is infinite"
    )
    assert (line["t_statistic"], line["t_p"]) == (np.inf, 0)
    line = compare([0.015, 0.03, 0.06] * 3, row_mean=[0.1, 0.2, 0.4] * 3)
    assert line["note"] == "constant relative difference: relative t is infinite"


def test_too_few_data_sets_for_the_sign_test_are_noted():
    few = "too few data sets for the sign test to find a difference"
    assert compare([0.015, 0.02, 0.03, 0.015, 0.02])["note"] == few
    assert compare([0.015, 0.02, 0.03, 0.015, 0.02, 0.03])["note"] == ""


def test_mean_differences_just_on_the_rope_are_noted_and_move_its_probability():
    # The last is 0.01 but for its last bits.
    differences = [0.005, -0.005, 0.03, 0.02, 0.01, -0.01, 0.3 - 0.29]
    line = compare(differences)
    assert line["note"] == "the mean difference on 3 data sets is just the rope"
    narrow, wide = (
        compare(differences, bayesian=BAYESIAN | {"rope": rope})
        for rope in (0.01 - 1e-9, 0.01 + 1e-9)
    )
    assert narrow["note"] == wide["note"] == ""
    for test in ("bayesian_sign", "bayesian_signed_rank"):
        assert wide[f"{test}_rope"] > narrow[f"{test}_rope"] + 0.1


def test_without_a_rope_no_data_set_is_on_its_edge():
    assert (
        compare([0.0, 0.0, 0.1, 0.2, -0.1, 0.3], bayesian=BAYESIAN | {"rope": 0})[
            "note"
        ]
        == ""
    )


def test_a_metric_of_which_less_is_better():
    # The column's loss is the lower one everywhere: it gains on each data set.
    posteriors, means, names = made(np.array([-0.5, -0.7, -0.2, -0.9]), row_mean=2.0)
    posteriors["mean_difference"] *= -1
    settings = {"kind": METRICS["log_loss"], "datasets": names}
    settings = SETTINGS | settings
    line = pairwise_tests(posteriors, means, pairs=[("a", "b")], **settings).iloc[0]
    assert line["wins"] == 4
    assert line["t_statistic"] > 0
    assert line["relative_t_statistic"] > 0


def test_the_hierarchical_model_comes_from_its_own_table(pairwise):
    of_model = [f"hierarchical_{region}" for region in REGIONS]
    assert pairwise[of_model].isna().all(axis=None)
    model = pd.DataFrame(
        [("b", "a", 0.5, 0.3, 0.2), ("a", "b", 0.1, 0.2, 0.7)],
        columns=["row", "column", *of_model],
    )
    line = compare([0.01, 0.02, 0.03], hierarchical=model)
    assert line[of_model].tolist() == [0.1, 0.2, 0.7]


def test_what_was_not_compared_is_refused():
    posteriors, means, names = made(np.array([0.01, 0.02, 0.03]))
    for pairs, datasets, message in (
        ([("b", "a")], names, r"row b with column a on d0 \(3 are missing\)"),
        ([("a", "b")], [*names, "d9"], r"row a with column b on d9 \(1 are missing\)"),
    ):
        with pytest.raises(ValueError, match=message):
            pairwise_tests(
                posteriors, means, pairs=pairs, datasets=datasets, **SETTINGS
            )
