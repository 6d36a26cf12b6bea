"""Compare every pair over a subset by the tests for two classifiers."""

import math
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tenbyten import statistics
from tenbyten.comparisons.on_each_dataset import (
    Names,
    Pairs,
    Rho,
    has_tests,
    lines_of,
    matrix,
    rho_of,
)
from tenbyten.metrics import METRICS, Metric
from tenbyten.statistics.checks import Bools, Floats
from tenbyten.statistics.many_datasets.bayesian import Settings, signed_rank_at
from tenbyten.statistics.many_datasets.hierarchical import hierarchical
from tenbyten.statistics.one_dataset.correlated_t import Probabilities
from tenbyten.statistics.rounding import DECIMALS
from tenbyten.words import Design

PROBABILITIES = ["hierarchical_row", "hierarchical_rope", "hierarchical_column"]
TESTS = ("bayesian_sign", "bayesian_signed_rank")
# Up to this multiple of the study's rope, in steps of a quarter of it, or of half of it
# for more data sets than this, where the signed-rank test takes long.
_WIDEST = 3
_MANY = 1000
# The other ropes get this share of the draws: an error of 0.007 at most for 50,000.
_SHARE = 10


def pairwise_tests(
    posteriors: pd.DataFrame,
    means: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    alpha: float,
    bayesian: Mapping[str, Any],
    kind: Metric = METRICS["accuracy"],
    full: Bools | slice = slice(None),
) -> pd.DataFrame:
    """Compare every pair over a subset by the tests for two classifiers.

    Parameters
    ----------
    bayesian : dict
        Arguments of `bayesian_sign` and `bayesian_signed_rank`: rope, prior_strength,
        prior_place, draws and seed.
    full : ndarray of bool, optional
        Pairs of Bayesian tests; by default all. Their columns are empty on others.

    Returns
    -------
    DataFrame
        One line a pair: row, column; n, the data sets; mean_difference; wins, ties,
        losses, the data sets on which the column's mean is better, equal, worse;
        significant_wins, significant_losses, those on which the corrected resampled t
        has a two-sided p below `alpha`, empty where it was not made; sign_p;
        t_statistic, t_p and relative_t_statistic, relative_t_p of the paired t-test on
        absolute and on relative differences; signed_rank_p; bayesian_sign_row,
        bayesian_sign_rope, bayesian_sign_column and bayesian_signed_rank_row,
        bayesian_signed_rank_rope, bayesian_signed_rank_column; `PROBABILITIES` of
        the hierarchical model, empty until those of `hierarchical_tests` replace them;
        note, on a pair whose differences are special. All p are two-sided.
    """
    lines = lines_of(posteriors, pairs, datasets)
    difference = matrix(lines, "mean_difference", pairs)
    relative = _relative(means, pairs, datasets, kind)
    significant: Any = (matrix(lines, "p_two_sided", pairs) < alpha).astype(int)
    significant = significant if has_tests(lines) else significant * np.nan
    signs, t = statistics.sign_test(difference), statistics.paired_t(difference)
    relative_t = np.full((2, len(pairs)), np.nan)
    if not np.all(np.isnan(relative)):
        relative_test = statistics.paired_t(relative)
        relative_t = np.stack([relative_test.statistic, relative_test.p_two_sided])
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
        table[regions] = np.nan
        table.loc[full, regions] = np.transpose(test(difference[full], **settings))
    table[PROBABILITIES] = np.nan
    kinds = lines["differences"].to_numpy().reshape(len(pairs), -1)
    # All wins in so few data sets are not significant.
    few = 2 * 0.5**signs.n >= alpha
    edge = np.abs(np.abs(difference) - bayesian["rope"]) < 10.0**-DECIMALS
    edges = np.sum(edge, axis=1) if bayesian["rope"] > 0 else np.zeros(len(pairs), int)
    return table.assign(note=[*map(_note, difference, relative, kinds, few, edges)])


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


def _note(
    difference: Floats, relative: Floats, kinds: NDArray[Any], few: bool, edges: int
) -> str:
    """Describe a pair whose differences are special; empty for others.

    `edges` is the number of data sets whose mean difference equals the rope.
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


def hierarchical_tests(
    posteriors: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    folds: int,
    rho: Rho,
    rope: float,
    designs: Mapping[str, Design] | None = None,
    threads: int = 1,
) -> pd.DataFrame:
    """Compare every pair over a subset by the hierarchical model.

    Parameters
    ----------
    designs : dict of str to (int, int), optional
        Runs and folds of the data sets with another number of folds.
    threads : int, default=1
        Number of pairs at once; the result does not depend on it.

    Returns
    -------
    DataFrame
        One line a pair: row, column; hierarchical_row, hierarchical_rope and
        hierarchical_column, the probabilities that on the next data set it is most
        probable that the row is better, neither, the column; delta0, sigma0 and nu,
        posterior means of location, scale and degrees of freedom of the differences
        over data sets.

    Raises
    ------
    ValueError
        Naming pair and data sets: as `statistics.hierarchical`.

    Notes
    -----
    The deviation of the folds' differences is recovered from the scale of the posterior
    on each data set.
    """
    lines = lines_of(posteriors, pairs, datasets)
    own = designs or {}
    of_folds = 1 / np.array([own.get(name, (0, folds))[1] for name in datasets])
    means, scale, df = (
        matrix(lines, name, pairs) for name in ("mean_difference", "scale", "df")
    )
    n = df + 1
    own_rho = rho_of(rho, datasets)
    rhos = np.broadcast_to(of_folds if own_rho is None else own_rho, n.shape)
    # Constant differences have no deviation, whatever digits a file has kept.
    vary = (lines["differences"] == "vary").to_numpy().reshape(n.shape)
    deviations = np.where(vary, scale / np.sqrt(1 / n + rhos / (1 - rhos)), 0)

    def fit(pair: tuple[str, str], *given: Floats) -> tuple[float, ...]:
        mean, deviation, folds, rho = given
        try:
            return hierarchical(mean, deviation, n=folds, rho=rho, rope=rope)
        except ValueError as error:
            raise ValueError(
                f"row {pair[0]}, column {pair[1]}, data sets {', '.join(datasets)}: "
                f"{error} Or leave the model out: hierarchical: false."
            ) from error

    with _blas_in_one_thread(), ThreadPoolExecutor(threads) as pool:
        tests = list(pool.map(fit, pairs, means, deviations, n, rhos))
    rows = [(*pair, *test) for pair, test in zip(pairs, tests, strict=True)]
    columns = ["row", "column", *PROBABILITIES, "delta0", "sigma0", "nu"]
    return pd.DataFrame(rows, columns=columns)


def _blas_in_one_thread() -> AbstractContextManager[Any]:
    """Let BLAS use one thread: of a pair's small matrices it waits more than computes.

    Without threadpoolctl, which comes with scikit-learn, it uses as many as it does.
    """
    with suppress(ImportError):
        from threadpoolctl import threadpool_limits

        return threadpool_limits(1, user_api="blas")
    return nullcontext()


def rope_curves(
    posteriors: pd.DataFrame,
    pairwise: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    kind: Metric,
    bayesian: Mapping[str, Any],
) -> pd.DataFrame:
    """Compute the probabilities of both Bayesian tests over data sets for many ropes.

    Parameters
    ----------
    pairwise : DataFrame
        From `pairwise_tests` over the same pairs and data sets: the numbers for the
        study's own rope.
    bayesian : dict
        Arguments of `bayesian_sign` and `bayesian_signed_rank`: rope, prior_strength,
        prior_place, draws and seed.

    Returns
    -------
    DataFrame
        One line a pair, test (``bayesian_sign``, ``bayesian_signed_rank``) and rope,
        from 0 to three times the study's: p_row, p_rope, p_column. Ropes besides the
        study's have a tenth of its draws.
    """
    lines = lines_of(posteriors, pairs, datasets)
    differences = matrix(lines, "mean_difference", pairs)
    settings = {**bayesian, "largest": kind.width}
    settings["draws"] = max(1, bayesian["draws"] // _SHARE)
    own = settings.pop("rope")
    ropes = _ropes(own, len(datasets), kind.width)
    others = [i for i, rope in enumerate(ropes) if rope != own]
    shares = np.empty((len(pairs), len(TESTS), len(ropes), 3))
    for test, name in enumerate(TESTS):
        regions = [f"{name}_{region}" for region in Probabilities._fields]
        shares[:, test, ropes.index(own)] = pairwise[regions]
    for i in others:
        sign = statistics.bayesian_sign(differences, rope=ropes[i], **settings)
        shares[:, 0, i] = np.transpose(sign)
    if others:
        chosen = [ropes[i] for i in others]
        of_test = Settings(own, **settings)
        shares[:, 1, others] = signed_rank_at(differences, of_test, ropes=chosen)
    table = pd.DataFrame(pairs, columns=["row", "column"])
    table = table.merge(pd.DataFrame({"test": TESTS}), how="cross")
    table = table.merge(pd.DataFrame({"rope": ropes}), how="cross")
    table[["p_row", "p_rope", "p_column"]] = shares.reshape(-1, 3)
    return table


def _ropes(own: float, datasets: int, largest: float) -> list[float]:
    """Return the ropes of the curve, in the order of their width."""
    steps = 4 if datasets <= _MANY else 2
    wide = [round(own * step / steps, 12) for step in range(_WIDEST * steps + 1)]
    wide[steps] = own
    return [rope for rope in dict.fromkeys(wide) if rope < largest]
