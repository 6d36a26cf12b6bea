"""Performance profiles, drawn."""

import numpy as np
import pandas as pd
import pytest

from tenbyten.comparisons.many_classifiers import profile_table
from tenbyten.metrics import METRICS, Metric
from tenbyten.report.figures.profiles import draw_profiles
from tenbyten.report.figures.style import Unit

MEANS = pd.DataFrame({"a": [0.9, 0.8, 0.7, 0.6], "b": [0.9, 0.75, 0.72, 0.5]})


def drawn(means, metric="accuracy"):
    """The drawing of the profiles of these means, and the lines of its panels."""
    table = profile_table(means, kind=METRICS[metric])
    groups = dict(iter(table.groupby("classifier", sort=False)))
    drawing = draw_profiles(
        groups, subset="all", datasets=len(means), unit=Unit(metric)
    )
    return drawing, [[line.get_xydata() for line in x.lines] for x in drawing.axes]


def test_each_panel_has_its_classifier_before_the_highest_of_the_others():
    drawing, (of_a, of_b) = drawn(MEANS)
    np.testing.assert_allclose(of_a[1], [[0, 0.75], [2, 1], [5, 1], [10, 1]], atol=1e-9)
    np.testing.assert_allclose(
        of_a[0], [[0, 0.5], [2, 0.5], [5, 0.75], [10, 1]], atol=1e-9
    )
    np.testing.assert_array_equal(of_a[0], of_b[1])
    assert "a 75% (2.00 percentage points); b 50% (10.00 percentage" in drawing.alt
    assert "distance from the best accuracy (percentage points)" in drawing.alt


def test_times_are_drawn_by_their_ratios_on_an_axis_of_doublings(svg_of):
    drawing, (of_a, _) = drawn(MEANS.assign(b=[1.8, 1.6, 0.35, 6]), "fit_seconds")
    np.testing.assert_allclose(of_a[1], [[1, 0.75], [2, 1], [10, 1]])
    assert drawing.axes[0].get_xscale() == "log"
    assert "b 25% (10 times)" in drawing.alt
    svg = svg_of(drawing)
    assert "mathdefault" not in svg
    assert ">8<" in svg


def test_many_classifiers_that_never_differ_are_drawn_too(svg_of):
    alike = pd.DataFrame({f"c{i}": [0.5, 0.6] for i in range(23)})
    drawing, lines = drawn(alike)
    assert len([x for x in lines if x]) == 23
    assert "c22 100% (0.00 percentage points)" in drawing.alt
    svg_of(drawing)


@pytest.mark.parametrize(
    ("kind", "values", "distance"),
    [
        (Metric(False, np.inf), [1.0, 2.0], "ratio"),
        (Metric(False, np.inf), [0.0, 2.0], "difference"),
        (Metric(False, 1.0), [0.5, 0.2], "difference"),
        (Metric(True, np.inf), [0.5, 0.2], "difference"),
    ],
)
def test_costs_without_bounds_have_ratios_where_none_is_zero(kind, values, distance):
    table = profile_table(pd.DataFrame({"a": values, "b": [4.0, 4.0]}), kind=kind)
    assert set(table["distance"]) == {distance}
    # A line where a share rises, none elsewhere.
    rises = table.groupby("classifier")["share"].apply(
        lambda x: x.is_monotonic_increasing
    )
    assert rises.all()
    assert table.groupby("classifier")["share"].last().eq(1).all()
