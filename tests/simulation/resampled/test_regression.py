"""The study of regression, held to the formulas and tables of the paper."""

from pathlib import Path

import pandas as pd
import pytest

from tenbyten.simulation.resampled.moments import read_intervals
from tenbyten.simulation.resampled.regression import PROBLEM
from tenbyten.study.reading import read_study

CONFIG = Path(__file__).parents[3] / "config"
INTERVALS = CONFIG / "nadeau-bengio.tsv"
FILES = {"intervals": INTERVALS}


@pytest.fixture(scope="module")
def settings():
    return read_study("nadeau-bengio-regression", CONFIG.parent).settings


def test_published_intervals_hold_every_exact_error(settings):
    published = read_intervals(INTERVALS, "regression")
    exact = PROBLEM.exact(settings)
    held = [
        published[case, f"mu_{name}_{loss}"][0]
        <= exact[case, loss, name]
        <= published[case, f"mu_{name}_{loss}"][1]
        for case in "1234"
        for loss in ("A", "B", "AB")
        for name in ("half", "nine")
    ]
    assert held == [True] * 24


def test_exact_errors_by_hand(settings):
    # Simulation 1 at n/2: (101 / 100) 98 and (101 / 100) (98 / 97) 97.
    exact = PROBLEM.exact(settings)
    for loss, wanted in {"A": 98.98, "B": 98.98, "AB": 0}.items():
        assert exact["1", loss, "half"] == pytest.approx(wanted, abs=1e-9)
        assert exact["1", loss, "thrown"] == exact["1", loss, "half"]


def test_cells_have_what_settles_their_numbers(settings):
    cells = PROBLEM.cells(settings)
    assert list(cells) == ["case1", "case2", "case3", "case4"]
    assert [cell["stream"] for cell in cells.values()] == [1, 2, 3, 4]
    assert all(cell["seed"] == 2003 for cell in cells.values())
    assert not any("distances" in cell for cell in cells.values())


def test_data_sets_alone_are_those_in_the_whole(settings):
    cell = PROBLEM.cells(settings)["case1"]
    whole = PROBLEM.simulate(range(6), files=FILES, **cell)
    alone = PROBLEM.simulate(range(3, 5), files=FILES, **cell)
    there = whole[whole["experiment"].isin([3, 4])].reset_index(drop=True)
    pd.testing.assert_frame_equal(alone, there)


@pytest.fixture(scope="module")
def collected(settings):
    """Both cases of 200 instances, at full size."""
    asked = settings["simulation"]
    fewer = settings | {"simulation": asked | {"cases": asked["cases"][:2]}}
    parts = {
        name: PROBLEM.simulate(range(1000), files=FILES, **cell)
        for name, cell in PROBLEM.cells(fewer).items()
    }
    return PROBLEM.collect(parts, files=FILES, settings=fewer)


@pytest.mark.slow
def test_moments_are_those_of_table_2(collected):
    z = collected["moments"]["z"]
    assert len(z) == 36
    assert z.abs().max() < 3.5
    assert (z**2).mean() ** 0.5 < 1.4
    assert (z.abs() < 1.96).mean() >= 0.9


@pytest.mark.slow
def test_simulated_errors_are_the_exact_ones(collected):
    found = collected["moments"].dropna(subset="exact")
    assert len(found) == 12
    assert ((found["estimate"] - found["exact"]).abs() < 3.5 * found["error"]).all()


@pytest.mark.slow
def test_sizes_are_those_of_an_independent_build(collected):
    """Rates of 1,000 data sets, within four standard errors of those found before."""
    table = collected["estimates"].query("distance == 0 and train == 0.5")
    size = table.set_index(["case", "loss", "test_size", "test"])["value"]
    # Corrected resampled t where two fifths are thrown away; 4 * 0.0134.
    for case, wanted in {"1": 0.069, "2": 0.155}.items():
        found = size[case, "AB", 0.1, "corrected_resampled_t"]
        assert found == pytest.approx(wanted, abs=0.054)
    of_a = [size[case, "A", 0.5, "corrected_resampled_t"] for case in "12"]
    assert all(0.06 < value < 0.16 for value in of_a)
    liberal = size.unstack("test")[["resampled_t", "pseudo_bootstrap"]]
    assert liberal.min(axis=None) > 0.2
    # More liberal with half of the data set for testing.
    assert (liberal.xs(0.5, level=2) > liberal.xs(0.1, level=2)).all(axis=None)
