"""Predict whether the runs that a study has not made would turn its decisions.

A study of up to T runs of a cross-validation has made fewer on some data sets. Its
decisions so far are held against those that the full study would make, whose remaining
runs are drawn from what the runs made tell; no run that was not made is read.

Notes
-----
Runs. Given the data, a loss is a part that the instance fixes and one that training
changes. The folds of a run share out the instances, so that the fixed part leaves the
mean of the run, but not w, the variance of a run's folds by their number: the variance
of a run's mean is ``ratio * w``. With correlations rho_w between folds of a run and
rho_b between runs the ratio is ``1 - folds (rho_b - rho_w) / (1 - rho_w)``: where both
are equal it is 1, whatever they are. It starts at 1, worth `_RATIO_DF` degrees of
freedom, and is pooled over a pair's data sets from the runs made. The w of a data set
are shrunken towards c / instances, the c of the pair, and its variance of a run towards
``ratio * w``.

True means. The true mean of a data set is normal around the mean of the pair, with the
variance between data sets by Paule and Mandel (1982; Journal of Research of the
National Bureau of Standards 87, 377-385), which is drawn too. Without this shrinkage a
pair of nearly identical classifiers is settled by noise.

Budget. Pairs are settled, surest first, as long as the share of draws in which any
settled decision turns is at most `error`. All pairs are judged anew at each look, so
that the last look holds for all that is decided: at a stopping time P(turned) =
E[P(turned | seen)] <= error if the prediction is right, without a correction for the
number of looks.
"""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

from tenbyten.statistics.checks import Bools, Floats, Ints
from tenbyten.statistics.many_datasets.bayesian import PRIOR_DIFFERENCE
from tenbyten.statistics.many_datasets.equivalence import practical_equivalence
from tenbyten.statistics.many_datasets.signed_rank import quick_p, ranks_of
from tenbyten.statistics.rounding import rounded

# Degrees of freedom that a ratio of 1, a pair's variance of folds and its variance of
# runs are worth beside those that were measured.
_RATIO_DF, _FOLDS_DF, _RUNS_DF = 10, 2, 4
_DRAWS = 1000
# Open pairs get runs on the data sets with this share of the variance of the rank sum.
_COVER = 0.5
# Differences in memory at once, in each of a few arrays: 32 MB.
_AT_ONCE = 2**22
# A decision is a sign, plus ten times the place of a verdict by the rope.
REGIONS = ("undecided", "row", "rope", "column", "equivalent")


class Rules(NamedTuple):
    """How the study decides.

    Attributes
    ----------
    alpha : float
        Of two-sided exact signed-rank tests, adjusted by Holm's procedure.
    rope : float
        Half-width of the region of practical equivalence, whose verdicts are decisions
        too; 0 where they are not.
    share, prior_strength, prior_place
        As of `practical_equivalence` and of `bayesian_signed_rank`.
    """

    alpha: float
    rope: float = 0.0
    share: float = 0.8
    prior_strength: float = 0.5
    prior_place: str = "rope"


class Measurements(NamedTuple):
    """Measurements of each pair of classifiers, on each data set, in each run.

    Attributes
    ----------
    means : ndarray of shape (pairs, datasets, T)
        Mean difference over the folds of a run, of which the first ones are made.
    spreads : ndarray of shape (pairs, datasets, T)
        Variance of the differences in the folds of a run, by the number of folds.
    runs : ndarray of shape (pairs, datasets), int
        Runs that are made of both classifiers.
    total : ndarray of shape (datasets,), int
        Runs of the full study, T at most.
    instances, folds, cost : ndarray of shape (datasets,)
        Of each data set; the cost is that of a run of one classifier.
    steps : ndarray of shape (datasets,)
        Means are multiples of one by this number, as of counts; 0 where of none.
    """

    means: Floats
    spreads: Floats
    runs: Ints
    total: Ints
    instances: Floats
    folds: Ints
    cost: Floats
    steps: Floats


class Judged(NamedTuple):
    """The decisions so far, and how sure they are.

    Attributes
    ----------
    turned : ndarray of shape (pairs,)
        Predicted probability that the full study decides a pair otherwise.
    any_turned : float
        The same of any pair.
    wanted : ndarray of shape (pairs, datasets), bool
        Where a pair that is open needs further runs; nowhere where the study may stop.
    """

    turned: Floats
    any_turned: float
    wanted: Bools


def decide(differences: Floats, rules: Rules, ranks: Floats | None = None) -> Ints:
    """Decide between all pairs of a family.

    Parameters
    ----------
    differences : ndarray of shape (..., pairs, datasets)
    rules : Rules
    ranks : ndarray, optional
        Their `ranks_of`, where these are known.

    Returns
    -------
    ndarray of shape (..., pairs), int
        1 where the column is found better, -1 where the row is, 0 where neither; with a
        rope, 10 times the place in `REGIONS` is added of the verdict that readers see:
        any where no difference is found, else that of equivalence alone.

    Notes
    -----
    P is exact near the thresholds of Holm's procedure; the probabilities behind
    verdicts are approximated: see `_region_verdicts`.
    """
    pairs, half = differences.shape[-2], rules.alpha / 2
    near = 0.5 * half / pairs, 2 * half
    ranks = ranks_of(differences) if ranks is None else ranks
    side, p = quick_p(differences, ranks, near=near)
    order = np.argsort(p, axis=-1, kind="stable")
    p = np.take_along_axis(p, order, axis=-1)
    found = np.cumprod(p * (pairs - np.arange(pairs)) < half, axis=-1)
    decisions = np.zeros(p.shape, dtype=np.int64)
    np.put_along_axis(decisions, order, found, axis=-1)
    decisions *= side.astype(np.int64)
    if rules.rope:
        verdicts = _region_verdicts(differences, rules)
        seen = (decisions == 0) | (verdicts == REGIONS.index("equivalent"))
        decisions += 10 * np.where(seen, verdicts, 0)
    return decisions


def _region_verdicts(differences: Floats, rules: Rules) -> Ints:
    """Approximate the verdicts by the rope, as places in `REGIONS`.

    The thetas of the Bayesian signed-rank test are quadratic forms of Dirichlet
    weights; here they are normal, with their exact means, and the variance of their
    linear parts. A region is the most probable one with at least 1 minus the sum of the
    probabilities that each other is more probable.
    """
    n, strength = differences.shape[-1], rules.prior_strength
    pseudo = np.full((*differences.shape[:-1], 1), PRIOR_DIFFERENCE[rules.prior_place])
    values = np.concatenate([differences, pseudo], axis=-1)
    values = values.reshape(-1, n + 1)
    weights = np.append(np.ones(n), strength) / (n + strength)
    order = np.argsort(values, axis=-1)
    ascending = np.take_along_axis(values, order, axis=-1)
    below = np.zeros((len(values), n + 2))
    np.cumsum(weights[order], axis=-1, out=below[:, 1:])
    # Of every data set the weight of those whose sum with it is beyond the rope: the
    # values below an edge are counted by sorting both together.
    partners = np.empty((2, *values.shape))
    for sign, partner in zip((-1, 1), partners, strict=True):
        edges = 2 * sign * rules.rope - ascending[:, ::-1]
        merged = np.hstack([edges, ascending][::-sign])
        places = np.argsort(merged, axis=-1, kind="stable")
        is_edge = (places > n) == (sign > 0)
        lower = np.cumsum(~is_edge, axis=-1)[is_edge].reshape(values.shape)
        weight = np.take_along_axis(below, lower[:, ::-1], axis=-1)
        np.put_along_axis(partner, order, weight, axis=-1)
    partners[1] = 1 - partners[1]
    row, column = partners
    beyond = [values < -rules.rope, values > rules.rope]
    of_regions = [row, 1 - row - column, column]
    alone = [beyond[0], ~(beyond[0] | beyond[1]), beyond[1]]
    total = n + strength
    chance = np.ones((3, len(values)))
    for i, j in itertools.combinations(range(3), 2):
        lead = of_regions[i] - of_regions[j]
        own = alone[i].astype(float) - alone[j]
        mean = (total * (lead @ weights) + own @ weights) / (total + 1)
        spread = lead**2 @ weights - (lead @ weights) ** 2
        error = np.sqrt(4 * np.maximum(spread, 1e-12) / (total + 1))
        chance[i] -= ndtr(-mean / error)
        chance[j] -= ndtr(mean / error)
    is_probable = chance > 1 - rules.alpha
    verdicts = np.where(is_probable.any(axis=0), 1 + np.argmax(is_probable, axis=0), 0)
    verdicts = verdicts.reshape(differences.shape[:-1])
    within = {"rope": rules.rope, "share": rules.share, "largest": np.inf}
    likely = practical_equivalence(differences, **within)
    return np.where(likely >= 1 - rules.alpha, REGIONS.index("equivalent"), verdicts)


def judge(
    measured: Measurements,
    rules: Rules,
    decisions: Ints,
    *,
    error: float,
    rng: np.random.Generator,
) -> Judged:
    """Judge how sure the decisions are, and which runs would tell most.

    Parameters
    ----------
    measured : Measurements
    rules : Rules
    decisions : ndarray of shape (pairs,), int
        Decisions of the study so far, as `decide` numbers them.
    error : float
        Largest probability that any settled decision turns.
    rng : Generator
    """
    predicted = _predict(measured)
    is_whole, parts = measured.runs == measured.total, []
    sums = np.zeros((2, *is_whole.shape))
    at_once = max(1, _AT_ONCE // is_whole.size)
    for start in range(0, _DRAWS, at_once):
        ends = _draw_ends(measured, predicted, rng, min(at_once, _DRAWS - start))
        ranks = ranks_of(ends)
        full, signed = decide(ends, rules, ranks), np.sign(ends) * ranks
        # Of a pair with all runs a verdict is known; only others can turn its sign.
        same_sign = (full - decisions) % 10 == 0
        parts.append(~np.where(is_whole.all(axis=1), same_sign, full == decisions))
        sums += signed.sum(axis=0), np.square(signed).sum(axis=0)
    turned, (mean, square) = np.concatenate(parts), sums / _DRAWS
    gain = np.where(is_whole, 0, np.maximum(square - mean**2, 0))
    share = turned.mean(axis=0)
    order = np.argsort(share, kind="stable")
    cumulative = np.logical_or.accumulate(turned[:, order], axis=1).mean(axis=0)
    is_open = np.ones(len(share), dtype=bool)
    is_open[order[cumulative <= error]] = False
    any_turned = float(cumulative[-1])
    if any_turned > error and is_whole[is_open].all():
        # Holm's procedure makes a decision depend on the p of other pairs.
        is_open |= ~is_whole.all(axis=1)
    wanted = np.zeros(is_whole.shape, dtype=bool)
    for pair in np.flatnonzero(is_open & ~is_whole.all(axis=1)):
        wanted[pair] = _most_telling(gain[pair], ~is_whole[pair], measured.cost)
    return Judged(share, any_turned, wanted)


def means_so_far(measured: Measurements) -> Floats:
    """Return the mean differences over the runs that are made, (pairs, datasets)."""
    is_made = np.arange(measured.means.shape[-1]) < measured.runs[..., np.newaxis]
    return np.where(is_made, measured.means, 0).sum(axis=-1) / measured.runs


# See `_predict`.
_Predicted = tuple[Floats, Floats, Ints, Floats, Floats, Floats]


def _predict(measured: Measurements) -> _Predicted:
    """Estimate the parameters of the prediction from the runs that are made.

    By pair and data set: the mean so far, the scale of the variance of a run and its
    degrees of freedom. By pair: the variance between true means, their mean and its
    variance.
    """
    runs, means = measured.runs, rounded(means_so_far(measured))
    is_made = np.arange(measured.means.shape[-1]) < runs[..., np.newaxis]
    spread = np.where(is_made, measured.spreads, 0).sum(axis=-1) / runs
    gaps = np.where(is_made, measured.means - means[..., np.newaxis], 0)
    squares = np.sum(gaps**2, axis=-1)
    df_of_folds = (measured.folds - 1) * runs
    typical = (spread * measured.instances).mean(
        axis=1, keepdims=True
    ) / measured.instances
    spread = (_FOLDS_DF * typical + df_of_folds * spread) / (_FOLDS_DF + df_of_folds)
    ratio = _RATIO_DF + np.sum(squares / np.maximum(spread, 1e-300), axis=1)
    ratio /= _RATIO_DF + np.sum(runs - 1, axis=1)
    df = _RUNS_DF - 1 + runs
    scale = (_RUNS_DF * ratio[:, np.newaxis] * spread + squares) / df
    between, centre, error = _effects(means, scale / runs)
    between = np.maximum(between, 1e-3 * means.var(axis=-1) + 1e-15)
    return means, scale, df, between, centre, error


def _draw_ends(
    measured: Measurements, predicted: _Predicted, rng: np.random.Generator, draws: int
) -> Floats:
    """Draw mean differences of the full study, of shape (draws, pairs, datasets)."""
    means, scale, df, between, centre, error = predicted
    runs, left, n = measured.runs, measured.total - measured.runs, means.shape[-1]
    shape = draws, *runs.shape
    variance = scale * df / rng.chisquare(np.broadcast_to(df, shape))
    between = between * (n - 1) / rng.chisquare(n - 1, shape[:2])
    centre = centre + rng.normal(size=shape[:2]) * np.sqrt(error)
    between, centre = between[..., np.newaxis], centre[..., np.newaxis]
    share = between / (between + variance / runs)
    true = centre + share * (means - centre)
    true += rng.normal(size=shape) * np.sqrt(share * variance / runs)
    rest = true + rng.normal(size=shape) * np.sqrt(variance / np.maximum(left, 1))
    ends = np.where(left > 0, (runs * means + left * rest) / measured.total, means)
    # Means of counts are often equal, and often zero.
    steps = np.where(left > 0, measured.steps * measured.total, 0)
    ends = np.where(steps > 0, np.round(ends * steps) / np.maximum(steps, 1), ends)
    return rounded(ends)


def _effects(means: Floats, error: Floats) -> tuple[Floats, Floats, Floats]:
    """Estimate the variance of true means, their mean and its variance, by pair."""
    low = np.zeros(len(means))
    high = 4 * means.var(axis=-1, ddof=1) + 1e-12
    for _ in range(35):
        between = (low + high) / 2
        weights = 1 / (between[:, np.newaxis] + error + 1e-300)
        total = weights.sum(axis=-1)
        centre = (weights * means).sum(axis=-1) / total
        squares = (weights * (means - centre[:, np.newaxis]) ** 2).sum(axis=-1)
        is_low = squares > means.shape[-1] - 1
        low, high = np.where(is_low, between, low), np.where(is_low, high, between)
    return between, centre, 1 / total


def _most_telling(gain: Floats, may: Bools, cost: Floats) -> Bools:
    """Choose data sets with most of the variance of a rank sum, cheapest first."""
    if not gain.any():
        return may
    order = np.argsort(-gain / cost, kind="stable")
    covered = np.cumsum(gain[order]) / gain.sum()
    chosen = np.zeros(len(gain), dtype=bool)
    chosen[order[: np.searchsorted(covered, _COVER) + 1]] = True
    return chosen & (gain > 0)


def advance(
    runs: Ints,
    measured: Measurements,
    judged: Judged,
    pairs: Sequence[Sequence[int]],
    looks: Ints,
) -> Ints:
    """Return the runs that each classifier is to have next, (classifiers, datasets).

    Parameters
    ----------
    runs : ndarray of shape (classifiers, datasets), int
        Those that are made.
    pairs : sequence of (int, int)
        Row and column of each pair.
    looks : ndarray of int
        Ascending numbers of runs that are made in one go.
    """
    wanted = runs.copy()
    for pair, dataset in np.argwhere(judged.wanted):
        total, runs_made = measured.total[dataset], measured.runs[pair, dataset]
        later = looks[(looks > runs_made) & (looks < total)]
        both = list(pairs[pair])
        following = later[0] if len(later) else total
        wanted[both, dataset] = np.maximum(wanted[both, dataset], following)
    return wanted
