"""Posteriors of a pair."""

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from scipy import stats

from tenbyten.report.figures import posteriors
from tenbyten.report.figures.plan import pairs_to_draw, plan
from tenbyten.report.figures.posteriors import (
    MOST_NAMES,
    draw_density,
    draw_posteriors,
    draw_simplex,
)
from tenbyten.report.figures.style import COLUMN, MUTED, OUTCOMES, ROW, Unit
from tenbyten.statistics.many_datasets.bayesian import (
    bayesian_signed_rank,
    draw_signed_rank,
)

# On one data set

POSTERIORS = {"row": "naive Bayes", "column": "AODE", "unit": Unit("accuracy", 0.01)}
DENSITY = POSTERIORS | {"alpha": 0.1}


@pytest.fixture
def line(posteriors_of):
    """The posterior of a pair on one data set, some of it in each region."""
    found = posteriors_of(["zoo"]).assign(mean_difference=0.005, scale=0.01)
    sides = stats.t(99, 0.005, 0.01)
    row, column = sides.cdf(-0.01), sides.sf(0.01)
    shares = {
        "p_row_better": row,
        "p_rope": 1 - row - column,
        "p_column_better": column,
    }
    return found.assign(**shares, p_two_sided=2 * stats.t.sf(0.5, 99))


def areas_of(drawing):
    """The areas under the curve by colour."""
    found = {}
    for patch in drawing.axes[0].collections:
        if patch.get_alpha() == 0.55:
            x, y = patch.get_paths()[0].vertices.T
            area = abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) / 2
            found[tuple(patch.get_facecolor()[0, :3])] = area
    return found


def test_the_curve_is_students_density(line):
    lines, posterior = draw_density(line, **DENSITY).axes[0].lines, stats.t(99, 0.5, 1)
    x, drawn = max((curve.get_data() for curve in lines), key=lambda xy: len(xy[0]))
    wanted = posterior.pdf(x) / posterior.pdf(0.5)
    np.testing.assert_allclose(drawn, wanted, rtol=1e-12)


def test_areas_are_the_probabilities(line):
    areas = areas_of(draw_density(line, **DENSITY))
    total = sum(areas.values())
    wanted = line[["p_row_better", "p_rope", "p_column_better"]].iloc[0]
    # What lies beyond 4.5 scales is not drawn, and the curve is a polygon.
    for color, share in zip((ROW, MUTED, COLUMN), wanted, strict=True):
        assert areas[to_rgb(color)] / total == pytest.approx(share, abs=1e-3)


def test_words_have_the_numbers_and_scipys_interval(line, words_of):
    drawing = draw_density(line, **DENSITY)
    low, high = stats.t.interval(0.9, 99, 0.5, 1)
    interval = f"90% interval from {low:.2f} to {high:.2f}".replace(
        "-", "\N{MINUS SIGN}"
    )
    p = 2 * stats.t.sf(0.5, 99)
    told = f"Mean difference +0.50 percentage points, {interval}; two-sided p = {p:.4f}"
    assert told in drawing.alt
    words = words_of(drawing)
    assert f"{told}. Grey: the rope, ±1." in words
    assert f"P(AODE better): {line['p_column_better'].item():.4f}" in words
    assert "accuracy, AODE minus naive Bayes (percentage points)" in words
    assert drawing.title == "naive Bayes and AODE: posterior of the difference"


def test_a_point_is_a_bar_in_the_colour_of_its_region(line):
    for mean, color in ((0, MUTED), (0.01, MUTED), (0.02, COLUMN), (-0.02, ROW)):
        point = line.assign(scale=0.0, mean_difference=mean)
        drawing = draw_density(point, **DENSITY)
        lines = [x for x in drawing.axes[0].collections if x.get_linewidth() == 3]
        assert [tuple(x.get_color()[0, :3]) for x in lines] == [to_rgb(color)]
        assert sum(areas_of(drawing).values()) == 0


def test_without_a_rope_two_regions_are_told(line, words_of):
    bare = line.assign(p_rope=0.0)
    words = words_of(draw_density(bare, **DENSITY | {"unit": Unit("accuracy")}))
    assert [word for word in words if word.startswith("P(")] == [
        f"P({name} better): {line[side].item():.4f}"
        for name, side in (("naive Bayes", "p_row_better"), ("AODE", "p_column_better"))
    ]
    assert not [word for word in words if "equivalent" in word]


def test_where_lower_is_better_the_axis_is_turned(line, words_of):
    words = words_of(draw_density(line, **DENSITY | {"unit": Unit("log_loss", 0.01)}))
    assert "log_loss, naive Bayes minus AODE" in words


def test_on_one_data_set_pairs_have_densities_of_too_many_those_of_the_best(contents):
    one = contents._replace(means=contents.means.head(1), subsets={"all": ["d0"]})
    two = one._replace(labels={"nb": "naive Bayes", "hnb": "HNB"})
    assert [figure.name for figure in plan(two)] == ["density-nb-hnb"]
    labels = {x: x for x in "abcdefghijk"}
    means = one.means.assign(**dict.fromkeys(labels, 0.5) | {"c": 0.9})
    pairs = pairs_to_draw(one._replace(labels=labels, means=means))
    assert len(pairs) == 10
    assert all("c" in pair for pair in pairs)


# On each data set


def test_data_sets_are_named_from_the_best_for_the_column_downwards(
    posteriors_of, words_of
):
    table = posteriors_of([f"d{i}" for i in range(12)])
    words = words_of(draw_posteriors(table, **POSTERIORS))
    names = [word for word in words if word.startswith("d")]
    by_difference = table.sort_values("mean_difference", ascending=False)
    assert names == list(by_difference["dataset"])


def test_lines_are_scipys_intervals(posteriors_of):
    table = posteriors_of(["a", "b", "c"])
    (axes,) = draw_posteriors(table, **POSTERIORS).axes
    lines = [segment for part in axes.collections for segment in part.get_segments()]
    drawn = np.sort(np.array(lines)[:, :, 0], axis=0)
    mean, scale = table["mean_difference"], table["scale"]
    low, high = (np.sort(x) for x in stats.t.interval(0.95, 99, mean, scale))
    np.testing.assert_allclose(drawn, 100 * np.column_stack([low, high]))


def test_colours_follow_the_most_probable(posteriors_of):
    table = posteriors_of([f"d{i}" for i in range(40)])
    sides = table[["p_row_better", "p_rope", "p_column_better"]].to_numpy()
    counts = np.bincount(sides.argmax(axis=1), minlength=3)
    drawing = draw_posteriors(table, **POSTERIORS)
    assert (
        f"naive Bayes better on {counts[0]}, practically equivalent (within 1) on "
        f"{counts[1]}, AODE better on {counts[2]}" in drawing.alt
    )


def test_two_that_are_equally_probable_are_no_ones_win(posteriors_of):
    table = posteriors_of(["a"]).assign(
        mean_difference=0.0, p_row_better=0.5, p_rope=0.0, p_column_better=0.5
    )
    drawing = draw_posteriors(table, row="r", column="c")
    assert "practically equivalent (within 0) on 1" in drawing.alt


def test_above_eighty_data_sets_names_are_left_out_and_that_is_said(
    posteriors_of, words_of
):
    full = draw_posteriors(posteriors_of([f"d{i}" for i in range(80)]), **POSTERIORS)
    assert MOST_NAMES == 80
    assert "d79" in words_of(full)
    over = draw_posteriors(posteriors_of([f"d{i}" for i in range(81)]), **POSTERIORS)
    assert "d79" not in words_of(over)
    assert "81 data sets; names are left out above 80." in words_of(over)


# In a triangle

SIMPLEX = {"row": "J48", "column": "HNB"}


def test_every_draw_is_in_a_cell_of_the_colour_of_the_most_probable():
    corners = np.eye(3) * 0.94 + 0.02
    image = posteriors._simplex_image(np.repeat(corners, [4, 1, 2], axis=0))
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
    drawing = draw_simplex({"first": draws}, **SIMPLEX)
    wanted = bayesian_signed_rank(differences, **settings)
    names = ("J48", "rope", "HNB")
    told = {f"{x} {share:.3f}" for x, share in zip(names, wanted, strict=True)}
    assert told <= set(words_of(drawing))
    assert f"first: J48 = {wanted.row:.3f}" in drawing.alt
