"""Count how often each test rejects: its size, and its power by null hypothesis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from tenbyten.simulation.estimates import ESTIMATES
from tenbyten.simulation.problem import Settings
from tenbyten.simulation.resampled.moments import MU, by_case
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


def rates(
    parts: Mapping[str, pd.DataFrame], settings: Settings, found: pd.DataFrame
) -> pd.DataFrame:
    """Count rejections of every null hypothesis by every test.

    Parameters
    ----------
    parts : mapping of str to DataFrame
        By cell, what `summary.summarise` keeps of every data set.
    settings : mapping
        Of the study.
    found : DataFrame
        What `moments.moments` made of the same.

    Returns
    -------
    DataFrame
        Columns `KEYS` and `estimates.ESTIMATES`. The null hypothesis that the
        generalization error is `null` is two-sided. At a `distance` of 0 it is true,
        exactly or as estimated from all data sets, and the rate is the size of the
        test; elsewhere it is pseudo-power, the null and not the truth being moved.
        Cases that share their data sets are tested at the errors of each other.

    Notes
    -----
    Section 5.1 of Nadeau, Bengio (2003; Machine Learning 52, 239-281).
    """
    asked, alpha = settings["simulation"], settings["alpha"]
    design, truth = design_of(asked), _truth(found)
    distances = np.array(sorted({0.0, *asked["distances"]}))
    tables = []
    for part in parts.values():
        cases = [str(case) for case in dict.fromkeys(part["case"])]
        for case, loss, kept in by_case({"": part}):
            of_loss = {c: truth[c, loss] for c in cases if (c, loss) in truth}
            nulls = {
                quantity: _nulls(case, of_loss, quantity, distances, kept)
                for quantity in MU
            }
            for variant in variants(design):
                asked_of = nulls["mu_nine" if variant.sample == "nine" else "mu_half"]
                rejected = rejects(kept, variant, design, asked_of["null"], alpha)
                keys = {"case": case, "loss": loss, **_keys(variant)}
                tables.append(asked_of.assign(**keys, **_counted(variant, rejected)))
    return pd.concat(tables, ignore_index=True)[[*KEYS, *ESTIMATES]]


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


def _keys(variant: Variant) -> dict[str, Any]:
    """Return the columns of `KEYS` that a variant settles."""
    sample = SAMPLES[variant.sample]
    return {
        "train": sample.train,
        "test_size": sample.test,
        "splits": variant.splits,
        "halvings": variant.halvings,
    }


def _counted(variant: Variant, rejected: Bools) -> dict[str, Any]:
    """Return the columns of `ESTIMATES`."""
    n, rate = len(rejected), rejected.mean(axis=0)
    return {
        "test": variant.test,
        "policy": "",
        "measure": "rejection_rate",
        "value": rate,
        "error": np.sqrt(rate * (1 - rate) / n),
        "experiments": n,
    }
