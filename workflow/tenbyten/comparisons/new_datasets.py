"""Predict new data sets from a subset: shares of them, and typical differences."""

import numpy as np
import pandas as pd

from tenbyten import statistics
from tenbyten.comparisons.on_each_dataset import Names, Pairs, lines_of, matrix
from tenbyten.metrics import METRICS, Metric
from tenbyten.statistics.checks import Bools
from tenbyten.statistics.many_datasets.bayesian import REGIONS

# Columns that need a rope: shares with the ends of their intervals, and tests.
SHARES = [f"{x}_share{end}" for x in REGIONS for end in ("", "_low", "_high")]
_TOST = ["tost_t", "tost_signed_rank"]


def new_datasets(
    posteriors: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    alpha: float,
    rope: float,
    share: float,
    prior_strength: float,
    prior_place: str,
    seed: int,
    control: str | None = None,
    kind: Metric = METRICS["accuracy"],
    full: Bools | slice = slice(None),
) -> pd.DataFrame:
    """Predict every pair on data sets like those of a subset.

    Parameters
    ----------
    pairs : sequence of (str, str)
        Each two classifiers in one order only, and all of them.
    share : float
        Share of new data sets that an equivalence is about.
    prior_strength, prior_place
        As in `statistics.region_shares`.
    control : str, optional
        With it, the tests are adjusted for the comparisons with this classifier, and
        those of other pairs are not adjusted: empty.
    full : ndarray of bool, optional
        Pairs that get a line; by default all. The tests are adjusted for all.

    Returns
    -------
    DataFrame
        One line a pair: row, column; n, the data sets; row_share, rope_share and
        column_share, the predictive shares of new data sets on which the row is better
        by more than the rope, neither is, the column is, each with the ends of its
        1 - `alpha` credible interval, wherever the prior lies; equivalence, the
        posterior probability that at least `share` of them lie within the rope;
        mean_difference with mean_low and mean_high, by the BCa bootstrap at
        1 - `alpha`; median with median_low and median_high, by order statistics, and
        the confidence that they achieve, median_confidence; ends are empty where so few
        data sets have no such interval; tost_t_p and tost_signed_rank_p of the two
        one-sided tests; tost_t_holm_p and tost_signed_rank_holm_p, adjusted for the
        pairs. For a rope of 0 shares, equivalence and tests are empty.
    """
    of_all = matrix(lines_of(posteriors, pairs, datasets), "mean_difference", pairs)
    differences = of_all[full]
    mean = statistics.mean_interval(differences, confidence=1 - alpha, seed=seed)
    median = statistics.median_interval(differences, confidence=1 - alpha)
    table = pd.DataFrame(pairs, columns=["row", "column"])[full]
    table = table.reset_index(drop=True).assign(n=len(datasets))
    tested = [f"{test}{p}" for p in ("_p", "_holm_p") for test in _TOST]
    table[[*SHARES, "equivalence"]] = np.nan
    table = table.assign(
        mean_difference=mean.estimate,
        mean_low=mean.low,
        mean_high=mean.high,
        median=median.estimate,
        median_low=median.low,
        median_high=median.high,
        median_confidence=median.confidence,
    )
    table[tested] = np.nan
    if not rope:
        return table
    within = {"rope": rope, "largest": kind.width}
    prior = {"prior_strength": prior_strength, "prior_place": prior_place}
    shares = statistics.region_shares(differences, alpha=alpha, **prior, **within)
    table[SHARES] = np.stack(shares, axis=-1).reshape(len(table), -1)
    likely = statistics.practical_equivalence(differences, share=share, **within)
    table["equivalence"] = likely
    family = [control is None or control in pair for pair in pairs]
    for test, p in zip(_TOST, statistics.tost(of_all, **within), strict=True):
        table[f"{test}_p"] = p[full]
        adjusted = np.full(len(pairs), np.nan)
        adjusted[family] = statistics.adjust(p[family], method="holm")
        table[f"{test}_holm_p"] = adjusted[full]
    return table
