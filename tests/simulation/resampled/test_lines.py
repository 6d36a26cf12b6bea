"""Regression's losses: held to NumPy, row by row."""

import numpy as np
import pytest

from tenbyten.simulation.random import generator
from tenbyten.simulation.resampled.design import draw_splits
from tenbyten.simulation.resampled.lines import Lines

TASK = Lines(instances=200, mean=10, intercept=100, slope=2, variance=2.0, noise=64.0)


def test_squared_errors_are_those_of_numpy():
    state = generator(3)
    x, y = TASK.draw(state)
    train, test = draw_splits(state, np.arange(200)[np.newaxis], 20, 5)
    found = TASK.losses(np.stack([x, y]), train, test)
    for split in range(5):
        rows, tested = train[split], test[split]
        design = np.column_stack([np.ones(180), x[rows]])
        (a, b), *_ = np.linalg.lstsq(design, y[rows])
        assert found[split, :, 0] == pytest.approx((y[tested] - y[rows].mean()) ** 2)
        wanted = (y[tested] - a - b * x[tested]) ** 2
        assert found[split, :, 1] == pytest.approx(wanted, rel=1e-8, abs=1e-8)


def test_data_sets_follow_the_distribution_of_the_case():
    many = np.concatenate(
        [TASK.draw(generator(5, number)) for number in range(500)], axis=1
    )
    x, y = many
    # Standard errors of 100,000 draws: 0.0045, 0.009, 0.27 (variance 72), 0.32.
    assert x.mean() == pytest.approx(10, abs=0.018)
    assert x.var() == pytest.approx(2, abs=0.036)
    assert y.mean() == pytest.approx(120, abs=0.11)
    assert (y - 100 - 2 * x).var() == pytest.approx(64, abs=1.2)
