"""Make the long tables of accuracies and metrics from the tables of all panels."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from tenbyten.accuracies.design import (
    CELL,
    name_cells,
    refuse,
    sort_cells,
    split_by_design,
)
from tenbyten.metrics import NO_FOREIGN, Foreign, Metric, metric_of
from tenbyten.statistics.checks import Bools, Floats, Ints
from tenbyten.statistics.rounding import decimals
from tenbyten.words import shorten

COLUMNS = [*CELL, "tested", "correct", "accuracy"]
# The most by which an accuracy beside counts may differ from them.
_ROUNDED = 0.005

_log = logging.getLogger(__name__)


def collect(
    table: pd.DataFrame,
    *,
    instances: Mapping[str, int] | None = None,
    **design: Any,
) -> pd.DataFrame:
    """Make the long table of accuracies of the counts of all panels.

    Parameters
    ----------
    table : DataFrame
        Columns dataset, classifier, run, fold, tested, correct; or `accuracy` in place
        of `correct` or of both.
    instances : dict of str to int, optional
        Sizes of data sets, for `recover_counts`.
    **design
        As of `design.sort_cells`.

    Returns
    -------
    DataFrame
        Of `COLUMNS`, sorted by data set, classifier, run and fold in the design's
        order. `accuracy` is correct / tested, or as given; `tested` and `correct` are
        empty where only accuracies were given and no counts could be recovered.

    Raises
    ------
    ValueError
        If a cell of the design is missing, doubled or not of the design, if classifiers
        were not tested on the same number of instances of a fold, or if a number is
        missing or impossible.
    """
    table = sort_cells(table, "accuracies", **design)
    if {"tested", "correct"} <= set(table):
        _check_counts(table)
        quotient = table["correct"] / table["tested"]
        if "accuracy" in table:
            refuse(
                table[(table["accuracy"] - quotient).abs() > _ROUNDED],
                "accuracies",
                lambda row: (
                    f"accuracy is {row['accuracy']}, but {row['correct']} of "
                    f"{row['tested']} are correct; remove the wrong column"
                ),
            )
        table["accuracy"] = quotient
    elif "accuracy" in table:
        _check_values(table, "accuracies", "accuracy", metric_of("accuracy"))
        table = _recover(table, instances or {})
        _check_counts(table[table["correct"].notna()])
    else:
        raise ValueError(
            f"accuracies: the columns are {', '.join(table)}; give tested and correct "
            f"(counts), or accuracy (a fraction), or name the column that is compared "
            f"by `metric`"
        )
    _log.info(
        "%d cells: %d data sets, %d classifiers",
        *(len(table), len(design["datasets"]), len(design["classifiers"])),
    )
    return table[COLUMNS]


def collect_metrics(
    table: pd.DataFrame,
    *,
    metrics: Sequence[str],
    foreign_metrics: Foreign = NO_FOREIGN,
    **design: Any,
) -> pd.DataFrame:
    """Make the long table of metrics of those of all panels.

    The table has the columns of a cell and all `metrics`; the result is sorted and
    checked as in `collect`. A cell is empty where its metric is undefined.
    """
    if missing := [name for name in metrics if name not in table]:
        raise ValueError(
            f"metrics: no column {', '.join(missing)} among {', '.join(table)}; rename "
            f"the column that it is, or leave the metric out"
        )
    table = sort_cells(table[[*CELL, *metrics]], "metrics", **design)
    for metric in metrics:
        _check_values(table, "metrics", metric, metric_of(metric, foreign_metrics))
        empty = int(table[metric].isna().sum())
        if empty:
            _log.warning("%s is undefined in %d of %d cells", metric, empty, len(table))
    _log.info("%d cells of %s", len(table), ", ".join(metrics))
    return table


def refuse_copies(
    table: pd.DataFrame,
    metric: str = "accuracy",
    *,
    checksums: Mapping[str, str] | None = None,
) -> None:
    """Refuse copies of a data set under several names.

    The tests over data sets would count them as independent.

    Parameters
    ----------
    table : DataFrame
        From `collect` or `collect_metrics`.
    metric : str, default="accuracy"
        Its column that tells data sets apart, with `tested` where that is known.
    checksums : dict of str to str, optional
        Of the canonical tables of the data sets.

    Raises
    ------
    ValueError
        If data sets have equal checksums, or equal numbers in every fold for every
        classifier. Those may be equal by chance where at most one fold differs from the
        others, such as where every classifier is right on easy data, or where there is
        one score for each classifier: there they say nothing.
    """
    numbers = [name for name in ("tested", metric) if name in table]
    sums = checksums or {}
    by_sum: dict[object, list[str]] = {}
    by_folds: dict[object, list[str]] = {}
    for part in split_by_design(table):
        names, classifiers = part["dataset"].unique(), part["classifier"].nunique()
        cells = part[numbers].to_numpy(float, na_value=-1.0)
        cells = cells.reshape(len(names), classifiers, -1, len(numbers))
        for name, folds in zip(names, np.swapaxes(cells, 1, 2), strict=True):
            if name in sums:
                by_sum.setdefault(sums[name], []).append(name)
            flat = folds.reshape(len(folds), -1)
            sizes = np.unique(flat, axis=0, return_counts=True)[1]
            if len(flat) - sizes.max() > 1:
                by_folds.setdefault((flat.shape, flat.tobytes()), []).append(name)
    for found, what in (
        (by_sum, "are one table (equal checksums)"),
        (by_folds, f"have the same {metric} in every fold for every classifier"),
    ):
        if copies := [", ".join(names) for names in found.values() if names[1:]]:
            raise ValueError(
                f"data sets {shorten('; '.join(copies))} {what}: copies would count "
                f"as several data sets in the tests; keep one of them, or, if they are "
                f"meant to count, set `duplicates: allow`"
            )


def _recover(table: pd.DataFrame, instances: Mapping[str, int]) -> pd.DataFrame:
    """Recover counts from accuracies, of the data sets of each design."""
    parts = []
    for part in split_by_design(table):
        runs, folds = int(part["run"].max()), int(part["fold"].max())
        # One score may be a mean of many folds, and a split tests any share.
        known = {} if folds == 1 else instances
        parts.append(recover_counts(part, runs=runs, folds=folds, instances=known))
    return pd.concat(parts).sort_index()


def _check_counts(table: pd.DataFrame) -> None:
    """Refuse counts that cannot be, and folds that are not the same for all."""
    tested, correct = table["tested"], table["correct"]
    refuse(
        table[(tested < 1) | (correct < 0) | (correct > tested)],
        "accuracies",
        lambda row: (
            f"{row['correct']} correct of {row['tested']} tested; 0 <= correct <= "
            f"tested must hold"
        ),
    )
    fold = ["dataset", "run", "fold"]
    sizes = table.groupby(fold)["tested"].transform("nunique")
    if (sizes > 1).any():
        uneven = table[sizes > 1]
        example = uneven[(uneven[fold] == uneven.iloc[0][fold]).all(axis=1)]
        raise ValueError(
            f"accuracies: in {name_cells(uneven)} the "
            f"classifiers were tested on {sorted(example['tested'])} instances; "
            f"all must meet the same folds"
        )


def _check_values(
    table: pd.DataFrame, contents: str, metric: str, kind: Metric
) -> None:
    """Refuse values that a metric of this kind cannot have."""
    values = table[metric]
    possible = np.isfinite(values)
    possible &= (values >= kind.smallest) & (values <= kind.largest)
    if kind.can_be_undefined:
        possible |= values.isna()

    def say(row: pd.Series) -> str:
        percent = metric == "accuracy" and row[metric] > 1
        hint = "divide percentages by 100" if percent else "supply the number"
        if np.isinf(row[metric]) and not percent:
            hint = "predicted probabilities of 0 make a log loss infinite: clip them, "
            hint += "to 1e-15 for example, or compare another metric"
        return (
            f"{metric} is {row[metric]}, expected a number from {kind.smallest:g} to "
            f"{kind.largest:g}; {hint}"
        )

    refuse(table[~possible], contents, say)


def recover_counts(
    table: pd.DataFrame, *, runs: int, folds: int, instances: Mapping[str, int]
) -> pd.DataFrame:
    """Recover the counts of correct predictions from accuracies.

    Parameters
    ----------
    table : DataFrame
        A long table, complete and in order, with `accuracy`, and `tested` where it is
        known.
    instances : dict of str to int
        Size of data sets where it is known. Of n instances, n % folds of a run's folds
        test one more than the others.

    Returns
    -------
    DataFrame
        With `tested` and `correct`. Both are empty on a data set unless each of its
        accuracies is, rounded, that of one count alone. `accuracy` stays as given.

    Raises
    ------
    ValueError
        If an accuracy is, rounded, that of no count of those tested.
    """
    names = table["dataset"].unique()
    # Axes: data sets, classifiers, runs, folds.
    shape = (len(names), -1, runs, folds)
    accuracy = table["accuracy"].to_numpy(float).reshape(shape)
    digits = decimals(accuracy)
    # Half a unit of the last digit, and what floating-point numbers add.
    half = 1e-12 + (0 if digits is None else 0.5 * 10.0**-digits)
    if "tested" in table:
        tested = table["tested"].to_numpy(np.int64).reshape(shape)
        least, most = _possible_counts(accuracy, tested, half)
        refuse(
            table[(least > most).reshape(-1)],
            "accuracies",
            lambda row: (
                f"accuracy is {row['accuracy']}, which no count of {row['tested']} "
                f"tested has; correct one of the two, or remove the column tested"
            ),
        )
        known = np.ones(len(names), bool)
    else:
        sizes = np.array([instances.get(name, 0) for name in names])
        tested, known = _sizes_of_folds(accuracy, sizes, half)
        # All digits are as good as counts.
        known &= digits is not None
    lowest, highest = _possible_counts(accuracy, tested, half)
    known &= np.all(lowest == highest, axis=(1, 2, 3))
    cells = np.repeat(known, accuracy[0].size)
    columns = {"tested": np.broadcast_to(tested, accuracy.shape), "correct": lowest}
    _log.info(
        "counts of %d of %d cells recovered from accuracies of %s digits, those of %d "
        "of %d data sets",
        *(cells.sum(), len(cells), digits or "all", known.sum(), len(known)),
    )
    return table.assign(
        **{x: pd.arrays.IntegerArray(n.ravel(), ~cells) for x, n in columns.items()}
    )


def _possible_counts(
    accuracy: Floats, tested: ArrayLike, half: float
) -> tuple[Ints, Ints]:
    """Return the least and the largest count of those tested with these accuracies."""
    lowest = np.ceil(tested * np.maximum(accuracy - half, 0))
    highest = np.floor(tested * np.minimum(accuracy + half, 1))
    return lowest.astype(np.int64), highest.astype(np.int64)


def _sizes_of_folds(accuracy: Floats, sizes: Ints, half: float) -> tuple[Ints, Bools]:
    """Find the size of each fold, and mark the data sets on which it is known.

    `sizes` are those of the data sets, 0 for an unknown one.
    """
    small, more = (x[:, None, None] for x in divmod(sizes, accuracy.shape[-1]))
    fits = []
    for size in (small, small + 1):
        lowest, highest = _possible_counts(accuracy, size[:, None], half)
        fits.append(np.all(lowest <= highest, axis=1))
    fits_small, fits_large = fits[0], fits[1] & (more > 0)
    either = fits_small & fits_large
    left = more - np.sum(fits_large & ~either, axis=-1, keepdims=True)
    large = fits_large & (~either | (np.cumsum(either, axis=-1) <= left))
    # An accuracy of 0 or 1 is the same whatever the size.
    free = np.all((accuracy == 0) | (accuracy == 1), axis=1) | ~either
    several = np.sum(either, axis=-1, keepdims=True)
    settled = (left == 0) | (left == several)
    settled |= (left > 0) & (left < several) & np.all(free, axis=-1, keepdims=True)
    known = (small > 0) & (fits_small | fits_large) & settled
    return (small + large)[:, None], np.all(known, axis=(1, 2))
