"""Decide between every pair on the only data set of a study."""

import logging

import numpy as np
import pandas as pd

from tenbyten import statistics
from tenbyten.comparisons.adjusted import verdicts
from tenbyten.comparisons.on_each_dataset import (
    REGIONS,
    Pairs,
    half_widths,
    lines_of,
)

_log = logging.getLogger(__name__)


def decide_on_one_dataset(
    posteriors: pd.DataFrame, *, dataset: str, pairs: Pairs, alpha: float
) -> pd.DataFrame:
    """Decide between every pair on one data set by the correlated t-test.

    Parameters
    ----------
    posteriors : DataFrame
        From `on_each_dataset.compare_on_each`.
    pairs : sequence of (str, str)
        Each two classifiers in one order only, and all of them.

    Returns
    -------
    DataFrame
        One line a pair: row, column, dataset; mean_difference; low and high, the ends
        of its interval at 1 - `alpha`; statistic, df and p of the frequentist test,
        two-sided; holm_p, adjusted for all pairs; holm, its decision: 1 where the
        column is better, -1 where the row is, 0 where no difference is found;
        p_row_better, p_rope and p_column_better of the posterior; verdict, the region
        with a probability above 1 - `alpha`: ``column``, ``row`` or ``equivalent``,
        without one ``undecided``; differences, as in `posteriors`.

    Notes
    -----
    The interval is the confidence interval of the corrected resampled t-test, and the
    credible interval of the posterior under the matching prior, which is the same one
    (Corani, Benavoli (2015), section 2.3). It is not adjusted for the number of pairs.
    Where all differences are equal it is a point.
    """
    lines = lines_of(posteriors, pairs, [dataset])
    reach = half_widths(lines, alpha)
    p = lines["p_two_sided"].to_numpy(float)
    holm_p = statistics.adjust(p, method="holm")
    side = np.sign(lines["mean_difference"])
    _log.info("%d of %d pairs differ after Holm", np.sum(holm_p < alpha), len(pairs))
    return pd.DataFrame(
        {
            **lines[["row", "column", "dataset", "mean_difference"]],
            "low": lines["mean_difference"] - reach,
            "high": lines["mean_difference"] + reach,
            **lines[["statistic", "df"]],
            "p": p,
            "holm_p": holm_p,
            "holm": np.where(holm_p < alpha, side, 0).astype(int),
            **lines[REGIONS],
            "verdict": verdicts(lines[REGIONS].to_numpy(float), alpha),
            "differences": lines["differences"],
        }
    )
