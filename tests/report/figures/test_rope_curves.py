"""Posteriors against the rope."""

import numpy as np
import pandas as pd
import pytest

from tenbyten.report.figures.colours import OUTCOMES
from tenbyten.report.figures.plan import plan
from tenbyten.report.figures.rope_curves import draw_rope_curves

CURVE = pd.DataFrame(
    {
        "rope": [0.0, 0.005, 0.01, 0.02, 0.03],
        "p_row": [0.1, 0.1, 0.05, 0.01, 0.0],
        "p_rope": [0.0, 0.2, 0.45, 0.84, 1.0],
        "p_column": [0.9, 0.7, 0.5, 0.15, 0.0],
    }
)
SETTINGS = {"subset": "all", "rope": 0.01, "alpha": 0.05}


def test_posteriors_at_half_once_and_twice_the_rope_are_told():
    drawing = draw_rope_curves({("a", "b"): CURVE}, on_edge={}, **SETTINGS)
    assert "twice the rope: a and b 0.20, 0.45, 0.84. " in drawing.alt
    assert drawing.title.startswith("all: posterior")


def test_curves_have_the_colours_of_their_regions():
    drawing = draw_rope_curves({("a", "b"): CURVE}, on_edge={}, **SETTINGS)
    curves = drawing.axes[0].lines[:3]
    assert [curve.get_color() for curve in curves] == list(OUTCOMES)
    for curve, side in zip(curves, ("p_row", "p_rope", "p_column"), strict=True):
        np.testing.assert_allclose(curve.get_ydata(), CURVE[side])
        np.testing.assert_allclose(curve.get_xdata(), 100 * CURVE["rope"])


@pytest.mark.parametrize(
    ("edge", "said"),
    [(0, ""), (1, " (1 data set just on the rope)"), (7, " (7 data sets just on")],
)
def test_data_sets_just_on_the_rope_are_marked_and_counted(words_of, edge, said):
    pairs = {("a", "b"): CURVE, ("a", "c"): CURVE}
    drawing = draw_rope_curves(pairs, on_edge={("a", "c"): edge}, **SETTINGS)
    lines = [line for axes in drawing.axes for line in axes.lines]
    assert sum(line.get_marker() == "v" for line in lines) == bool(edge)
    assert f"a and b 0.20, 0.45, 0.84; a and c 0.20, 0.45, 0.84{said}" in drawing.alt
    assert ("just on the rope" in drawing.alt.partition(". ")[0]) == bool(edge)
    assert ("7" in words_of(drawing)) == (edge == 7)
    assert ("Triangle: on so many data sets" in drawing.alt) == bool(edge)


def test_the_plan_counts_data_sets_on_the_rope_in_the_subset(tables, settings):
    posteriors = tables.posteriors.copy()
    pair = (posteriors["row"] == "nb") & (posteriors["column"] == "hnb")
    for dataset, value in (("d0", 0.01), ("d1", -0.01), ("d2", 0.0101), ("d8", 0.01)):
        where = pair & (posteriors["dataset"] == dataset)
        posteriors.loc[where, "mean_difference"] = value
    changed = tables._replace(posteriors=posteriors)
    drawn = {
        x.name: x.draw().alt for x in plan(changed, settings) if x.kind == "rope_curves"
    }
    assert (
        "naive Bayes and HNB 0.20, 0.30, 0.60 (2 data sets just"
        in drawn["rope_curves-some"]
    )
    assert (
        "naive Bayes and HNB 0.20, 0.30, 0.60 (3 data sets just"
        in drawn["rope_curves-all"]
    )


def test_without_a_rope_there_is_no_curve(kinds_of, settings):
    kinds = kinds_of(settings=settings._replace(rope=0.0))
    assert "rope_curves" not in kinds
    assert "comparison_matrix" in kinds
