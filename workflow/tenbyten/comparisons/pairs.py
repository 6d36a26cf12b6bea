"""Every pair of classifiers through the tests: tables in, tables out."""

import logging

import numpy as np
import pandas as pd

from tenbyten.accuracies.metric_values import values_of
from tenbyten.accuracies.table import as_arrays
from tenbyten.files import atomic_open
from tenbyten.metrics import METRICS
from tenbyten.statistics.many_datasets.poisson import poisson_test
from tenbyten.statistics.many_datasets.signed_rank import signed_rank
from tenbyten.statistics.one_dataset import correlated_t as t
from tenbyten.statistics.one_dataset import differences as d

_log = logging.getLogger(__name__)


def compare_on_each(
    values, *, pairs, runs, rho, rope, zero_variance, metric="accuracy"
):
    """Compare every pair on every data set by the correlated t-test.

    Parameters
    ----------
    values : DataFrame
        The long table, complete and in order: of accuracies, or one that has `metric`.
    pairs : sequence of (str, str)
        Row and column; differences are the column's accuracy minus the row's, or the
        row's value minus the column's of a metric of which less is better.
    runs : int
        Runs of the cross-validation.
    rho : float or "1/folds"
        Correlation between folds.
    rope : float
        Half-width of the region of practical equivalence, in the metric's unit: a
        fraction of accuracy.
    zero_variance : {"half", "win", "drop"}
        What an all-zero difference counts for in the Poisson test.
    metric : str, default="accuracy"
        What is compared: a name of `tenbyten.metrics.METRICS`.

    Returns
    -------
    DataFrame
        One line a data set and pair: mean_difference; scale and df of the
        posterior; statistic, p_one_sided and p_two_sided of the frequentist test;
        p_row_better, p_rope, p_column_better of the posterior; p_column_wins, the
        Poisson test's p, empty where `zero_variance` drops the data set;
        differences, which ``vary``, are ``constant`` or ``zero``.

    Raises
    ------
    ValueError
        If the metric is undefined in a fold, or a setting is out of its range.
    """
    folds = _folds_of(values, metric)
    datasets = values["dataset"].unique()
    place = {name: i for i, name in enumerate(values["classifier"].unique())}
    settings = {
        "runs": runs,
        "rho": None if rho == "1/folds" else rho,
        "largest": METRICS[metric].largest,
    }
    parts = []
    for row, column in pairs:
        difference, mean = _differences(folds, place[row], place[column], metric)
        test = t.corrected_resampled_t(difference, **settings)
        posterior = t.correlated_t(difference, rope=rope, **settings)
        wins = t.p_right(difference, zero_variance=zero_variance, **settings)
        scale = t.posterior(difference, **settings).scale
        kind = np.where(scale > 0, "vary", np.where(mean == 0, "zero", "constant"))
        parts.append(
            pd.DataFrame(
                {
                    "dataset": datasets,
                    "row": row,
                    "column": column,
                    "mean_difference": mean,
                    "scale": scale,
                    "df": test.df,
                    "statistic": test.statistic,
                    "p_one_sided": test.p_one_sided,
                    "p_two_sided": test.p_two_sided,
                    "p_row_better": posterior.left,
                    "p_rope": posterior.rope,
                    "p_column_better": posterior.right,
                    "p_column_wins": wins.p_right,
                    "differences": kind,
                }
            )
        )
    table = pd.concat(parts, ignore_index=True)
    _log.info("differences by kind: %s", dict(table["differences"].value_counts()))
    return table


def poisson_tests(posteriors, *, datasets, alpha, distribution, draws, seed):
    """Compare every pair over a subset by the Poisson test.

    Parameters
    ----------
    posteriors : DataFrame
        From `compare_on_each`.
    datasets : sequence of str
        The subset.
    alpha : float
        Size of the test.
    distribution : {"exact", "simulated"}
        How the Poisson-binomial distribution is computed.
    draws, seed : int
        Draws of the simulated distribution, and their seed.

    Returns
    -------
    DataFrame
        One line a pair: q, the data sets in the test; expected_wins of the column;
        p_column, p_tie, p_row, the probabilities that the column wins more than
        half, just half, less than half of them; decision, 1 where the column is
        better.
    """
    pairs, p = by_pair(posteriors, datasets, "p_column_wins")
    test = poisson_test(
        p,
        alpha=alpha,
        dropped=np.isnan(p),
        draws=draws if distribution == "simulated" else None,
        seed=seed,
    )
    _log.info("%d pairs over %d data sets", len(pairs), len(datasets))
    return pairs.assign(
        q=test.q,
        expected_wins=test.expected_wins,
        p_column=test.right,
        p_tie=test.tie,
        p_row=test.left,
        decision=test.right_is_better.astype(int),
    )


def signed_rank_tests(posteriors, *, datasets, alpha, method, sides):
    """Compare every pair over a subset by the signed-rank test.

    Parameters
    ----------
    posteriors : DataFrame
        From `compare_on_each`.
    datasets : sequence of str
        The subset.
    alpha : float
        Size of the test.
    method : {"approximate", "exact"}
        How p is computed.
    sides : {"one", "two"}
        One: is the column better? Two: do they differ, the better being the one
        with the larger rank sum?

    Returns
    -------
    DataFrame
        One line a pair: n, the data sets ranked; rank_sum_column (R+) and
        rank_sum_row (R-); z; p_one_sided, p_two_sided; decision, 1 where the
        column is better.
    """
    pairs, mean = by_pair(posteriors, datasets, "mean_difference")
    tests = []
    for row, column, difference in zip(
        pairs["row"], pairs["column"], mean, strict=True
    ):
        try:
            tests.append(signed_rank(difference, exact=method == "exact"))
        except ValueError as error:
            raise ValueError(f"row {row}, column {column}: {error}") from error
    right, left, _, z, n, one_sided, two_sided = np.array(tests).T
    _log.info("%d pairs over %d data sets", len(pairs), len(datasets))
    p = one_sided if sides == "one" else two_sided
    return pairs.assign(
        n=n.astype(int),
        rank_sum_column=right,
        rank_sum_row=left,
        z=z,
        p_one_sided=one_sided,
        p_two_sided=two_sided,
        decision=((p < alpha) & (right > left)).astype(int),
    )


def write_comparisons(table, path):
    """Write a table of comparisons as CSV.

    Numbers have twelve digits, which no machine's last bit disturbs; mean
    differences have all, because ties between them count.
    """
    table = table.copy()
    if "mean_difference" in table:
        table["mean_difference"] = table["mean_difference"].map(repr)
    with atomic_open(path, encoding="utf-8", newline="") as file:
        table.to_csv(file, index=False, float_format="%.12g", lineterminator="\n")


def as_written(table):
    """Round a table's numbers as `write_comparisons` does.

    What is computed from the table in memory is then the same as from its file.
    """
    rounded = {
        name: [float(f"{value:.12g}") for value in column]
        for name, column in table.select_dtypes("float").items()
        if name != "mean_difference"
    }
    return table.assign(**rounded)


def write_all(tables, paths):
    """Write tables of comparisons, each to the path of its name."""
    for name, table in tables.items():
        write_comparisons(table, paths[name])


def read_comparisons(path):
    """Read what `write_comparisons` wrote."""
    text = ["dataset", "row", "column", "differences"]
    return pd.read_csv(
        path,
        dtype=dict.fromkeys(text, str),
        keep_default_na=False,
        na_values={"p_column_wins": [""]},
    )


def _folds_of(values, metric):
    """Arrays over data sets, classifiers and folds."""
    if metric == "accuracy":
        return as_arrays(values)
    return {metric: values_of(values, metric)}


def _differences(arrays, row, column, metric):
    """Differences in every fold and their mean, exact where there are counts."""
    if metric != "accuracy":
        pair = arrays[metric][:, row], arrays[metric][:, column]
        better = {"higher_is_better": METRICS[metric].higher_is_better}
        return (
            d.differences_of_values(*pair, **better),
            d.mean_differences_of_values(*pair, **better),
        )
    if arrays["correct"] is None:
        pair = arrays["accuracy"][:, row], arrays["accuracy"][:, column]
        return d.differences_of_accuracies(*pair), d.mean_differences_of_accuracies(
            *pair
        )
    counts = arrays["correct"][:, row], arrays["correct"][:, column], arrays["tested"]
    return d.differences(*counts), d.mean_differences(*counts)


def by_pair(posteriors, datasets, value):
    """Take one column of the posteriors as an array.

    Parameters
    ----------
    posteriors : DataFrame
        From `compare_on_each`.
    datasets : sequence of str
        A subset, in the order of the table.
    value : str
        The column.

    Returns
    -------
    pairs : DataFrame
        row and column of every pair, in the table's order.
    values : ndarray of shape (pairs, datasets)
    """
    table = posteriors[posteriors["dataset"].isin(datasets)]
    pairs = table[["row", "column"]].drop_duplicates().reset_index(drop=True)
    return pairs, table[value].to_numpy(float).reshape(len(pairs), len(datasets))
