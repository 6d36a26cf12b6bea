"""Plan a comparison from a pilot: how many data sets and runs it needs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.special import ndtr, stdtrit

from tenbyten.metrics import DURATIONS
from tenbyten.planning import model
from tenbyten.planning.result import WHOLE_NUMBERS, Plan
from tenbyten.results.design import sort_cells
from tenbyten.results.long_table import collect
from tenbyten.results.results import Source, read_results
from tenbyten.results.values import values_of
from tenbyten.statistics.checks import Floats, check_alpha
from tenbyten.study.schema import check_against_schema

# Numbers of runs that are planned for by default, as far as the pilot has folds.
_RUNS = (1, 2, 5, 10)


class Pilot(NamedTuple):
    """A pilot's differences of two classifiers, column minus row.

    Attributes
    ----------
    row, column : str
    classifiers : tuple of str
        All of the pilot.
    differences : ndarray of shape (datasets, runs, folds)
    """

    row: str
    column: str
    classifiers: tuple[str, ...]
    differences: Floats

    @property
    def has_folds(self) -> bool:
        """Whether there is more than one score for each data set and classifier."""
        return self.differences[0].size > 1

    def effects(self, ratio: float = model.RATIO) -> model.Effects:
        """Describe the pilot for the model; see `model.effects_of`."""
        runs, folds = self.differences.mean(axis=2), self.differences.shape[2]
        within = 0 * runs[:, 0]
        if folds > 1:
            within = self.differences.var(axis=2, ddof=1).mean(axis=1) / folds
        return model.effects_of(runs, within, ratio=ratio)


def make_pilot(
    table: pd.DataFrame, *, row: str | None, column: str | None, metric: str
) -> Pilot:
    """Take the differences of a pair from a table.

    Parameters
    ----------
    table : DataFrame
        As in `tenbyten.compare`.
    row, column : str or None
        The classifiers; of a pilot with two, the column is the one with the higher
        mean if they are left out.

    Raises
    ------
    ValueError
        If the table is incomplete, has one data set, a classifier is not in it, or the
        pair is not settled.
    """
    names, datasets = (list(table[x].unique()) for x in ("classifier", "dataset"))
    runs, folds = (int(table[x].max()) for x in ("run", "fold"))
    if len(datasets) < 2:
        raise ValueError(
            f"planning: the pilot has {len(datasets)} data set; give one of two or "
            f"more, for the differences between data sets settle how many are needed"
        )
    design: Any = {"datasets": datasets, "classifiers": names}
    design |= {"runs": runs, "folds": folds}
    if metric == "accuracy":
        table = collect(table, **design)
    else:
        table = sort_cells(table, "planning", **design)
    values = values_of(table, metric)
    means = dict(zip(names, values.mean(axis=(0, 2)), strict=True))
    row, column = _pair(means, row, column)
    gained = values[:, names.index(column)] - values[:, names.index(row)]
    return Pilot(row, column, tuple(names), gained.reshape(len(datasets), runs, folds))


def runs_of(pilot: Pilot, runs: Sequence[int] | None) -> list[int]:
    """Choose the numbers of runs that are planned for.

    A ValueError refuses those of a pilot without folds, whose scores do not tell how
    much a run varies.
    """
    if runs is None:
        return list(_RUNS) if pilot.has_folds else [1]
    if not pilot.has_folds:
        raise ValueError(
            f"planning: runs of {runs[0]} are asked for, and the pilot has one score "
            f"for each data set and classifier, which does not tell how much a run "
            f"varies; leave runs out, or give the results of folds"
        )
    return sorted(runs)


def _pair(
    means: dict[str, float], row: str | None, column: str | None
) -> tuple[str, str]:
    """Choose row and column: of two classifiers the better one is the column."""
    names = list(means)
    for key, name in (("row", row), ("column", column)):
        if name is not None and name not in names:
            raise ValueError(
                f"planning: {key} is {name!r}, which is no classifier of the pilot; "
                f"give one of {', '.join(names)}."
            )
    if len(names) == 2:
        better = max(names, key=lambda name: means[name])
        column = column or next(x for x in (better, *names) if x != row)
        row = row or next(x for x in names if x != column)
    if row is None or column is None or row == column:
        said = [repr(name) if name else "not given" for name in (row, column)]
        raise ValueError(
            f"planning: row is {said[0]} and column {said[1]}; give two of the pilot's "
            f"classifiers: {', '.join(names)}."
        )
    return row, column


def plan(
    source: Source,
    *,
    row: str | None = None,
    column: str | None = None,
    differences: Sequence[float] = (0.005, 0.01, 0.02),
    datasets: Sequence[int] = (10, 20, 30, 40, 50, 75, 100),
    runs: Sequence[int] | None = None,
    power: float = 0.8,
    metric: str = "accuracy",
    control: str | None = None,
    adjust: str = "holm",
    sides: str = "two",
    alpha: float = 0.05,
    resamples: int = 300,
    seed: int = 1,
    **reading: Any,
) -> Plan:
    """Plan a comparison by the signed-rank test, from a pilot.

    Parameters
    ----------
    source : path, sequence of paths, DataFrame or dict
        The pilot's results, as in `tenbyten.compare`; columns fit_seconds or
        predict_seconds settle the hours that a plan takes.
    row, column : str, optional
        The classifiers; power is the chance to find the column better. May be left out
        where the pilot has two: the column is the one with the higher mean.
    differences : sequence of float
        Pseudomedians of the differences over data sets, column minus row, as fractions
        above 0: 0.01 is one percentage point of accuracy.
    datasets : sequence of int
        Numbers of data sets, each from 2 to 2000.
    runs : sequence of int, optional
        Numbers of runs of the cross-validation, fewer or more than the pilot's. By
        default 1, 2, 5 and 10. A pilot with one score for each data set and classifier
        answers for as many as its scores are of, and takes no other.
    power : float, default=0.8
        The wished power.
    control : str, optional
        With it, the comparisons are those of each other classifier with it.
    adjust : {"holm", "none"}, default="holm"
        Under ``holm``, power is that at alpha by the number of comparisons: a lower
        bound, as Holm's procedure rejects at least as often.
    sides : {"two", "one"}, default="two"
    alpha : float, default=0.05
    resamples : int, default=300
        Pilots that are drawn for the intervals.
    seed : int, default=1
    **reading
        How the results are read, as in `tenbyten.compare`: `columns`, `classifiers`,
        `unit`, `better`, `sheet`.

    Returns
    -------
    Plan

    Raises
    ------
    ValueError
        If the table is incomplete, the pair is not settled, or an argument is out of
        its range.

    Notes
    -----
    The model is that of `tenbyten.planning.model`. Intervals resample the pilot's data
    sets with replacement, with their spread times sqrt(n / (n - 1)), and take
    percentiles at Phi(-+ sqrt(n / (n - 1)) t), t the 0.975 quantile of Student's t with
    n - 1 degrees of freedom: wider than nominal, so that they cover about 90 % of
    pilots as small as 10 data sets. Of a pilot with one run, they span the ratios of
    variances `model.RATIOS`.
    """
    asked: dict[str, Any] = {"datasets": datasets, "runs": runs, "power": power}
    asked |= {"adjust": adjust, "sides": sides, "resamples": resamples}
    _check(metric, differences, **asked)
    check_alpha("planning", alpha)
    reading |= {"scale": "difference"}
    table = read_results(source, metric=metric, metrics=DURATIONS, **reading).table
    pilot = make_pilot(table, row=row, column=column, metric=metric)
    count = len(pilot.classifiers)
    if control is not None and control not in (pilot.row, pilot.column):
        raise ValueError(
            f"planning: control is {control!r}, and the pair is {pilot.row} and "
            f"{pilot.column}; give one of the two"
        )
    family = 1
    if adjust == "holm":
        family = count - 1 if control is not None else count * (count - 1) // 2
    level = alpha / family / (2 if sides == "two" else 1)
    critical = model.critical_sums(level)
    sizes = sorted(datasets)
    estimates: list[tuple[Any, ...]] = []
    smallest: list[tuple[Any, ...]] = []
    best: dict[float, Floats] = {}

    def answer(moments: model.Moments) -> list[Floats]:
        powers = (model.power_of(moments, size, critical) for size in sizes)
        return [-model.needed_of(moments, power, critical), *powers]

    for m in runs_of(pilot, runs):
        fits = m * pilot.differences.shape[2] * count
        for difference, found in intervals(
            pilot, m, sorted(differences), resamples=resamples, seed=seed, answer=answer
        ):
            # More runs never need more: what says so is the approximation.
            best[difference] = np.maximum(found, best.get(difference, found))
            needs, *powers = best[difference].T
            number, high, low = (None if math.isinf(x) else int(-x) for x in needs)
            total = None if number is None else number * fits
            smallest.append((difference, m, power, number, low, high, total))
            for size, values in zip(sizes, powers, strict=True):
                estimates.append((difference, m, size, size * fits, *values))
    means = pilot.effects().means
    sizes_of = dict(zip(("runs", "folds"), pilot.differences.shape[1:], strict=True))
    centres = {"mean": means.mean(), "pseudomedian": model.pseudomedian(np.sort(means))}
    facts: dict[str, Any] = {
        **{"row": pilot.row, "column": pilot.column, "metric": metric},
        **{"datasets": len(means), "classifiers": count, **sizes_of, **centres},
        **{"comparisons": family, "alpha": alpha, "sides": sides},
    }
    keys, ends = ["difference", "runs"], ["power", "low", "high"]
    needed = pd.DataFrame(smallest, columns=[*keys, "power", *WHOLE_NUMBERS])
    needed = needed.sort_values(keys, ignore_index=True).astype(WHOLE_NUMBERS)
    clocks = table[table.columns.intersection(DURATIONS)].sum(axis=1, min_count=1)
    needed["hours"] = needed["fits"].astype(float) * clocks.mean() / 3600
    powers = pd.DataFrame(estimates, columns=[*keys, "datasets", "fits", *ends])
    powers = powers.sort_values([*keys, "datasets"], ignore_index=True)
    return Plan(pd.DataFrame([facts]), powers, needed)


def intervals(
    pilot: Pilot,
    runs: int,
    differences: Sequence[float],
    *,
    resamples: int,
    seed: int,
    answer: Callable[[model.Moments], list[Floats]],
) -> Iterator[tuple[float, Floats]]:
    """Yield each difference with estimates of its answers and ends of their intervals.

    Parameters
    ----------
    pilot : Pilot
    runs : int
        Runs that are planned for.
    differences : sequence of float
        Pseudomedians that are planned for.
    resamples, seed : int
        Pilots that are drawn, and their seed.
    answer : callable
        Takes the moments of a population, and returns an array for each answer.

    Yields
    ------
    difference : float
    estimates : ndarray of shape (3, answers)
        Estimate, low end and high end of each answer.
    """
    n = len(pilot.differences)
    wider = math.sqrt(n / (n - 1))
    tail = ndtr(-wider * stdtrit(n - 1, 0.975))
    tails = tail, 1 - tail
    # Bit generators have the same stream with every version of NumPy.
    words = np.random.PCG64(seed).random_raw(resamples * n)
    drawn = (words % n).astype(np.int64).reshape(resamples, n)
    is_one = pilot.has_folds and pilot.differences.shape[1] == 1
    population = model.centred(model.population_of(pilot.effects()), runs)
    others = []
    for ratio in model.RATIOS if is_one else (model.RATIO,):
        effects = pilot.effects(ratio)
        sample = model.Effects(effects.means[drawn], effects.noise[drawn], effects.runs)
        others.append(model.centred(model.population_of(sample, spread=wider), runs))
    for difference in differences:
        estimate = answer(model.moments_of(population + difference))
        answers = (answer(model.moments_of(x + difference)) for x in others)
        ends = [np.quantile(x, tails, axis=1, method="inverted_cdf") for x in answers]
        low, high = np.min(ends, axis=(0, 1)), np.max(ends, axis=(0, 1))
        yield difference, np.array([estimate, low, high])


def _list_of(kind: str, most: int, **limits: float) -> dict[str, Any]:
    """Describe a list of different numbers, in a JSON Schema."""
    items = {"type": kind, **limits}
    several = {"minItems": 1, "maxItems": most, "uniqueItems": True}
    return {"type": "array", "items": items, **several}


_ARGUMENTS: dict[str, Any] = {
    "metric": {"type": "string"},
    "differences": _list_of("number", 100, exclusiveMinimum=0),
    "datasets": _list_of("integer", 2000, minimum=2, maximum=2000),
    "runs": _list_of("integer", 100, minimum=1, maximum=10_000),
    "power": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
    "adjust": {"enum": ["holm", "none"]},
    "sides": {"enum": ["two", "one"]},
    "resamples": {"type": "integer", "minimum": 100, "maximum": 100_000},
}


def _check(metric: str, differences: Sequence[float], **asked: Any) -> None:
    """Check the arguments of `plan`."""
    asked |= {"metric": metric, "differences": differences}
    given = {key: np.asarray(x).tolist() for key, x in asked.items() if x is not None}
    check_against_schema(given, {"properties": _ARGUMENTS}, where="planning")
    if metric == "accuracy" and max(differences) >= 1:
        raise ValueError(
            f"planning: differences are {list(differences)}; give fractions of "
            f"accuracy: 0.01 is one percentage point"
        )
