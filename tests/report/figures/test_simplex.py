"""Draws in the triangle."""

import numpy as np
from matplotlib.colors import to_rgb

from tenbyten.report.figures import simplex
from tenbyten.report.figures.colours import OUTCOMES
from tenbyten.report.figures.simplex import draw_simplex
from tenbyten.statistics.many_datasets.bayesian import (
    bayesian_signed_rank,
    draw_signed_rank,
)

NAMES = {"row": "J48", "column": "HNB"}


def test_every_draw_is_in_a_cell_of_the_colour_of_the_most_probable():
    corners = np.eye(3) * 0.94 + 0.02
    image = simplex._cells(np.repeat(corners, [4, 1, 2], axis=0))
    rows, columns = np.nonzero(image[..., 3])
    assert len(rows) == 3
    # Row better left, column better right, both below; equivalent above.
    order = np.argsort(columns)
    assert rows[order][1] > max(rows[order][0], rows[order][2])
    found = image[rows[order], columns[order]]
    np.testing.assert_allclose(found[:, :3], [to_rgb(x) for x in OUTCOMES])
    np.testing.assert_allclose(found[:, 3] ** 2, [1, 1 / 4, 1 / 2])


def test_shares_are_the_probabilities_of_the_test(words_of):
    differences = np.random.default_rng(2).normal(0.01, 0.02, 30)
    settings = {"rope": 0.01, "seed": 1, "draws": 2000}
    draws = draw_signed_rank(differences, **settings)
    drawing = draw_simplex({"first": draws}, **NAMES)
    wanted = bayesian_signed_rank(differences, **settings)
    names = ("J48", "rope", "HNB")
    told = {f"{x} {share:.3f}" for x, share in zip(names, wanted, strict=True)}
    assert told <= set(words_of(drawing))
    assert f"first: J48 = {wanted.row:.3f}" in drawing.alt
