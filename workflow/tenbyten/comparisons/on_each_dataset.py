"""Compare every pair of classifiers on each data set."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tenbyten.accuracies.values import counts_of, rounding_errors, values_of
from tenbyten.metrics import METRICS
from tenbyten.statistics.checks import Floats
from tenbyten.statistics.one_dataset import correlated_t as t
from tenbyten.statistics.one_dataset import differences as d
from tenbyten.statistics.rounding import merge_close, rounded

# Row and column of each pair; the data sets of a subset.
Pairs = Sequence[tuple[str, str]]
Names = Sequence[str]
# Of row and column: differences in every fold of every data set, and their means.
_Differences = Callable[[int, int], tuple[Floats, Floats]]

_log = logging.getLogger(__name__)

# The most differences in memory at once: 16 MB.
_AT_ONCE = 2_000_000


def compare_on_each(
    values: pd.DataFrame,
    *,
    pairs: Pairs,
    runs: int,
    rho: float | str,
    rope: float,
    zero_variance: str,
    metric: str = "accuracy",
    groups: Sequence[Names] = (),
) -> pd.DataFrame:
    """Compare every pair on every data set by the correlated t-test.

    Parameters
    ----------
    values : DataFrame
        The long table, complete and in order: of accuracies, or one that has `metric`.
    zero_variance : {"half", "win", "drop"}
        What an all-zero difference counts for in the Poisson test.
    groups : sequence of sequence of str
        Compare on each of these groups of data sets instead, by the mean of their
        differences fold by fold; a group has the name of its first data set.

    Returns
    -------
    DataFrame
        One line a data set and pair: mean_difference; scale and df of the posterior;
        statistic, p_one_sided and p_two_sided of the frequentist test; p_row_better,
        p_rope, p_column_better of the posterior; p_column_wins, the Poisson test's p,
        empty where `zero_variance` drops the data set; differences, which ``vary``, are
        ``constant`` or ``zero``.
    """
    datasets, differences = _differences_on(values, metric, groups)
    index = {name: i for i, name in enumerate(values["classifier"].unique())}
    step = max(1, _AT_ONCE * len(index) // len(values))
    parts = []
    for start in range(0, len(pairs), step):
        of_pairs = [
            differences(index[row], index[column])
            for row, column in pairs[start : start + step]
        ]
        difference, mean = map(np.stack, zip(*of_pairs, strict=True))
        posterior = t.posterior(
            difference,
            runs=runs,
            rho=None if rho == "1/folds" else float(rho),
            largest=METRICS[metric].width,
        )
        parts.append(_columns(posterior, mean, rope, zero_variance))
    table = pd.concat(parts, ignore_index=True)
    named = [(name, *pair) for pair in pairs for name in datasets]
    for i, name in enumerate(("dataset", "row", "column")):
        table.insert(i, name, [names[i] for names in named])
    _log.info("differences by kind: %s", table["differences"].value_counts().to_dict())
    return table


def _columns(
    posterior: t.Posterior, mean: Floats, rope: float, zero_variance: str
) -> pd.DataFrame:
    """Return what is found of some pairs on each data set, a line each."""
    test, probabilities = posterior.test(), posterior.probabilities(rope)
    constant = np.where(mean == 0, "zero", "constant")
    columns = {
        "mean_difference": mean,
        "scale": posterior.scale,
        "df": np.full(mean.shape, posterior.df),
        "statistic": test.statistic,
        "p_one_sided": test.p_one_sided,
        "p_two_sided": test.p_two_sided,
        "p_row_better": probabilities.row,
        "p_rope": probabilities.rope,
        "p_column_better": probabilities.column,
        "p_column_wins": posterior.column_wins(zero_variance),
        "differences": np.where(posterior.scale > 0, "vary", constant),
    }
    return pd.DataFrame({name: values.ravel() for name, values in columns.items()})


def by_pair(
    posteriors: pd.DataFrame, datasets: Names, value: str
) -> tuple[pd.DataFrame, Floats]:
    """Take one column of the posteriors as an array of shape (pairs, datasets).

    With it come row and column of every pair, in the table's order.
    """
    table = posteriors[posteriors["dataset"].isin(datasets)]
    pairs = table[["row", "column"]].drop_duplicates().reset_index(drop=True)
    return pairs, table[value].to_numpy(float).reshape(len(pairs), len(datasets))


def lines_of(posteriors: pd.DataFrame, pairs: Pairs, datasets: Names) -> pd.DataFrame:
    """Take the lines of some pairs on some data sets.

    They are indexed by row, column and dataset; pair after pair, each in the order of
    `datasets`.
    """
    keys = ["row", "column", "dataset"]
    wanted = pd.MultiIndex.from_tuples(
        [(*pair, dataset) for pair in pairs for dataset in datasets], names=keys
    )
    lines = posteriors.set_index(keys)
    missing = wanted.difference(lines.index, sort=False)
    if len(missing):
        row, column, dataset = missing[0]
        raise ValueError(
            f"no comparison of row {row} with column {column} on {dataset} "
            f"({len(missing)} are missing); compare every pair on every data set of "
            f"the subset first."
        )
    return lines.loc[wanted]


def _differences_on(
    values: pd.DataFrame, metric: str, groups: Sequence[Names]
) -> tuple[NDArray[Any], _Differences]:
    """Return the data sets, or the first of each group, and the differences on them."""
    datasets = values["dataset"].unique()
    of_each = _differences_of(values, metric)
    if not groups:
        return datasets, of_each
    members = [np.isin(datasets, group) for group in groups]

    def averaged(row: int, column: int) -> tuple[Floats, Floats]:
        difference, mean = (
            rounded(np.stack([np.mean(found[own], axis=0) for own in members]))
            for found in of_each(row, column)
        )
        return difference, mean

    return np.array([group[0] for group in groups]), averaged


def _differences_of(values: pd.DataFrame, metric: str) -> _Differences:
    """Make a function of row and column: differences in every fold, and their mean."""
    counts = counts_of(values) if metric == "accuracy" else None
    if counts is not None:
        correct, tested = counts
        return lambda row, column: (
            d.differences(correct[:, row], correct[:, column], tested),
            d.mean_differences(correct[:, row], correct[:, column], tested),
        )
    folds, errors = values_of(values, metric), rounding_errors(values, metric)
    if np.any(errors):
        _log.warning(
            "%s is rounded: mean differences below %g are taken for 0 on %d of %d data "
            "sets",
            *(metric, errors.max(), np.count_nonzero(errors), len(errors)),
        )
    of_metric: dict[str, Any] = {
        "error": errors,
        "higher_is_better": METRICS[metric].higher_is_better,
        "largest": METRICS[metric].largest,
        "smallest": METRICS[metric].smallest,
    }
    width = errors.max(initial=0.0)

    def of_pair(row: int, column: int) -> tuple[Floats, Floats]:
        pair = folds[:, row], folds[:, column]
        means = d.mean_differences_of_values(*pair, **of_metric)
        if width:
            # Equal differences on several data sets share their ranks.
            means = np.copysign(merge_close(np.abs(means), width), means)
        return d.differences_of_values(*pair, **of_metric), means

    return of_pair
