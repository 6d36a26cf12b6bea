"""Values whose metric, and so whose scale and direction, differs by data set."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd

from tenbyten.accuracies.cells import read_numbers
from tenbyten.accuracies.headings import LOWER, is_higher_better, known_metric, squash
from tenbyten.metrics import DURATIONS, METRICS
from tenbyten.words import count_of


class Oriented(NamedTuple):
    """Values that are better the same way on all data sets.

    Attributes
    ----------
    values : Series of float
    better : {"higher", "lower"}
    notes : list of str
        Which metric values are of, and what was done to them.
    several : str
        Which metrics they are of, in words; empty if it is one.
    """

    values: pd.Series
    better: str
    notes: list[str]
    several: str


def by_name(
    table: pd.DataFrame, value: str, better: str | None, where: str
) -> Oriented | None:
    """Orient values of which a column names the metric; None unless by data set.

    Parameters
    ----------
    table : DataFrame
        With columns dataset, and metric: the name of the metric of each value.
    value : str
        The column of values.
    better : {"higher", "lower"}, optional
        Which values are, if the heading of values does not tell.
    where : str
        What errors begin with.

    Raises
    ------
    ValueError
        If a metric's name does not tell which of its values are better.
    """
    names = table["metric"].astype(str).str.strip()
    if (names.groupby(table["dataset"]).nunique() > 1).any():
        return None
    values = read_numbers(table[value]).values
    notes = [_counted(value, names, table["dataset"])]
    if better is None and LOWER.search(squash(value)):
        # An error of every metric.
        better = "lower"
    if better is None:
        higher = {
            name: is_higher_better(known_metric(name), None, {}, where)
            for name in names.unique()
        }
        return _turn(values, names, higher, notes)
    return Oriented(values, better, notes, notes[0])


def by_value(table: pd.DataFrame, value: str) -> Oriented | None:
    """Orient values that are, on each data set, those of another column of metrics.

    None unless every data set has such a column: where values equal its own, or are
    these with the other sign. A value that equals another column's is taken for
    missing.

    Parameters
    ----------
    table : DataFrame
        With a column dataset and some of `metrics.METRICS`.
    value : str
        The column of values.
    """
    metrics = [x for x in METRICS if x in table and x not in DURATIONS and x != value]
    values = read_numbers(table[value]).values
    known = values.notna()
    beside = {x: read_numbers(table[x]).values for x in metrics}
    same = pd.DataFrame(
        {x: np.isclose(np.abs(values), np.abs(y), 1e-9, 0) for x, y in beside.items()},
        table.index,
    )
    counted = same.groupby(table["dataset"]).sum()
    has_values = known.groupby(table["dataset"]).any()
    if not metrics or not counted[has_values].any(axis=1).all():
        return None
    names = table["dataset"].map(counted.idxmax(axis=1))
    of_name = pd.Series(np.nan, table.index)
    for name in names.unique():
        of_name = of_name.where((names != name) | ~same[name], beside[name])
    notes = [_counted(value, names, table["dataset"])]
    if other := int((known & of_name.isna()).sum()):
        notes.append(f"{count_of(other, 'value')} of another metric taken for missing")
    higher = {name: METRICS[name].higher_is_better for name in names.unique()}
    return _turn(of_name, names, higher, notes)


def _turn(
    values: pd.Series, names: pd.Series, higher: dict[str, bool], notes: list[str]
) -> Oriented:
    """Negate values of which lower ones are better, unless they are of all metrics."""
    several = notes[0] if len(higher) > 1 else ""
    if not any(higher.values()):
        return Oriented(values, "lower", notes, several)
    if lower := [name for name in higher if not higher[name]]:
        values = values.where(~names.isin(lower), -values)
        notes.append(f"{', '.join(lower)} negated, so that higher is better")
    return Oriented(values, "higher", notes, several)


def _counted(value: str, names: pd.Series, datasets: pd.Series) -> str:
    """Write on how many data sets values are of each metric."""
    counts = datasets.groupby(names, sort=False).nunique()
    said = [f"{name} on {count_of(n, 'data set')}" for name, n in counts.items()]
    return f"{value} is {', '.join(said)}"


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
