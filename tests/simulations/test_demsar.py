"""Biased draws, the tests on many of them, and the errors of their measures."""

from itertools import permutations

import demsar_4
import numpy as np
import pandas as pd
import pytest
from demsar_4 import (
    ALPHA,
    compare_all,
    compare_two,
    draw_biased,
    error_of,
    measures_of,
    post_hoc,
)
from scipy import stats

from tenbyten import statistics

D = np.array([-0.2, -0.05, 0.0, 0.1, 0.3])


def waiting_times(experiments, datasets=5):
    return np.random.default_rng(3).exponential(size=(experiments, datasets))


def probabilities(bias, drawn):
    """Probability that each data set is in the draw, summed over all orders."""
    weights = 1 / (1 + np.exp(-bias * D))
    found = np.zeros(len(D))
    for order in permutations(range(len(D)), drawn):
        left, chance = weights.sum(), 1.0
        for i in order:
            chance *= weights[i] / left
            left -= weights[i]
        found[list(order)] += chance
    return found


@pytest.mark.parametrize("drawn", [1, 2, 4])
def test_data_sets_are_drawn_one_after_the_other_with_these_weights(drawn, monkeypatch):
    monkeypatch.setattr(demsar_4, "DRAWN", drawn)
    monkeypatch.setattr(demsar_4, "BIAS", [0, 5, 20])
    draws = draw_biased(D, waiting_times(20_000))
    assert draws.shape == (3, 20_000, drawn)
    # None is drawn twice.
    assert (np.diff(draws, axis=-1) > 0).all()
    for k, of_bias in zip([0, 5, 20], draws, strict=True):
        shares = np.bincount(of_bias.ravel(), minlength=5) / 20_000
        expected = probabilities(k, drawn)
        error = np.sqrt(expected * (1 - expected) / 20_000)
        assert (np.abs(shares - expected) <= 4 * error + 1e-12).all()


def test_a_huge_bias_draws_none_on_which_the_other_is_better(monkeypatch):
    monkeypatch.setattr(demsar_4, "DRAWN", 2)
    # exp(-k d) alone would overflow.
    monkeypatch.setattr(demsar_4, "BIAS", [1e5])
    assert (draw_biased(D, waiting_times(300)) >= 2).all()


def tables(number=60, drawn=10, classifiers=5):
    """Tables with ties and with differences of all sizes."""
    rng = np.random.default_rng(1)
    means = rng.uniform(0.5, 0.9, (number, drawn, 1))
    means = means + rng.normal(0, 0.05, (number, drawn, classifiers))
    means += np.linspace(0, 0.12, number)[:, None, None] * np.arange(classifiers) / 2
    means[::3, 0, 1] = means[::3, 0, 0]
    return np.round(np.clip(means, 0, 1), 3)


def test_tests_of_two_are_scipy_s():
    row, column = np.moveaxis(tables(number=20)[..., :2], -1, 0)
    found = compare_two(row, column)
    for i in range(20):
        difference = np.round(column[i] - row[i], 12)
        expected = stats.ttest_rel(column[i], row[i]).pvalue
        assert found["paired_t"][i] == pytest.approx(expected)
        relative = (column[i] - row[i]) / ((column[i] + row[i]) / 2)
        expected = stats.ttest_1samp(relative, 0).pvalue
        assert found["paired_t_relative"][i] == pytest.approx(expected)
        p = statistics.signed_rank(difference, method="approximate").p_two_sided
        assert found["signed_rank"][i] == pytest.approx(p)
        assert found["signed_rank_one_tail"][i] == pytest.approx(p / 2)
        p = statistics.sign_test(difference).p_two_sided
        assert found["sign_test"][i] == pytest.approx(p)


def test_tests_of_all_are_scipy_s_and_the_f_distribution_s():
    many = tables(number=8)
    found = compare_all(many)
    for i, means in enumerate(many):
        chi_squared, p = stats.friedmanchisquare(*means.T)
        assert found["friedman"][i] == pytest.approx(p)
        f = 9 * chi_squared / (10 * 4 - chi_squared)
        assert found["iman_davenport"][i] == pytest.approx(stats.f.sf(f, 4, 36))
        anova = statistics.repeated_anova(means, alpha=0.05, seed=0).statistic
        assert found["anova"][i] == pytest.approx(stats.f.sf(anova, 4, 36))


@pytest.mark.parametrize(("drawn", "classifiers"), [(10, 4), (6, 3), (8, 2)])
def test_post_hoc_decisions_are_those_of_the_package_s_p(drawn, classifiers):
    many = tables(number=25, drawn=drawn, classifiers=classifiers)
    found = post_hoc(many, 1)
    ranks = statistics.average_ranks(many)
    by_ranks = statistics.bonferroni_dunn(ranks, control=1, datasets=drawn)
    nemenyi = statistics.nemenyi(ranks, datasets=drawn)
    expected = {
        "tukey": np.delete(statistics.tukey(many).p[:, 1], 1, axis=-1),
        "nemenyi": np.delete(nemenyi[:, 1], 1, axis=-1),
        "dunnett": statistics.dunnett(many, control=1).p,
        "bonferroni_dunn": by_ranks.p,
    }
    for method in ("holm", "hochberg", "hommel"):
        expected[method] = statistics.adjust(by_ranks.p_unadjusted, method=method)
    assert found.keys() == expected.keys()
    for test, p in expected.items():
        assert (found[test] == (p < ALPHA)).all(), test


def share_alike(decisions):
    """Share of the pairs of experiments that decide alike."""
    n, rejected = decisions.shape[-1], decisions.sum(axis=-1)
    return 1 - 2 * rejected * (n - rejected) / (n * (n - 1))


MEASURES = {
    "mean_p": np.mean,
    "replicability_p": lambda p: 1 - 2 * np.var(p, ddof=1),
    "rejection_rate": np.mean,
    "replicability_e": share_alike,
}


def jackknife(measure, *samples):
    """Standard error of a measure, by leaving out each experiment."""
    n = len(samples[0])
    left = [measure(*(np.delete(x, i) for x in samples)) for i in range(n)]
    return np.sqrt((n - 1) * np.var(left))


@pytest.mark.parametrize("measure", MEASURES)
def test_measures_are_those_published_and_errors_those_of_a_jackknife(measure):
    rng = np.random.default_rng(1)
    common, n = rng.random(400), 400
    p = [(0.7 * common + 0.3 * rng.random(n)) ** power for power in (1.5, 2.5)]
    used = p if measure.endswith("p") else [x < ALPHA for x in p]
    of = MEASURES[measure]
    found = [
        {name: line for name, *line in measures_of(x[np.newaxis])}[measure] for x in p
    ]
    rejects = [(x < ALPHA)[np.newaxis] for x in p]
    for (value, influence), x, decided in zip(found, used, rejects, strict=True):
        assert value[0] == pytest.approx(of(x), abs=1e-12)
        error = error_of(measure, influence, decided, value - 1)[0]
        assert error == pytest.approx(jackknife(of, x), rel=0.02)
    # Both tests saw the same draws.
    value, influence = (one - other for one, other in zip(*found, strict=True))
    error = error_of(measure, influence, rejects[0] != rejects[1], value)[0]
    expected = jackknife(lambda x, y: of(x) - of(y), *used)
    assert error == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.8])
def test_the_error_of_r_e_is_that_of_many_repetitions(share):
    rng = np.random.default_rng(2)
    decisions = rng.random((20_000, 50)) < share
    value = share_alike(decisions)
    (found,) = (x for x in measures_of(decisions) if x[0] == "replicability_e")
    errors = error_of("replicability_e", found[2], decisions, value - 1)
    # Near a half it is rather too large: the share itself is estimated.
    low, high = 0.9, 1.8 if share == 0.5 else 1.1
    assert low < np.mean(errors**2) ** 0.5 / value.std() < high
    # Also of two tests that belong together.
    same, anew = rng.random((2, *decisions.shape))
    other = np.where(same < 0.7, decisions, anew < share)
    (of_other,) = (x for x in measures_of(other) if x[0] == "replicability_e")
    gap = value - share_alike(other)
    influence = found[2] - of_other[2]
    errors = error_of("replicability_e", influence, decisions != other, gap)
    assert low < np.mean(errors**2) ** 0.5 / gap.std() < high


def test_r_e_has_an_error_where_just_half_of_the_experiments_reject():
    decisions = np.arange(1000)[np.newaxis] % 2 == 0
    (found,) = (x for x in measures_of(decisions) if x[0] == "replicability_e")
    # Two experiments decide differently with chance 1/2: 2 v2 / (n (n - 1)), v2 = 1/4.
    expected = np.sqrt(2 / 4 / (1000 * 999))
    error = error_of("replicability_e", found[2], decisions, found[1] - 1)[0]
    assert error == pytest.approx(expected, rel=2e-3)
    assert f"{error:.3f}" != "0.000"


@pytest.fixture(scope="module")
def table_7(request):
    return pd.read_csv(request.config.rootpath / "tests/reference/demsar_table_7.csv")


def test_the_published_r_e_follows_from_the_published_counts(table_7):
    assert len(table_7) == 84
    decisions = np.arange(1000) < table_7["rejections"].to_numpy()[:, np.newaxis]
    *_, (_, found, _) = measures_of(decisions)
    published = table_7["replicability_e"].map("{:.2f}".format)
    assert [f"{value:.2f}" for value in found] == list(published)


def test_the_published_orders(table_7):
    # "The Wilcoxon test almost always returns lower p values than other tests and more
    # often rejects the null hypothesis. Measured by R(p), the Wilcoxon test also has
    # the highest replicability." (section 4.2)
    found = table_7.set_index(["row", "column", "test"]).unstack()
    counts = {}
    for other in ("paired_t", "paired_t_relative", "sign_test"):
        gaps = {
            x: found[x]["signed_rank"] - found[x][other]
            for x in found.columns.levels[0]
        }
        assert (gaps["mean_p"] < 0).all()
        assert (gaps["rejections"] > 0).all()
        counts[other] = int((gaps["replicability_p"] > 0).sum())
    assert counts == {"paired_t": 18, "paired_t_relative": 18, "sign_test": 19}
