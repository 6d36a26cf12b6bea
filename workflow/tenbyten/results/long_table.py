"""Make the long tables of accuracies and metrics from the tables of all panels."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.metrics import NO_FOREIGN, Foreign, Metric, metric_of
from tenbyten.results.design import CELL, name_cells, refuse, sort_cells
from tenbyten.statistics.rounding import decimals
from tenbyten.words import shorten

COLUMNS = [*CELL, "tested", "correct", "accuracy"]
# The most by which an accuracy beside counts may differ from them.
_ROUNDED = 0.005

_log = logging.getLogger(__name__)


def collect(table: pd.DataFrame, **design: Any) -> pd.DataFrame:
    """Make the long table of accuracies of the counts of all panels.

    Parameters
    ----------
    table : DataFrame
        Columns dataset, classifier, run, fold, tested, correct; or `accuracy` in place
        of `correct` or of both.
    **design
        As of `design.sort_cells`.

    Returns
    -------
    DataFrame
        Of `COLUMNS`, sorted by data set, classifier, run and fold in the design's
        order; one that only a study counts is left out of an imported table.
        `accuracy` is correct / tested, or as given; `tested` and `correct` are
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
            wrong = table[(table["accuracy"] - quotient).abs() > _ROUNDED]
            said = "accuracy is {accuracy}, but {correct} of {tested} are correct; "
            refuse(wrong, "accuracies", f"{said}remove the wrong column".format_map)
        table["accuracy"] = quotient
    elif "accuracy" in table:
        _check_values(table, "accuracies", "accuracy", metric_of("accuracy"))
        table = recover_counts(table)
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
    return table[[name for name in COLUMNS if name in table]]


def collect_metrics(
    table: pd.DataFrame,
    *,
    metrics: Sequence[str],
    foreign_metrics: Foreign = NO_FOREIGN,
    **design: Any,
) -> pd.DataFrame:
    """Make the long table of metrics of those of all panels.

    Parameters
    ----------
    table : DataFrame
        Columns dataset, classifier, run, fold, and all `metrics`; a cell is empty
        where its metric is undefined.
    metrics : sequence of str
    foreign_metrics : dict of str to dict
    **design
        As of `design.sort_cells`.

    Returns
    -------
    DataFrame
        These columns, sorted as by `collect`.

    Raises
    ------
    ValueError
        If a metric or a cell is missing, or a value is impossible.
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
    for name, part in table.groupby("dataset", sort=False):
        if name in sums:
            by_sum.setdefault(sums[name], []).append(name)
        cells = part[numbers].to_numpy(float, na_value=-1.0)
        cells = cells.reshape(part["classifier"].nunique(), -1, len(numbers))
        folds = np.swapaxes(cells, 0, 1).reshape(cells.shape[1], -1)
        sizes = np.unique(folds, axis=0, return_counts=True)[1]
        if len(folds) - sizes.max() > 1:
            by_folds.setdefault((folds.shape, folds.tobytes()), []).append(name)
    refuse_alike(by_sum.values(), "are one table (equal checksums)")
    same = f"have the same {metric} in every fold for every classifier"
    refuse_alike(by_folds.values(), same)


def refuse_alike(found: Iterable[Sequence[str]], what: str) -> None:
    """Refuse data sets that are copies of each other.

    Parameters
    ----------
    found : iterable of sequence of str
        Names of data sets that are the same; one without others is no copy.
    what : str
        What the error says of them.

    Raises
    ------
    ValueError
        If there are copies.
    """
    if copies := [", ".join(names) for names in found if names[1:]]:
        raise ValueError(
            f"data sets {shorten('; '.join(copies))} {what}: copies would count "
            f"as several data sets in the tests; keep one of them, or set "
            f"`duplicates: allow` (`tenbyten docs messages#copies`)"
        )


def _check_counts(table: pd.DataFrame) -> None:
    """Refuse counts that cannot be, and folds that are not the same for all."""
    tested, correct = table["tested"], table["correct"]
    wrong = table[(tested < 1) | (correct < 0) | (correct > tested)]
    said = "{correct} correct of {tested} tested; 0 <= correct <= tested must hold"
    refuse(wrong, "accuracies", said.format_map)
    fold = ["dataset", "run", "fold"]
    sizes = table.groupby(fold)["tested"].transform("nunique")
    if (sizes > 1).any():
        uneven = table[sizes > 1]
        example = uneven[(uneven[fold] == uneven.iloc[0][fold]).all(axis=1)]
        raise ValueError(
            f"accuracies: in {name_cells(uneven)} the classifiers were tested on "
            f"{sorted(example['tested'])} instances; all must meet the same folds"
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


def recover_counts(table: pd.DataFrame) -> pd.DataFrame:
    """Recover the counts of correct predictions from accuracies and sizes of folds.

    Parameters
    ----------
    table : DataFrame
        A long table with `accuracy`, and `tested` where it is known.

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
    if "tested" not in table:
        unknown = pd.Series(pd.NA, table.index, dtype="Int64")
        return table.assign(tested=unknown, correct=unknown)
    accuracy, tested = table["accuracy"], table["tested"]
    digits = decimals(accuracy.to_numpy())
    # Half a unit of the last digit, and what floating-point numbers add.
    half = 1e-12 + (0 if digits is None else 0.5 * 10.0**-digits)
    least = np.ceil(tested * (accuracy - half).clip(lower=0))
    most = np.floor(tested * (accuracy + half).clip(upper=1))
    said = "accuracy is {accuracy}, which no count of {tested} tested has; correct one "
    said += "of the two, or remove the column tested"
    refuse(table[least > most], "accuracies", said.format_map)
    known = (least == most).groupby(table["dataset"]).transform("all")
    _log.info(
        "counts of %d of %d cells recovered from accuracies of %s digits",
        *(known.sum(), len(known), digits or "all"),
    )
    counts = {"tested": tested, "correct": least}
    counts = {x: n.astype("Int64").where(known) for x, n in counts.items()}
    return table.assign(**counts)
