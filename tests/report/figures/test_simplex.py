"""Draws in the triangle."""

import numpy as np
import pytest

from tenbyten.report.figures.drawing import as_svg
from tenbyten.report.figures.simplex import cells, draw_simplex
from tenbyten.statistics.many_datasets.bayesian_signed_rank import (
    bayesian_signed_rank,
    draw_signed_rank,
)

NAMES = {"row": "J48", "column": "HNB"}


def test_every_draw_is_in_one_cell_and_that_is_a_near_one():
    draws = np.random.default_rng(1).dirichlet([1, 2, 0.5], 5000)
    lattice, counts = cells(draws)
    assert counts.sum() == 5000
    assert (lattice >= 0).all()
    assert (lattice.sum(axis=1) == lattice[0].sum()).all()
    side = lattice[0].sum()
    for draw in draws[:100]:
        one, number = cells(draw[None])
        assert number == [1]
        # No coordinate is farther off than the rounding of two others.
        assert np.abs(one[0] / side - draw).max() <= 1 / side


def test_corners_are_cells():
    lattice, counts = cells(np.eye(3))
    assert sorted(lattice.max(axis=1) / lattice.sum(axis=1)) == [1, 1, 1]
    assert counts.tolist() == [1, 1, 1]


def test_shares_are_the_probabilities_of_the_test(words_of):
    differences = np.random.default_rng(2).normal(0.01, 0.02, 30)
    settings = {"rope": 0.01, "seed": 1, "draws": 2000}
    draws = draw_signed_rank(differences, **settings)
    drawing = draw_simplex({"first": draws}, **NAMES)
    wanted = bayesian_signed_rank(differences, **settings)
    assert {f"{share:.3f}" for share in wanted} <= set(words_of(drawing))
    assert f"first: J48 = {wanted.row:.3f}" in drawing.alt


def test_many_draws_make_no_large_file():
    draws = np.random.default_rng(1).dirichlet([1, 1, 1], 50_000)
    drawing = draw_simplex(dict.fromkeys(["a", "b", "c"], draws), **NAMES)
    assert len(as_svg(drawing)) < 60_000


@pytest.mark.parametrize("many", [3, 500])
def test_no_dot_is_lost(many):
    # Matplotlib simplifies long paths, of which lines without length are the first.
    points = np.zeros((many, 3))
    points[:, 0] = np.linspace(0, 1, many)
    points[:, 2] = 1 - points[:, 0]
    drawing = draw_simplex({"a": points}, **NAMES)
    dots = len(cells(points)[0])
    strokes = as_svg(drawing).count("stroke-linecap: round")
    moves = sum(
        part.split('"')[0].count("M ")
        for part in as_svg(drawing).split(' d="')[1:]
        if "stroke-linecap: round" in part.split("/>")[0]
    )
    # One more: the triangle itself.
    assert strokes > 1
    assert moves == dots + 1


def test_draws_that_are_no_probabilities_are_refused():
    with pytest.raises(ValueError, match=r"simplex, a: draws have the shape \(4,\)"):
        draw_simplex({"a": np.zeros(4)}, **NAMES)
    wrong = np.array([[0.2, 0.3, 0.5], [0.2, 0.3, 0.6]])
    with pytest.raises(ValueError, match=r"simplex, a: draw 1 is \[0\.2, 0\.3, 0\.6\]"):
        draw_simplex({"a": wrong}, **NAMES)
    with pytest.raises(ValueError, match="draw 0 is"):
        draw_simplex({"a": np.full((1, 3), np.nan)}, **NAMES)
