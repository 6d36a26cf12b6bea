"""All means at a glance."""

import numpy as np
import pandas as pd
import pytest

from tenbyten.report.figures.drawing import as_svg
from tenbyten.report.figures.heat_map import draw_heat_map
from tenbyten.report.figures.text import Unit

MEANS = pd.DataFrame(
    {"NB": [0.5, 0.9], "J48": [0.75, 0.9], "HNB": [0.7, 0.85]}, index=["zoo", "iris"]
)


def frame(datasets, classifiers):
    """Random means."""
    values = np.random.default_rng(1).uniform(0.5, 1, (datasets, classifiers))
    names = [f"d{i}" for i in range(datasets)], [f"c{i}" for i in range(classifiers)]
    return pd.DataFrame(values, *names)


def bold(drawing):
    """What is written in bold."""
    return [text.get_text() for text in drawing.texts if text.get_weight() == "bold"]


def shades(drawing):
    """Opacity of every cell."""
    return drawing.axes[0].images[0].get_array()[..., 3]


def test_the_best_of_each_data_set_are_bold_and_ties_share(words_of):
    drawing = draw_heat_map(MEANS)
    assert bold(drawing) == ["75.0", "90.0", "90.0"]
    assert {"zoo", "iris", "NB", "J48", "HNB", "85.0"} <= set(words_of(drawing))


def test_where_lower_is_better_the_lowest_is_best():
    drawing = draw_heat_map(MEANS, unit=Unit("log_loss"))
    assert bold(drawing) == ["0.500", "0.850"]


def test_cells_are_the_darker_the_farther_behind_the_best():
    darkness = shades(draw_heat_map(MEANS))
    # Five points behind in either data set.
    assert darkness[0, 1] == darkness[1, 0] == darkness[1, 1] == 0
    assert darkness[0, 2] == pytest.approx(darkness[1, 2])
    assert darkness[0, 0] > 2 * darkness[0, 2] > 0


def test_equal_classifiers_have_no_shade(words_of):
    drawing = draw_heat_map(MEANS.assign(NB=0.5, J48=0.5, HNB=0.5))
    assert (shades(drawing) == 0).all()
    assert "1 or more (percentage points)" in words_of(drawing)


@pytest.mark.parametrize(
    ("datasets", "classifiers", "printed"),
    [(60, 10, True), (61, 10, False), (60, 11, False)],
)
def test_numbers_are_printed_where_there_is_room(
    datasets, classifiers, printed, words_of
):
    table = frame(datasets, classifiers)
    drawing = draw_heat_map(table)
    assert (f"{100 * table.iloc[0, 0]:.1f}" in words_of(drawing)) == printed
    assert bool(drawing.areas) != printed


def test_a_thousand_data_sets_by_twenty_classifiers_are_one_small_image():
    svg = as_svg(draw_heat_map(frame(1000, 20)))
    assert len(svg) < 100_000
    assert svg.count("<image") == 2


def test_the_alternative_text_counts_the_best():
    assert (
        "NB 70.00, best on 1; J48 82.50, best on 2; HNB 77.50, best on 0"
        in draw_heat_map(MEANS).alt
    )
