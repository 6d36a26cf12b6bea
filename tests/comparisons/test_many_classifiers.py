"""All classifiers of a study over a subset."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
import scikit_posthocs
from demsar_2006 import AUC, CLASSIFIERS, DATASETS
from scipy import stats
from statsmodels.stats.multitest import multipletests

from tenbyten.comparisons.many_classifiers import (
    control_tests,
    omnibus_tests,
    post_hoc_tests,
    rank_table,
)
from tenbyten.statistics.many_classifiers.means import dunnett

# On voting two results tie only as printed: the paper ranks the third before the
# fourth.
MEANS = pd.DataFrame(AUC, index=DATASETS, columns=CLASSIFIERS)
MEANS.loc["voting", "C4.5+cf"] += 0.0001
PAIRS = list(combinations(CLASSIFIERS, 2))
OMNIBUS = {"alpha": 0.05, "seed": 1}


def pairwise_table(means):
    """SciPy's signed-rank test of each two classifiers."""
    lines = [
        (row, column, stats.wilcoxon(means[row], means[column]).pvalue)
        for row, column in combinations(means.columns, 2)
    ]
    return pd.DataFrame(lines, columns=["row", "column", "signed_rank_p"])


def post_hoc(means, **settings):
    """Every pair, the signed-rank p from SciPy."""
    pairs = list(combinations(means.columns, 2))
    return post_hoc_tests(means, pairwise_table(means), pairs=pairs, **settings)


def test_the_omnibus_tests_of_the_published_results():
    # Corrected for ties: the published 9.28 and 3.69 are not.
    table = omnibus_tests(MEANS, **OMNIBUS).set_index("test")
    theirs = stats.friedmanchisquare(*MEANS.to_numpy().T).statistic
    assert table["statistic"].tolist()[:2] == pytest.approx(
        [theirs, 13 * theirs / (14 * 3 - theirs)]
    )
    assert table["df1"].tolist() == [3, 3, 3]
    assert table["df2"].tolist()[1:] == [39, 39]
    assert np.isnan(table.loc["friedman", "df2"])
    assert table["critical"].isna().all()
    assert table.loc["friedman", "p"] == table.loc["iman_davenport", "p"] < 0.05


def random_means(datasets, classifiers):
    """Results that all differ."""
    values = np.random.default_rng(1).random((datasets, classifiers))
    return pd.DataFrame(values, columns=[*"abcdefghijkl"][:classifiers])


@pytest.mark.parametrize(
    ("shape", "begins", "ends"),
    [
        (
            (2, 2),
            "exact, from all 2",
            "; no results of 2 .* on 2 data sets .* 0.5",
        ),
        ((2, 3), "exact, from all 6", "; no results of 3 .* on 2 data sets .* 0.167"),
        ((4, 4), "exact, from all 13824", ""),
        ((10, 6), "from 100000 random", ""),
    ],
)
def test_the_note_says_where_p_comes_from(shape, begins, ends):
    table = omnibus_tests(random_means(*shape), **OMNIBUS)
    assert set(table["method"]) == {"exact" if "exact" in begins else "permutation"}
    said = f"p is {begins} arrangements of the results within the data sets{ends}"
    assert table["note"].str.fullmatch(said).all()
    assert table["critical"].isna().all()


def test_of_many_results_p_is_approximate():
    table = omnibus_tests(random_means(60, 10), **OMNIBUS)
    assert table["method"].tolist() == ["approximate"] * 3
    distributions = ["chi-squared", "F", "F"]
    assert table["note"].tolist() == [
        f"p is approximate, from the {name} distribution" for name in distributions
    ]
    critical = [stats.chi2(9).isf(0.05), *[stats.f(9, 531).isf(0.05)] * 2]
    assert table["critical"].tolist() == pytest.approx(critical)


def test_post_hoc_p_are_those_of_others():
    table = post_hoc(MEANS)
    theirs = scikit_posthocs.posthoc_nemenyi_friedman(MEANS)
    assert table["nemenyi_p"].to_numpy() == pytest.approx(
        [theirs.loc[pair] for pair in PAIRS]
    )
    methods = {"holm": "holm", "hochberg": "simes-hochberg", "hommel": "hommel"}
    for method, name in methods.items():
        for test in ("", "signed_rank_"):
            adjusted = multipletests(table[f"{test}p"], method=name)[1]
            assert table[f"{test}{method}_p"].to_numpy() == pytest.approx(adjusted)
    assert table["bonferroni_p"].to_numpy() == pytest.approx(
        np.minimum(6 * table["p"], 1)
    )


def test_p_against_a_control_are_dunnett_s_wherever_it_stands():
    first = control_tests(MEANS, control="C4.5")
    t, p = dunnett(MEANS.to_numpy(), control=0)[1:]
    assert first["dunnett_p"].tolist() == p.tolist()
    # Both say which is the better one by the sign.
    assert (np.sign(first["z"]) == np.sign(t)).all()
    moved = control_tests(
        MEANS[["C4.5+m", "C4.5", "C4.5+cf", "C4.5+m+cf"]], control="C4.5"
    )
    pd.testing.assert_frame_equal(first, moved)


def test_errors_in_place_of_accuracies_give_the_same_tables():
    errors = 1 - MEANS
    ranks = rank_table(errors, higher_is_better=False)["average_rank"]
    assert ranks.tolist() == rank_table(MEANS)["average_rank"].tolist()
    lower = {"higher_is_better": False}
    pd.testing.assert_frame_equal(post_hoc(errors, **lower), post_hoc(MEANS))
    against = control_tests(errors, control="C4.5", **lower)
    pd.testing.assert_frame_equal(against, control_tests(MEANS, control="C4.5"))


def test_means_that_differ_by_rounding_tie():
    thirds = pd.DataFrame({"a": [0.3, 0.7, 0.5], "b": [0.1 + 0.2, 0.7, 0.4]})
    assert thirds["a"][0] != thirds["b"][0]
    assert rank_table(thirds)["average_rank"].tolist() == [4 / 3, 5 / 3]


def test_two_classifiers_make_one_pair_that_needs_no_adjustment():
    line = post_hoc(MEANS[["C4.5", "C4.5+m"]]).iloc[0]
    for name in ("nemenyi_p", "bonferroni_p", "holm_p", "hochberg_p", "hommel_p"):
        assert line[name] == pytest.approx(line["p"])
    assert line["tukey_p"] == pytest.approx(
        stats.ttest_rel(MEANS["C4.5"], MEANS["C4.5+m"]).pvalue
    )
    assert line["signed_rank_holm_p"] == line["signed_rank_p"]
