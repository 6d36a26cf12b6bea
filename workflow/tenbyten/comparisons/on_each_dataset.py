"""Compare every pair of classifiers on each data set."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from tenbyten import statistics
from tenbyten.metrics import NO_FOREIGN, Foreign, Metric, metric_of
from tenbyten.results.design import common_runs, split_by_design
from tenbyten.results.files import Right
from tenbyten.results.values import counts_of, rounding_units, values_of
from tenbyten.statistics.checks import Floats
from tenbyten.statistics.one_dataset import correlated_t as t
from tenbyten.statistics.one_dataset import differences as d
from tenbyten.statistics.rounding import error_of_mean, merge_close, rounded

# Row and column of each pair; the data sets of a subset.
Pairs = Sequence[tuple[str, str]]
Names = Sequence[str]
# Correlation between folds: "1/folds", or a number, or numbers by data set.
Rho = float | str | Mapping[str, float]
# Of row and column: differences in every fold of every data set, and their means.
_Differences = Callable[[int, int], tuple[Floats, Floats]]

_log = logging.getLogger(__name__)

# Probabilities of the posterior, in the order of `decisions.VERDICTS`.
REGIONS = ["p_row_better", "p_rope", "p_column_better"]
# Columns with the results of a pair on a data set.
_COLUMNS = ["mean_difference", "scale", "df", "statistic", "p_one_sided", "p_two_sided"]
_COLUMNS += [*REGIONS, "p_column_wins", "differences"]
# What differences are where the folds do not tell.
_UNKNOWN = "unknown"

# The most differences in memory at once: 16 MB.
_AT_ONCE = 2_000_000


# The table, the pairs and the study's settings for this test.
def compare_on_each(
    values: pd.DataFrame,
    *,
    pairs: Pairs,
    runs: int,
    rho: Rho,
    rope: float,
    zero_variance: str,
    metric: str = "accuracy",
    foreign_metrics: Foreign = NO_FOREIGN,
    scale: str = "difference",
    groups: Sequence[Names] = (),
    by_folds: bool = True,
    counts_runs: bool = False,
) -> pd.DataFrame:
    """Compare every pair on every data set by the correlated t-test.

    Parameters
    ----------
    values : DataFrame
        The long table, complete and in order: of accuracies, or one that has `metric`.
        Where classifiers have different runs, each pair is compared by those of both.
    runs : int
        Runs of each data set; of a table with several designs those of the table count.
    rope : float
        Half-width of the region of practical equivalence, of a ratio its logarithm.
    scale : {"difference", "ratio", "order"}
        Whether differences are those of values or of their logarithms, or signs alone,
        for which `by_folds` is false.
    zero_variance : {"half", "win", "drop"}
        What an all-zero difference counts for in the Poisson test.
    groups : sequence of sequence of str
        Compare on each of these groups of data sets instead, by the mean of their
        differences fold by fold; a group has the name of its first data set, and its
        data sets one design.
    by_folds : bool, default=True
        Whether the folds tell how differences vary. If not, as of one score a data set,
        there is no test: only mean_difference is filled, and differences are
        ``unknown``.
    counts_runs : bool, default=False
        Whether runs are those of the table, and in a column of the result.

    Returns
    -------
    DataFrame
        One line a data set and pair: mean_difference; scale and df of the posterior;
        statistic, p_one_sided and p_two_sided of the frequentist test; p_row_better,
        p_rope, p_column_better of the posterior; p_column_wins, the Poisson test's p,
        empty where `zero_variance` drops the data set; differences, which ``vary``, are
        ``constant`` or ``zero``.
    """
    kind = metric_of(metric, foreign_metrics, scale)
    designs = _designs(values, pairs)
    errors = rounding_units(values, metric, scale=scale)
    units = pd.Series(errors, values["dataset"].unique())
    tables = []
    for part, some in designs:
        inside = set(part["dataset"].unique())
        named = [group for group in groups if group[0] in inside]
        if named or not groups:
            is_known = len(designs) == 1 and not counts_runs
            own = runs if is_known else part["run"].nunique()
            # A line is of a group, whose data sets have one rho, or of a data set.
            lines_are_of = [x[0] for x in named] or [*dict.fromkeys(part["dataset"])]
            test_columns = partial(
                _columns,
                runs=own,
                rho=rho_of(rho, lines_are_of),
                rope=rope,
                zero_variance=zero_variance,
                largest=kind.width,
            )
            columns_of = test_columns if by_folds else _columns_of_means
            differences = _differences_of(part, metric, kind, units)
            lines = _lines(part, some, differences, named, columns_of)
            tables.append(lines.assign(runs=own) if counts_runs else lines)
    table = pd.concat(tables, ignore_index=True)
    if scale == "order":
        table["mean_difference"] = np.sign(table["mean_difference"])
    if len(designs) == 1:
        return table
    inside = set(table["dataset"].unique())
    return lines_of(table, pairs, [x for x in units.index if x in inside])


def _designs(values: pd.DataFrame, pairs: Pairs) -> list[tuple[pd.DataFrame, Pairs]]:
    """Split a table into parts of one design each, with the pairs that are of it."""
    of_pairs = [(values, pairs)]
    if common_runs(values) is not values:
        name = values["classifier"]
        of_pairs = [
            (common_runs(values[name.isin(both)]), [x for x in pairs if both == {*x}])
            for both in dict.fromkeys(map(frozenset, pairs))
        ]
    return [(x, some) for table, some in of_pairs for x in split_by_design(table)]


def _lines(
    values: pd.DataFrame,
    pairs: Pairs,
    differences_of: _Differences,
    groups: Sequence[Names],
    columns_of: Callable[[Floats, Floats], pd.DataFrame],
) -> pd.DataFrame:
    """Return the lines of data sets of one design, pair after pair."""
    datasets = values["dataset"].unique()
    members = [np.isin(datasets, group) for group in groups]

    def grouped(values: Floats) -> Floats:
        return rounded(np.stack([np.mean(values[own], axis=0) for own in members]))

    index = {name: i for i, name in enumerate(values["classifier"].unique())}
    step = max(1, _AT_ONCE * len(index) // len(values))
    parts = []
    for start in range(0, len(pairs), step):
        some = pairs[start : start + step]
        gained = [differences_of(index[row], index[column]) for row, column in some]
        if groups:
            gained = [(grouped(each), grouped(mean)) for each, mean in gained]
        parts.append(columns_of(*map(np.stack, zip(*gained, strict=True))))
    names = [group[0] for group in groups] or datasets
    keys = [(name, *pair) for pair in pairs for name in names]
    named = pd.DataFrame(keys, columns=["dataset", "row", "column"])
    return named.join(pd.concat(parts, ignore_index=True))


def _columns_of_means(difference: Floats, mean: Floats) -> pd.DataFrame:
    """Return the columns of `_columns` of which means alone are known."""
    table = pd.DataFrame({"mean_difference": mean.ravel()})
    return table.reindex(columns=_COLUMNS).assign(differences=_UNKNOWN)


def _columns(
    difference: Floats,
    mean: Floats,
    *,
    runs: int,
    rho: Floats | None,
    rope: float,
    zero_variance: str,
    largest: float,
) -> pd.DataFrame:
    """Return the results of some pairs on each data set, a line each."""
    posterior = t.posterior(difference, runs=runs, rho=rho, largest=largest)
    test, probabilities = posterior.test(), posterior.probabilities(rope)
    constant = np.where(mean == 0, "zero", "constant")
    numbers = (
        *(mean, posterior.scale, np.full(mean.shape, posterior.df)),
        *(test.statistic, test.p_one_sided, test.p_two_sided),
        *probabilities,
        posterior.column_wins(zero_variance),
        np.where(posterior.scale > 0, "vary", constant),
    )
    columns = zip(_COLUMNS, numbers, strict=True)
    return pd.DataFrame({name: values.ravel() for name, values in columns})


def rho_of(rho: Rho, datasets: Names) -> Floats | None:
    """Return the correlation of every data set, None for that of their folds."""
    if isinstance(rho, str):
        return None
    by_name = rho if isinstance(rho, Mapping) else dict.fromkeys(datasets, rho)
    if missing := [name for name in datasets if name not in by_name]:
        raise ValueError(
            f"key rho: missing {', '.join(missing[:5])}; give one number per data set"
        )
    return np.array([by_name[name] for name in datasets], dtype=float)


def has_tests(posteriors: pd.DataFrame) -> bool:
    """Return whether pairs were tested on each data set, not only their means taken."""
    return not (posteriors.get("differences", pd.Series()) == _UNKNOWN).any()


def half_widths(posteriors: pd.DataFrame, alpha: float) -> Floats:
    """Return half of the width of each posterior's interval at 1 - `alpha`.

    Parameters
    ----------
    posteriors : DataFrame
        Lines of `compare_on_each`.
    alpha : float

    Returns
    -------
    ndarray of shape (lines,)
        In the metric's unit.
    """
    quantile = stdtrit(posteriors["df"].to_numpy(float), 1 - alpha / 2)
    return quantile * posteriors["scale"].to_numpy(float)


def by_pair(
    posteriors: pd.DataFrame, datasets: Names, value: str
) -> tuple[pd.DataFrame, Floats]:
    """Take one column of the posteriors as an array of shape (pairs, datasets).

    With it come row and column of every pair, in the table's order.
    """
    table = posteriors[posteriors["dataset"].isin(datasets)]
    pairs = table[["row", "column"]].drop_duplicates().reset_index(drop=True)
    return pairs, table[value].to_numpy(float).reshape(len(pairs), len(datasets))


def matrix(lines: pd.DataFrame, value: str, pairs: Pairs) -> Floats:
    """Return one column of `lines_of`, of shape (pairs, datasets)."""
    return lines[value].to_numpy(float).reshape(len(pairs), -1)


def lines_of(posteriors: pd.DataFrame, pairs: Pairs, datasets: Names) -> pd.DataFrame:
    """Take the lines of some pairs on some data sets.

    Pair after pair, each in the order of `datasets`.
    """
    names = (*zip(*pairs, strict=True), datasets)
    keys = [pd.factorize(posteriors[key]) for key in ("row", "column", "dataset")]
    # The place of each line of the table, and 0 for all that are not in it.
    places = np.zeros([len(known) + 1 for _, known in keys], dtype=np.intp)
    places[*(codes for codes, _ in keys)] = np.arange(1, len(posteriors) + 1)
    row, column, dataset = (
        known.get_indexer(pd.Index(wanted))
        for (_, known), wanted in zip(keys, names, strict=True)
    )
    positions = places[row[:, np.newaxis], column[:, np.newaxis], dataset]
    missing = np.argwhere(positions == 0)
    if len(missing):
        pair, which = missing[0]
        row_name, column_name = pairs[pair]
        raise ValueError(
            f"no comparison of row {row_name} with column {column_name} on "
            f"{datasets[which]} ({len(missing)} are missing); compare every pair on "
            f"every data set of the subset first."
        )
    return posteriors.iloc[positions.ravel() - 1].reset_index(drop=True)


def _differences_of(
    values: pd.DataFrame, metric: str, kind: Metric, units_by_dataset: pd.Series
) -> _Differences:
    """Make a function of row and column: differences in every fold, and their mean."""
    counts = counts_of(values) if metric == "accuracy" else None
    if counts is not None:
        correct, tested = counts
        return lambda row, column: (
            d.differences(correct[:, row], correct[:, column], tested),
            d.mean_differences(correct[:, row], correct[:, column], tested),
        )
    folds = values_of(values, metric, scale=kind.scale)
    units = units_by_dataset[values["dataset"].unique()].to_numpy()
    width = float(error_of_mean(units.max(initial=0), folds.shape[-1]))
    if width:
        hint = "; give `tested`, and they are exact" if metric == "accuracy" else ""
        # The page says so.
        _log.info(
            "%s is rounded to %g: mean differences below %.2g, which rounding %d folds "
            "can make, are taken for 0 on %d of %d data sets%s",
            "log " * (kind.scale == "ratio") + metric,
            *(units.max(), width, folds.shape[-1]),
            *(np.count_nonzero(units), len(units), hint),
        )
    bounds: dict[str, Any] = {
        "error": units,
        "higher_is_better": kind.higher_is_better,
        "largest": kind.largest,
        "smallest": kind.smallest,
    }

    def pair_differences(row: int, column: int) -> tuple[Floats, Floats]:
        pair = folds[:, row], folds[:, column]
        means = d.mean_differences_of_values(*pair, **bounds)
        if width and kind.scale == "difference":
            # Equal differences on two data sets share their ranks, and both err; ratios
            # err by data set.
            means = np.copysign(merge_close(np.abs(means), 2 * width), means)
        return d.differences_of_values(*pair, **bounds), means

    return pair_differences


def best_on_each(means: pd.DataFrame, *, higher_is_better: bool) -> pd.DataFrame:
    """Mark the best of the means of each data set; equal means share the mark."""
    extreme = means.max(axis=1) if higher_is_better else means.min(axis=1)
    return means.eq(extreme, axis=0)


def against_reference(
    posteriors: pd.DataFrame, means: pd.DataFrame, *, reference: str, alpha: float
) -> pd.DataFrame:
    """Mark where a classifier differs significantly from the reference.

    Marks have the shape of `means`: 1 where the classifier is significantly better than
    the reference by the corrected resampled t-test, two-sided, -1 where it is
    significantly worse, else 0.
    """
    lines = posteriors[posteriors["row"] == reference]
    significant = lines["p_two_sided"] < alpha
    marks = lines.assign(
        mark=np.where(significant, np.sign(lines["mean_difference"]), 0).astype(int)
    ).pivot(index="dataset", columns="column", values="mark")
    return marks.reindex(index=means.index, columns=means.columns, fill_value=0)


def marked_means(
    means: pd.DataFrame,
    deviations: pd.DataFrame,
    *,
    best: pd.DataFrame,
    marks: pd.DataFrame,
) -> pd.DataFrame:
    """Join means, standard deviations and both marks, one line a cell.

    All are of shape (datasets, classifiers); the columns of the result are dataset,
    classifier, mean, standard_deviation, best and against_reference.
    """
    parts = {"mean": means, "standard_deviation": deviations}
    parts |= {"best": best.astype(int), "against_reference": marks}
    lines = pd.DataFrame({name: part.stack() for name, part in parts.items()})
    return lines.rename_axis(["dataset", "classifier"]).reset_index()


def mcnemar_tests(predictions: Iterable[Right], *, pairs: Pairs) -> pd.DataFrame:
    """Compare every pair by the instances of a run that one alone gets right.

    Parameters
    ----------
    predictions : iterable of Right
        From `results.files.read_right`.

    Returns
    -------
    DataFrame
        One line a data set, run and pair: dataset, run, row, column; only_row and
        only_column, the instances that just this one predicts correctly; p_one_sided
        and p_two_sided, both exact.

    Notes
    -----
    In a run of a cross-validation every instance is tested once. The test takes them
    for independent test instances of two classifiers. There is a classifier for each
    fold, though, and their training sets overlap: it says nothing of how much results
    vary with the training set (Dietterich 1998; Neural Computation 10, 1895-1923).
    Runs test the same instances, so that their counts are not to be added.
    """
    cells = []
    for dataset, run, right in predictions:
        names = list(right)
        table = np.array([right[name] for name in names], dtype=np.float64)
        # Of two classifiers, the instances that the first alone gets right.
        alone = np.rint(table @ (1 - table).T).astype(np.int64)
        place = {name: index for index, name in enumerate(names)}
        for row, column in pairs:
            first, second = place[row], place[column]
            counts = alone[first, second], alone[second, first]
            cells.append((dataset, run, row, column, *counts))
    columns = ["dataset", "run", "row", "column", "only_row", "only_column"]
    lines = pd.DataFrame(cells, columns=columns)
    of_each = lines[["only_row", "only_column"]].to_numpy(np.int64)
    test = statistics.mcnemar(*of_each.T)
    return lines.assign(p_one_sided=test.p_one_sided, p_two_sided=test.p_two_sided)
