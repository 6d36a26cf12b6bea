"""The posterior on each data set."""

import numpy as np
import pytest
from scipy import stats

from tenbyten.report.figures.colours import COLUMN, MUTED, ROW
from tenbyten.report.figures.drawing import as_svg
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


def test_the_pointer_is_told_scipys_interval(posteriors_of):
    table = posteriors_of(["zoo"])
    (area,) = draw_posteriors(table, **SETTINGS).areas
    low, high = 100 * np.array(
        stats.t.interval(
            0.95, 99, table["mean_difference"].item(), table["scale"].item()
        )
    )
    interval = f"95% interval from {low:.2f} to {high:.2f}".replace(
        "-", "\N{MINUS SIGN}"
    )
    assert interval in area[-1]
    assert f"P(AODE better) = {table['p_column_better'].item():.4f}" in area[-1]


def test_lines_are_as_long_as_the_intervals(posteriors_of):
    table = posteriors_of(["a", "b", "c"])
    drawing = draw_posteriors(table, **SETTINGS)
    coloured = [
        line
        for line in drawing.artists
        if hasattr(line, "get_xdata")
        and line.get_color() in (ROW, MUTED, COLUMN)
        and line.get_linewidth() == pytest.approx(1.2)
    ]
    ends = np.concatenate([line.get_xdata().reshape(-1, 3)[:, :2] for line in coloured])
    widths = np.sort(ends[:, 1] - ends[:, 0])
    wanted = np.sort(stats.t.ppf(0.975, 99) * table["scale"].to_numpy())
    np.testing.assert_allclose(widths / widths[0], wanted / wanted[0])


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


def test_constant_differences_are_a_dot_without_a_line(posteriors_of):
    table = posteriors_of(["a", "b"]).assign(scale=0.0)
    drawing = draw_posteriors(table, **SETTINGS)
    numbers = [area[-1] for area in drawing.areas]
    centres = sorted(100 * table["mean_difference"], reverse=True)
    for centre, words in zip(centres, numbers, strict=True):
        number = f"{centre:.2f}".replace("-", "\N{MINUS SIGN}")
        assert f"from {number} to {number}" in words


def test_above_eighty_data_sets_names_are_left_out_and_that_is_said(
    posteriors_of, words_of
):
    full = draw_posteriors(posteriors_of([f"d{i}" for i in range(80)]), **SETTINGS)
    assert MOST_NAMES == 80
    assert "d79" in words_of(full)
    over = draw_posteriors(posteriors_of([f"d{i}" for i in range(81)]), **SETTINGS)
    assert "d79" not in words_of(over)
    assert "81 data sets, sorted; names are left out above 80" in words_of(over)


def test_a_thousand_data_sets_make_no_large_file(posteriors_of):
    table = posteriors_of([f"d{i}" for i in range(1000)])
    assert len(as_svg(draw_posteriors(table, **SETTINGS))) < 80_000


def test_a_metric_of_another_unit_is_not_shown_in_percent(posteriors_of, words_of):
    drawing = draw_posteriors(
        posteriors_of(["a", "b"]), unit=Unit("log_loss"), **SETTINGS
    )
    assert "log_loss, naive Bayes minus AODE" in words_of(drawing)
