"""Decisions between all pairs, adjusted for their number, with effect sizes."""

import itertools

import numpy as np
import pandas as pd
import pytest
from policies import BAYESIAN, gained
from scipy import stats
from statsmodels.stats.multitest import multipletests

from tenbyten.comparisons.decisions import adjusted_decisions
from tenbyten.comparisons.pairwise import (
    PROBABILITIES,
    hierarchical_tests,
    pairwise_tests,
)
from tenbyten.statistics import hodges_lehmann, practical_equivalence

VERDICTS = ["bayesian_sign_verdict", "bayesian_signed_rank_verdict"]
SETTINGS = {"alpha": 0.05, "rope": 0.01, "equivalence": np.array(np.nan)}


@pytest.fixture(scope="module")
def paper(posteriors, pairwise, of_all):
    """The paper study's table on all data sets."""
    table = adjusted_decisions(posteriors, pairwise, **of_all, **SETTINGS)
    return table.set_index(["row", "column"])


def decide(differences, pairs=None, alpha=0.05, control=None, **probabilities):
    """Decisions of pairs with these differences; (a, b) where there is but one."""
    differences = np.atleast_2d(differences)
    posteriors, of_pairs = gained(differences, pairs)
    pairwise = pd.DataFrame(of_pairs["pairs"], columns=["row", "column"]).assign(
        n=differences.shape[1],
        mean_difference=differences.mean(axis=1),
        signed_rank_p=stats.wilcoxon(differences, method="exact", axis=1).pvalue,
    )
    for test in ("bayesian_sign", "bayesian_signed_rank", "hierarchical"):
        values = probabilities.get(test, (np.nan, np.nan, np.nan))
        for region, value in zip(("row", "rope", "column"), values, strict=True):
            pairwise[f"{test}_{region}"] = value
    equivalence = practical_equivalence(differences, rope=0.01)
    settings = {"alpha": alpha, "rope": 0.01, "equivalence": equivalence}
    of_pairs |= {"control": control}
    return adjusted_decisions(posteriors, pairwise, **of_pairs, **settings)


def test_three_of_the_paper_s_pairs_differ_after_holm(paper):
    found = [("NaiveBayes", "AODE"), ("NaiveBayes", "HNB"), ("J48", "J48graft")]
    for method in ("holm", "shaffer"):
        assert paper.index[paper[method] == 1].tolist() == found
        assert (paper[method] >= 0).all()


def test_p_are_statsmodels_holm_of_the_two_sided_signed_rank_p(paper, pairwise):
    table = paper
    assert table["p"].tolist() == pairwise["signed_rank_p"].tolist()
    holm = multipletests(pairwise["signed_rank_p"], method="holm")[1]
    assert table["holm_p"].to_numpy() == pytest.approx(holm)
    assert (table["p"] <= table["shaffer_p"]).all()
    assert (table["shaffer_p"] <= table["holm_p"] + 1e-12).all()


def test_effect_sizes_are_those_of_the_means(paper, means):
    for (row, column), line in paper.iterrows():
        differences = (means[column] - means[row]).to_numpy()
        assert line["n"] == len(differences) == 54
        assert line["mean_difference"] == pytest.approx(differences.mean())
        averages = np.sort(np.add.outer(differences, differences)[np.triu_indices(54)])
        assert line["median_difference"] == pytest.approx(np.median(differences))
        assert line["pseudomedian"] == pytest.approx(np.median(averages) / 2)
        # SciPy's exact two-sided p of 54 ranks is 0.0491 of the rank sum 514, and
        # 0.0501 of 515.
        ends = averages[[515 - 1, -515]] / 2
        found = [line["pseudomedian_low"], line["pseudomedian_high"]]
        assert found == pytest.approx(ends)
    assert paper["pseudomedian_confidence"].between(0.95, 0.952).all()


def test_a_difference_can_be_found_and_lie_within_the_rope(paper):
    line = paper.loc[("J48", "J48graft")]
    assert line["holm"] == 1
    assert 0 < line["pseudomedian_low"] < line["pseudomedian_high"] < 0.01
    assert line[VERDICTS].tolist() == ["rope", "rope"]


def test_the_hierarchical_verdict_is_there_where_the_model_is_fitted(
    study, posteriors, means
):
    shared = {"pairs": [("NaiveBayes", "HNB")], "datasets": [*study.datasets][27:]}
    fitted = hierarchical_tests(posteriors, **shared, folds=10, rho=0.1, rope=0.01)
    settings = {"alpha": 0.05, "bayesian": BAYESIAN}
    pairwise = pairwise_tests(posteriors, means, **shared, **settings)
    pairwise[PROBABILITIES] = fitted[PROBABILITIES]
    table = adjusted_decisions(posteriors, pairwise, **shared, **SETTINGS)
    assert fitted["hierarchical_column"][0] > 0.95
    assert table["hierarchical_verdict"].tolist() == ["column"]


@pytest.mark.parametrize(
    ("probabilities", "verdict"),
    [
        ((0.96, 0.03, 0.01), "row"),
        ((0.03, 0.96, 0.01), "rope"),
        ((0.01, 0.03, 0.96), "column"),
        ((0.05, 0.95, 0.0), "undecided"),
        ((0.3, 0.3, 0.4), "undecided"),
        ((np.nan, np.nan, np.nan), ""),
    ],
)
def test_a_verdict_needs_a_posterior_above_one_minus_alpha(probabilities, verdict):
    differences = np.arange(1, 8) / 100
    for test in ("bayesian_sign", "bayesian_signed_rank", "hierarchical"):
        line = decide(differences, **{test: probabilities}).iloc[0]
        assert line[f"{test}_verdict"] == verdict
    loose = decide(differences, alpha=0.1, hierarchical=(0.05, 0.95, 0.0))
    assert loose["hierarchical_verdict"].tolist() == ["rope"]


def test_the_row_is_better_where_the_rank_sums_say_so():
    differences = np.arange(1, 8) / 100
    assert decide(differences)[["holm", "shaffer"]].iloc[0].tolist() == [1, 1]
    assert decide(-differences)[["holm", "shaffer"]].iloc[0].tolist() == [-1, -1]
    assert decide(-differences)["rank_biserial"].tolist() == [-1]


def test_what_is_found_in_one_pair_alone_is_not_found_among_three():
    # Six data sets all won: p = 1/32 alone, 3/32 among the pairs of three classifiers.
    won = np.arange(1, 7) / 100
    open_ = won * [1, -1, 1, -1, 1, -1]
    assert decide(won)["holm"].tolist() == [1]
    pairs = [*itertools.combinations("abc", 2)]
    table = decide([won, open_, open_], pairs)
    assert table["holm_p"][0] == pytest.approx(3 / 32)
    assert table["holm"].tolist() == table["shaffer"].tolist() == [0, 0, 0]


def test_half_of_the_pairs_is_refused():
    differences = np.arange(1, 8) / 100
    with pytest.raises(ValueError, match="no number of classifiers has 2 pairs"):
        decide([differences, differences], [("a", "b"), ("a", "c")])


def test_the_pseudomedian_is_not_called_the_median():
    # Of skewed differences all three are apart.
    differences = np.array([0.0, 0.001, 0.002, 0.02, 0.06, 0.09, 0.2])
    line = decide(differences).iloc[0]
    assert line["median_difference"] == 0.02
    sums = np.add.outer(differences, differences)[np.triu_indices(7)]
    assert line["pseudomedian"] == np.median(sums) / 2 != 0.02


def test_opposite_signs_of_mean_and_median_are_marked():
    # Many small gains, and two losses that outweigh them: the mean is below 0.
    differences = np.append(np.arange(1, 21) / 1000, [-0.4, -0.5])
    line = decide(differences).iloc[0]
    assert line["holm"] == 1
    assert line["mean_difference"] < 0 < line["median_difference"]
    assert line["mixed_signs"] == 1
    assert decide(np.arange(-1, 7) / 100)["mixed_signs"].tolist() == [0]
    # A median of 0 is opposite to nothing.
    assert decide([0.0, 0, 0, 0.1, -0.2, 0, 0])["mixed_signs"].tolist() == [0]


def test_with_a_control_the_family_is_its_comparisons():
    rng = np.random.default_rng(5)
    differences = rng.normal(0.01, 0.01, (3, 12)).round(4)
    pairs = [*itertools.combinations("abc", 2)]
    table = decide(differences, pairs, control="b")
    p = table["p"].to_numpy()
    holm = multipletests(p[[0, 2]], method="holm")[1]
    assert table["family_p"].to_numpy() == pytest.approx(
        [holm[0], np.nan, holm[1]], nan_ok=True
    )
    low, high = (table[f"family_{end}"].to_numpy() for end in ("low", "high"))
    alone = hodges_lehmann(differences[[0, 2]], confidence=1 - 0.05 / 2)
    assert low[[0, 2]] == pytest.approx(alone.low)
    assert high[[0, 2]] == pytest.approx(alone.high)
    assert np.isnan([low[1], high[1]]).all()
    of_all = decide(differences, pairs)
    assert of_all["family_p"].tolist() == of_all["holm_p"].tolist()
    assert of_all["family"].tolist() == of_all["holm"].tolist()


def test_simultaneous_intervals_are_unbounded_where_data_sets_are_too_few():
    pairs = [*itertools.combinations("abcde", 2)]
    rng = np.random.default_rng(5)
    # The smallest p of eight data sets is 2 / 2**8 = 0.0078, above 0.05 / 10.
    eight, nine = (decide(rng.normal(scale=0.1, size=(10, n)), pairs) for n in (8, 9))
    assert eight["pseudomedian_low"].notna().all()
    assert eight[["family_low", "family_high"]].isna().all(axis=None)
    assert nine[["family_low", "family_high"]].notna().all(axis=None)


def test_most_data_sets_must_lie_within_the_rope_to_be_equivalent():
    alike = {"bayesian_signed_rank": (0.0, 1.0, 0.0)}
    # Their mean is 0, and none lies within the rope.
    far = np.tile([0.05, -0.05], 50)
    line = decide(far + np.arange(100) * 1e-9, **alike).iloc[0]
    assert line["rope_verdict"] == "rope"
    assert (line["rope_posterior"], line["beyond_rope"]) == (1, 100)
    near = np.arange(-7, 7) / 1000 + 1e-5
    line = decide(near, **alike).iloc[0]
    assert line["rope_verdict"] == "equivalent"
    assert line["rope_posterior"] == pytest.approx(1 - 0.8**14)
    assert line["beyond_rope"] == 0
    assert decide(near[1:], **alike)["rope_verdict"].tolist() == ["rope"]
    open_ = decide(near[1:], bayesian_signed_rank=(0.1, 0.9, 0.0)).iloc[0]
    assert open_["rope_verdict"] == "undecided"
    assert np.isnan(open_["rope_posterior"])
