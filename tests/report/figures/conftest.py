"""What the figures' tests share."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

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
