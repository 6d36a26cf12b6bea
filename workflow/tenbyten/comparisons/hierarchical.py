"""Compare every pair over a subset by the hierarchical model."""

import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from tenbyten.comparisons.on_each_dataset import Names, Pairs, lines_of
from tenbyten.designs import Design
from tenbyten.statistics.checks import Floats, Ints
from tenbyten.statistics.many_datasets.hierarchical import (
    NextDataset,
    compare_on_next,
)

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
    threads: int = 1,
) -> pd.DataFrame:
    """Compare every pair over a subset by the hierarchical model.

    Parameters
    ----------
    designs : dict of str to (int, int), optional
        Runs and folds of the data sets that have not so many `runs`.
    threads : int, default=1
        Number of pairs at once; the result does not depend on it.

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
    own = designs or {}
    of_each = np.array([own.get(name, (runs, 0))[0] for name in datasets])
    arguments = zip(*_arguments(lines, of_each, rho, len(pairs)), strict=True)

    def fit(pair: tuple[str, str], given: tuple[Floats, ...]) -> NextDataset:
        means, deviations, n, rhos = given
        try:
            return compare_on_next(means, deviations, n=n, rho=rhos, rope=rope)
        except ValueError as error:
            raise ValueError(
                f"row {pair[0]}, column {pair[1]}, data sets {', '.join(datasets)}: "
                f"{error} Or leave the model out: hierarchical: false."
            ) from error

    # BLAS in threads waits more than it computes: a pair's matrices are small.
    with threadpool_limits(1, user_api="blas"), ThreadPoolExecutor(threads) as pool:
        tests = list(pool.map(fit, pairs, arguments))
    _log.info("%d pairs over %d data sets", len(pairs), len(datasets))
    found = [(*pair, *test) for pair, test in zip(pairs, tests, strict=True)]
    columns = ["row", "column", *PROBABILITIES, "delta0", "sigma0", "nu"]
    return pd.DataFrame(found, columns=columns)


def _arguments(
    lines: pd.DataFrame, runs: Ints, rho: float | str, pairs: int
) -> list[Floats]:
    """Return means, deviations, n and rho of `hierarchical`, a row for each pair."""
    means, scale, df = (
        lines[name].to_numpy(float).reshape(pairs, -1)
        for name in ("mean_difference", "scale", "df")
    )
    n = df + 1
    rhos = runs / n if rho == "1/folds" else np.full(n.shape, float(rho))
    # Constant differences have no deviation, whatever digits a file has kept.
    vary = (lines["differences"] == "vary").to_numpy().reshape(pairs, -1)
    deviations = np.where(vary, scale / np.sqrt(1 / n + rhos / (1 - rhos)), 0)
    return [means, deviations, n, rhos]
