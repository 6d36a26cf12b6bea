"""Plan a comparison: how many data sets it needs, from a pilot."""

from __future__ import annotations

import html
import math
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import ndtr, stdtrit

from tenbyten.accuracies.imported import read_imported
from tenbyten.files import PathLike
from tenbyten.planning.model import (
    MOST,
    RATIO,
    RATIOS,
    Effects,
    centred,
    critical_sums,
    moments_of,
    needed_of,
    population_of,
    power_of,
    pseudomedian,
)
from tenbyten.planning.pilot import Pilot, make_pilot, runs_of
from tenbyten.statistics.checks import Floats, check_alpha
from tenbyten.tables import read_tables

DATASETS = (10, 20, 30, 40, 50, 75, 100)
DIFFERENCES = (0.005, 0.01, 0.02)


@dataclass(frozen=True)
class Plan:
    """How many data sets a comparison needs.

    Attributes
    ----------
    pilot : DataFrame
        One line: row, column, metric, the numbers of datasets, classifiers, runs and
        folds, mean and pseudomedian of the differences, the comparisons of the family,
        alpha, and sides.
    estimates : DataFrame
        A line for each difference, number of runs and of data sets: fits, power, and
        low and high, its 90 % interval over pilots.
    smallest : DataFrame
        A line for each difference and number of runs: power, the wished one; datasets,
        the number needed, with its 90 % interval low and high; and fits. Empty where
        more than 2,000 data sets are needed, or where the pilot gives no bound.
    """

    pilot: pd.DataFrame
    estimates: pd.DataFrame
    smallest: pd.DataFrame

    def __str__(self) -> str:
        """Say how many data sets are needed, as text of 88 columns."""
        from tenbyten.planning.page import sentences

        return "\n".join(textwrap.fill(text, 88) for text in sentences(self))

    def _repr_html_(self) -> str:
        """Return the same, with the table, for a notebook."""
        from tenbyten.planning.page import sentences, tables_of
        from tenbyten.report.html import table_in_html

        said = "".join(f"<p>{html.escape(text)}</p>" for text in sentences(self))
        return said + table_in_html(tables_of(self)[0], index=1, most_rows=20)

    def curve(self, difference: float | None = None, *, ax: Any = None) -> Any:
        """Draw power by the number of data sets; return Matplotlib's axes.

        Parameters
        ----------
        difference : float, optional
            One of those that are planned for; by default the smallest.
        ax : Axes, optional
            Where to draw; by default new axes.
        """
        from tenbyten.planning.figure import draw_power

        if ax is None:
            import matplotlib.pyplot as plt

            ax = plt.figure().add_subplot()
        known = self.estimates["difference"]
        difference = known.min() if difference is None else difference
        if difference not in set(known):
            raise ValueError(
                f"planning: difference {difference} was not planned for; give one of "
                f"{', '.join(map(str, known.unique()))}"
            )
        wished = self.smallest["power"].iloc[0]
        draw_power(ax, self.estimates[known == difference], power=wished)
        ax.legend()
        return ax


_WHOLE = dict.fromkeys(("datasets", "low", "high", "fits"), "Int64")


def read_plan(paths: Iterable[PathLike]) -> Plan:
    """Read a plan from the files of its tables."""
    tables = read_tables(paths)
    return Plan(**tables | {"smallest": tables["smallest"].astype(_WHOLE)})


# The arguments of `plan`, as a study file names them.
_KEYS = [
    *("row", "column", "differences", "datasets", "runs", "power", "metric"),
    *("control", "adjust", "sides", "resamples"),
]


def make_plan(settings: Mapping[str, Any], accuracies: PathLike) -> Plan:
    """Make the plan that a study file asks for, from the pilot's table.

    `settings` are all keys of the study file, defaults filled in.
    """
    asked = settings["planning"]
    given = {key: asked[key] for key in _KEYS if key in asked}
    named = [] if given["metric"] == "accuracy" else [given["metric"]]
    table = read_imported(accuracies, schemes={}, metric=given["metric"], metrics=named)
    return plan(table, **given, alpha=settings["alpha"], seed=settings["seed"])


def plan(
    table: pd.DataFrame,
    *,
    row: str | None = None,
    column: str | None = None,
    differences: Sequence[float] = DIFFERENCES,
    datasets: Sequence[int] = DATASETS,
    runs: Sequence[int] | None = None,
    power: float = 0.8,
    metric: str = "accuracy",
    control: str | None = None,
    adjust: str = "holm",
    sides: str = "two",
    alpha: float = 0.05,
    resamples: int = 300,
    seed: int = 1,
) -> Plan:
    """Plan a comparison by the signed-rank test, from a pilot.

    Parameters
    ----------
    table : DataFrame
        The pilot's results, as in `tenbyten.compare`.
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
    _check(differences, datasets, power, adjust, sides, resamples)
    check_alpha("planning", alpha)
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
    critical = critical_sums(level)
    sizes = sorted(datasets)
    lines: list[dict[str, Any]] = []
    needs: list[dict[str, Any]] = []
    best: dict[float, Floats] = {}
    for m in runs_of(pilot, runs):
        for difference, found in intervals(
            pilot,
            m,
            sorted(differences),
            resamples,
            seed,
            lambda moments: [
                -needed_of(moments, power, critical),
                *(power_of(moments, size, critical) for size in sizes),
            ],
        ):
            # More runs never need more: what says so is the approximation.
            found = np.maximum(found, best.get(difference, found))
            best[difference] = found
            fits = m * pilot.differences.shape[2] * count
            at = {"difference": difference, "runs": m}
            needs.append(at | {"power": power} | _needed(found[:, 0], fits))
            lines += [
                at
                | {"datasets": size, "fits": size * fits}
                | dict(zip(("power", "low", "high"), values, strict=True))
                for size, values in zip(sizes, found.T[1:], strict=True)
            ]
    effects = pilot.effects()
    facts = {
        "row": pilot.row,
        "column": pilot.column,
        "metric": metric,
        "datasets": len(effects.means),
        "classifiers": count,
        "runs": pilot.differences.shape[1],
        "folds": pilot.differences.shape[2],
        "mean": effects.means.mean(),
        "pseudomedian": pseudomedian(np.sort(effects.means)),
        "comparisons": family,
        "alpha": alpha,
        "sides": sides,
    }
    order = ["difference", "runs"]
    smallest = pd.DataFrame(needs).sort_values(order, ignore_index=True)
    estimates = pd.DataFrame(lines).sort_values([*order, "datasets"], ignore_index=True)
    return Plan(pd.DataFrame([facts]), estimates, smallest.astype(_WHOLE))


def _needed(found: Floats, fits: int) -> dict[str, Any]:
    """Turn minus the numbers needed, and the ends of their interval, into a line."""
    number, high, low = (None if math.isinf(x) else int(-x) for x in found)
    of_all = None if number is None else number * fits
    return {"datasets": number, "low": low, "high": high, "fits": of_all}


def intervals(
    pilot: Pilot,
    runs: int,
    differences: Sequence[float],
    resamples: int,
    seed: int,
    answer: Any,
) -> Iterator[tuple[float, Floats]]:
    """Answer for each difference: the estimates, and the ends of their intervals."""
    n = len(pilot.differences)
    wider = math.sqrt(n / (n - 1))
    tail = ndtr(-wider * stdtrit(n - 1, 0.975))
    # Bit generators have the same stream with every version of NumPy.
    words = np.random.PCG64(seed).random_raw(resamples * n)
    drawn = (words % n).astype(np.int64).reshape(resamples, n)
    is_one = pilot.has_folds and pilot.differences.shape[1] == 1
    here = centred(population_of(pilot.effects()), runs)
    others = []
    for ratio in RATIOS if is_one else (RATIO,):
        effects = pilot.effects(ratio)
        sample = Effects(effects.means[drawn], effects.noise[drawn], effects.runs)
        others.append(centred(population_of(sample, spread=wider), runs))
    for difference in differences:
        estimate = answer(moments_of(here + difference))
        ends = [
            np.quantile(
                [answer(moments_of(x + difference)) for x in values],
                [tail, 1 - tail],
                axis=0,
                method="inverted_cdf",
            )
            for values in others
        ]
        low, high = np.min(ends, axis=(0, 1)), np.max(ends, axis=(0, 1))
        yield difference, np.array([estimate, low, high])


def _check(
    differences: Sequence[float],
    datasets: Sequence[int],
    power: float,
    adjust: str,
    sides: str,
    resamples: int,
) -> None:
    """Refuse what no plan can be made of."""
    for key, values, kind in (
        ("differences", differences, Real),
        ("datasets", datasets, Integral),
    ):
        if np.ndim(values) != 1 or not all(isinstance(x, kind) for x in values):
            numbers = "numbers: [0.01, 0.02]" if kind is Real else "integers: [10, 20]"
            raise ValueError(
                f"planning: {key} are {values!r}; give a list of {numbers}."
            )
    if not len(differences) or min(differences) <= 0:
        raise ValueError(
            f"planning: differences are {list(differences)}; give some above 0, or "
            f"exchange row and column."
        )
    if not len(datasets) or min(datasets) < 2 or max(datasets) > MOST:
        raise ValueError(
            f"planning: datasets are {list(datasets)}; give numbers from 2 to {MOST}."
        )
    if not 0 < power < 1 or resamples < 100:
        raise ValueError(
            f"planning: power is {power} and resamples {resamples}; give a power above "
            f"0 and below 1, and 100 resamples or more."
        )
    for name, value, known in (
        ("adjust", adjust, ("holm", "none")),
        ("sides", sides, ("one", "two")),
    ):
        if value not in known:
            raise ValueError(
                f"planning: {name} is {value!r}; give one of {', '.join(known)}."
            )
