"""The hierarchical model over data sets."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import integrate, stats

from tenbyten.statistics.many_datasets import hierarchical as model
from tenbyten.statistics.many_datasets import hierarchical_grid as grids
from tenbyten.statistics.many_datasets.hierarchical import hierarchical
from tenbyten.statistics.many_datasets.hierarchical_model import (
    log_likelihood,
    mixtures,
)

REFERENCE = Path(__file__).parents[2] / "reference"
NUTS = pd.read_csv(REFERENCE / "hierarchical_nuts.csv")
PROBABILITIES = ["row", "rope", "column"]
# Results have nine decimals.
ROUNDING = 2e-9
# What finer grids change of the probabilities, of two or three data sets at most.
GRID = 1e-3


@pytest.mark.parametrize("case", NUTS["case"].unique())
def test_the_posterior_is_the_one_that_nuts_sampled(case):
    test = _of_folds(*_recorded(case))
    sampled = NUTS[NUTS["case"] == case].set_index("quantity").loc[[*test._fields]]
    ours = pd.Series(test._asdict())
    # None of some numbers should be off by four standard errors.
    allowed = 4 * sampled["standard_error"] + GRID * ours.abs()
    allowed[PROBABILITIES] += GRID
    # Of five data sets sigma0 has a long tail. NUTS, 51 of whose draws diverged, misses
    # some of it; the random walk did not.
    allowed["sigma0"] += 0.05 * ours["sigma0"] * (case == "five")
    off = (ours - sampled["mean"]).abs()
    assert off[off > allowed].empty
    assert off[PROBABILITIES].max() < 0.005


def test_a_published_probability_is_met():
    # Printed by the authors' notebook "Hierarchical test" (BayesianTestsML/tutorial)
    # of their own runs of WEKA: P(HNB > NBC) = 0.998, P(rope) = 0.002.
    folds = _published("NaiveBayes", "HNB")
    row, rope, column = _of_folds(folds, 0.1)[:3]
    # Other folds, and the sampler's error in the third decimal.
    assert (row, rope, column) == pytest.approx((0, 0.002, 0.998), abs=2e-3)


def test_a_random_walk_found_the_same_posterior():
    # Recorded of 300 chains of a Metropolis sampler of the whole model, with the
    # likelihood of all folds, and the standard errors of their means.
    walked = [0.10854, 0.07002, 0.82143, 0.020054, 0.028940, 32.039]
    errors = [0.00331, 0.00243, 0.00405, 0.000292, 0.000432, 0.203]
    ours = _of_folds(*_recorded("five"))
    for found, mean, error in zip(ours, walked, errors, strict=True):
        assert found == pytest.approx(mean, abs=4 * error)


def test_the_likelihood_is_the_integral_over_delta_and_sigma():
    x = np.array([0.01, 0.03, -0.01, 0.02])
    parameters = [(0.0, 0.01, 2.0), (0.02, 0.05, 1.1), (0.01, 0.002, 30.0)]
    covariance = 0.75 * np.eye(4) + 0.25
    # Wide enough for two degrees of freedom, dense enough for a scale of 0.002.
    deltas = 0.01 + 0.01 * np.sinh(np.linspace(-7, 7, 301))
    log_sigma = np.linspace(np.log(0.002), np.log(200), 301)
    likelihood = np.empty((301, 301))
    for row, sigma in enumerate(np.exp(log_sigma)):
        normal = stats.multivariate_normal(np.zeros(4), sigma**2 * covariance)
        likelihood[row] = normal.pdf(x - deltas[:, None]) * sigma
    likelihood = integrate.simpson(likelihood, x=log_sigma, axis=0)
    ours, exact = [], []
    for delta0, sigma0, nu in parameters:
        density = likelihood * stats.t(nu, delta0, sigma0).pdf(deltas)
        exact.append(np.log(integrate.simpson(density, x=deltas)))
        at = np.array([[delta0]]), np.array([sigma0]), np.array([nu])
        ours.append(log_likelihood(_mixture(x, rho=0.25), *at).item())
    # Constants differ. Unrolled folds leave two degrees of freedom: the hardest for us.
    assert np.diff(ours) == pytest.approx(np.diff(exact), abs=0.01)


@pytest.mark.parametrize("df", [8.0, 98.0])
@pytest.mark.parametrize("nu", [1.05, 4.0, 100.0])
def test_two_t_distributions_are_convolved(df, nu):
    deltas = 0.01 * np.sinh(np.linspace(-12, 12, 20001))
    data = mixtures(np.array([0.03]), np.array([0.01]), np.array([df]))
    for sigma0 in (0.001, 0.02, 0.5):
        density = stats.t(df, 0.03, 0.01).pdf(deltas)
        density *= stats.t(nu, 0, sigma0).pdf(deltas)
        exact = integrate.simpson(density, x=deltas) * np.sqrt(2 * np.pi)
        at = np.zeros((1, 1)), np.array([sigma0]), np.array([nu])
        # The data set is three scales away.
        likelihood = log_likelihood(data, *at).item()
        assert likelihood == pytest.approx(np.log(exact), abs=2e-3)


def test_the_prior_of_nu_is_a_gamma_over_a_rectangle():
    for nu in (1.2, 30.0):
        exact, _ = integrate.dblquad(
            lambda alpha, beta, nu=nu: stats.gamma(alpha, scale=1 / beta).pdf(nu - 1),
            *grids.BETA,
            *grids.ALPHA,
            epsrel=1e-6,
        )
        exact /= np.ptp(grids.ALPHA) * np.ptp(grids.BETA)
        ours = np.exp(grids.log_prior_of_nu(np.array([nu])))
        assert ours == pytest.approx(exact, rel=1e-5)


def test_swapping_the_classifiers_swaps_the_sides():
    means, deviations = _some(9)
    there = hierarchical(means, deviations, n=100, rho=0.1, rope=0.01)
    back = hierarchical(-means, deviations, n=100, rho=0.1, rope=0.01)
    assert there[:3] == pytest.approx(back[2::-1], abs=ROUNDING)
    assert there.delta0 == pytest.approx(-back.delta0, abs=ROUNDING)


def test_the_order_of_the_data_sets_does_not_matter():
    means, deviations = _some(9)
    n = np.arange(10, 100, 10)
    there = hierarchical(means, deviations, n=n, rho=1 / n, rope=0.01)
    back = hierarchical(
        means[::-1], deviations[::-1], n=n[::-1], rho=1 / n[::-1], rope=0.01
    )
    assert there == pytest.approx(back, abs=ROUNDING)


@pytest.mark.parametrize("datasets", [2, 3, 10, 200])
def test_probabilities_sum_to_one(datasets):
    means, deviations = _some(datasets)
    test = hierarchical(means, deviations, n=100, rho=0.1, rope=0.01)
    assert sum(test[:3]) == pytest.approx(1)
    assert min(test[:3]) >= 0
    assert test.nu > 1


def test_a_finer_grid_changes_little(monkeypatch):
    cases = [_some(datasets) for datasets in (2, 5)]
    settings = {"n": 100, "rho": 0.1, "rope": 0.01}
    ours = [hierarchical(*case, **settings) for case in cases]
    monkeypatch.setattr(grids, "LEVELS", 41)
    monkeypatch.setattr(grids, "SHAPES", 41)
    monkeypatch.setattr(grids, "LOCATIONS", (17, 33))
    monkeypatch.setattr(grids, "NEGLIGIBLE", 14.0)
    for case, test in zip(cases, ours, strict=True):
        finer = hierarchical(*case, **settings)
        assert test[:3] == pytest.approx(finer[:3], abs=GRID)


@pytest.mark.parametrize("folds", [10, 30])
def test_of_many_data_sets_a_rough_search_finds_the_same_place(monkeypatch, folds):
    means, deviations = _some(300)
    settings = {"n": folds, "rho": 0.1, "rope": 0.01}
    ours = hierarchical(means, deviations, **settings)
    monkeypatch.setattr(model, "_MANY_DATASETS", 301)
    thorough = hierarchical(means, deviations, **settings)
    assert ours[:3] == pytest.approx(thorough[:3], abs=GRID)
    assert ours[3:] == pytest.approx(thorough[3:], rel=GRID)
    assert ours != thorough


def test_what_lies_evenly_around_zero_favours_neither():
    means, deviations = np.array([-0.02, 0.02, -0.01, 0.01]), np.full(4, 0.03)
    test = hierarchical(means, deviations, n=10, rho=0.1, rope=0.0)
    assert test[:4] == pytest.approx((0.5, 0, 0.5, 0), abs=ROUNDING)


def test_twins_are_practically_equivalent():
    test = hierarchical(np.zeros(20), np.zeros(20), n=100, rho=0.1, rope=0.01)
    assert test[:4] == pytest.approx((0, 1, 0, 0), abs=1e-6)


def test_constant_differences_count_as_noise_within_the_rope():
    means, deviations = _some(6)
    deviations[2] = 0
    noise = stats.uniform(-0.01, 0.02).std() * np.sqrt(100 / 99)
    constant = hierarchical(means, deviations, n=100, rho=0.1, rope=0.01)
    deviations[2] = noise
    noisy = hierarchical(means, deviations, n=100, rho=0.1, rope=0.01)
    assert constant == pytest.approx(noisy)


def test_the_border_is_where_column_is_as_probable_as_all_else():
    for sigma0, nu in ((0.005, 2.0), (0.012, 30.0)):
        border = grids._border(0.01, np.array([[sigma0]]), np.array([nu])).item()
        next_one = stats.t(nu, border, sigma0)
        within = next_one.cdf(0.01) - next_one.cdf(-0.01)
        assert 0 < border < 0.01
        assert next_one.sf(0.01) == pytest.approx(within, abs=1e-6)
    # So wide a distribution that the rope is never most probable.
    assert grids._border(0.01, np.array([[1.0]]), np.array([5.0])) < 1e-9


def _some(datasets):
    """Means and deviations of some data sets."""
    rng = np.random.default_rng(datasets)
    return rng.normal(0.005, 0.02, datasets), rng.uniform(0.01, 0.08, datasets)


def _recorded(case):
    """Differences of shape (datasets, n) that NUTS was given, and their correlation."""
    lines = pd.read_csv(REFERENCE / "hierarchical_differences.csv")
    lines = lines[lines["case"] == case]
    folds = [line.split() for line in lines["differences"]]
    return np.array(folds, dtype=float), lines["rho"].iloc[0]


def _of_folds(folds, rho):
    """The model on differences of shape (datasets, n)."""
    deviations = np.std(folds, axis=1, ddof=1) * (np.ptp(folds, axis=1) > 0)
    means = np.mean(folds, axis=1)
    return hierarchical(means, deviations, n=folds.shape[1], rho=rho, rope=0.01)


def _published(row, column):
    """Differences of two classifiers in the recorded runs of the paper's data sets."""
    counts = pd.read_csv(REFERENCE / "paper_counts.csv", index_col=[1, 0])["correct"]
    counts = counts.str.split().map(lambda line: np.array(line, dtype=int))
    # Folds differ by one instance; the largest count stands for their size.
    tested = counts.groupby("dataset").agg(lambda lines: max(map(max, lines)))
    gained = counts[column] - counts[row]
    return np.stack([gained[name] / tested[name] for name in gained.index])


def _mixture(x, *, rho):
    """What the likelihood of one data set's folds is made of."""
    n = len(x)
    variance = np.var(x, ddof=1) * (1 / n + rho / (1 - rho)) * (n - 1) / (n - 2)
    return mixtures(np.array([x.mean()]), np.sqrt([variance]), np.array([n - 2.0]))
