"""Values whose metric, and so whose scale and direction, differs by data set."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from tenbyten.metrics import DURATIONS, METRICS
from tenbyten.results.cells import read_numbers
from tenbyten.results.headings import LOWER, is_higher_better, known_metric, squash
from tenbyten.words import count_of


def orient(
    table: pd.DataFrame,
    value: str,
    names: pd.Series | None,
    better: str | None,
    where: str,
) -> tuple[pd.Series, str, list[str], str] | None:
    """Negate values of losses where each data set tells the metric of its values.

    Without `names`, values are of the metric in whose column they stand too, with
    either sign; one that is in the column of another metric is taken for missing.

    Parameters
    ----------
    table : DataFrame
        With columns dataset, and those of `metrics.METRICS` that tell the metric.
    value : str
        The column of values.
    names : Series of str, optional
        The name of the metric of each value, one for each data set.
    better : {"higher", "lower"}, optional
        Which values are, if the heading of values does not tell.
    where : str
        What errors begin with.

    Returns
    -------
    values : Series of float
        Better the same way on all data sets.
    better : {"higher", "lower"}
    notes : list of str
        Which metrics values are of, and what was done to them.
    several : str
        Which metrics they are of, in words; empty if it is one.

        Or None where no metric is told.

    Raises
    ------
    ValueError
        If a metric's name does not tell which of its values are better.
    """
    values, wrong, percent, _ = read_numbers(table[value])
    datasets, missing = table["dataset"], 0
    if percent.any():
        return None
    if names is None:
        better = None
        metrics = [x for x in METRICS if x in table and x not in DURATIONS]
        beside = table[metrics].apply(lambda column: read_numbers(column).values)
        same = beside.apply(lambda x: np.isclose(np.abs(values), np.abs(x), 1e-9, 0))
        counted = same.groupby(datasets).sum()
        has_values = values.notna().groupby(datasets).any()
        if not metrics or not counted[has_values].any(axis=1).all():
            return None
        names = datasets.map(counted.idxmax(axis=1))
        is_own = same & (names.to_numpy()[:, np.newaxis] == np.array(metrics))
        own = beside.where(is_own).max(axis=1)
        missing = int((values.notna() & own.isna()).sum())
        values = own
    elif better is None and LOWER.search(squash(value)):
        # An error of every metric.
        better = "lower"
    counts = datasets.groupby(names, sort=False).nunique()
    said = [f"{name} on {count_of(n, 'data set')}" for name, n in counts.items()]
    notes = [f"{value} is {', '.join(said)}"]
    several = notes[0] if len(counts) > 1 else ""
    if missing:
        notes.append(
            f"{count_of(missing, 'value')} of another metric taken for missing"
        )
    if better is None:
        is_higher = {
            name: is_higher_better(known_metric(name), None, {}, where)
            for name in counts.index
        }
        better = "higher" if any(is_higher.values()) else "lower"
        losses = [name for name in is_higher if not is_higher[name]]
        if losses and better == "higher":
            values = values.where(~names.isin(losses), -values)
            notes.append(f"{', '.join(losses)} negated, so that higher is better")
    values = values.astype(object).where(~wrong, table[value])
    return values, better, notes, several


def rescale(
    table: pd.DataFrame, metric: str, scale: Mapping[str, str], *, higher: bool
) -> pd.Series:
    """Rescale a metric: 0 is a baseline's mean on each data set, 1 the best one's.

    Parameters
    ----------
    table : DataFrame
        Long.
    metric : str
        Its column.
    scale : dict
        The baseline, a classifier, by the key ``minmax``.
    higher : bool
        Whether higher values are better.

    Raises
    ------
    ValueError
        If the baseline is no classifier, or the best on a data set.
    """
    if metric not in table:
        table = table.assign(**{metric: table["correct"] / table["tested"]})
    means = table.groupby(["dataset", "classifier"])[metric].mean().unstack()
    baseline = scale.get("minmax")
    if baseline not in means:
        raise ValueError(
            f"scale: is {scale!r}; give {{minmax: NAME}}, and as NAME one of "
            f"{', '.join(means)}"
        )
    zero, one = means[baseline], means.agg("max" if higher else "min", axis=1)
    if len(flat := means.index[zero == one]):
        raise ValueError(
            f"scale: {baseline} is the best on {', '.join(flat[:5])}, so that "
            f"nothing lies between 0 and 1; name a baseline that is nowhere the best, "
            f"or set scale: order"
        )
    start, width = (table["dataset"].map(x) for x in (zero, one - zero))
    return (table[metric] - start) / width
