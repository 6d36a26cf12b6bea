"""Repeat every decision under every policy, and without each data set."""

import itertools
import logging
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import t

from tenbyten.comparisons.on_each_dataset import Names, by_pair
from tenbyten.comparisons.signed_rank import column_is_better, deciding_p
from tenbyten.statistics import poisson_with_each_undecided, signed_rank_without_each
from tenbyten.statistics.checks import Bools, Floats, Ints
from tenbyten.statistics.many_datasets.poisson import distribution_of_wins
from tenbyten.statistics.many_datasets.signed_rank import ZEROS, signed_rank
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE

THRESHOLDS = ("more", "at_least")
SIDES = ("one", "two")
METHODS = ("approximate", "auto")
COLUMNS = ["row", "column", "test", "zero_variance", "rho", "threshold", "sides"]
COLUMNS += ["method", "zeros", "number", "decision", "note"]

_log = logging.getLogger(__name__)


def policy_variants(
    posteriors: pd.DataFrame,
    *,
    datasets: Names,
    folds: int,
    rho: float | str,
    alpha: float,
) -> pd.DataFrame:
    """Decide every pair over a subset under every combination of policies.

    Returns
    -------
    DataFrame
        One line a pair, in both directions, and variant. Of the Poisson test:
        zero_variance; rho, which is 0, ``1 / folds`` and the study's; threshold,
        ``more`` for P(X > q/2), ``at_least`` for P(X >= q/2). Of the signed-rank test:
        sides; method; zeros. The columns of the other test are empty. number is the
        probability or p, decision 1 where the column is better; both are empty where
        the variant cannot be computed, and note says why.

    Notes
    -----
    The Poisson test is exact throughout. Another rho changes the scale of the posterior
    alone (Corani, Benavoli (2015), section 2.3, equation 8), so that the statistic in
    `posteriors` is divided by the ratio of the scales; p is its equation 9.
    `Posterior.column_wins` describes the policies for zero variance.
    """
    pairs, mean = by_pair(posteriors, datasets, "mean_difference")
    variants = [
        *_poisson_variants(posteriors, datasets, folds, rho, alpha),
        *_signed_rank_variants(mean, alpha),
    ]
    table = pd.concat([pairs.assign(**variant) for variant in variants])
    table = table.reindex(columns=COLUMNS).sort_index(kind="stable")
    text = table.columns.difference(["rho", "number", "decision"])
    table[text] = table[text].fillna("")
    _log.info("%d pairs, %d variants of two tests", len(pairs), len(variants))
    return table.reset_index(drop=True)


def leave_one_out(
    posteriors: pd.DataFrame, *, datasets: Names, alpha: float, method: str, sides: str
) -> pd.DataFrame:
    """Decide every pair over a subset without each of its data sets.

    Returns
    -------
    DataFrame
        One line a pair, in both directions, test and data set left out: number, P(X >
        q/2) or p; decision, 1 where the column is better; flips, 1 where it is 0 with
        all data sets, or the other way round.

    Notes
    -----
    The Poisson test is exact. Of an even number of data sets an odd one is left, of
    which neither classifier wins just half: P(X > q/2) rises for both. The signed-rank
    test needs two data sets: in a subset of two its number and decision are empty, and
    nothing flips.
    """
    pairs, p = by_pair(posteriors, datasets, "p_column_wins")
    _, mean = by_pair(posteriors, datasets, "mean_difference")
    poisson = poisson_with_each_undecided(p)
    ranked = column_is_better(signed_rank(mean, method=method), sides, alpha)
    complete = np.stack([poisson.complete > 1 - alpha, ranked], axis=1)[..., np.newaxis]
    number = np.full((len(pairs), 2, len(datasets)), np.nan)
    decision = np.repeat(complete, len(datasets), axis=-1)
    number[:, 0], decision[:, 0] = poisson.column, poisson.column > 1 - alpha
    if len(datasets) > 2:
        without = signed_rank_without_each(mean, method=method)
        number[:, 1] = deciding_p(without, sides)
        decision[:, 1] = column_is_better(without, sides, alpha)
    present = posteriors["dataset"].drop_duplicates()
    names = present[present.isin(datasets)].to_numpy()
    lines = pairs.loc[pairs.index.repeat(2 * len(names))].reset_index(drop=True)
    _log.info("%d pairs without each of %d data sets", len(pairs), len(names))
    return lines.assign(
        test=np.tile(np.repeat(["poisson", "signed_rank"], len(names)), len(pairs)),
        dataset=np.tile(names, 2 * len(pairs)),
        number=number.ravel(),
        decision=_as_marks(decision.ravel(), np.isnan(number.ravel())),
        flips=(decision != complete).ravel().astype(int),
    )


def rho_as_number(rho: float | str, folds: int) -> float:
    """Return the study's correlation, a number or ``1/folds``, as a number."""
    return 1 / folds if rho == "1/folds" else float(rho)


def _poisson_variants(
    posteriors: pd.DataFrame,
    datasets: Names,
    folds: int,
    rho: float | str,
    alpha: float,
) -> Iterator[dict[str, Any]]:
    """Yield the columns of each variant of the Poisson test."""
    statistic, df, scale = (
        by_pair(posteriors, datasets, value)[1]
        for value in ("statistic", "df", "scale")
    )
    zero = (scale == 0) & (statistic == 0)
    own = rho_as_number(rho, folds)
    for other in sorted({0.0, 1 / folds, own}):
        ratio = _inflation(own, df) / _inflation(other, df)
        p = t.cdf(statistic * np.sqrt(ratio), df)
        for zero_variance, (column, tie, q) in _poisson_tests(p, zero).items():
            for threshold in THRESHOLDS:
                # Rounding can leave a sum of chances a bit above one.
                more = threshold == "more"
                number = column if more else np.minimum(column + tie, 1)
                # No data set is at least half of no data set: no decision.
                empty = (q == 0) & (not more)
                yield {
                    "test": "poisson",
                    "zero_variance": zero_variance,
                    "rho": other,
                    "threshold": threshold,
                    "number": np.where(empty, np.nan, number),
                    "decision": _as_marks(number > 1 - alpha, empty),
                    "note": np.where(empty, "no data set is left in the test", ""),
                }


def _poisson_tests(p: Floats, zero: Bools) -> dict[str, tuple[Floats, Floats, Ints]]:
    """Compute P(X > q/2), P(X = q/2) and q under each policy for zero variance."""
    tests = {}
    # Most pairs have no such data set; their test is the same under each policy.
    some = np.any(zero, axis=-1)
    same = distribution_of_wins(p)
    wins = np.arange(same.shape[-1])
    for zero_variance, p_zero in ZERO_VARIANCE.items():
        chances, p_wins = same.copy(), np.where(zero, p_zero, p)
        if np.any(some):
            chances[some] = distribution_of_wins(p_wins[some])
        q = np.sum(~np.isnan(p_wins), axis=-1, keepdims=True)
        column = np.sum(chances, axis=-1, where=2 * wins > q)
        tie = np.sum(chances, axis=-1, where=2 * wins == q)
        tests[zero_variance] = column, tie, q[:, 0]
    return tests


def _signed_rank_variants(mean: Floats, alpha: float) -> Iterator[dict[str, Any]]:
    """Yield the columns of each variant of the signed-rank test."""
    for method, zeros in itertools.product(METHODS, ZEROS):
        test = signed_rank(mean, method=method, zeros=zeros)
        for sides in SIDES:
            yield {
                "test": "signed_rank",
                "sides": sides,
                "method": method,
                "zeros": zeros,
                "number": deciding_p(test, sides),
                "decision": column_is_better(test, sides, alpha).astype(int),
            }


def _inflation(rho: float, df: Floats) -> Floats:
    """Divide the variance of the mean by that of the folds, for df + 1 folds in all."""
    return 1 / (df + 1) + rho / (1 - rho)


def _as_marks(decisions: Bools, empty: Bools) -> Any:
    """Return decisions as 0 and 1, missing where `empty`."""
    return pd.Series(decisions).astype("Int64").mask(empty).array
