"""Estimate generalization errors and the correlations between their estimates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd

from tenbyten.files import PathLike
from tenbyten.simulation.problem import Settings
from tenbyten.simulation.resampled.variants import Design, design_of
from tenbyten.statistics.checks import Floats

# Published are intervals of 95 %.
_Z = 1.96

# Names of the published tables, by sample.
MU = {"mu_half": "half", "mu_nine": "nine"}
RHO = {
    "rho_half_half": "half",
    "rho_half_tenth": "thrown",
    "rho_nine_tenth": "nine",
}


Interval = tuple[float, float]


class Estimate(NamedTuple):
    """An estimate and its standard error."""

    value: float
    error: float


def moments(
    parts: Mapping[str, pd.DataFrame],
    settings: Settings,
    *,
    exact: Mapping[tuple[str, str, str], float],
    published: Mapping[tuple[str, str], Interval],
) -> pd.DataFrame:
    """Estimate the quantities of Nadeau and Bengio's Tables 2 to 5.

    Parameters
    ----------
    parts : mapping of str to DataFrame
        By cell, what `summary.summarise` keeps of every data set.
    settings : mapping
        Of the study.
    exact : mapping of (str, str, str) to float
        Generalization errors that are known, by case, loss and sample.
    published : mapping of (str, str) to (float, float)
        Published intervals by case and quantity, such as mu_half_AB.

    Returns
    -------
    DataFrame
        By ``problem``, ``case`` and ``quantity`` (mu, rho or r; its training and its
        test part; A, B or AB): ``estimate``, ``error``, 95 % interval (``low``,
        ``high``), the ``exact`` value where there is a formula, and the published
        interval with ``z``, the distance of our estimate from its middle over the
        standard error of their difference.

    Notes
    -----
    Section 5 and appendix A.3 of the paper: estimating functions. With ``beta`` the
    mean of a quantity over splits and data sets, ``d`` its mean squared deviation from
    beta within each data set and ``g`` the mean product of the deviations of two
    splits, rho is ``mean(g) / mean(d)``, and its error that of the mean of ``(g - rho
    * d) / mean(d)`` over data sets.
    """
    asked = settings["simulation"]
    design, lines = design_of(asked), []
    for case, loss, table in by_case(parts):
        for quantity, sample, found in _estimates(table, design):
            name = f"{quantity}_{loss}"
            line = {"problem": asked["problem"], "case": case, "quantity": name}
            known = exact.get((case, loss, sample)) if quantity in MU else None
            lines.append(line | _line(found, known, published.get((case, name))))
    return pd.DataFrame(lines)


def read_intervals(path: PathLike, problem: str) -> dict[tuple[str, str], Interval]:
    """Read published intervals of a problem, by case and quantity.

    Parameters
    ----------
    path : path
        Of a table with tabs and the columns problem, case, quantity, low and high.
    problem : str
        The rows of others are left aside.

    Raises
    ------
    ValueError
        If the file is no such table, or the low end of an interval is not below the
        high one.
    """
    columns = {
        "problem": str,
        "case": str,
        "quantity": str,
        "low": float,
        "high": float,
    }
    try:
        table = pd.read_csv(path, sep="\t", dtype=columns)[list(columns)]
    except (KeyError, ValueError) as error:
        raise ValueError(
            f"{path}: {error}; it needs the columns {', '.join(columns)}, with tabs "
            f"between them, low and high being numbers"
        ) from None
    wrong = table[~(table["low"] < table["high"])]
    for row in wrong.itertuples():
        raise ValueError(
            f"{path}, row {row.Index + 1}: the interval of {row.quantity} goes from "
            f"{row.low:g} to {row.high:g}; exchange or correct its ends"
        )
    rows = table[table["problem"] == problem].itertuples()
    return {(row.case, row.quantity): (row.low, row.high) for row in rows}


def by_case(
    parts: Mapping[str, pd.DataFrame],
) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """List case, loss and what is kept of every data set."""
    for part in parts.values():
        for (case, loss), table in part.groupby(["case", "loss"], sort=False):
            yield str(case), str(loss), table


def mean_of(x: Floats) -> Estimate:
    """Estimate a mean."""
    return Estimate(float(x.mean()), float(x.std(ddof=1) / np.sqrt(len(x))))


def correlation(mean: Floats, variance: Floats, splits: int) -> Estimate:
    """Estimate the correlation between two splits of a data set.

    Parameters
    ----------
    mean, variance : ndarray of shape (datasets,)
        Over the splits of each, their number in the denominator.
    splits : int
        Their number.
    """
    squared = (mean - mean.mean()) ** 2
    d = variance + squared
    g = (splits * squared - d) / (splits - 1)
    rho = g.mean() / d.mean()
    return Estimate(float(rho), mean_of((g - rho * d) / d.mean()).error)


def _estimates(
    table: pd.DataFrame, design: Design
) -> Iterator[tuple[str, str, Estimate]]:
    """List quantity, sample and estimate of one case and loss."""
    kept = {name: table[name].to_numpy() for name in table if name != "case"}
    for quantity, sample in MU.items():
        yield quantity, sample, mean_of(kept[f"{sample}_mean"])
    for quantity, sample in (RHO | {"r": "halves"}).items():
        splits = design.most_halvings if quantity == "r" else design.most_splits
        mean, variance = (kept[f"{sample}_{of}"] for of in ("mean", "variance"))
        yield quantity, sample, correlation(mean, variance, splits)


def _line(
    found: Estimate, exact: float | None, published: Interval | None
) -> dict[str, float]:
    """Put an estimate beside the value that is known and the published interval."""
    low, high = published or (np.nan, np.nan)
    width = np.hypot(found.error, (high - low) / 2 / _Z)
    return {
        "estimate": found.value,
        "error": found.error,
        "low": found.value - _Z * found.error,
        "high": found.value + _Z * found.error,
        "exact": np.nan if exact is None else exact,
        "published_low": low,
        "published_high": high,
        "z": (found.value - (low + high) / 2) / width,
    }
