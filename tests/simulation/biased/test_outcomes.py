"""Tests of many drawn tables at once, held to the tests of one table."""

import numpy as np
import pytest
from scipy import stats

from tenbyten import statistics
from tenbyten.simulation.biased.outcomes import PostHoc, compare_all, compare_two


def tables(number=60, drawn=10, classifiers=5, seed=1):
    """Tables with ties and with differences of all sizes."""
    rng = np.random.default_rng(seed)
    means = rng.uniform(0.5, 0.9, (number, drawn, 1))
    means = means + rng.normal(0, 0.05, (number, drawn, classifiers))
    means += np.linspace(0, 0.12, number)[:, None, None] * np.arange(classifiers) / 2
    means[::3, 0, 1] = means[::3, 0, 0]
    return np.round(np.clip(means, 0, 1), 3)


def test_tests_of_two_are_scipy_s():
    row, column = np.moveaxis(tables(number=20)[..., :2], -1, 0)
    # No zero differences: SciPy treats them otherwise.
    column = np.where(row == column, column + 0.001, column)
    found = compare_two(row, column, signed_rank="auto")
    for i in range(20):
        difference = np.round(column[i] - row[i], 12)
        expected = stats.ttest_rel(column[i], row[i]).pvalue
        assert found["paired_t"][i] == pytest.approx(expected)
        relative = (column[i] - row[i]) / ((column[i] + row[i]) / 2)
        expected = stats.ttest_1samp(relative, 0).pvalue
        assert found["paired_t_relative"][i] == pytest.approx(expected)
        wins = int((difference > 0).sum())
        expected = stats.binomtest(wins, 10).pvalue
        assert found["sign_test"][i] == pytest.approx(expected)
        if len(np.unique(np.abs(difference))) == 10:
            expected = stats.wilcoxon(difference, method="exact").pvalue
            assert found["signed_rank"][i] == pytest.approx(expected)
            assert found["signed_rank_one_tail"][i] == pytest.approx(expected / 2)


@pytest.mark.parametrize("method", ["auto", "approximate"])
def test_many_tables_give_the_p_of_each(method):
    many = tables(number=6).reshape(2, 3, 10, 5)
    row, column = many[..., 0], many[..., 1]
    found = compare_two(row, column, signed_rank=method)
    for index in np.ndindex(2, 3):
        alone = compare_two(row[index], column[index], signed_rank=method)
        for test, p in found.items():
            assert p[index] == alone[test]


def test_tests_of_all_are_scipy_s_and_the_f_distribution_s():
    many = tables(number=8)
    found = compare_all(many, alpha=0.05)
    for i, means in enumerate(many):
        chi_squared, p = stats.friedmanchisquare(*means.T)
        assert found["friedman"][i] == pytest.approx(p)
        f = 9 * chi_squared / (10 * 4 - chi_squared)
        assert found["iman_davenport"][i] == pytest.approx(stats.f.sf(f, 4, 36))
        anova = statistics.repeated_anova(means, alpha=0.05, seed=0).statistic
        assert found["anova"][i] == pytest.approx(stats.f.sf(anova, 4, 36))


@pytest.mark.parametrize("alpha", [0.03, 0.05, 0.2])
@pytest.mark.parametrize(("drawn", "classifiers"), [(10, 4), (6, 3), (8, 2)])
def test_post_hoc_decisions_are_those_of_the_project_s_p(alpha, drawn, classifiers):
    many = tables(number=25, drawn=drawn, classifiers=classifiers)
    against = 1
    found = PostHoc(drawn=drawn, classifiers=classifiers, alpha=alpha).decide(
        many, against
    )
    ranks = statistics.average_ranks(many)
    by_ranks = statistics.bonferroni_dunn(ranks, control=against, datasets=drawn)
    nemenyi = statistics.nemenyi(ranks, datasets=drawn)
    expected = {
        "tukey": np.delete(statistics.tukey(many).p[:, against], against, axis=-1),
        "nemenyi": np.delete(nemenyi[:, against], against, axis=-1),
        "dunnett": statistics.dunnett(many, control=against).p,
        "bonferroni_dunn": by_ranks.p,
    }
    for method in ("holm", "hochberg", "hommel"):
        expected[method] = statistics.adjust(by_ranks.p_unadjusted, method=method)
    assert found.keys() == expected.keys()
    for test, p in expected.items():
        assert (found[test] == (p < alpha)).all(), test
        # Both decisions occur.
        assert 0 < found[test].sum() < found[test].size, test


def test_classifiers_that_differ_by_the_same_everywhere_are_told_apart():
    means = np.linspace(0.5, 0.8, 10)[:, None] + [0.0, 0.1, 0.1]
    found = PostHoc(drawn=10, classifiers=3, alpha=0.05).decide(means, 0)
    assert found["tukey"].all()
    assert found["dunnett"].all()
    assert not PostHoc(drawn=10, classifiers=3, alpha=0.05).decide(means, 1)["tukey"][1]
