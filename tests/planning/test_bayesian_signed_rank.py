"""Decisions of the Bayesian signed-rank test on many drawn comparisons."""

import numpy as np
import pytest

from tenbyten.planning.bayesian_signed_rank import bayesian_decisions
from tenbyten.statistics import bayesian_signed_rank
from tenbyten.statistics.many_datasets.dirichlet import Settings

RNG = np.random.default_rng(7)
SIZES = [2, 10, 30]
PILOTS = {
    "better": RNG.normal(0.02, 0.02, 20),
    "equivalent": RNG.normal(0.002, 0.016, 20),
    "tied": np.array([0.02, 0.02, 0.0, -0.02, 0.01]),
    "nothing": np.zeros(3),
}
SETTINGS = Settings(rope=0.01, seed=3, prior_strength=1, draws=1000)


@pytest.mark.parametrize("name", PILOTS)
@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"rope": 0.0},
        {"prior_place": "row"},
        {"prior_place": "column", "prior_strength": 0.5},
    ],
    ids=["default", "no rope", "prior row", "prior column"],
)
def test_decisions_are_those_of_the_bayesian_signed_rank_test(name, changed):
    pilot, settings = PILOTS[name], SETTINGS._replace(**changed)
    drawn = RNG.integers(0, len(pilot), (80, SIZES[-1]))
    found = bayesian_decisions(pilot, drawn, SIZES, alpha=0.05, settings=settings)
    assert found.shape == (2, 80, len(SIZES))
    for i, size in enumerate(SIZES):
        test = bayesian_signed_rank(pilot[drawn[:, :size]], **settings._asdict())
        np.testing.assert_array_equal(found[0, :, i], test.column > 0.95)
        np.testing.assert_array_equal(found[1, :, i], test.rope > 0.95)


def test_both_decisions_are_made():
    for name, decision in (("better", 0), ("equivalent", 1)):
        drawn = RNG.integers(0, 20, (50, 30))
        found = bayesian_decisions(
            PILOTS[name], drawn, [30], alpha=0.05, settings=SETTINGS
        )
        assert 0 < found[decision].mean() < 1, name
