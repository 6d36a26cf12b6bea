"""Problem gaussians: held to the intervals of Table 3, at reduced size."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tenbyten.simulation.resampled.gaussians import PROBLEM
from tenbyten.study.reading import read_study

ROOT = Path(__file__).resolve().parents[3]
CONFIG = ROOT / "config"


@pytest.fixture(scope="module")
def study():
    return read_study("nadeau-bengio-gaussians", root=ROOT)


@pytest.fixture(scope="module")
def cells(study):
    return PROBLEM.cells(study.settings)


def test_a_case_is_a_cell_of_its_own_numbers(cells):
    assert list(cells) == ["case1", "case2", "case3", "case4"]
    sizes = [(cell["instances"], cell["variance"]) for cell in cells.values()]
    assert sizes == [(200, 1 / 2), (200, 1 / 6), (2000, 1 / 2), (2000, 0.173)]
    assert len({cell["stream"] for cell in cells.values()}) == 4


def test_data_sets_alone_are_those_of_the_whole(cells):
    whole = PROBLEM.simulate(range(6), files={}, **cells["case1"])
    some = PROBLEM.simulate(range(2, 5), files={}, **cells["case1"])
    of_whole = whole[whole["experiment"].between(2, 4)].reset_index(drop=True)
    pd.testing.assert_frame_equal(some, of_whole)


def moments(study, cells, datasets):
    """Simulate so many data sets of some cases; return the moments of these."""
    parts = {
        name: PROBLEM.simulate(range(datasets.get(name, 2)), files={}, **cell)
        for name, cell in cells.items()
    }
    files = {"intervals": CONFIG / "nadeau-bengio.tsv"}
    found = PROBLEM.collect(parts, files=files, settings=study.settings)["moments"]
    return found[("case" + found["case"]).isin(datasets)]


def test_generalization_errors_agree_with_table_3(study, cells):
    datasets = {"case1": 100, "case2": 100, "case3": 15, "case4": 15}
    found = moments(study, cells, datasets)
    of_mu = found[found["quantity"].str.startswith("mu")]
    assert len(of_mu) == 24
    # Of 24 values of Student's t hardly any is beyond 4.
    assert of_mu["z"].abs().max() < 4
    assert of_mu["error"].max() < 0.01


@pytest.mark.slow
@pytest.mark.parametrize(
    "datasets", [{"case1": 1000, "case2": 1000}, {"case3": 100, "case4": 100}]
)
def test_all_moments_agree_with_table_3(study, cells, datasets):
    z = moments(study, cells, datasets)["z"]
    assert len(z) == 36
    assert z.notna().all()
    # About 1.8 of 36 standard normal values are beyond 1.96, hardly any beyond 3.5.
    assert (z.abs() < 1.96).mean() >= 0.9
    assert z.abs().max() < 3.5
    assert np.sqrt((z**2).mean()) < 1.4
