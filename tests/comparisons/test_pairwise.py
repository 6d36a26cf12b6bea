"""Pairs through the tests for two classifiers."""

import itertools

import numpy as np
import pandas as pd
import pytest
from policies import BAYESIAN
from scipy import stats

from tenbyten import statistics
from tenbyten.comparisons.decisions import signed_rank_tests
from tenbyten.comparisons.on_each_dataset import lines_of
from tenbyten.comparisons.pairwise import TESTS, pairwise_tests, rope_curves
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
    how = {"alpha": 0.05, "method": "auto", "sides": "two"}
    names = study.datasets_by_subset["all"]
    theirs = signed_rank_tests(posteriors, datasets=names, **how)
    theirs = theirs.set_index(["row", "column"])
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


FEW = "too few data sets for the sign test to find a difference"
SAME_SHARE = "constant relative difference: relative t is infinite"


@pytest.mark.parametrize(
    ("differences", "settings", "note"),
    [
        ([0.0] * 8, {}, "equal means on every data set"),
        ([0.02] * 8, {}, f"constant difference: t is infinite; {SAME_SHARE}"),
        ([0.015, 0.03, 0.06] * 3, {"row_mean": [0.1, 0.2, 0.4] * 3}, SAME_SHARE),
        ([0.015, 0.02, 0.03, 0.015, 0.02], {}, FEW),
        ([0.015, 0.02, 0.03, 0.015, 0.02, 0.03], {}, ""),
        # Without a rope no data set is on its edge.
        ([0.0, 0.0, 0.1, 0.2, -0.1, 0.3], {"bayesian": BAYESIAN | {"rope": 0}}, ""),
    ],
)
def test_pairs_whose_differences_are_special_are_noted(differences, settings, note):
    line = compare(differences, **settings)
    assert line["note"] == note
    assert np.isinf(line["t_statistic"]) == note.startswith("constant difference")


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


PROBABILITIES = ["p_row", "p_rope", "p_column"]


@pytest.fixture(scope="module")
def curves(posteriors, pairwise, of_all):
    """The curves of all pairs."""
    how = {"kind": METRICS["accuracy"], "bayesian": BAYESIAN}
    return rope_curves(posteriors, pairwise, **how, **of_all)


def test_a_line_a_pair_test_and_rope(curves, of_all):
    sizes = curves.groupby(["row", "column", "test"], sort=False).size()
    pairs = of_all["pairs"]
    assert list(sizes.index) == [(*pair, test) for pair in pairs for test in TESTS]
    assert set(sizes) == {13}
    ropes = curves["rope"].unique()
    assert ropes == pytest.approx(np.arange(13) / 400)
    assert {0.005, 0.01, 0.02} <= {*ropes}
    assert curves[PROBABILITIES].sum(axis=1).to_numpy() == pytest.approx(np.ones(260))


def test_for_the_study_s_rope_the_numbers_are_those_of_its_pairwise_tests(
    curves, pairwise
):
    own = curves[curves["rope"] == 0.01].set_index("test")
    for test in TESTS:
        theirs = pairwise[[f"{test}_{region}" for region in ("row", "rope", "column")]]
        assert (
            own.loc[test, PROBABILITIES].to_numpy().tolist()
            == theirs.to_numpy().tolist()
        )


@pytest.mark.parametrize("test", TESTS)
def test_other_ropes_have_a_tenth_of_the_draws(curves, posteriors, of_all, test):
    differences = lines_of(posteriors, **of_all)["mean_difference"].to_numpy()
    settings = BAYESIAN | {"rope": 0.02, "draws": 2000}
    theirs = getattr(statistics, test)(differences.reshape(10, 54), **settings)
    ours = curves[(curves["test"] == test) & (curves["rope"] == 0.02)]
    assert ours[PROBABILITIES].to_numpy().tolist() == np.transpose(theirs).tolist()


def test_a_wider_rope_is_more_probable(curves):
    # The draws are the same for every rope but the study's own.
    others = curves[curves["rope"] != 0.01]
    for _, curve in others.groupby(["row", "column", "test"]):
        assert curve["p_rope"].is_monotonic_increasing
        assert curve["p_rope"].iloc[-1] > curve["p_rope"].iloc[0]


@pytest.mark.parametrize(
    ("datasets", "rope", "largest", "ropes"),
    [
        (1000, 0.02, 1, [x / 200 for x in range(13)]),
        (1001, 0.02, 1, [x / 100 for x in range(7)]),
        # No difference of accuracies is so large.
        (10, 0.5, 1, [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875]),
        (10, 0.0, 1, [0]),
    ],
)
def test_ropes_are_multiples_of_the_study_s(datasets, rope, largest, ropes):
    rng = np.random.default_rng(3)
    names = [f"d{i}" for i in range(datasets)]
    posteriors = pd.DataFrame({"dataset": names, "row": "a", "column": "b"})
    posteriors["mean_difference"] = rng.uniform(-largest, largest, datasets)
    own = {f"{test}_{x}": 1 / 3 for test in TESTS for x in ("row", "rope", "column")}
    of_pair = {"pairs": [("a", "b")], "datasets": names, "kind": METRICS["accuracy"]}
    how = of_pair | {"bayesian": BAYESIAN | {"rope": rope, "draws": 10}}
    curves = rope_curves(posteriors, pd.DataFrame([own]), **how)
    assert curves["rope"].tolist() == pytest.approx([*ropes, *ropes])
    at_own = curves[curves["rope"] == rope]
    assert at_own[PROBABILITIES].to_numpy() == pytest.approx(np.full((2, 3), 1 / 3))
