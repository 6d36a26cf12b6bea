"""The multiple comparison matrix."""

import itertools

import numpy as np
import pandas as pd
import pytest

from tenbyten.report.figures.comparison_matrix import (
    MOST_CLASSIFIERS,
    draw_comparison_matrix,
)
from tenbyten.report.figures.style import Unit

SETTINGS = {"subset": "all", "datasets": 9, "alpha": 0.05}
MEANS = pd.Series({"nb": 0.70, "j48": 0.80, "hnb": 0.75})
COMPARISONS = pd.DataFrame(
    [
        ("nb", "j48", 0.10, 6, 1, 2, 0.012, 0.036),
        ("nb", "hnb", 0.05, 5, 0, 4, 0.020, 0.051),
        ("j48", "hnb", -0.05, 3, 0, 6, 0.3, 0.3),
    ],
    columns=[
        *("row", "column", "mean_difference"),
        *("wins", "ties", "losses", "p", "holm_p"),
    ],
)


def many_classifiers(many, datasets=9):
    """Means and comparisons of classifiers of which the last is the best."""
    names = [f"c{i}" for i in range(many)]
    lines = [
        (row, column, 0.01, datasets, 0, 0, 0.01, 0.04)
        for row, column in itertools.combinations(names, 2)
    ]
    means = pd.Series(np.linspace(0.5, 0.9, many), names)
    return means, pd.DataFrame(lines, columns=COMPARISONS.columns)


def written(drawing):
    """Heads of rows with means, heads of columns, and cells with their weights."""
    (axes,) = drawing.axes
    rows, columns = axes.get_yticklabels(), axes.get_xticklabels()
    cells = [
        (x.get_text().replace("·", "").split(), x.get_weight()) for x in axes.texts
    ]
    return [x.get_text() for x in rows], [x.get_text() for x in columns], cells


def test_a_cell_has_difference_counts_and_p_of_the_column_against_the_row():
    drawing = draw_comparison_matrix(MEANS, COMPARISONS, **SETTINGS)
    rows, columns, cells = written(drawing)
    assert columns == ["j48", "hnb", "nb"]
    assert rows == ["j48\n80.00", "hnb\n75.00", "nb\n70.00"]
    minus = "\N{MINUS SIGN}"
    # The best one's row: against it the others lose.
    assert [cell for cell, _ in cells[:2]] == [
        [f"{minus}5.00", "3/0/6", "0.3000"],
        [f"{minus}10.00", "2/1/6", "0.0120"],
    ]
    assert cells[4][0] == ["+10.00", "6/1/2", "0.0120"]


def test_bold_is_what_holm_leaves_and_the_figure_says_so(words_of):
    drawing = draw_comparison_matrix(MEANS, COMPARISONS, **SETTINGS)
    # Not adjusted, p = 0.02 would be below alpha too.
    bold = [text[1] for text, weight in written(drawing)[2] if weight == "bold"]
    assert bold == ["2/1/6", "6/1/2"]
    for said in (" ".join(words_of(drawing)), drawing.alt):
        assert "p of the signed-rank test, two-sided, not adjusted" in said
        assert "the p adjusted by Holm for 3 pairs is below alpha = 0.05" in said
    assert "Bold are 1 of 3 pairs: j48 against nb: +10.00 percentage" in drawing.alt


def test_a_metric_of_which_less_is_better_has_the_least_first():
    metric = {"unit": Unit("brier")}
    drawing = draw_comparison_matrix(MEANS, COMPARISONS, **SETTINGS, **metric)
    assert written(drawing)[1] == ["nb", "hnb", "j48"]
    assert "percentage" not in drawing.alt


def test_equal_classifiers_have_no_colour_and_no_bold():
    lines = COMPARISONS.assign(mean_difference=0.0, p=1.0, holm_p=1.0)
    drawing = draw_comparison_matrix(MEANS, lines, **SETTINGS)
    assert {patch.get_alpha() for patch in drawing.axes[0].patches} == {0}
    assert "Bold are 0 of 3 pairs." in drawing.alt
    assert {text[2] for text, _ in written(drawing)[2]} == {"1"}


def test_too_many_classifiers_are_compared_with_the_control_or_the_best():
    most = many_classifiers(MOST_CLASSIFIERS)
    assert (
        "multiple comparison matrix" in draw_comparison_matrix(*most, **SETTINGS).title
    )
    more = many_classifiers(MOST_CLASSIFIERS + 1)
    drawing = draw_comparison_matrix(*more, **SETTINGS)
    assert drawing.title.startswith("all: each of 13 classifiers against c12")
    assert [text[1] for text, _ in written(drawing)[2]] == ["9/0/0"] * 12
    assert "adjusted by Holm for 78 pairs" in drawing.alt
    assert "c12 is the best of these results, chosen after the fact" in drawing.alt
    drawing = draw_comparison_matrix(*more, control="c3", **SETTINGS)
    assert "against c3," in drawing.title
    assert "after the fact" not in drawing.alt
    cells = [text[1] for text, _ in written(drawing)[2]]
    assert (cells.count("9/0/0"), cells.count("0/0/9")) == (3, 9)


@pytest.mark.parametrize(("datasets", "said"), [(6, True), (7, False)])
def test_it_is_said_where_so_few_data_sets_cannot_give_bold_type(datasets, said):
    # The smallest p of six data sets is 2 / 64; three pairs make it 0.094.
    settings = SETTINGS | {"datasets": datasets}
    drawing = draw_comparison_matrix(MEANS, COMPARISONS, **settings)
    words = "no two-sided result could be significant after adjustment"
    assert (words in drawing.alt) == said


@pytest.mark.parametrize(
    ("many", "datasets"), [(2, 9), (5, 5000), (12, 54), (12, 5000)]
)
def test_no_words_leave_the_figure_or_their_cell(many, datasets, assert_apart):
    means, lines = many_classifiers(many, datasets)
    longest = {name: f"{name} of a rather long name" for name in means.index}
    lines = lines.replace({"row": longest, "column": longest})
    drawing = draw_comparison_matrix(means.rename(longest), lines, **SETTINGS)
    assert_apart(drawing, across=0.5)
