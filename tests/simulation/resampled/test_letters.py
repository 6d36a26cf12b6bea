"""Problem letters, on a generated table of the data's shape."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from letter_images import images, write_images

from tenbyten.simulation.resampled.letters import PROBLEM
from tenbyten.study.reading import read_study

ROOT = Path(__file__).resolve().parents[3]
CONFIG = ROOT / "config"


@pytest.fixture(scope="module")
def study():
    return read_study("nadeau-bengio-letters", root=ROOT)


@pytest.fixture(scope="module")
def cell(study):
    cells = PROBLEM.cells(study.settings)
    assert list(cells) == ["weights"]
    return cells["weights"]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Return images whose letters have nothing to do with them."""
    path = tmp_path_factory.mktemp("letter") / "letter.parquet"
    columns, classes = images(20_000)
    write_images(columns, np.random.default_rng(2).permutation(classes), path)
    return {"letter": path}


def test_cases_are_named_by_their_weights(cell):
    assert cell["cases"] == ["1", "5", "10", "17.25", "25", "2048"]
    assert cell["weights"] == [1, 5, 10, 17.25, 25, 2048]


def test_data_sets_alone_are_those_of_the_whole(cell, files):
    whole = PROBLEM.simulate(range(4), files=files, **cell)
    some = PROBLEM.simulate(range(1, 3), files=files, **cell)
    of_whole = whole[whole["experiment"].between(1, 2)].reset_index(drop=True)
    pd.testing.assert_frame_equal(some, of_whole)


def test_letters_that_are_drawn_by_lot_are_guessed_as_such(study, cell, files):
    part = PROBLEM.simulate(range(20), files=files, **cell)
    found = PROBLEM.collect(
        {"weights": part},
        files=files | {"intervals": CONFIG / "nadeau-bengio.tsv"},
        settings=study.settings,
    )
    moments = found["moments"].set_index(["case", "quantity"])
    # Tables 4 and 5: A once, B and the difference by weight.
    assert len(moments) == 6 + 6 * 12
    assert moments["published_low"].notna().all()
    for case in ("all", *cell["cases"]):
        loss = "A" if case == "all" else "B"
        for sample in ("half", "nine"):
            row = moments.loc[(case, f"mu_{sample}_{loss}")]
            # One of 26 letters is right by chance.
            assert row["estimate"] == pytest.approx(25 / 26, abs=4 * row["error"])
    for case in cell["cases"]:
        row = moments.loc[(case, "mu_half_AB")]
        assert abs(row["estimate"]) < 4 * row["error"]
