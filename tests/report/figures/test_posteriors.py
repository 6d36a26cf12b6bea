"""The posterior on each data set."""

import numpy as np
from scipy import stats

from tenbyten.report.figures.posteriors import MOST_NAMES, draw_posteriors
from tenbyten.report.figures.text import Unit

SETTINGS = {"row": "naive Bayes", "column": "AODE", "rope": 0.01}


def test_data_sets_are_named_from_the_best_for_the_column_downwards(
    posteriors_of, words_of
):
    table = posteriors_of([f"d{i}" for i in range(12)])
    words = words_of(draw_posteriors(table, **SETTINGS))
    names = [word for word in words if word.startswith("d")]
    by_difference = table.sort_values("mean_difference", ascending=False)
    assert names == list(by_difference["dataset"])


def test_lines_are_scipys_intervals(posteriors_of):
    table = posteriors_of(["a", "b", "c"])
    (axes,) = draw_posteriors(table, **SETTINGS).axes
    lines = [segment for part in axes.collections for segment in part.get_segments()]
    drawn = np.sort(np.array(lines)[:, :, 0], axis=0)
    mean, scale = table["mean_difference"], table["scale"]
    low, high = (np.sort(x) for x in stats.t.interval(0.95, 99, mean, scale))
    np.testing.assert_allclose(drawn, 100 * np.column_stack([low, high]))


def test_colours_follow_the_most_probable(posteriors_of):
    table = posteriors_of([f"d{i}" for i in range(40)])
    sides = table[["p_row_better", "p_rope", "p_column_better"]].to_numpy()
    counts = np.bincount(sides.argmax(axis=1), minlength=3)
    drawing = draw_posteriors(table, **SETTINGS)
    assert (
        f"naive Bayes better on {counts[0]}, practically equivalent (within 1) on "
        f"{counts[1]}, AODE better on {counts[2]}" in drawing.alt
    )


def test_two_that_are_equally_probable_are_no_ones_win(posteriors_of):
    table = posteriors_of(["a"]).assign(
        mean_difference=0.0, p_row_better=0.5, p_rope=0.0, p_column_better=0.5
    )
    drawing = draw_posteriors(table, row="r", column="c", rope=0.0)
    assert "practically equivalent (within 0) on 1" in drawing.alt


def test_above_eighty_data_sets_names_are_left_out_and_that_is_said(
    posteriors_of, words_of
):
    full = draw_posteriors(posteriors_of([f"d{i}" for i in range(80)]), **SETTINGS)
    assert MOST_NAMES == 80
    assert "d79" in words_of(full)
    over = draw_posteriors(posteriors_of([f"d{i}" for i in range(81)]), **SETTINGS)
    assert "d79" not in words_of(over)
    assert "81 data sets; names are left out above 80." in words_of(over)


def test_a_metric_of_another_unit_is_not_shown_in_percent(posteriors_of, words_of):
    drawing = draw_posteriors(
        posteriors_of(["a", "b"]), unit=Unit("log_loss"), **SETTINGS
    )
    assert "log_loss, naive Bayes minus AODE" in words_of(drawing)
