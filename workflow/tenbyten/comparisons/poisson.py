"""Compare every pair over a subset by the Poisson test."""

import logging

import pandas as pd

from tenbyten.comparisons.on_each_dataset import Names, by_pair
from tenbyten.statistics.many_datasets.poisson import poisson_test

_log = logging.getLogger(__name__)


def poisson_tests(
    posteriors: pd.DataFrame,
    *,
    datasets: Names,
    alpha: float,
    distribution: str,
    draws: int | None,
    seed: int | None,
) -> pd.DataFrame:
    """Compare every pair over a subset by the Poisson test.

    Parameters
    ----------
    distribution : {"exact", "simulated"}
        How the Poisson-binomial distribution is computed.

    Returns
    -------
    DataFrame
        One line a pair: q, the data sets in the test; expected_wins of the column;
        p_column, p_tie, p_row, the probabilities that the column wins more than half,
        just half, less than half of them; decision, 1 where the column is better.
    """
    pairs, p = by_pair(posteriors, datasets, "p_column_wins")
    draws = draws if distribution == "simulated" else None
    test = poisson_test(p, alpha=alpha, draws=draws, seed=seed)
    _log.info("%d pairs over %d data sets", len(pairs), len(datasets))
    return pairs.assign(
        q=test.q,
        expected_wins=test.expected_wins,
        p_column=test.column,
        p_tie=test.tie,
        p_row=test.row,
        decision=test.column_is_better.astype(int),
    )
