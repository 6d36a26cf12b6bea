"""Tables and names that tests of figures share."""

import itertools

import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Text
from scipy import stats

from tenbyten.report.contents import Contents
from tenbyten.report.figures.drawing import style, write_figure

DATASETS = [f"d{i}" for i in range(9)]
LABELS = {"nb": "naive Bayes", "j48": "J48", "hnb": "HNB"}
SUBSETS = {"some": DATASETS[:5], "all": DATASETS}
HOSTILE = (
    "<script>alert(1)</script>",
    r"$\frac{a}{b}$ & \"q\" 's'",
    "x" * 300,
    "]]>&amp;<!-- --> #0072b2",
    "bell \x07, tab \t and\nline",
    "na\N{LATIN SMALL LETTER I WITH DIAERESIS}ve",
)


@pytest.fixture(autouse=True)
def styled():
    """The settings that figures are drawn and written under."""
    with style():
        yield


@pytest.fixture
def svg_of(tmp_path):
    """The text of a drawing's SVG file."""

    def svg_of(drawing):
        write_figure(drawing, tmp_path / "drawing.svg")
        return (tmp_path / "drawing.svg").read_text(encoding="utf-8")

    return svg_of


@pytest.fixture(scope="session")
def hostile():
    """Names that a parser could take for something else."""
    return HOSTILE


@pytest.fixture(scope="session")
def posteriors_of():
    """Make posteriors of a pair, one line a data set."""

    def make(datasets, row="r", column="c", seed=1):
        rng = np.random.default_rng(seed)
        mean = rng.normal(0.01, 0.04, len(datasets))
        scale = rng.uniform(0.001, 0.03, len(datasets))
        left = stats.t.cdf(-0.01, 99, mean, scale)
        right = stats.t.sf(0.01, 99, mean, scale)
        table = pd.DataFrame({"dataset": list(datasets), "row": row, "column": column})
        table = table.assign(mean_difference=mean, scale=scale, df=99)
        table = table.assign(p_row_better=left, p_rope=1 - left - right)
        return table.assign(
            p_column_better=right,
            p_column_wins=stats.t.sf(0, 99, mean, scale),
            p_two_sided=2 * stats.t.sf(np.abs(mean / scale), 99),
        )

    return make


@pytest.fixture(scope="session")
def assert_apart():
    """Assert that words neither overlap nor leave the figure."""

    def check(drawing, across=0.0, down=0.0):
        drawing.draw_without_rendering()
        boxes = [text.get_window_extent() for text in drawing.axes[0].texts]
        x0, y0, x1, y1 = np.array([box.extents for box in boxes]).T
        apart = (x1[:, None] <= x0 + across) | (y1[:, None] <= y0 + down)
        assert (apart | apart.T | np.eye(len(boxes), dtype=bool)).all()
        for corner in (drawing.get_tightbbox().min, drawing.get_tightbbox().max):
            assert drawing.bbox.padded(1).contains(*corner * drawing.dpi)

    return check


@pytest.fixture(scope="session")
def words_of():
    """Every word written in a drawing, a paragraph on one line."""

    def words_of(drawing):
        texts = (text.get_text() for text in drawing.findobj(Text))
        return [" ".join(text.split()) for text in texts if text]

    return words_of


@pytest.fixture(scope="session")
def contents(posteriors_of):
    """Three classifiers on nine data sets."""
    pairs = list(itertools.permutations(LABELS, 2))
    means = np.random.default_rng(1).uniform(0.6, 0.9, (9, 3))
    parts = [posteriors_of(DATASETS, *pair, seed=i) for i, pair in enumerate(pairs)]
    means = pd.DataFrame(means, DATASETS, list(LABELS))
    settings = {"metric": "accuracy", "foreign_metrics": {}, "alpha": 0.05, "seed": 1}
    settings |= {"rope": 0.01, "control": None, "bayesian_draws": 500}
    return Contents(
        name="figures",
        settings=settings | {"prior_strength": 1.0, "prior_place": "rope"},
        labels=LABELS,
        subsets=SUBSETS,
        spans={},
        means=means,
        deviations=means,
        posteriors=pd.concat(parts),
        decisions={},
        by_subset=dict.fromkeys(SUBSETS, comparisons()),
    )


def comparisons():
    """Tables over a subset; nb and j48 differ after Holm's adjustment."""
    names = list(LABELS)
    pairs = pd.DataFrame(itertools.combinations(names, 2), columns=["row", "column"])
    counts = pairs.assign(wins=6, ties=1, losses=2)
    ranked = {"average_rank": [2.4, 1.6, 2.0], "mean": [0.7, 0.8, 0.75]}
    adjusted = pairs.assign(mean_difference=[0.1, 0.05, -0.05], holm=[1, 0, 0])
    adjusted = adjusted.assign(p=[0.01, 0.04, 0.3], holm_p=[0.03, 0.08, 0.3])
    profiles = pd.DataFrame({"classifier": names * 2, "distance": "difference"})
    return {
        "profiles": profiles.assign(
            tau=[0.0] * 3 + [0.05, 0.02, 0.1], share=[0.2, 0.5, 0.3, 1, 1, 1]
        ),
        "ranks": pd.DataFrame({"classifier": names} | ranked),
        "omnibus": pd.DataFrame({"test": ["friedman", "anova"], "p": [0.01, 0.6]}),
        "pairwise": counts,
        "adjusted": adjusted,
    }
