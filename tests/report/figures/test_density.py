"""The density of the posterior on one data set."""

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from scipy import stats

from tenbyten.report.figures import density
from tenbyten.report.figures.colours import COLUMN, MUTED, ROW
from tenbyten.report.figures.density import draw_density
from tenbyten.report.figures.plan import plan
from tenbyten.report.figures.text import Unit

SETTINGS = {"row": "naive Bayes", "column": "AODE", "rope": 0.01, "alpha": 0.1}


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


def test_the_curve_is_students_density():
    x, posterior = np.linspace(-0.05, 0.06, 99), stats.t(99, 0.005, 0.01)
    drawn = density._share_of_peak((x - 0.005) / 0.01, df=99)
    wanted = posterior.pdf(x) / posterior.pdf(0.005)
    np.testing.assert_allclose(drawn, wanted, rtol=1e-12)


def test_areas_are_the_probabilities(line):
    areas = areas_of(draw_density(line, **SETTINGS))
    total = sum(areas.values())
    wanted = line[["p_row_better", "p_rope", "p_column_better"]].iloc[0]
    # What lies beyond 4.5 scales is not drawn, and the curve is a polygon.
    for color, share in zip((ROW, MUTED, COLUMN), wanted, strict=True):
        assert areas[to_rgb(color)] / total == pytest.approx(share, abs=1e-3)


def test_words_have_the_numbers_and_scipys_interval(line, words_of):
    drawing = draw_density(line, **SETTINGS)
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
        drawing = draw_density(point, **SETTINGS)
        lines = [x for x in drawing.axes[0].collections if x.get_linewidth() == 3]
        assert [tuple(x.get_color()[0, :3]) for x in lines] == [to_rgb(color)]
        assert sum(areas_of(drawing).values()) == 0


def test_without_a_rope_two_regions_are_told(line, words_of):
    bare = line.assign(p_rope=0.0)
    words = words_of(draw_density(bare, **SETTINGS | {"rope": 0.0}))
    assert [word for word in words if word.startswith("P(")] == [
        f"P({name} better): {line[side].item():.4f}"
        for name, side in (("naive Bayes", "p_row_better"), ("AODE", "p_column_better"))
    ]
    assert not [word for word in words if "equivalent" in word]


def test_where_lower_is_better_the_axis_is_turned(line, words_of):
    words = words_of(draw_density(line, unit=Unit("log_loss"), **SETTINGS))
    assert "log_loss, naive Bayes minus AODE" in words


def test_of_too_many_pairs_on_one_data_set_those_of_the_best_are_drawn(
    tables, settings
):
    labels = {x: x for x in "abcdefghijk"}
    means = dict.fromkeys(labels, 0.5) | {"c": 0.9}
    best = tables._replace(means=tables.means.head(1).assign(**means), comparisons={})
    many = settings._replace(labels=labels, subsets={"all": ["d0"]})
    with pytest.raises(ValueError, match="row a, column c"):
        list(plan(best, many))


def test_one_pair_on_one_data_set_has_its_density_alone(tables, settings):
    one = tables._replace(means=tables.means.head(1), comparisons={})
    two = {"labels": {"nb": "naive Bayes", "hnb": "HNB"}, "subsets": {"all": ["d0"]}}
    (alone,) = plan(one, settings._replace(**two))
    assert alone.name == "density-nb-hnb"
