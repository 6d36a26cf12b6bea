"""Compare every pair over a subset by the tests for two classifiers."""

import logging
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tenbyten import statistics
from tenbyten.comparisons.hierarchical import PROBABILITIES
from tenbyten.comparisons.on_each_dataset import (
    Names,
    Pairs,
    has_tests,
    lines_of,
)
from tenbyten.metrics import METRICS, Metric
from tenbyten.statistics.checks import Floats
from tenbyten.statistics.one_dataset.correlated_t import Probabilities
from tenbyten.statistics.rounding import DECIMALS

_log = logging.getLogger(__name__)


def pairwise_tests(
    posteriors: pd.DataFrame,
    means: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    alpha: float,
    bayesian: Mapping[str, Any],
    hierarchical: pd.DataFrame | None = None,
    kind: Metric = METRICS["accuracy"],
) -> pd.DataFrame:
    """Compare every pair over a subset by the tests for two classifiers.

    Parameters
    ----------
    bayesian : dict
        Arguments of `bayesian_sign` and `bayesian_signed_rank`: rope, prior_strength,
        prior_place, draws and seed.
    hierarchical : DataFrame, optional
        From `hierarchical.hierarchical_tests`. Without it these columns are empty.

    Returns
    -------
    DataFrame
        One line a pair: row, column; n, the data sets; mean_difference; wins, ties,
        losses, the data sets on which the column's mean is better, equal, worse;
        significant_wins, significant_losses, those on which the corrected resampled t
        has a two-sided p below `alpha`, empty where it was not made; sign_p;
        t_statistic, t_p and relative_t_statistic, relative_t_p of the paired t-test on
        absolute and on relative differences; signed_rank_p; bayesian_sign_row,
        bayesian_sign_rope,
        bayesian_sign_column and bayesian_signed_rank_row, bayesian_signed_rank_rope,
        bayesian_signed_rank_column; the hierarchical model's; note, on a pair whose
        differences are special. All p are two-sided.
    """
    lines = lines_of(posteriors, pairs, datasets)
    difference = _matrix(lines, "mean_difference", pairs)
    relative = _relative(means, pairs, datasets, kind)
    significant = _significant(lines, pairs, alpha)
    signs = statistics.sign_test(difference)
    t, relative_t = statistics.paired_t(difference), _relative_t(relative)
    _log.info("%d pairs over %d data sets", len(pairs), len(datasets))
    table = pd.DataFrame(pairs, columns=["row", "column"]).assign(
        n=len(datasets),
        # Rounded once: no machine's order of adding moves the last digit.
        mean_difference=[math.fsum(line) / len(datasets) for line in difference],
        wins=signs.wins,
        ties=signs.ties,
        losses=signs.losses,
        significant_wins=np.sum(significant * (difference > 0), axis=1),
        significant_losses=np.sum(significant * (difference < 0), axis=1),
        sign_p=signs.p_two_sided,
        t_statistic=t.statistic,
        t_p=t.p_two_sided,
        relative_t_statistic=relative_t[0],
        relative_t_p=relative_t[1],
        signed_rank_p=statistics.signed_rank(difference).p_two_sided,
    )
    settings = {**bayesian, "largest": kind.width}
    for test in (statistics.bayesian_sign, statistics.bayesian_signed_rank):
        regions = [f"{test.__name__}_{region}" for region in Probabilities._fields]
        table[regions] = np.transpose(test(difference, **settings))
    table[PROBABILITIES] = np.nan
    if hierarchical is not None:
        of_pairs = hierarchical.set_index(["row", "column"])[PROBABILITIES]
        table[PROBABILITIES] = of_pairs.loc[list(map(tuple, pairs))].to_numpy(float)
    kinds = lines["differences"].to_numpy().reshape(len(pairs), -1)
    # All wins in so few data sets are not significant.
    few = 2 * 0.5**signs.n >= alpha
    edge = np.abs(np.abs(difference) - bayesian["rope"]) < 10.0**-DECIMALS
    edges = np.sum(edge, axis=1) if bayesian["rope"] > 0 else np.zeros(len(pairs), int)
    return table.assign(note=[*map(_note, difference, relative, kinds, few, edges)])


def _matrix(lines: pd.DataFrame, value: str, pairs: Pairs) -> Floats:
    """Return one column of the lines, of shape (pairs, datasets)."""
    return lines[value].to_numpy(float).reshape(len(pairs), -1)


def _significant(lines: pd.DataFrame, pairs: Pairs, alpha: float) -> NDArray[Any]:
    """Mark significant differences by 1, others by 0; NaN where nothing was tested."""
    marks = (_matrix(lines, "p_two_sided", pairs) < alpha).astype(int)
    return marks if has_tests(lines) else marks * np.nan


def _relative(
    means: pd.DataFrame, pairs: Pairs, datasets: Names, metric: Metric
) -> Floats:
    """Return relative differences, positive where the column is better.

    NaN for a metric that reaches below 0: it has no share that is gained.
    """
    rows, columns = (
        means.loc[datasets, [pair[side] for pair in pairs]].to_numpy(float).T
        for side in (0, 1)
    )
    if metric.smallest < 0:
        return np.full(np.shape(rows), np.nan)
    relative = statistics.relative_differences(rows, columns, largest=metric.largest)
    # Adding 0.0 turns -0.0 into 0.0.
    return relative if metric.higher_is_better else 0.0 - relative


def _relative_t(relative: Floats) -> tuple[Floats, Floats]:
    """Return the statistic and p of the paired t-test, NaN where that has nothing."""
    if np.all(np.isnan(relative)):
        undefined = np.full(len(relative), np.nan)
        return undefined, undefined
    found = statistics.paired_t(relative)
    return found.statistic, found.p_two_sided


def _note(
    difference: Floats, relative: Floats, kinds: NDArray[Any], few: bool, edges: int
) -> str:
    """Describe a pair whose differences are special; empty for others.

    On so many data sets the mean difference is the rope, the `edges`.
    """
    if np.all(kinds == "zero"):
        return "never differ on any data set"
    if not np.any(difference):
        return "equal means on every data set"
    notes = []
    if np.ptp(difference) == 0:
        notes.append("constant difference: t is infinite")
    if np.ptp(relative) == 0:
        notes.append("constant relative difference: relative t is infinite")
    if few:
        notes.append("too few data sets for the sign test to find a difference")
    if edges:
        data_sets = "1 data set" if edges == 1 else f"{edges} data sets"
        notes.append(f"the mean difference on {data_sets} is just the rope")
    return "; ".join(notes)
