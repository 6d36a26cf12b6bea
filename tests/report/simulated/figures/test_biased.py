"""Figures of power and replicability against the bias."""

import pandas as pd
import pytest

from tenbyten.report.simulated.figures.biased import (
    ALL,
    CONTROL,
    EVERY,
    TWO,
    draw_measures,
    draw_post_hoc,
    replicability_of,
)

MEASURES = ("mean_p", "rejection_rate", "replicability_p", "replicability_e")


def estimates(tests, measures=MEASURES, selections=("pair",)):
    lines = [
        (selection, bias, test, measure, 0.1 * i + 0.02 * bias, 0.01, 1000)
        for selection in selections
        for bias in (0, 10, 20)
        for i, test in enumerate(tests)
        for measure in measures
    ]
    names = ["selection", "bias", "test", "measure", "value", "error", "experiments"]
    return pd.DataFrame(lines, columns=names)


def words_of(drawing):
    return [text.get_text() for text in drawing.texts]


def height_of(drawing, words):
    """Heights of words, from the top."""
    return [x.get_position()[1] for x in drawing.texts if x.get_text() == words]


@pytest.mark.parametrize("tests", [TWO, ALL])
def test_four_measures_stand_in_four_panels(tests):
    drawing = draw_measures(estimates(tests), tests, title="Two", alpha=0.05)
    words = words_of(drawing)
    assert {"Mean p, downwards", "Rejections"} <= set(words)
    assert {"Replicability R(p)", "Replicability R(e)"} <= set(words)
    # A mark for each test, bias and measure tells its number.
    assert len(drawing.areas) >= len(tests) * 3 * 4
    assert drawing.alt.startswith("Two. Share of rejections at bias 0 and 20: ")
    assert "0.000 and 0.400;" in drawing.alt


def test_p_falls_upwards_and_rates_rise():
    drawing = draw_measures(estimates(TWO), TWO, title="Two", alpha=0.05)
    # Zero of mean p is at the top, as high as a rate of 1 in the panel beside.
    (top,) = {min(height_of(drawing, "0.0")), min(height_of(drawing, "1.0"))}
    assert top < max(height_of(drawing, "0.0"))


def test_r_e_stands_beside_the_rejections():
    drawing = draw_measures(estimates(TWO), TWO, title="Two", alpha=0.05)
    # The axis of Demsar's Figure 3.
    right = ["1.00", "0.68", "0.52", "0.52", "0.68", "1.00"]
    assert [f"{replicability_of(k / 5):.2f}" for k in range(6)] == right
    assert [x for x in words_of(drawing) if x in set(right)] == right


def test_post_hoc_tests_are_drawn_by_both_ways_of_choosing():
    tests = EVERY + CONTROL
    table = estimates(tests, selections=("pair", "average"))
    drawing = draw_post_hoc(table, row="tree", column="rules", alpha=0.1)
    words = words_of(drawing)
    assert words.count("Drawn by rules \N{MINUS SIGN} tree") == 2
    assert words.count("Drawn by rules \N{MINUS SIGN} mean of the others") == 2
    assert drawing.title == "Post-hoc tests of tree and rules among all classifiers"
    assert "Hommel 0.600 and 1.000." in drawing.alt
