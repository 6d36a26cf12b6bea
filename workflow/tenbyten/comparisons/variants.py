"""Repeat every decision under every policy, and without each data set."""

import itertools
import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import stdtr

from tenbyten.comparisons.adjusted import verdicts
from tenbyten.comparisons.on_each_dataset import (
    Names,
    Pairs,
    has_tests,
    lines_of,
)
from tenbyten.comparisons.signed_rank import column_is_better, deciding_p
from tenbyten.comparisons.varied import (
    ALPHAS,
    FACTORS,
    METHODS,
    RHOS,
    ROPES,
    SIDES,
    THRESHOLDS,
    rho_as_number,
)
from tenbyten.designs import Design
from tenbyten.statistics import poisson_with_each_undecided, signed_rank_without_each
from tenbyten.statistics.checks import Bools, Floats, Ints
from tenbyten.statistics.many_datasets.poisson import distribution_of_wins
from tenbyten.statistics.many_datasets.signed_rank import ZEROS, signed_rank
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE
from tenbyten.tables import TEXT

_VARIED = list(dict.fromkeys(itertools.chain(*FACTORS.values())))
COLUMNS = ["row", "column", "test", *_VARIED]
COLUMNS += ["number_column", "number_row", "decision", "note"]

# Columns of one variant.
_Variant = dict[str, Any]

_log = logging.getLogger(__name__)


# Two tables, the pairs and data sets, and each policy of the study that is varied.
def policy_variants(
    posteriors: pd.DataFrame,
    ropes: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    folds: int,
    rho: float | str,
    alpha: float,
    rope: float,
    designs: Mapping[str, Design] | None = None,
) -> pd.DataFrame:
    """Decide every pair over a subset under every combination of policies.

    Parameters
    ----------
    ropes : DataFrame
        From `rope.rope_curves` over the same pairs and data sets.
    designs : dict of str to (int, int), optional
        Runs and folds of the data sets that have not so many `folds`. Where rho is
        ``1/folds`` these folds are meant: a rho of `folds` stands for theirs.

    Returns
    -------
    DataFrame
        One line a pair and variant. Of the Poisson test: zero_variance; rho, which is
        0, once, twice and three times ``1 / folds``, and the study's; threshold,
        ``more`` for P(X > q/2), ``at_least`` for P(X >= q/2). Of the signed-rank test:
        sides; method; zeros. Of the Bayesian signed-rank test: rope, half of the
        study's, the study's, and twice that. Of all three: alpha, which is 0.01, 0.05,
        0.1 and the study's. The policies of other tests are empty.
        number_column and number_row are the probability or p with which the test finds
        the one or the other better. decision is ``column`` or ``row``, the better one;
        ``neither``, or ``both``, which contradict each other; of the Bayesian test
        ``equivalent`` or ``undecided``. Where the variant cannot be computed number and
        decision are empty, and note says why. Where pairs were not tested on each data
        set there are no lines of the Poisson test.

    Notes
    -----
    The Poisson test is exact throughout. Another rho changes the scale of the posterior
    alone (Corani, Benavoli (2015), section 2.3, equation 8), so that the statistic in
    `posteriors` is divided by the ratio of the scales; p is its equation 9.
    `Posterior.column_wins` describes the policies for zero variance.
    """
    lines = lines_of(posteriors, pairs, datasets)
    own, of_each = rho_as_number(rho, folds), designs or {}
    alphas = sorted({*ALPHAS, alpha})
    of_poisson = []
    if has_tests(lines):
        # How many times the correlation of `folds` a data set has.
        times = np.array([folds / of_each.get(x, (0, folds))[1] for x in datasets])
        times = times if rho == "1/folds" else np.ones(len(datasets))
        # Equal ones once.
        tried = {round(x, 12): x for x in (0, *(y / folds for y in RHOS), own)}
        rhos = sorted(x for x in tried.values() if x < 1 and np.all(x * times < 1))
        settings: dict[str, Any] = {"own": own, "times": times, "alphas": alphas}
        of_poisson = [*_poisson_variants(lines, len(pairs), rhos, **settings)]
    variants = [
        *of_poisson,
        *_signed_rank_variants(_matrix(lines, "mean_difference", len(pairs)), alphas),
        *_rope_variants(ropes, rope, alphas),
    ]
    _log.info("%d pairs, %d variants of three tests", len(pairs), len(variants))
    return _joined(variants, pairs)


def leave_one_out(
    posteriors: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    alpha: float,
    method: str,
    sides: str,
) -> pd.DataFrame:
    """Decide every pair over a subset without each of its data sets.

    Returns
    -------
    DataFrame
        One line a pair, test and data set: number_column, number_row and decision, as
        in `policy_variants`; flips, 1 where the decision is another one than with the
        data set.

    Notes
    -----
    In the Poisson test, which is exact, a data set stays and counts one half for either
    classifier (`statistics.poisson_with_each_undecided`). The signed-rank test leaves
    it out, and needs two others: in a subset of two its numbers and decision are empty,
    and nothing flips. Where pairs were not tested on each data set there is no Poisson
    test.
    """
    lines = lines_of(posteriors, pairs, datasets)
    turned = lines_of(posteriors, [(b, a) for a, b in pairs], datasets)
    p, mean = (
        np.stack([_matrix(side, value, len(pairs)) for side in (lines, turned)])
        for value in ("p_column_wins", "mean_difference")
    )
    complete = [column_is_better(signed_rank(mean, method=method), sides, alpha)]
    numbers = [np.full(mean.shape, np.nan)]
    decisions = [np.repeat(complete[0][..., np.newaxis], len(datasets), axis=-1)]
    if len(datasets) > 2:
        ranked = signed_rank_without_each(mean, method=method)
        numbers = [deciding_p(ranked, sides)]
        decisions = [column_is_better(ranked, sides, alpha)]
    tests = ["signed_rank"]
    if has_tests(lines):
        poisson = poisson_with_each_undecided(p)
        tests.insert(0, "poisson")
        complete.insert(0, poisson.complete > 1 - alpha)
        numbers.insert(0, poisson.column)
        decisions.insert(0, poisson.column > 1 - alpha)
    number, found = np.stack(numbers, axis=-2), np.stack(decisions, axis=-2)
    flips = np.any(found != np.stack(complete, axis=-1)[..., np.newaxis], axis=0)
    _log.info("%d pairs without each of %d data sets", len(pairs), len(datasets))
    table = pd.DataFrame(pairs, columns=["row", "column"])
    table = table.merge(pd.DataFrame({"test": tests}), how="cross")
    table = table.merge(pd.DataFrame({"dataset": list(datasets)}), how="cross")
    shape = 2, len(table)
    decided = _decided(number.reshape(shape), found.reshape(shape))
    return table.assign(**decided, flips=flips.ravel().astype(int))


def _joined(variants: Sequence[_Variant], pairs: Pairs) -> pd.DataFrame:
    """Make a table of the variants, pair after pair."""
    names = dict(zip(("row", "column"), zip(*pairs, strict=True), strict=True))
    columns = {name: np.repeat(names[name], len(variants)) for name in names}
    for name in COLUMNS[len(names) :]:
        missing = "" if name in TEXT else np.nan
        cells = np.empty((len(pairs), len(variants)), dtype=object)
        for at, variant in enumerate(variants):
            cells[:, at] = variant.get(name, missing)
        is_number = name not in TEXT and name != "decision"
        columns[name] = cells.ravel().astype(float if is_number else object)
    return pd.DataFrame(columns)


def _matrix(lines: pd.DataFrame, value: str, pairs: int) -> Floats:
    """Return one column of the lines, of shape (pairs, datasets)."""
    return lines[value].to_numpy(float).reshape(pairs, -1)


def _poisson_variants(
    lines: pd.DataFrame,
    pairs: int,
    rhos: list[float],
    own: float,
    times: Floats,
    alphas: list[float],
) -> Iterator[_Variant]:
    """Yield the columns of each variant of the Poisson test."""
    statistic, df, scale = (
        _matrix(lines, value, pairs) for value in ("statistic", "df", "scale")
    )
    zero = (scale == 0) & (statistic == 0)
    for rho in rhos:
        ratio = _inflation(own * times, df) / _inflation(rho * times, df)
        other = statistic * np.sqrt(ratio)
        p = np.stack([stdtr(df, other), stdtr(df, -other)])
        for zero_variance, (more, tie, q) in _poisson_tests(p, zero).items():
            for threshold in THRESHOLDS:
                policies = {"zero_variance": zero_variance, "rho": rho}
                # Rounding can leave a sum of chances a bit above one.
                number = more if threshold == "more" else np.minimum(more + tie, 1)
                # No data set is at least half of no data set: no decision.
                empty = (q[0] == 0) & (threshold == "at_least")
                for alpha in alphas:
                    yield {
                        "test": "poisson",
                        **policies,
                        "threshold": threshold,
                        "alpha": alpha,
                        **_decided(np.where(empty, np.nan, number), number > 1 - alpha),
                        "note": np.where(empty, "no data set is left in the test", ""),
                    }


def _poisson_tests(p: Floats, zero: Bools) -> dict[str, tuple[Floats, Floats, Ints]]:
    """Compute P(X > q/2), P(X = q/2) and q under each policy for zero variance.

    All are of shape (2, pairs): of the column's wins, and of the row's.
    """
    # Most pairs have no such data set; their test is the same under each policy.
    some = np.any(zero, axis=-1)
    same = _halves(p)
    tests = {}
    for zero_variance, p_zero in ZERO_VARIANCE.items():
        more, tie, q = same[0].copy(), same[1].copy(), same[2].copy()
        if np.any(some):
            p_wins = np.where(zero[some], p_zero, p[:, some])
            more[:, some], tie[:, some], q[:, some] = _halves(p_wins)
        tests[zero_variance] = more, tie, q
    return tests


def _halves(p: Floats) -> tuple[Floats, Floats, Ints]:
    """Compute P(X > q/2), P(X = q/2) and q; NaN for a data set not in the test."""
    chances = distribution_of_wins(p)
    wins, q = 2 * np.arange(chances.shape[-1]), np.sum(~np.isnan(p), axis=-1)
    more, tie = (
        np.sum(chances, axis=-1, where=where)
        for where in (wins > q[..., np.newaxis], wins == q[..., np.newaxis])
    )
    return more, tie, q


def _signed_rank_variants(mean: Floats, alphas: list[float]) -> Iterator[_Variant]:
    """Yield the columns of each variant of the signed-rank test."""
    both = np.stack([mean, 0 - mean])
    for method, zeros in itertools.product(METHODS, ZEROS):
        test = signed_rank(both, method=method, zeros=zeros)
        for sides, alpha in itertools.product(SIDES, alphas):
            yield {
                "test": "signed_rank",
                "sides": sides,
                "method": method,
                "zeros": zeros,
                "alpha": alpha,
                **_decided(
                    deciding_p(test, sides), column_is_better(test, sides, alpha)
                ),
            }


def _rope_variants(
    ropes: pd.DataFrame, own: float, alphas: list[float]
) -> Iterator[_Variant]:
    """Yield the columns of each variant of the Bayesian signed-rank test."""
    ropes = ropes[ropes["test"] == "bayesian_signed_rank"]
    wanted = sorted({round(own * factor, 12) for factor in ROPES})
    for rope, part in ropes.groupby(ropes["rope"].round(12)):
        if rope not in wanted:
            continue
        probabilities = part[["p_row", "p_rope", "p_column"]].to_numpy()
        for alpha in alphas:
            yield {
                "test": "bayesian_signed_rank",
                "rope": rope,
                "alpha": alpha,
                "number_column": probabilities[:, 2],
                "number_row": probabilities[:, 0],
                "decision": verdicts(probabilities, alpha),
            }


def _inflation(rho: Floats, df: Floats) -> Floats:
    """Divide the variance of the mean by that of the folds, for df + 1 folds in all."""
    return 1 / (df + 1) + rho / (1 - rho)


def _decided(number: Floats, found: Bools) -> _Variant:
    """Return the columns of a decision; each of shape (2, pairs), column and row."""
    column, row = found
    decision = np.select(
        [np.isnan(number).any(axis=0), column & row, column, row],
        ["", "both", "column", "row"],
        "neither",
    )
    return {
        "number_column": number[0],
        "number_row": number[1],
        "decision": decision.astype(object),
    }
