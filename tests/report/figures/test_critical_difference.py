"""Demsar's diagram."""

import numpy as np
import pandas as pd
import pytest

from tenbyten.report.figures.critical_difference import (
    draw_critical_difference,
    groups_alike,
)

# Demsar (2006), Table 6: average ranks on 14 data sets.
TABLE_6 = pd.Series({"C4.5": 3.143, "C4.5+m": 2.000, "C4.5+cf": 2.893, "both": 1.964})


def draw(ranks, *, difference, **changed):
    """Draw the diagram of all data sets; Friedman's test rejects unless changed."""
    how = {"datasets": 14, "alpha": 0.05, "friedman_p": 0.01} | changed
    return draw_critical_difference(
        ranks, subset="all", critical_difference=difference, **how
    )


def test_with_the_published_difference_at_five_percent_all_are_alike(words_of):
    drawing = draw(TABLE_6, difference=1.25)
    assert "Not significantly different: both, C4.5+m, C4.5+cf, C4.5." in drawing.alt
    assert "critical difference 1.250 (Nemenyi, alpha = 0.05)" in words_of(drawing)


def test_ranks_apart_by_just_the_critical_difference_differ():
    assert groups_alike(np.array([3.0, 2.0, 1.0]), 1.0) == []
    assert groups_alike(np.array([3.0, 2.0, 1.0]), 1.0001) == [(0, 1), (1, 2)]


def test_every_pair_is_joined_if_and_only_if_it_is_alike():
    rng = np.random.default_rng(3)
    for _ in range(50):
        ranks = np.sort(rng.uniform(1, 12, 12))[::-1]
        difference = rng.uniform(0.1, 6)
        joined = {
            (i, j)
            for first, last in groups_alike(ranks, difference)
            for i in range(first, last + 1)
            for j in range(i + 1, last + 1)
        }
        alike = {
            (i, j)
            for i in range(12)
            for j in range(i + 1, 12)
            if ranks[i] - ranks[j] < difference
        }
        assert joined == alike


@pytest.mark.parametrize("many", [2, 3, 5, 11, 20, 30])
def test_no_words_overlap(many, assert_apart):
    rng = np.random.default_rng(many)
    names = [f"classifier {'long ' * (i % 9)}{i}" for i in range(many)]
    ranks = rng.normal(np.arange(many) / 4, 1, (9, many)).argsort(1).argsort(1) + 1
    drawing = draw(pd.Series(ranks.mean(0), names), difference=many / 5, datasets=9)
    assert_apart(drawing, down=1)


def test_a_critical_difference_longer_than_the_axis_is_said(words_of):
    drawing = draw(pd.Series({"a": 1.2, "b": 1.8}), difference=1.4, datasets=2)
    assert "longer than the axis" in " ".join(words_of(drawing))


@pytest.mark.parametrize("p", [0.05, 0.3, 1.0])
def test_where_friedmans_test_does_not_reject_the_diagram_shows_no_finding(words_of, p):
    # At a critical difference of 0.1 the Nemenyi test would tell every two apart.
    ranks = pd.Series({"a": 1.2, "b": 1.8, "c": 3.0})
    found = draw(ranks, difference=0.1, friedman_p=0.04)
    assert "Not significantly different: none." in found.alt
    assert "no finding" not in found.title + found.alt + " ".join(words_of(found))
    drawing = draw(ranks, difference=0.1, friedman_p=p)
    assert "Not significantly different: a, b, c." in drawing.alt
    assert drawing.title.endswith("no finding, Friedman's test does not reject")
    for words in (drawing.alt, " ".join(words_of(drawing))):
        assert "Friedman's test does not reject" in words
        assert "this diagram shows no finding" in words


def test_the_diagram_says_that_ranks_depend_on_the_other_classifiers(words_of):
    drawing = draw(TABLE_6, difference=1.12, alpha=0.1, friedman_p=0.03)
    words = "average ranks depends on which other classifiers take part"
    assert words in drawing.alt
    assert words in " ".join(words_of(drawing))
