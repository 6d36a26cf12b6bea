"""New data sets, and equivalence on them: what share lies within the rope, TOST."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, betaincinv

from tenbyten.statistics.checks import (
    Floats,
    check_alpha,
    check_over_datasets,
    check_rope,
    check_share,
)
from tenbyten.statistics.many_datasets.bayesian import Settings, count_regions
from tenbyten.statistics.many_datasets.sign_and_paired_t import paired_t
from tenbyten.statistics.many_datasets.signed_rank import signed_rank
from tenbyten.statistics.rounding import rounded


class RegionShares(NamedTuple):
    """Shares of new data sets in each region, with credible intervals.

    Attributes
    ----------
    mean : ndarray of shape (..., 3)
        Predictive shares of row, rope, column: the probabilities that the row is better
        on the next data set by more than the rope, that neither is, that the column is;
        they sum to one.
    low, high : ndarray of shape (..., 3)
        Ends of each share's interval, wherever the prior lies.
    """

    mean: Floats
    low: Floats
    high: Floats


class Tost(NamedTuple):
    """P-values of two one-sided tests of equivalence.

    Attributes
    ----------
    t_p, signed_rank_p : ndarray of shape (...)
        By the paired t-test, of the null hypothesis that the mean difference is at
        least the rope in size; by the signed-rank test, of the same for the point about
        which the differences are symmetric.
    """

    t_p: Floats
    signed_rank_p: Floats


def practical_equivalence(
    differences: ArrayLike, *, rope: float, share: float = 0.8, largest: float = 1.0
) -> Floats:
    """Compute the probability that on most new data sets neither classifier is better.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of the column minus that of the row on each data set, a fraction,
        or the column's gain in another metric. Leading axes are pairs.
    rope : float
        Half-width of the region of practical equivalence, in the unit of the
        differences, from 0 to below `largest`.
    share : float, default=0.8
        Least share of new data sets within the rope, between 0 and 1.
    largest : float, default=1.0
        Largest difference of either sign: 1 for accuracies, infinite without bounds.

    Returns
    -------
    ndarray of shape (...)
        Posterior probability that at least `share` of all data sets like these,
        measured as these are, have a difference within the rope, its edges included.

    Raises
    ------
    ValueError
        With no data set, if a difference is not finite or exceeds `largest`, or
        if `rope` or `share` is out of its range.

    Notes
    -----
    Of q data sets k lie within the rope; the share has the distribution Beta(k,
    q - k + 1): the Dirichlet process of `region_shares` with the weight of one data set
    as its prior, all of it outside of the rope. For k = 0 the probability is 0.

    One minus it is the probability that a binomial of q data sets with a chance of
    `share` has k or more: the exact p of the null hypothesis that at most `share` of
    the data sets lie within the rope (Clopper, Pearson (1934; Biometrika 26,
    404-413)). Where the true share is `share` or less, the probability is therefore
    1 - alpha or above in at most alpha of all studies. With a share of 0.8 and alpha
    of 0.05 it takes 14 data sets within the rope of 14, 21 of 22, 28 of 30.
    """
    test = "practical_equivalence"
    differences = check_over_datasets(test, differences, largest=largest)
    check_rope(test, rope, largest)
    check_share(test, "share", share, "0.8 of the data sets")
    within = count_regions(differences, rope)[..., 1]
    outside = differences.shape[-1] - within + 1
    inside = betainc(outside, np.where(within == 0, 1, within), 1 - share)
    return np.where(within == 0, 0, inside)[()]


def region_shares(
    differences: ArrayLike,
    *,
    rope: float,
    alpha: float = 0.05,
    prior_strength: float = 1.0,
    prior_place: str = "rope",
    largest: float = 1.0,
) -> RegionShares:
    """Predict on what shares of new data sets either classifier is better, or neither.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of the column minus that of the row on each data set, a fraction,
        or the column's gain in another metric. Leading axes are pairs.
    rope : float
        Half-width of the region of practical equivalence, in the unit of the
        differences, from 0 to below `largest`.
    alpha : float, default=0.05
        The intervals hold ``1 - alpha`` of the posterior, and each tail half of alpha.
    prior_strength : float, default=1.0
        Weight of the prior, in data sets: 0 or more.
    prior_place : {"row", "rope", "column"}, default="rope"
        Region in which the prior of the predictive shares lies.
    largest : float, default=1.0
        Largest difference of either sign: 1 for accuracies, infinite without bounds.

    Returns
    -------
    RegionShares
        Predictive shares, and the ends of their intervals.

    Raises
    ------
    ValueError
        With no data set, if a difference is not finite or exceeds `largest`, or
        if another argument is out of its range.

    Notes
    -----
    Under a Dirichlet process with a point of weight `prior_strength` as its base
    measure, the shares of the three regions have a Dirichlet distribution with the
    numbers of data sets in them, and the prior's weight in one, as parameters: Ferguson
    (1973; Annals of Statistics 1, 209-230), theorem 1. It is the posterior behind
    `bayesian_sign`; here its marginals, which are Beta distributions, are exact and not
    drawn. The predictive share is their mean.

    An interval holds wherever the prior lies: its lower end is that of a prior outside
    of the region, its upper end that of one within (the imprecise Dirichlet process of
    Benavoli, Mangili, Corani, Zaffalon, Ruggeri (2014; A Bayesian Wilcoxon signed-rank
    test based on the Dirichlet process, ICML 2014)). With the prior in one place alone
    a region without data sets would have a share of 0 for certain, on however few data
    sets. For a `prior_strength` of 1 it is the exact interval of Clopper and Pearson
    (1934; Biometrika 26, 404-413), whose coverage is ``1 - alpha`` at least.
    """
    settings = Settings(rope, 0, prior_strength, prior_place, largest=largest)
    differences = settings.check("region_shares", differences)
    check_alpha("region_shares", alpha)
    inside = count_regions(differences, rope)
    outside = differences.shape[-1] - inside
    counts = count_regions(differences, rope, prior_strength, prior_place)
    return RegionShares(
        counts / (differences.shape[-1] + prior_strength),
        _quantile(inside, outside + prior_strength, alpha / 2),
        _quantile(inside + prior_strength, outside, 1 - alpha / 2),
    )


def tost(differences: ArrayLike, *, rope: float, largest: float = 1.0) -> Tost:
    """Test equivalence over many data sets by two one-sided tests.

    Parameters
    ----------
    differences : ndarray of shape (..., datasets)
        Mean accuracy of the column minus that of the row on each of two or more data
        sets, a fraction, or the column's gain in another metric. Leading axes are
        pairs.
    rope : float
        Half-width of the region of practical equivalence, in the unit of the
        differences, from 0 to below `largest`.
    largest : float, default=1.0
        Largest difference of either sign: 1 for accuracies, infinite without bounds.

    Returns
    -------
    Tost
        p of the paired t-test and of the signed-rank test.

    Raises
    ------
    ValueError
        With fewer than two data sets, if a difference is not finite or exceeds
        `largest`, or if `rope` is out of its range.

    Notes
    -----
    Schuirmann (1987; Journal of Pharmacokinetics and Biopharmaceutics 15, 657-680): p
    is the larger of those of two one-sided tests, that the difference is not above
    ``-rope`` and that it is not below ``rope``. Equivalence is found where it is below
    alpha, which is so where the ``1 - 2 alpha`` interval of the test lies within the
    rope.

    The tests are `paired_t` and `signed_rank`, exact up to so many data sets as that
    is, of the differences plus and minus `rope`. The rope holds the mean,
    or the centre of a symmetric distribution, and not most of the data sets:
    differences of +5 and of -5 in turn are equivalent by this test.
    `practical_equivalence` asks of the data sets.
    """
    differences = check_over_datasets("tost", differences, least=2, largest=largest)
    check_rope("tost", rope, largest)
    # Rounded, so that equal sums are equal floats and share their ranks.
    sides = [rounded(rope + differences), rounded(rope - differences)]
    p = [[test(side).p_one_sided for side in sides] for test in (paired_t, signed_rank)]
    return Tost(*np.max(p, axis=1))


def _quantile(a: Floats, b: Floats, tail: float) -> Floats:
    """Return a quantile of Beta(a, b); 0 where a is 0, and 1 where b alone is."""
    point = (a == 0) | (b == 0)
    inner = betaincinv(np.where(point, 1, a), np.where(point, 1, b), tail)
    return np.where(point, a > 0, inner)
