"""Decide between every pair over a subset, adjusted for the number of pairs."""

import logging

import numpy as np
import pandas as pd

from tenbyten import statistics
from tenbyten.comparisons.on_each_dataset import Names, Pairs, lines_of
from tenbyten.statistics.checks import Floats
from tenbyten.statistics.one_dataset.correlated_t import Probabilities

_log = logging.getLogger(__name__)

# Tests with a rope, as their columns in the table of `pairwise.pairwise_tests` begin.
WITH_ROPE = ("bayesian_sign", "bayesian_signed_rank", "hierarchical")
# Their verdicts, in the order of the regions; the last where none is probable enough.
VERDICTS = ("row", "equivalent", "column", "undecided")


def adjusted_decisions(
    posteriors: pd.DataFrame,
    pairwise: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    alpha: float,
) -> pd.DataFrame:
    """Decide between every pair by the signed-rank test, adjusted for all pairs.

    Parameters
    ----------
    pairwise : DataFrame
        From `pairwise.pairwise_tests` over the same pairs and data sets.
    pairs : sequence of (str, str)
        Each two classifiers in one order only, and all of them.

    Returns
    -------
    DataFrame
        One line a pair: row, column; n, the data sets; mean_difference; Hodges and
        Lehmann's median_difference, its interval from median_low to median_high at
        1 - `alpha` and the confidence that it achieves, median_confidence, all three
        empty where so few data sets have no such interval; rank_biserial, positive
        where the column is better; p of the signed-rank test, two-sided; holm_p and
        shaffer_p, adjusted for all pairs; holm and shaffer, their decisions: 1 where
        the column is better, -1 where the row is, 0 where no difference is found;
        bayesian_sign_verdict, bayesian_signed_rank_verdict and hierarchical_verdict,
        the region with a posterior above 1 - `alpha`: ``column``, ``row`` or
        ``equivalent``, without one ``undecided``; empty where the model is not fitted.
    """
    lines = lines_of(posteriors, pairs, datasets)
    differences = lines["mean_difference"].to_numpy().reshape(len(pairs), -1)
    estimate = statistics.hodges_lehmann(differences, confidence=1 - alpha)
    effect = statistics.rank_biserial(differences)
    p = pairwise["signed_rank_p"].to_numpy()
    table = pairwise[["row", "column", "n", "mean_difference"]].assign(
        median_difference=estimate.median,
        median_low=estimate.low,
        median_high=estimate.high,
        median_confidence=estimate.confidence,
        rank_biserial=effect,
        p=p,
    )
    for method in ("holm", "shaffer"):
        table[f"{method}_p"] = statistics.adjust(p, method=method)
    for method in ("holm", "shaffer"):
        found = table[f"{method}_p"] < alpha
        table[method] = np.where(found, np.sign(effect), 0).astype(int)
    for test in WITH_ROPE:
        regions = [f"{test}_{region}" for region in Probabilities._fields]
        table[f"{test}_verdict"] = verdicts(pairwise[regions].to_numpy(), alpha)
    _log.info(
        "%d of %d pairs differ after Holm", np.sum(table["holm"] != 0), len(pairs)
    )
    return table


def verdicts(probabilities: Floats, alpha: float) -> list[str]:
    """Name the region that is probable enough; empty where there is no probability."""
    probable = probabilities > 1 - alpha
    region = np.where(np.any(probable, axis=1), np.argmax(probable, axis=1), -1)
    fitted = ~np.any(np.isnan(probabilities), axis=1)
    return np.where(fitted, np.array(VERDICTS)[region], "").tolist()
