"""Compare every pair over a subset by the hierarchical model."""

import logging
from collections.abc import Sequence

import numpy as np
import pandas as pd

from tenbyten.comparisons.on_each_dataset import Pairs, lines_of
from tenbyten.statistics.many_datasets.hierarchical import Hierarchical, hierarchical

_log = logging.getLogger(__name__)


def hierarchical_tests(
    posteriors: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Sequence[str],
    runs: int,
    rho: float | str,
    rope: float,
) -> pd.DataFrame:
    """Compare every pair over a subset by the hierarchical model.

    Parameters
    ----------
    posteriors : DataFrame
        From `on_each_dataset.compare_on_each`.
    pairs : sequence of (str, str)
        Row and column of each.
    datasets : sequence of str
        The subset.
    runs : int
        Runs of the cross-validation.
    rho : float or "1/folds"
        Correlation between folds, as `posteriors` were computed with.
    rope : float
        Half-width of the region of practical equivalence, as a fraction.

    Returns
    -------
    DataFrame
        One line a pair: row, column; hierarchical_row, hierarchical_rope and
        hierarchical_column, the probabilities that on the next data set it is most
        probable that the row is better, neither, the column; delta0, sigma0 and nu,
        posterior means of location, scale and degrees of freedom of the differences
        over data sets.

    Raises
    ------
    ValueError
        If a data set lacks a pair, or as `hierarchical`: for two data sets at least.

    Notes
    -----
    The deviation of the folds' differences is recovered from the scale of the
    posterior on each data set.
    """
    lines = lines_of(posteriors, pairs, datasets)
    tests = []
    for index, (row, column) in enumerate(pairs):
        start = index * len(datasets)
        of_pair = lines.iloc[start : start + len(datasets)]
        try:
            tests.append(_test(of_pair, runs, rho, rope))
        except ValueError as error:
            raise ValueError(
                f"row {row}, column {column}, data sets {', '.join(datasets)}: {error}"
            ) from error
    _log.info("%d pairs over %d data sets", len(pairs), len(datasets))
    return pd.DataFrame(
        {
            "row": [row for row, _ in pairs],
            "column": [column for _, column in pairs],
            "hierarchical_row": [test.row for test in tests],
            "hierarchical_rope": [test.rope for test in tests],
            "hierarchical_column": [test.column for test in tests],
            "delta0": [test.delta0 for test in tests],
            "sigma0": [test.sigma0 for test in tests],
            "nu": [test.nu for test in tests],
        }
    )


def _test(
    lines: pd.DataFrame, runs: int, rho: float | str, rope: float
) -> Hierarchical:
    """Fit the model to the lines of one pair."""
    n = lines["df"].to_numpy() + 1
    rhos = runs / n if rho == "1/folds" else np.full(len(n), float(rho))
    deviations = lines["scale"].to_numpy() / np.sqrt(1 / n + rhos / (1 - rhos))
    # Constant differences have no deviation, whatever digits a file has kept.
    deviations = np.where(lines["differences"] == "vary", deviations, 0)
    means = lines["mean_difference"].to_numpy()
    return hierarchical(means, deviations, n=n, rho=rhos, rope=rope)
