"""Tables and names that tests of figures share."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tenbyten.report.figures.plan import FigureSettings, StudyTables

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
        return pd.DataFrame(
            {
                "dataset": list(datasets),
                "row": row,
                "column": column,
                "mean_difference": mean,
                "scale": scale,
                "df": 99,
                "p_row_better": left,
                "p_rope": 1 - left - right,
                "p_column_better": right,
                "p_column_wins": stats.t.sf(0, 99, mean, scale),
            }
        )

    return make


@pytest.fixture(scope="session")
def words_of():
    """Every word written in a drawing."""
    return lambda drawing: [text.get_text() for text in drawing.texts]


@pytest.fixture(scope="session")
def tables(posteriors_of):
    """Three classifiers on nine data sets."""
    pairs = list(itertools.permutations(LABELS, 2))
    means = np.random.default_rng(1).uniform(0.6, 0.9, (9, 3))
    return StudyTables(
        pd.concat(
            [posteriors_of(DATASETS, *pair, seed=i) for i, pair in enumerate(pairs)]
        ),
        pd.DataFrame(means, DATASETS, list(LABELS)),
        {
            subset: pd.DataFrame(
                {"classifier": list(LABELS), "average_rank": [2.4, 1.6, 2.0]}
            )
            for subset in SUBSETS
        },
    )


@pytest.fixture(scope="session")
def settings():
    """Settings of the figures of three classifiers."""
    return FigureSettings(
        labels=LABELS,
        subsets=SUBSETS,
        metric="accuracy",
        alpha=0.05,
        rope=0.01,
        control=None,
        prior_strength=1.0,
        prior_place="rope",
        draws=500,
        seed=1,
    )
