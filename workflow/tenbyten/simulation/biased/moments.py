"""Sums over experiments, and the measures of power and replicability from them.

All measures of section 4.1.2 of Demsar (2006; Journal of Machine Learning Research 7,
1-30) are functions of means over the experiments: of p, of its square, and of the
decisions. Sums of these and of their products are all that a job needs to keep: they
add up over jobs, and give the standard error of each measure and of the difference of
two tests that saw the same draws.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from tenbyten.simulation.estimates import ESTIMATES, PAIRED
from tenbyten.statistics.checks import Floats

KEYS = ["row", "column", "selection", "bias"]
# Tests that are compared with each other. Of the first two families p counts too.
FAMILIES = (
    (
        "paired_t",
        "paired_t_relative",
        "signed_rank",
        "signed_rank_one_tail",
        "sign_test",
    ),
    ("anova", "friedman", "iman_davenport"),
    ("tukey", "nemenyi"),
    ("dunnett", "bonferroni_dunn", "holm", "hochberg", "hommel"),
)
_WITH_P = FAMILIES[:2]
# Sums are written with twelve digits; a smaller variance is rounding.
_ROUNDING = 1e-10


class _Means(NamedTuple):
    """Means over the experiments of one family, and what they are means of.

    Attributes
    ----------
    features : list of str
        The first is 1, whose sum is the number of experiments.
    mean : ndarray of shape (selections, features)
    covariance : ndarray of shape (selections, features, features)
        Of the features, in the population.
    experiments : ndarray of shape (selections,), int
    index : Index
        The selections that have this family.
    """

    features: list[str]
    mean: Floats
    covariance: Floats
    experiments: Any
    index: pd.Index


def sums_of(outcomes: Mapping[str, Any], *, alpha: float) -> dict[str, Floats]:
    """Sum outcomes and their products over the experiments.

    Parameters
    ----------
    outcomes : dict of str to ndarray of shape (..., experiments)
        By test: p, or decisions where the array holds booleans. Families of which there
        is none are left out.
    alpha : float
        Below it p is a rejection.

    Returns
    -------
    dict of str to ndarray of shape (...)
        By the two features that are multiplied.
    """
    found = {}
    for family in FAMILIES:
        if family[0] not in outcomes:
            continue
        for features in _blocks(family):
            values = [_value(outcomes, name, alpha) for name in features]
            for i, j in _upper(features):
                product = np.einsum("...i,...i", values[i], values[j])
                found[f"{features[i]}*{features[j]}"] = product
    return found


def estimates(sums: pd.DataFrame) -> pd.DataFrame:
    """Make the table of estimates.

    Parameters
    ----------
    sums : DataFrame
        `KEYS` and the columns of `sums_of`; equal keys are added up.

    Returns
    -------
    DataFrame
        `KEYS` and `ESTIMATES`: of each test ``rejection_rate`` and ``replicability_e``,
        R(e), and of those with p ``mean_p`` and ``replicability_p``, R(p).

    Notes
    -----
    Errors are those of the first order, by the delta method. That of R(e) is 0 where
    just half of the experiments reject, and is below 0.001 there for 1,000 experiments.
    """
    keys, lines = _added(sums), []
    for family, means in _families(keys):
        for test in family:
            for measure, value, gradient in _measures(means, test):
                error = _error(means, gradient)
                lines.append(_lines(keys, means, [test, "", measure], value, error))
    return _joined(lines, ESTIMATES)


def paired(sums: pd.DataFrame) -> pd.DataFrame:
    """Make the table of differences between two tests of one family.

    Of each measure that both have: `KEYS` and `PAIRED`. The error takes into account
    that both tests saw the same draws.
    """
    keys, lines = _added(sums), []
    for family, means in _families(keys):
        for test, other in combinations(family, 2):
            both = zip(_measures(means, test), _measures(means, other), strict=True)
            for (measure, value, gradient), (_, less, other_gradient) in both:
                error = _error(means, gradient - other_gradient)
                names = [test, other, "", measure]
                lines.append(_lines(keys, means, names, value - less, error))
    return _joined(lines, PAIRED)


def _blocks(family: tuple[str, ...]) -> Iterator[list[str]]:
    """List the features of a family whose products are wanted."""
    if family in _WITH_P:
        yield ["1", *(f"{test} {name}" for test in family for name in ("p", "p2"))]
    yield ["1", *(f"{test} rejects" for test in family)]


def _value(outcomes: Mapping[str, Any], feature: str, alpha: float) -> Floats:
    """Compute a feature of each experiment."""
    if feature == "1":
        return np.ones(next(iter(outcomes.values())).shape)
    test, name = feature.split()
    outcome = outcomes[test]
    if name == "rejects":
        rejects = outcome if outcome.dtype == bool else outcome < alpha
        return rejects.astype(float)
    return outcome**2 if name == "p2" else outcome


def _upper(features: list[str]) -> Iterator[tuple[int, int]]:
    """List the pairs of features, each with itself too."""
    for i in range(len(features)):
        yield from ((i, j) for j in range(i, len(features)))


def _added(sums: pd.DataFrame) -> pd.DataFrame:
    """Add up the sums of all jobs."""
    # A copy, whose many columns lie together.
    return sums.copy().groupby(KEYS, sort=False, as_index=False).sum(min_count=1)


def _families(keys: pd.DataFrame) -> Iterator[tuple[tuple[str, ...], _Means]]:
    """List the families with the means of each of their blocks."""
    for family in FAMILIES:
        for features in _blocks(family):
            there = keys[f"1*{features[-1]}"].notna()
            table = keys[there]
            n = table["1*1"].to_numpy(float)
            second = np.empty((len(table), len(features), len(features)))
            for i, j in _upper(features):
                moment = table[f"{features[i]}*{features[j]}"].to_numpy(float) / n
                second[:, i, j] = second[:, j, i] = moment
            mean = second[:, 0]
            covariance = second - mean[:, :, np.newaxis] * mean[:, np.newaxis]
            yield (
                family,
                _Means(features, mean, covariance, n.astype(int), table.index),
            )


def _measures(means: _Means, test: str) -> Iterator[tuple[str, Floats, Floats]]:
    """List the measures of a test: name, value and gradient by the means."""
    unbiased = means.experiments / (means.experiments - 1)
    of_p = f"{test} p" in means.features
    first = means.features.index(f"{test} p" if of_p else f"{test} rejects")
    # The square of a decision is the decision.
    second = first + of_p
    average, square = means.mean[:, first], means.mean[:, second]
    gradient = np.zeros(means.mean.shape)
    gradient[:, first] = 1
    yield ("mean_p" if of_p else "rejection_rate"), average, gradient
    gradient = np.zeros(means.mean.shape)
    gradient[:, second] = -2 * unbiased
    gradient[:, first] += 4 * unbiased * average
    value = 1 - 2 * unbiased * (square - average**2)
    yield ("replicability_p" if of_p else "replicability_e"), value, gradient


def _error(means: _Means, gradient: Floats) -> Floats:
    """Compute the standard error of a function of the means."""
    variance = np.einsum("...i,...ij,...j", gradient, means.covariance, gradient)
    return np.sqrt(np.where(variance > _ROUNDING, variance, 0) / means.experiments)


def _lines(
    keys: pd.DataFrame, means: _Means, names: list[str], value: Floats, error: Floats
) -> pd.DataFrame:
    """Make the lines of one measure, with the index of their keys."""
    table = keys.loc[means.index, KEYS]
    for i, name in enumerate(names):
        table[i] = name
    return table.assign(value=value, error=error, experiments=means.experiments)


def _joined(lines: list[pd.DataFrame], columns: tuple[str, ...]) -> pd.DataFrame:
    """Join the lines, those of each selection together."""
    table = pd.concat(lines).sort_index(kind="stable").reset_index(drop=True)
    return table.set_axis([*KEYS, *columns], axis=1)
