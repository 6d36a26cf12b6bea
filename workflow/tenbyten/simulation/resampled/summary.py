"""Keep of each data set what every estimate and every null hypothesis needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.simulation.resampled.design import Losses
from tenbyten.simulation.resampled.variants import SAMPLES, Design, Variant, variants
from tenbyten.statistics.checks import Floats
from tenbyten.statistics.one_dataset.conservative_z import conservative_z
from tenbyten.statistics.one_dataset.correlated_t import corrected_resampled_t
from tenbyten.statistics.one_dataset.five_by_two_cv_t import five_by_two_cv_t
from tenbyten.statistics.one_dataset.one_split_t import one_split_t
from tenbyten.statistics.one_dataset.pseudo_bootstrap import (
    corrected_pseudo_bootstrap,
    pseudo_bootstrap,
)
from tenbyten.statistics.one_dataset.resampled_t import resampled_t
from tenbyten.statistics.standardised import Standardised


def summarise(
    losses: Sequence[Losses],
    experiments: Sequence[int],
    *,
    cases: Sequence[str],
    design: Design,
) -> pd.DataFrame:
    """Tell what is kept of data sets.

    Parameters
    ----------
    losses : sequence of Losses
        Of each data set.
    experiments : sequence of int
        Its number.
    cases : sequence of str
        A name for each learner B.
    design : Design
        The splits that were drawn.

    Returns
    -------
    DataFrame
        A line for each data set, case and loss: ``experiment``, ``case``, ``loss``;
        ``<sample>_mean`` and ``<sample>_variance`` over all splits of a sample (with
        their number in the denominator); the same for ``halves``, over the halvings,
        of the squared difference between the means of both halves, of `splits` splits
        each; by variant of a test ``<variant>_estimate`` and ``<variant>_error``.
        Learner A's own loss is in the case of B, or in case ``all`` if there are more.
    """
    of_each = {
        name: compared(np.stack([getattr(one, name) for one in losses]))
        for name in Losses._fields
    }
    columns = _moments(of_each, design)
    for variant in variants(design):
        found = tested(of_each, variant)
        columns[f"{variant.name}_estimate"] = found.estimate
        columns[f"{variant.name}_error"] = found.error
    names = labels(cases)
    keys: dict[str, Any] = {
        "experiment": np.tile(experiments, len(names)),
        "case": np.repeat([case for case, _ in names], len(losses)),
        "loss": np.repeat([loss for _, loss in names], len(losses)),
    }
    return pd.DataFrame(keys | {name: x.ravel() for name, x in columns.items()})


def labels(cases: Sequence[str]) -> list[tuple[str, str]]:
    """List case and loss of each line: A, every B, every difference."""
    of_a = cases[0] if len(cases) == 1 else "all"
    return [(of_a, "A"), *((c, "B") for c in cases), *((c, "AB") for c in cases)]


def compared(losses: Floats) -> Floats:
    """Put losses of (..., learners) into the order of `labels`, on the first axis."""
    a, b = losses[..., :1], losses[..., 1:]
    return np.moveaxis(np.concatenate([a, b, a - b], axis=-1), -1, 0)


def tested(losses: Mapping[str, Floats], variant: Variant) -> Standardised:
    """Test whether mean losses are zero, by the project's own tests.

    `losses` has by the fields of `Losses` arrays of shape (..., splits), which the
    variant takes its share of.
    """
    j, m, sample = variant.splits, variant.halvings, variant.sample
    if variant.test == "one_split_t":
        return one_split_t(losses["first"])
    if variant.test == "five_by_two_cv_t":
        return five_by_two_cv_t(losses["five"])
    splits, rho = losses[sample][..., :j], SAMPLES[sample].rho
    if variant.test == "resampled_t":
        return resampled_t(splits)
    if variant.test == "corrected_resampled_t":
        return corrected_resampled_t(splits, runs=1, rho=rho, largest=np.inf)
    if variant.test == "conservative_z":
        return conservative_z(splits, losses["halves"][..., :m, :, :j])
    again = losses[f"{sample}_again"]
    repetitions = np.concatenate([splits[..., np.newaxis, :], again], axis=-2)
    if variant.test == "pseudo_bootstrap":
        return pseudo_bootstrap(repetitions)
    return corrected_pseudo_bootstrap(repetitions, rho=rho)


def _moments(losses: Mapping[str, Floats], design: Design) -> dict[str, Floats]:
    """Take means and variances, over splits and over halvings."""
    of_halves = losses["halves"][..., : design.splits].mean(axis=-1)
    squared = (of_halves[..., 0] - of_halves[..., 1]) ** 2
    columns = {}
    for name, x in (
        {name: losses[name] for name in SAMPLES} | {"halves": squared}
    ).items():
        columns[f"{name}_mean"] = x.mean(axis=-1)
        columns[f"{name}_variance"] = x.var(axis=-1)
    return columns
