"""Experiments with normal differences, and what is estimated from them."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tenbyten.simulation import find_problem
from tenbyten.simulation.normal import PROBLEM, distance, draw, summarise

HALVES = {
    1: [{"datasets": 5, "mu": m, "sigma": 0.05} for m in (0.1, -0.1)],
    2: [{"datasets": 5, "mu": m, "sigma": s} for m, s in ((0.1, 0.05), (-0.1, 0.15))],
}


def settings_of(*, correlations=(0,), sides="one", **changes):
    """Settings of Table 3's two cases, defaults filled in."""
    simulation = {
        "problem": "normal",
        "experiments": 5000,
        "cases": list(HALVES.values()),
        "correlations": list(correlations),
    }
    return {
        "simulation": simulation,
        "rho": "1/folds",
        "folds": 10,
        "seed": 2015,
        "alpha": 0.05,
        "signed_rank": "auto",
        "signed_rank_sides": sides,
    } | changes


def run(settings, experiments):
    """The tables of a study without files."""
    parts = {
        name: PROBLEM.simulate(range(experiments), files={}, **cell)
        for name, cell in PROBLEM.cells(settings).items()
    }
    return PROBLEM.collect(parts, files={}, settings=settings), parts


@pytest.fixture(scope="module")
def published():
    """Estimates of section 3.2 at full size, by case, rho, test and measure."""
    tables, _ = run(settings_of(correlations=(0, 0.1)), 5000)
    estimates = tables["estimates"]
    return estimates.set_index(["case", "rho", "test", "measure"])["value"]


def test_the_registry_knows_the_problem():
    assert find_problem("normal") is PROBLEM


# Expected numbers: 5,000 experiments of an independent implementation.


@pytest.mark.parametrize(
    ("case", "rho", "test", "measure", "expected"),
    [
        (1, 0, "poisson", "median", 0.0009),
        (1, 0, "poisson", "quantile_05", 0.0001),
        (1, 0, "poisson", "quantile_95", 0.0052),
        (2, 0, "poisson", "median", 0.291),
        (2, 0, "poisson", "quantile_05", 0.075),
        (2, 0, "poisson", "quantile_95", 0.704),
        (1, 0.1, "poisson", "median", 0.008),
        (2, 0.1, "poisson", "median", 0.541),
        # Rank sums to 27 and from 28 on are equally probable: 0.5 or 0.539.
        (1, 0, "signed_rank", "median", 0.5195),
        (1, 0, "signed_rank", "sd", 0.173),
        (2, 0, "signed_rank", "median", 0.500),
        (2, 0, "signed_rank", "sd", 0.184),
        (2, 0, "poisson", "ks_distance", 0.996),
        (2, 0.1, "poisson", "ks_distance", 0.984),
        (2, 0, "poisson", "rejection_rate", 0.002),
    ],
)
def test_both_cases_give_the_expected_distributions(
    published, case, rho, test, measure, expected
):
    tolerance = 0.02 if expected > 0.02 else 0.002
    assert published[case, rho, test, measure] == pytest.approx(expected, abs=tolerance)


def test_the_signed_rank_test_hardly_sees_the_case(published):
    for rho in (0, 0.1):
        assert 0.02 < published[2, rho, "signed_rank", "ks_distance"] < 0.08
    assert (1, 0, "signed_rank", "ks_distance") not in published.index


def test_differences_have_the_mean_the_deviation_and_the_correlation_asked_for():
    x = draw(range(4000), mu=[0.1, -0.2], sigma=[0.05, 0.3], rho=0.3, folds=5, seed=1)
    assert x.shape == (4000, 2, 5)
    # Means of 20,000 values of which five are correlated: an error of 0.0105 sigma.
    np.testing.assert_allclose(x.mean(axis=(0, 2)), [0.1, -0.2], atol=0.0105 * 0.3 * 4)
    np.testing.assert_allclose(x.std(axis=(0, 2)), [0.05, 0.3], rtol=0.03)
    for i in range(2):
        between = np.corrcoef(x[:, i].T)[np.triu_indices(5, 1)]
        np.testing.assert_allclose(between, 0.3, atol=4 * 0.91 / np.sqrt(4000))
    across = np.corrcoef(x[:, 0].ravel(), x[:, 1].ravel())[0, 1]
    assert abs(across) < 4 * 1.2 / np.sqrt(4000)


def test_independent_differences_are_normal():
    x = draw(range(2000), mu=[0.0], sigma=[1.0], rho=0, folds=10, seed=3)
    assert stats.kstest(x.ravel(), "norm").pvalue > 1e-3


def test_an_experiment_is_the_same_in_any_job():
    (cell, *_) = PROBLEM.cells(settings_of()).values()
    whole = PROBLEM.simulate(range(60), files={}, **cell)
    parts = [range(25), range(25, 26), range(26, 60)]
    alone = [PROBLEM.simulate(part, files={}, **cell) for part in parts]
    pd.testing.assert_frame_equal(pd.concat(alone, ignore_index=True), whole)


def test_cells_differ_in_their_random_numbers_and_tests_do_not_change_them():
    one = PROBLEM.cells(settings_of())
    two = PROBLEM.cells(settings_of(sides="two"))
    drawn = {
        name: PROBLEM.simulate(range(50), files={}, **cell)["poisson"].tolist()
        for name, cell in one.items()
    }
    assert drawn["case1-rho0"] != drawn["case2-rho0"]
    for name, cell in two.items():
        again = PROBLEM.simulate(range(50), files={}, **cell)
        assert again["poisson"].tolist() == drawn[name]
        assert (again["signed_rank"] >= 2**-9).all()
    reseeded = PROBLEM.cells(settings_of(seed=1))["case1-rho0"]
    again = PROBLEM.simulate(range(50), files={}, **reseeded)
    assert again["poisson"].tolist() != drawn["case1-rho0"]


@pytest.mark.parametrize(("rho", "sides"), [(0, "one"), (0.1, "two")])
def test_values_are_those_of_plain_tests(rho, sides):
    cells = PROBLEM.cells(settings_of(correlations=[rho], sides=sides))
    cell = cells[f"case2-rho{rho:g}"]
    found = PROBLEM.simulate(range(20, 40), files={}, **cell)
    names = ("mu", "sigma", "rho", "folds", "seed")
    x = draw(range(20, 40), **{name: cell[name] for name in names})
    for differences, line in zip(x, found.itertuples(), strict=True):
        scale = differences.std(axis=1, ddof=1) * np.sqrt(1 / 10 + rho / (1 - rho))
        wins = stats.t.cdf(differences.mean(axis=1) / scale, 9)
        more_than_half = stats.poisson_binom.sf(5, wins)
        assert line.poisson == pytest.approx(more_than_half, abs=1e-12)
        side = {"one": "greater", "two": "two-sided"}[sides]
        means = differences.mean(axis=1)
        wilcoxon = stats.wilcoxon(means, alternative=side, method="exact")
        assert line.signed_rank == pytest.approx(wilcoxon.pvalue, abs=1e-12)
        of_column = stats.wilcoxon(means, alternative="greater").statistic
        assert line.ahead == (of_column > 10 * 11 / 4)


def test_bins_hold_every_experiment_and_the_last_one_its_end():
    settings = settings_of()
    values = {"poisson": [0, 0.05, 0.5, 1.0], "signed_rank": [0.25] * 4, "ahead": 1}
    ends = pd.DataFrame(values)
    parts = {name: ends for name in PROBLEM.cells(settings)}
    histograms = PROBLEM.collect(parts, files={}, settings=settings)["histograms"]
    counts = histograms.set_index(["case", "rho", "test", "low"])["count"]
    poisson = counts[1, 0, "poisson"]
    assert poisson[poisson > 0].to_dict() == {0: 1, 0.05: 1, 0.5: 1, 0.95: 1}
    assert counts[2, 0, "signed_rank", 0.25] == 4
    assert (histograms.groupby(["case", "rho", "test"])["count"].sum() == 4).all()
    assert len(poisson) == 20


def test_decisions_are_counted_at_alpha():
    settings = settings_of(alpha=0.1)
    values = pd.DataFrame(
        {
            "poisson": [0.89, 0.91, 0.95, 0.0],
            "signed_rank": [0.09, 0.11, 0.5, 0.01],
            "ahead": [1, 1, 1, 0],
        }
    )
    parts = {name: values for name in PROBLEM.cells(settings)}
    estimates = PROBLEM.collect(parts, files={}, settings=settings)["estimates"]
    rates = estimates.query("measure == 'rejection_rate' and case == 1")
    assert dict(zip(rates["test"], rates["value"], strict=True)) == {
        "poisson": 0.5,
        "signed_rank": 0.25,
    }
    np.testing.assert_allclose(rates["error"], [0.25, np.sqrt(0.25 * 0.75 / 4)])


def test_errors_are_the_spread_of_repeated_estimates():
    rng = np.random.default_rng(5)
    samples = rng.beta(2, 5, (400, 500))
    found = [summarise(x) for x in samples]
    for measure in found[0]:
        values, errors = np.array([of[measure] for of in found]).T
        # 400 estimates settle their spread to 3.5 percent; quantiles' errors are rough.
        assert values.std() == pytest.approx(errors.mean(), rel=0.15), measure
    other = rng.beta(3, 5, 500)
    distances = np.array([distance(x, other) for x in samples])
    fixed = stats.ks_2samp(samples[0], other)
    assert distances[0, 0] == fixed.statistic
    # Of one sample `other` is fixed: the spread is that of the first share alone.
    assert distances[:, 0].std() < distances[:, 1].mean()


def test_equal_values_have_no_error():
    found = summarise(np.full(10, 0.25))
    assert set(found.values()) == {(0.25, 0.0), (0.0, 0.0)}


def test_a_rho_of_the_tests_alone_is_refused():
    with pytest.raises(ValueError, match="write it into `correlations`"):
        PROBLEM.cells(settings_of(rho=0.3))


def test_a_case_of_one_data_set_is_refused():
    settings = settings_of()
    settings["simulation"]["cases"].append([{"datasets": 1, "mu": 0, "sigma": 1}])
    with pytest.raises(ValueError, match="case 3 has one data set"):
        PROBLEM.cells(settings)
