"""Count how often each test rejects: its size, and its power by null hypothesis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from tenbyten.simulation.estimates import ESTIMATES, PAIRED
from tenbyten.simulation.problem import Settings
from tenbyten.simulation.resampled.moments import MU, by_case, mean_of
from tenbyten.simulation.resampled.variants import (
    SAMPLES,
    Design,
    Variant,
    design_of,
    variants,
)
from tenbyten.statistics.checks import Bools, Floats
from tenbyten.statistics.standardised import standardise

# What tells cells apart. train, test_size: shares of the data set. distance: of the
# null hypothesis from the truth, in standard deviations of the mean over all splits
# that train on as much. mu_of: the case whose generalization error is the null.
KEYS = (
    "case",
    "loss",
    "train",
    "test_size",
    "splits",
    "halvings",
    "distance",
    "null",
    "mu_of",
)

_MEASURE = {"measure": "rejection_rate"}


class Rejections(NamedTuple):
    """What each test says of each data set, of one case and loss.

    Attributes
    ----------
    case, loss : str
    nulls : dict of str to DataFrame
        By the generalization error that it is about, mu_half or mu_nine, the null
        hypotheses: ``distance``, ``null`` and ``mu_of``.
    rejected : dict of Variant to ndarray of shape (datasets, nulls)
    """

    case: str
    loss: str
    nulls: dict[str, pd.DataFrame]
    rejected: dict[Variant, Bools]


def rejections(
    parts: Mapping[str, pd.DataFrame], settings: Settings, found: pd.DataFrame
) -> Iterator[Rejections]:
    """Test all null hypotheses on every data set.

    The null hypothesis that the generalization error is `null` is two-sided. At a
    `distance` of 0 it is true, exactly or as estimated from all data sets; elsewhere it
    is the null that is moved and not the truth. Cases that share their data sets are
    tested at the errors of each other too.

    Parameters
    ----------
    parts : mapping of str to DataFrame
        By cell, what `summary.summarise` keeps of every data set.
    settings : mapping
        Of the study.
    found : DataFrame
        What `moments.moments` made of the same.
    """
    asked, alpha = settings["simulation"], settings["alpha"]
    design, truth = design_of(asked), _truth(found)
    distances = np.array(sorted({0.0, *asked["distances"]}))
    for part in parts.values():
        cases = [str(case) for case in dict.fromkeys(part["case"])]
        for case, loss, kept in by_case({"": part}):
            of_loss = {c: truth[c, loss] for c in cases if (c, loss) in truth}
            nulls = {mu: _nulls(case, of_loss, mu, distances, kept) for mu in MU}
            rejected = {}
            for variant in variants(design):
                values = nulls[_about(variant)]["null"].to_numpy()
                rejected[variant] = rejects(kept, variant, design, values, alpha)
            yield Rejections(case, loss, nulls, rejected)


def rates(found: Sequence[Rejections]) -> pd.DataFrame:
    """Count rejections: the size of a test at a `distance` of 0, elsewhere its power.

    Returns
    -------
    DataFrame
        Columns `KEYS` and `estimates.ESTIMATES`. Measure ``real_minus_pseudo_power``,
        where cases share their data sets, is the power against a null that is the
        truth of `case`, in case `mu_of`, minus that of the opposite.

    Notes
    -----
    Section 5.1 of Nadeau, Bengio (2003; Machine Learning 52, 239-281), which calls the
    power a pseudo-power, because the null is moved and not the truth. Its Figure 7
    compares both.
    """
    tables = []
    for of_loss in found:
        for variant, rejected in of_loss.rejected.items():
            rate, n = rejected.mean(axis=0), len(rejected)
            values = {"value": rate, "error": np.sqrt(rate * (1 - rate) / n)}
            names = {"test": variant.test, "policy": "", **_MEASURE, "experiments": n}
            keys = _keys(of_loss, variant)
            nulls = of_loss.nulls[_about(variant)]
            tables.append(nulls.assign(**keys, **names, **values))
    if lines := list(_real_against_pseudo(found)):
        tables.append(pd.DataFrame(lines))
    return pd.concat(tables, ignore_index=True)[[*KEYS, *ESTIMATES]]


def _real_against_pseudo(found: Sequence[Rejections]) -> Iterator[dict[str, Any]]:
    """Compare, of every two cases, each one's power at the truth of the other."""
    of_case = {(x.case, x.loss): x for x in found}
    for one in found:
        for variant, rejected in one.rejected.items():
            nulls = one.nulls[_about(variant)]
            others = nulls[~nulls["mu_of"].isin(["", one.case])]
            for at, key in others.to_dict("index").items():
                other = of_case[key["mu_of"], one.loss]
                there = other.nulls[_about(variant)]["mu_of"] == one.case
                real = other.rejected[variant][:, int(np.flatnonzero(there)[0])]
                names = {"test": variant.test, "policy": ""}
                names["measure"] = "real_minus_pseudo_power"
                key = key | _keys(one, variant) | names
                yield key | _gap(real, rejected[:, at])


def _gap(one: Bools, other: Bools) -> dict[str, float]:
    """Estimate the difference of two rates on the same data sets."""
    gap = mean_of(one.astype(float) - other)
    return {"value": gap.value, "error": gap.error, "experiments": len(one)}


def paired(found: Sequence[Rejections]) -> pd.DataFrame:
    """Compare the sizes of every two tests that saw the same splits.

    Returns
    -------
    DataFrame
        Columns `KEYS` and `estimates.PAIRED`, where the null hypothesis is true.
    """
    lines = []
    for of_loss in found:
        for one, other in combinations(of_loss.rejected, 2):
            if one[1:] != other[1:]:
                continue
            nulls = of_loss.nulls[_about(one)]
            at = int(np.flatnonzero(nulls["distance"] == 0)[0])
            sizes = (of_loss.rejected[variant][:, at] for variant in (one, other))
            names = {"test": one.test, "other": other.test, "policy": "", **_MEASURE}
            key = nulls.iloc[at].to_dict() | _keys(of_loss, one)
            lines.append(key | names | _gap(*sizes))
    return pd.DataFrame(lines, columns=[*KEYS, *PAIRED])


def rejects(
    kept: pd.DataFrame,
    variant: Variant,
    design: Design,
    nulls: ArrayLike,
    alpha: float,
) -> Bools:
    """Tell for every data set and null hypothesis whether a test rejects it.

    Parameters
    ----------
    kept : DataFrame
        What `summary.summarise` keeps of the data sets, of one case and loss.
    variant : Variant
        The test.
    design : Design
        Of the splits.
    nulls : array_like of shape (nulls,)
        Generalization errors.
    alpha : float
        Nominal size of the two-sided test.

    Returns
    -------
    ndarray of shape (datasets, nulls)
    """
    estimate, error = (
        kept[f"{variant.name}_{name}"].to_numpy(float)[:, np.newaxis]
        for name in ("estimate", "error")
    )
    # Equation 12. A loss that is lower by the null has the same standard error.
    found = standardise(estimate - np.asarray(nulls), error, df=variant.df(design))
    rejected: Bools = found.p_two_sided < alpha
    return rejected


def _truth(found: pd.DataFrame) -> dict[tuple[str, str], dict[str, float]]:
    """Return generalization errors by case and loss, then by quantity."""
    truth: dict[tuple[str, str], dict[str, float]] = {}
    values = found["exact"].fillna(found["estimate"])
    for case, name, value in zip(found["case"], found["quantity"], values, strict=True):
        quantity, loss = name.rsplit("_", 1)
        truth.setdefault((case, loss), {})[quantity] = value
    return truth


def _nulls(
    case: str,
    truth: Mapping[str, Mapping[str, float]],
    quantity: str,
    distances: Floats,
    kept: pd.DataFrame,
) -> pd.DataFrame:
    """List null hypotheses: on a grid about the truth, and the other cases' truths."""
    mu, deviation = truth[case][quantity], kept[f"{MU[quantity]}_mean"].std()
    others = {c: values[quantity] for c, values in truth.items() if c != case}
    away = (np.array(list(others.values())) - mu) / deviation
    return pd.DataFrame(
        {
            "distance": np.concatenate([distances, away]),
            "null": [*(mu + distances * deviation), *others.values()],
            "mu_of": [*np.where(distances == 0, case, ""), *others],
        }
    )


def _about(variant: Variant) -> str:
    """Return the generalization error that a test is about."""
    return "mu_nine" if variant.sample == "nine" else "mu_half"


def _keys(found: Rejections, variant: Variant) -> dict[str, Any]:
    """Return the columns of `KEYS` but those of the null hypothesis."""
    sample = SAMPLES[variant.sample]
    return {
        "case": found.case,
        "loss": found.loss,
        "train": sample.train,
        "test_size": sample.test,
        "splits": variant.splits,
        "halvings": variant.halvings,
    }
