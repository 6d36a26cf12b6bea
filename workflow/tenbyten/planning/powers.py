"""The power of a comparison that is planned, from a pilot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.accuracies.imported import read_imported
from tenbyten.files import PathLike
from tenbyten.planning.chances import (
    biased_chances,
    chances_for,
    default_differences,
    reach,
)
from tenbyten.planning.experiments import KEYS, count_decisions
from tenbyten.planning.pilot import Pilot, make_pilot
from tenbyten.statistics.checks import check_alpha

# Defaults of `power`, the same as those of study files.
_SETTINGS: Mapping[str, Any] = {
    "rho": "1/folds",
    "zero_variance": "half",
    "alpha": 0.05,
    "signed_rank": "auto",
    "signed_rank_sides": "one",
    "rope": 0.01,
    "prior_strength": 1.0,
    "prior_place": "rope",
    "bayesian_draws": 2000,
    "seed": 1,
}
_DATASETS = (10, 20, 30, 40, 50, 75, 100)
# measure: a share of the comparisons. policy: how ties and zero variance are settled,
# empty where it makes no difference. error: standard error.
_ESTIMATES = ("test", "policy", "measure", "value", "error", "experiments")


def power(
    table: pd.DataFrame,
    *,
    row: str | None = None,
    column: str | None = None,
    differences: Sequence[float] | None = None,
    datasets: Sequence[int] = _DATASETS,
    runs: Sequence[int] | None = None,
    draws: int = 2000,
    **settings: Any,
) -> pd.DataFrame:
    """Estimate the power of a comparison of two classifiers that is planned.

    Parameters
    ----------
    table : DataFrame
        Accuracies of a pilot study, as in `tenbyten.compare`: a row a cell, with
        columns dataset, classifier, run, fold, and tested and correct, or accuracy.
    row, column : str, optional
        The classifiers; power is the chance to find the column better. May be left out
        where the pilot has two: the column is the one with the higher mean accuracy.
    differences : sequence of float, optional
        Mean differences of accuracy, column minus row, a fraction above 0: 0.02 is two
        percentage points. By default the four largest round ones that the pilot
        reaches.
    datasets : sequence of int
        Numbers of data sets, each from 2 to 1000.
    runs : sequence of int, optional
        Numbers of runs of the cross-validation, each the pilot's first ones. By default
        those of 1, 2, 5 and 10 that the pilot has.
    draws : int, default=2000
        Comparisons that are drawn for each difference.
    **settings
        alpha, rho, zero_variance, signed_rank, signed_rank_sides, rope, prior_strength,
        prior_place and seed, as in a study file (config/README.md); bayesian_draws,
        2000 by default.

    Returns
    -------
    DataFrame
        One line a difference, number of data sets, number of runs and test: difference;
        datasets; runs; fits, of all the pilot's classifiers on so many data sets;
        effective, the effective number of the pilot's data sets; test; policy, the
        `zero_variance` of the Poisson test, and that the signed-rank test splits zeros;
        measure, ``rejection_rate``; value, the share of the comparisons in which the
        test finds the column better (of ``bayesian_equivalent``: both practically
        equivalent); error, its standard error; experiments, the number of comparisons.
        Lines of the difference 0 are the rate of false findings: names are exchanged
        there.

    Raises
    ------
    ValueError
        If the table is incomplete, the pair is not settled, the pilot has fewer runs,
        or a setting is unknown or out of its range; if a difference is out of the
        pilot's reach, with the range that it reaches.

    Notes
    -----
    Data sets are drawn from the pilot with replacement, with the chances of Demsar
    (2006; Journal of Machine Learning Research 7, 1-30), section 4.1.1, proportional to
    ``1 / (1 + exp(-k d))``, where d is the mean difference on a data set. k is solved
    so that the expected mean difference is the one asked for. The folds of a data set
    stay as they were measured: nothing is shifted, and a data set without any variance
    stays one. `effective` is 1 over the sum of the squared chances: a plan that rests
    on few data sets is a rough one, whatever its standard error, which is that of the
    simulation alone.

    The tests are those of `tenbyten.statistics`: ``poisson``, ``signed_rank``; with
    more than two classifiers ``holm``, the two-sided signed-rank test adjusted for all
    pairs by Holm's method, the other classifiers as in the pilot;
    ``bayesian_better`` and ``bayesian_equivalent``, the Bayesian signed-rank test's
    probability of the column, or of the rope, above 1 - alpha.

    At the difference 0 every data set has the same chance, and on each that is drawn
    row and column exchange their names with probability 1/2, so that neither is better.
    A mean difference of 0 without exchange would not do: where differences are skewed
    the signed-rank test rightly finds that they are not symmetric around 0.

    All differences, numbers of data sets and of runs share their random numbers; n data
    sets are the first of any larger number.
    """
    if not isinstance(table, pd.DataFrame):
        raise ValueError(
            f"planning: table is {table!r}; give a DataFrame, from a file by "
            f"`pandas.read_csv`."
        )
    _check_lists(differences=differences, datasets=datasets, runs=runs)
    _check(settings, () if differences is None else differences, datasets, draws)
    given = {**_SETTINGS, **settings}
    asked: dict[str, Any] = {"row": row, "column": column, "differences": differences}
    asked |= {"datasets": datasets, "runs": runs, "draws": draws}
    return _plan(table, given | asked)[1]


def make_plan(
    settings: Mapping[str, Any], accuracies: PathLike
) -> dict[str, pd.DataFrame]:
    """Make the tables of a plan as a study file asks for it.

    Parameters
    ----------
    settings : mapping
        All keys of the study file, defaults filled in.
    accuracies : path
        The pilot's table.

    Returns
    -------
    dict of str to DataFrame
        ``estimates``, the table of `power`; ``smallest``, that of `smallest`; and
        ``pilot``, that of `describe`.
    """
    given = {**settings, **settings["planning"]}
    pilot, estimates = _plan(read_imported(accuracies, schemes={}), given)
    return {
        "estimates": estimates,
        "smallest": smallest(estimates, power=given["power"]),
        "pilot": describe(pilot, estimates["difference"].unique()),
    }


def _plan(table: pd.DataFrame, given: Mapping[str, Any]) -> tuple[Pilot, pd.DataFrame]:
    """Read a pilot, and estimate what is asked for, by the arguments of `power`."""
    runs, zero_variance = given.get("runs"), given["zero_variance"]
    pilot = make_pilot(
        table,
        row=given.get("row"),
        column=given.get("column"),
        runs=None if runs is None else sorted(runs),
        rho=given["rho"],
        zero_variance=zero_variance,
    )
    differences = given.get("differences")
    if differences is None:
        differences = default_differences(pilot.gains)
    counts = count_decisions(
        pilot,
        range(given["draws"]),
        differences=sorted(differences),
        sizes=sorted(given["datasets"]),
        tests=given,
    )
    return pilot, estimate(
        pilot, counts, draws=given["draws"], zero_variance=zero_variance
    )


def _check_lists(**lists: Sequence[float] | None) -> None:
    """Refuse what is no list of numbers, of data sets and runs whole ones."""
    for key, values in lists.items():
        if values is None:
            continue
        wanted = Real if key == "differences" else Integral
        if np.ndim(values) != 1 or not all(isinstance(x, wanted) for x in values):
            numbers = "[0.01, 0.02]" if key == "differences" else "[1, 10]"
            raise ValueError(
                f"planning: {key} are {values!r}; give a list of "
                f"{'' if key == 'differences' else 'whole '}numbers: {numbers}."
            )


def _check(
    settings: Mapping[str, Any],
    differences: Sequence[float],
    datasets: Sequence[int],
    draws: int,
) -> None:
    """Refuse what no plan can be made of."""
    if unknown := [key for key in settings if key not in _SETTINGS]:
        raise ValueError(
            f"planning: no setting {unknown[0]!r}; give one of {', '.join(_SETTINGS)}."
        )
    if wrong := [x for x in differences if not x > 0]:
        raise ValueError(
            f"planning: a difference is {wrong[0]}; give differences above 0, or "
            f"exchange row and column."
        )
    if not len(datasets) or min(datasets) < 2 or draws < 1:
        raise ValueError(
            f"planning: datasets are {list(datasets)} and draws {draws}; give two data "
            f"sets or more and at least one draw."
        )
    check_alpha("planning", settings.get("alpha", _SETTINGS["alpha"]))


def estimate(
    pilot: Pilot, counts: pd.DataFrame, *, draws: int, zero_variance: str
) -> pd.DataFrame:
    """Turn counts of `count_decisions` into the table that `power` returns."""
    value = counts["count"] / draws
    fits = counts["datasets"] * counts["runs"] * pilot.folds * len(pilot.classifiers)
    effective = describe(pilot, counts["difference"].unique()).set_index("difference")
    policies = {"poisson": zero_variance, "signed_rank": "split", "holm": "split"}
    table = counts.assign(
        fits=fits,
        effective=counts["difference"].map(effective["effective"]),
        policy=counts["test"].map(policies).fillna(""),
        measure="rejection_rate",
        value=value,
        error=np.sqrt(value * (1 - value) / draws),
        experiments=draws,
    )
    return table[[*KEYS[:3], "fits", "effective", *_ESTIMATES]]


def smallest(table: pd.DataFrame, *, power: float = 0.8) -> pd.DataFrame:
    """Find the smallest number of data sets that reaches a wished power.

    Parameters
    ----------
    table : DataFrame
        From `power`.
    power : float, default=0.8
        The wished power.

    Returns
    -------
    DataFrame
        One line a difference, number of runs and test: difference, runs, test, policy;
        power, the wished one; datasets, the smallest number in the table from which on
        the power is reached, empty if the largest does not reach it; fits; value and
        error of the power there, or else at the largest number.
    """
    lines: list[dict[str, Any]] = []
    keys = ["difference", "runs", "test", "policy"]
    above = table[table["difference"] > 0]
    for key, group in above.groupby(keys, sort=False):
        ascending = group.sort_values("datasets")
        short = np.flatnonzero(ascending["value"] < power)
        first = short[-1] + 1 if len(short) else 0
        reached = first < len(ascending)
        line = ascending.iloc[min(first, len(ascending) - 1)]
        lines.append(
            dict(zip(keys, key, strict=True))
            | {
                "power": power,
                "datasets": line["datasets"] if reached else None,
                "fits": line["fits"] if reached else None,
                "value": line["value"],
                "error": line["error"],
            }
        )
    found = pd.DataFrame(lines)
    return found.astype({"datasets": "Int64", "fits": "Int64"})


def describe(pilot: Pilot, differences: Sequence[float]) -> pd.DataFrame:
    """Describe the chances with which data sets of a pilot are drawn.

    Returns
    -------
    DataFrame
        One line a difference, 0 for equal chances and names exchanged: row, column;
        pilot_datasets, classifiers and folds of the pilot; mean_difference of all its
        data sets; low and high, the differences that it reaches; difference; bias, k
        of Demsar's formula; effective number of the pilot's data sets.
    """
    low, high = reach(pilot.gains)
    lines = []
    for difference in differences:
        found = (
            chances_for(pilot.gains, difference)
            if difference
            else biased_chances(pilot.gains, 0.0)
        )
        lines.append((difference, found.bias, found.effective))
    table = pd.DataFrame(lines, columns=["difference", "bias", "effective"])
    known = {
        "row": pilot.row,
        "column": pilot.column,
        "pilot_datasets": len(pilot.datasets),
        "classifiers": len(pilot.classifiers),
        "folds": pilot.folds,
        "mean_difference": float(np.mean(pilot.gains)),
        "low": low,
        "high": high,
    }
    return table.assign(**known)[[*known, *table.columns]]
