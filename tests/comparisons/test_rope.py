"""What the Bayesian tests say for other ropes."""

import numpy as np
import pandas as pd
import pytest
from policies import BAYESIAN

from tenbyten import statistics
from tenbyten.comparisons.on_each_dataset import lines_of
from tenbyten.comparisons.rope import TESTS, rope_curves
from tenbyten.metrics import METRICS

REGIONS = ["p_row", "p_rope", "p_column"]


@pytest.fixture(scope="module")
def curves(posteriors, pairwise, of_all):
    """The curves of all pairs."""
    how = {"kind": METRICS["accuracy"], "bayesian": BAYESIAN}
    return rope_curves(posteriors, pairwise, **how, **of_all)


def test_a_line_a_pair_test_and_rope(curves, of_all):
    sizes = curves.groupby(["row", "column", "test"], sort=False).size()
    pairs = of_all["pairs"]
    assert list(sizes.index) == [(*pair, test) for pair in pairs for test in TESTS]
    assert set(sizes) == {13}
    ropes = curves["rope"].unique()
    assert ropes == pytest.approx(np.arange(13) / 400)
    assert {0.005, 0.01, 0.02} <= {*ropes}
    assert curves[REGIONS].sum(axis=1).to_numpy() == pytest.approx(np.ones(260))


def test_for_the_study_s_rope_the_numbers_are_those_of_its_pairwise_tests(
    curves, pairwise
):
    own = curves[curves["rope"] == 0.01].set_index("test")
    for test in TESTS:
        theirs = pairwise[[f"{test}_{region}" for region in ("row", "rope", "column")]]
        assert own.loc[test, REGIONS].to_numpy().tolist() == theirs.to_numpy().tolist()


@pytest.mark.parametrize("test", TESTS)
def test_other_ropes_have_a_tenth_of_the_draws(curves, posteriors, of_all, test):
    differences = lines_of(posteriors, **of_all)["mean_difference"].to_numpy()
    settings = BAYESIAN | {"rope": 0.02, "draws": 2000}
    theirs = getattr(statistics, test)(differences.reshape(10, 54), **settings)
    ours = curves[(curves["test"] == test) & (curves["rope"] == 0.02)]
    assert ours[REGIONS].to_numpy().tolist() == np.transpose(theirs).tolist()


def test_a_wider_rope_is_more_probable(curves):
    # The draws are the same for every rope but the study's own.
    others = curves[curves["rope"] != 0.01]
    for _, curve in others.groupby(["row", "column", "test"]):
        assert curve["p_rope"].is_monotonic_increasing
        assert curve["p_rope"].iloc[-1] > curve["p_rope"].iloc[0]


@pytest.mark.parametrize(
    ("datasets", "rope", "largest", "ropes"),
    [
        (1000, 0.02, 1, [x / 200 for x in range(13)]),
        (1001, 0.02, 1, [x / 100 for x in range(7)]),
        # No difference of accuracies is so large.
        (10, 0.5, 1, [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875]),
        (10, 0.0, 1, [0]),
    ],
)
def test_ropes_are_multiples_of_the_study_s(datasets, rope, largest, ropes):
    rng = np.random.default_rng(3)
    names = [f"d{i}" for i in range(datasets)]
    posteriors = pd.DataFrame({"dataset": names, "row": "a", "column": "b"})
    posteriors["mean_difference"] = rng.uniform(-largest, largest, datasets)
    own = {f"{test}_{x}": 1 / 3 for test in TESTS for x in ("row", "rope", "column")}
    curves = rope_curves(
        posteriors,
        pd.DataFrame([own]),
        pairs=[("a", "b")],
        datasets=names,
        kind=METRICS["accuracy"],
        bayesian=BAYESIAN | {"rope": rope, "draws": 10},
    )
    assert curves["rope"].tolist() == pytest.approx([*ropes, *ropes])
    at_own = curves[curves["rope"] == rope]
    assert at_own[REGIONS].to_numpy() == pytest.approx(np.full((2, 3), 1 / 3))


def test_one_difference_just_on_the_rope_moves_its_probability_by_a_tenth(
    posteriors, of_all
):
    # AODE and HNB on the first 27 data sets: the difference on iris is 0.01.
    first = {"pairs": [("AODE", "HNB")], "datasets": of_all["datasets"][:27]}
    differences = lines_of(posteriors, **first)["mean_difference"].to_numpy()
    assert np.sum(np.abs(np.abs(differences) - 0.01) < 1e-12) == 1
    narrow, wide = (
        statistics.bayesian_sign(differences, **BAYESIAN | {"rope": rope}).rope
        for rope in (0.01 - 1e-9, 0.01 + 1e-9)
    )
    assert wide - narrow > 0.1
