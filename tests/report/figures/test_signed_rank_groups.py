"""Groups of classifiers that adjusted signed-rank tests do not tell apart."""

import itertools

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from tenbyten.report.figures.signed_rank_groups import (
    MOST_GROUPS,
    draw_signed_rank_groups,
    largest_groups,
)

SETTINGS = {"subset": "all", "datasets": 20, "alpha": 0.05, "friedman_p": 0.01}


def by_trying_every_subset(alike):
    """The largest groups, straight from their definition."""
    many = len(alike)
    cliques = [
        set(chosen)
        for size in range(2, many + 1)
        for chosen in itertools.combinations(range(many), size)
        if all(alike[i, j] for i, j in itertools.combinations(chosen, 2))
    ]
    return [one for one in cliques if not any(one < other for other in cliques)]


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8, 1.0])
def test_groups_are_those_of_an_enumeration(share):
    rng = np.random.default_rng(1)
    for many in (2, 3, 5, 8):
        for _ in range(10):
            upper = np.triu(rng.random((many, many)) < share, 1)
            alike = upper | upper.T | np.eye(many, dtype=bool)
            found = list(largest_groups(alike))
            assert sorted(found) == sorted(map(sorted, by_trying_every_subset(alike)))


def test_a_group_leaves_out_a_classifier_between_its_members():
    # b lies between a and c, and differs from both.
    ranks = pd.Series({"a": 1.0, "b": 2.0, "c": 3.0})
    drawing = draw_signed_rank_groups(ranks, [("a", "b"), ("c", "b")], **SETTINGS)
    assert "Groups: a, c. " in drawing.alt
    assert "2 of 3 pairs differ" in drawing.alt
    # A column for the one group: from the first line to the third, dots at two.
    heights = [line.get_ydata() for line in drawing.artists]
    dots, column = heights[-1], heights[-2]
    assert len(np.unique(dots[~np.isnan(dots)])) == 2
    assert set(np.unique(column[~np.isnan(column)])) == set(
        np.unique(dots[~np.isnan(dots)])
    )


def test_a_diagram_of_no_difference_joins_all_and_one_of_all_none(words_of):
    ranks = pd.Series({"a": 1.0, "b": 2.5, "c": 2.5})
    together = draw_signed_rank_groups(ranks, [], **SETTINGS)
    assert "Groups: a, b, c. " in together.alt
    assert "0 of 3 pairs differ" in together.alt
    assert "no evidence that they are equal" in " ".join(words_of(together))
    pairs = list(itertools.combinations("abc", 2))
    apart = draw_signed_rank_groups(ranks, pairs, **SETTINGS)
    assert "Groups: none. " in apart.alt
    assert "a" not in words_of(apart)[words_of(apart).index("c") + 1 :]


def test_it_says_when_friedmans_test_does_not_reject():
    ranks = pd.Series({"a": 1.0, "b": 2.0})
    said = "Friedman's test, of the ranks, does not reject (p = 0.0500)."
    shown = draw_signed_rank_groups(ranks, [], **SETTINGS | {"friedman_p": 0.05})
    assert said in shown.alt
    assert "Friedman" not in draw_signed_rank_groups(ranks, [], **SETTINGS).alt


@pytest.mark.parametrize(("datasets", "said"), [(4, True), (6, False)])
def test_it_is_said_where_so_few_data_sets_tell_nothing_apart(words_of, datasets, said):
    ranks = pd.Series({"a": 1.0, "b": 2.0})
    settings = SETTINGS | {"datasets": datasets}
    drawing = draw_signed_rank_groups(ranks, [], **settings)
    words = "With 4 data sets no two-sided result could be significant"
    assert (words in drawing.alt) == (words in " ".join(words_of(drawing))) == said


def test_of_very_many_groups_none_is_drawn_and_that_is_said(words_of):
    # Of 30 classifiers in 15 pairs that differ there are 2**15 largest groups.
    names = [f"c{i}" for i in range(30)]
    ranks = pd.Series(np.arange(1.0, 31), names)
    pairs = list(zip(names[::2], names[1::2], strict=True))
    drawing = draw_signed_rank_groups(ranks, pairs, **SETTINGS)
    assert f"more than {MOST_GROUPS} groups: not drawn" in words_of(drawing)
    assert f"more than {MOST_GROUPS} groups, not drawn" in drawing.alt
    assert "15 of 435 pairs differ" in drawing.alt


@pytest.mark.parametrize("many", [2, 5, 30])
def test_no_words_overlap(many):
    rng = np.random.default_rng(many)
    names = [f"classifier {'long ' * (i % 9)}{i}" for i in range(many)]
    ranks = rng.normal(np.arange(many) / 4, 1, (9, many)).argsort(1).argsort(1) + 1
    pairs = [(names[i], names[-1 - i]) for i in range(min(4, many // 2))]
    drawing = draw_signed_rank_groups(
        pd.Series(ranks.mean(0), names), pairs, **SETTINGS
    )
    renderer = FigureCanvasAgg(drawing).get_renderer()
    boxes = [text.get_window_extent(renderer) for text in drawing.texts]
    x0, y0, x1, y1 = np.array([box.extents for box in boxes]).T
    apart = (x1[:, None] <= x0) | (y1[:, None] <= y0 + 1)
    assert (apart | apart.T | np.eye(len(boxes), dtype=bool)).all()
    width, height = drawing.bbox.size
    assert min(x0.min(), y0.min()) >= 0
    assert y1.max() <= height
    assert x1.max() <= width
