"""Compare every pair over a subset by the hierarchical model."""

import logging
from collections.abc import Mapping

import numpy as np
import pandas as pd

from tenbyten.accuracies.design import Design
from tenbyten.comparisons.on_each_dataset import Names, Pairs, lines_of
from tenbyten.statistics.checks import Ints
from tenbyten.statistics.many_datasets.hierarchical import Hierarchical, hierarchical

PROBABILITIES = ["hierarchical_row", "hierarchical_rope", "hierarchical_column"]

_log = logging.getLogger(__name__)


def hierarchical_tests(
    posteriors: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    runs: int,
    rho: float | str,
    rope: float,
    designs: Mapping[str, Design] | None = None,
) -> pd.DataFrame:
    """Compare every pair over a subset by the hierarchical model.

    Parameters
    ----------
    designs : dict of str to (int, int), optional
        Runs and folds of the data sets that have not so many `runs`.

    Returns
    -------
    DataFrame
        One line a pair: row, column; hierarchical_row, hierarchical_rope and
        hierarchical_column, the probabilities that on the next data set it is most
        probable that the row is better, neither, the column; delta0, sigma0 and nu,
        posterior means of location, scale and degrees of freedom of the differences
        over data sets.

    Notes
    -----
    The deviation of the folds' differences is recovered from the scale of the posterior
    on each data set.
    """
    lines = lines_of(posteriors, pairs, datasets)
    tests = []
    own = designs or {}
    of_each = np.array([own.get(name, (runs, 0))[0] for name in datasets])
    for index, (row, column) in enumerate(pairs):
        start = index * len(datasets)
        of_pair = lines.iloc[start : start + len(datasets)]
        try:
            tests.append(_test(of_pair, of_each, rho, rope))
        except ValueError as error:
            raise ValueError(
                f"row {row}, column {column}, data sets {', '.join(datasets)}: {error} "
                f"Or leave the model out: hierarchical: false."
            ) from error
    _log.info("%d pairs over %d data sets", len(pairs), len(datasets))
    # All of a test but the shrunken differences.
    found = [(*pair, *test[:-1]) for pair, test in zip(pairs, tests, strict=True)]
    columns = ["row", "column", *PROBABILITIES, "delta0", "sigma0", "nu"]
    return pd.DataFrame(found, columns=columns)


def _test(
    lines: pd.DataFrame, runs: Ints, rho: float | str, rope: float
) -> Hierarchical:
    """Fit the model to the lines of one pair."""
    n = lines["df"].to_numpy() + 1
    rhos = runs / n if rho == "1/folds" else np.full(len(n), float(rho))
    deviations = lines["scale"].to_numpy() / np.sqrt(1 / n + rhos / (1 - rhos))
    # Constant differences have no deviation, whatever digits a file has kept.
    deviations = np.where(lines["differences"] == "vary", deviations, 0)
    means = lines["mean_difference"].to_numpy()
    return hierarchical(means, deviations, n=n, rho=rhos, rope=rope)
