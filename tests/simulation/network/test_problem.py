"""The cells of problem `network`, and numbers that an independent program found."""

import json
import math
import re
from functools import cache

import pytest
from network_study import PROBLEM, collected, settings_of

from tenbyten.study.reading import read_study

# Of another program, in 5,000 experiments: rates of rejection on 50 data sets, by
# difference and whether it is Cauchy, of the Poisson test and the signed-rank test with
# one run, then with ten.
KNOWN = {
    (0, "none"): (0.000, 0.003, 0.000, 0.001),
    (0.02, "none"): (0.003, 0.030, 0.004, 0.017),
    (0.03, "none"): (0.055, 0.131, 0.068, 0.103),
    (0.04, "none"): (0.277, 0.369, 0.333, 0.340),
    (0.05, "none"): (0.641, 0.652, 0.705, 0.641),
    (0.06, "none"): (0.889, 0.855, 0.915, 0.861),
    (0.07, "none"): (0.979, 0.956, 0.985, 0.965),
    (0.01, "cauchy"): (0.014, 0.046, 0.019, 0.034),
    (0.03, "cauchy"): (0.228, 0.260, 0.279, 0.249),
    (0.05, "cauchy"): (0.602, 0.529, 0.674, 0.531),
}
POISSON, SIGNED_RANK = ("poisson", "half"), ("signed_rank", "split")
EXPERIMENTS, OF_PROGRAM = 200, 5000


@cache
def rates(difference, spread, **changed):
    """Rates of rejection of a cell, by data sets, runs, test and policy."""
    cell = {"differences": [difference], "spread": spread, "experiments": EXPERIMENTS}
    estimates = collected(**cell, **changed)["estimates"]
    keys = ["datasets", "runs", "test", "policy"]
    return estimates.set_index(keys)["value"].sort_index()


def assert_near(found, known):
    """Hold a rate to another one: four standard errors, and a step of the coarser."""
    p = (found * EXPERIMENTS + known * OF_PROGRAM) / (EXPERIMENTS + OF_PROGRAM)
    error = math.sqrt(p * (1 - p) * (1 / EXPERIMENTS + 1 / OF_PROGRAM))
    assert abs(found - known) <= 4 * error + 1 / EXPERIMENTS


@pytest.mark.parametrize(("difference", "spread"), KNOWN)
def test_rates_are_those_of_another_program(difference, spread):
    found = rates(difference, spread)
    keys = [(runs, *test) for runs in (1, 10) for test in (POISSON, SIGNED_RANK)]
    for key, known in zip(keys, KNOWN[difference, spread], strict=True):
        assert_near(found[50, *key], known)


@pytest.mark.parametrize("datasets", [25, 50])
def test_one_policy_alone_has_too_large_an_error(datasets):
    # The paper finds less than 0.05, and Table 4 comes out under `win` alone.
    found = rates(0, "none")[datasets, 1, "poisson"]
    assert_near(found["win"], 0.16)
    assert found["win"] > 0.05 + 2 * math.sqrt(0.05 * 0.95 / EXPERIMENTS)
    for policy in ("half", "drop", "lose"):
        assert_near(found[policy], 0.006)
    assert rates(0, "none")[datasets, 1, *SIGNED_RANK] <= 0.02


def test_the_poisson_test_is_calibrated_for_the_given_data_sets_only():
    # Medians of 0 with a spread: half of the data sets have a difference.
    found = rates(0, "cauchy", scale=0.05)
    known = {(50, 10): 0.087, (25, 10): 0.122, (50, 1): 0.049, (25, 1): 0.077}
    for key, rate in known.items():
        assert_near(found[*key, *POISSON], rate)
        assert_near(found[*key, *SIGNED_RANK], 0.05)


def test_negative_differences_taken_literally_favour_the_signed_rank_test():
    known = {0.02: (0.367, 0.509), 0.03: (0.748, 0.853), 0.04: (0.950, 0.975)}
    for difference, of_tests in known.items():
        found = rates(difference, "cauchy", exchange=False)
        for test, rate in zip((POISSON, SIGNED_RANK), of_tests, strict=True):
            assert_near(found[50, 10, *test], rate)


def test_stratified_folds_and_laplaces_rule_double_the_error_under_win():
    found = rates(0, "none", stratified=True, estimator="laplace")
    assert_near(found[50, 1, "poisson", "win"], 0.33)


def test_a_cell_has_all_that_settles_its_numbers_and_nothing_else():
    settings = settings_of(differences=[0, 0.01], title="Anything")
    cells = PROBLEM.cells(settings)
    assert list(cells) == ["difference0", "difference0.01"]
    cell = cells["difference0.01"]
    assert json.loads(json.dumps(cell)) == cell
    for change in ({"experiments": 7}, {"zero_variance": "win"}, {"differences": [0]}):
        found = PROBLEM.cells(settings_of(**{"differences": [0, 0.01]} | change))
        assert found["difference0"] == cells["difference0"]
    changes = {"seed": 2, "alpha": 0.1, "folds": 5, "rho": 0.2, "runs": [1]}
    changes |= {"signed_rank": "approximate", "signed_rank_sides": "two"}
    changes |= {"sizes": [25], "datasets": [10], "exchange": False}
    changes |= {"stratified": True, "estimator": "laplace"}
    for key, value in changes.items():
        found = PROBLEM.cells(settings_of(differences=[0.01], **{key: value}))
        assert found["difference0.01"] != cell


def test_the_spread_of_a_cell_is_its_difference_or_as_it_is_asked_for():
    cells = PROBLEM.cells(settings_of(differences=[-0.02, 0, 0.02], spread="cauchy"))
    assert {name: cell["scale"] for name, cell in cells.items()} == {
        "difference-0.02-scale0.02": 0.02,
        "difference0": 0,
        "difference0.02-scale0.02": 0.02,
    }
    found = PROBLEM.cells(
        settings_of(differences=[0, 0.02], spread="cauchy", scale=0.05)
    )
    assert [cell["scale"] for cell in found.values()] == [0.05, 0.05]
    names = list(cells) + list(found)
    assert all(re.fullmatch(r"[A-Za-z0-9.-]+", name) for name in names)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"scale": 0.05}, "scale is 0.05, but spread is none"),
        ({"sizes": [25, 8]}, "sizes: a data set of 8 instances does not fill 10 folds"),
    ],
)
def test_keys_that_contradict_each_other_are_refused(changed, message):
    with pytest.raises(ValueError, match=message):
        PROBLEM.cells(settings_of(**changed))


def test_the_papers_studies_share_the_cell_without_a_difference(root):
    fixed, cauchy = (
        read_study(f"corani-benavoli-{section}", root) for section in ("4.2", "4.3")
    )
    cells = [PROBLEM.cells(study.settings) for study in (fixed, cauchy)]
    assert cells[0]["difference0"] == cells[1]["difference0"]
    assert [len(found) for found in cells] == [11, 6]
    assert PROBLEM.experiments(fixed.settings) == 5000


def test_more_work_is_estimated_to_take_longer():
    few, many = (
        PROBLEM.cells(settings_of(datasets=[datasets], runs=[runs]))["difference0.05"]
        for datasets, runs in ((10, 1), (50, 10))
    )
    assert PROBLEM.seconds(few, 100) < PROBLEM.seconds(few, 5000)
    assert PROBLEM.seconds(few, 5000) < PROBLEM.seconds(many, 5000)
