"""The planner's model, held to enumerations, to SciPy and to simulated comparisons."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import wilcoxon

from tenbyten.planning.model import (
    Effects,
    centred,
    critical_sums,
    effects_of,
    moments_of,
    needed_of,
    population_of,
    power_of,
    pseudomedian,
)
from tenbyten.statistics import signed_rank

RNG = np.random.default_rng(7)
POPULATIONS = {
    "normal": np.sort(RNG.normal(0.4, 1, 40)),
    "gains": np.sort(RNG.gamma(2, size=40) - 1.4),
    "tied": np.array([-1.0, 0.0, 0.0, 1.0, 1.0, 2.0]),
}


@pytest.mark.parametrize("name", POPULATIONS)
def test_moments_are_those_of_all_pairs_and_triples(name):
    x = POPULATIONS[name]

    def above(values):
        return np.mean((np.sign(values) + 1) / 2)

    sums = x[:, np.newaxis] + x
    both = (np.sign(sums)[:, :, np.newaxis] + 1) / 2
    found = moments_of(x)
    assert found.first == pytest.approx(above(x))
    assert found.second == pytest.approx(above(sums))
    triples = both * ((np.sign(sums)[:, np.newaxis, :] + 1) / 2)
    assert found.third == pytest.approx(triples.mean())


@pytest.mark.parametrize("name", ["normal", "gains"])
def test_the_pseudomedian_is_the_median_of_all_averages(name):
    x = POPULATIONS[name]
    averages = (x[:, np.newaxis] + x) / 2
    near = np.sort(averages, axis=None)[len(x) ** 2 // 2 - 1 :][:2]
    assert near[0] - 1e-6 <= pseudomedian(x) <= near[1] + 1e-6


@pytest.mark.parametrize("alpha", [0.025, 0.05, 0.0025])
def test_critical_sums_are_where_scipys_exact_p_is_below_alpha(alpha):
    sums = critical_sums(alpha)
    for n in (4, 6, 12, 30):
        for subtracted in range(n * (n + 1) // 2 + 1):
            least = n * (n + 1) // 2 - subtracted
            signs = _signs(n, subtracted)
            p = wilcoxon(signs * np.arange(1, n + 1), alternative="greater").pvalue
            assert (p < alpha) == (least > sums[n]), (n, least)


def _signs(n, subtracted):
    """Signs of ranks 1 to n of which the negative ones sum up to a number."""
    signs = np.ones(n)
    for rank in range(n, 0, -1):
        if rank <= subtracted:
            signs[rank - 1] = -1
            subtracted -= rank
    assert subtracted == 0
    return signs


@pytest.mark.parametrize("name", ["normal", "gains"])
@pytest.mark.parametrize(("n", "error"), [(12, 0.06), (40, 0.02), (100, 0.02)])
def test_power_is_that_of_simulated_exact_tests(name, n, error):
    x = POPULATIONS[name]
    x = x - pseudomedian(x) + 0.9 / math.sqrt(n)
    # Of a continuous population, like the planner's, ties are rare.
    drawn = RNG.choice(x, (4000, n)) + RNG.normal(0, 1e-6, (4000, n))
    test = signed_rank(drawn)
    is_found = test.rank_sum_column > test.rank_sum_row
    simulated = np.mean(is_found & (test.p_two_sided < 0.05))
    assert power_of(moments_of(x), n, critical_sums(0.025)) == pytest.approx(
        simulated, abs=error + 2 * 0.008
    )


def test_the_fewest_data_sets_have_the_power_and_one_less_has_not():
    x, critical = POPULATIONS["normal"], critical_sums(0.025)
    moments = moments_of(x - pseudomedian(x) + 0.3)
    n = int(needed_of(moments, 0.8, critical))
    assert power_of(moments, n, critical) >= 0.8 > power_of(moments, n - 1, critical)
    assert needed_of(moments_of(np.array([-1.0, 1.0])), 0.8, critical) == math.inf


def test_a_truth_is_shifted_to_its_pseudomedian_and_keeps_its_spread():
    effects = Effects(RNG.gamma(2, 0.02, 30), np.full(30, 1e-5), 5)
    population = population_of(effects)
    for runs in (1, 10):
        x = centred(population, runs)
        assert len(x) == 7 * 30
        assert pseudomedian(x) == pytest.approx(0, abs=1e-7)
        expected = effects.means.var(ddof=1) - 1e-5 / 5 + 1e-5 / runs
        assert x.var() == pytest.approx(expected, rel=0.1)


def test_noise_of_runs_is_measured_from_two_on_and_taken_from_folds_with_one():
    within = np.full(2000, 0.01)
    runs = RNG.normal(0, 0.08, (2000, 4))
    noise = effects_of(runs, within).noise
    assert noise.mean() == pytest.approx(0.08**2, rel=0.1)
    assert effects_of(runs[:, :1], within, ratio=0.3).noise == pytest.approx(0.003)


def test_relabelled_runs_give_the_same_model():
    for seed in range(100):
        rng = np.random.default_rng(seed)
        runs, within = rng.normal(0.01, 0.03, (9, 5)), rng.gamma(2, 1e-4, 9)
        first, *others = (
            centred(population_of(effects_of(runs[:, order], within)), 2)
            for order in itertools.islice(itertools.permutations(range(5)), 0, 120, 40)
        )
        for other in others:
            np.testing.assert_allclose(other, first, atol=1e-12)
