"""Tests of whether many classifiers differ at all: Friedman, Iman-Davenport, ANOVA."""

from itertools import permutations
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import chdtrc, chdtri, fdtrc, fdtri

from tenbyten.statistics.checks import Bools, Floats, check_alpha, check_means
from tenbyten.statistics.many_classifiers.ranks import rank_classifiers

METHODS = ("auto", "approximate")
# Arrangements of the results that are gone through, or else drawn.
ARRANGEMENTS = 100_000
# With more results, data sets times classifiers, none is drawn: 500 take half a second.
_MOST_RESULTS = 500
# Drawn at a time; a divisor of all.
_AT_ONCE = 10_000
# In proportion to the square of the largest possible sum; less is rounding.
_ROUNDING_OF_SQUARES = 1e-12
# The denominator of F is zero where all data sets agree; this is zero in floats.
_ROUNDING_OF_F = 1e-12
# Means carry twelve decimals; what is smaller in proportion to them is rounding.
_ROUNDING_OF_MEANS = 1e-11


class Omnibus(NamedTuple):
    """A test of the null hypothesis that all classifiers perform the same.

    Attributes
    ----------
    statistic : ndarray of shape (...)
        Chi-squared or F; F is infinite where all data sets agree.
    df1, df2 : float
        Its degrees of freedom; chi-squared has no second.
    p : ndarray of shape (...)
        Of the null hypothesis.
    critical : float
        The statistic beyond which it is rejected; NaN unless p is approximate.
    method : {"exact", "permutation", "approximate"}
        Where p comes from: all arrangements of the results within the data sets, random
        ones, or the distribution of the statistic.
    """

    statistic: Floats
    df1: float
    df2: float
    p: Floats
    critical: float
    method: str


# A test by the distribution of its statistic, and scores of shape (..., datasets,
# classifiers): the statistic grows with the spread of their sums.
Approximate = tuple[Omnibus, Floats]


def method_of(datasets: int, classifiers: int) -> str:
    """Return how p is computed: a value of `Omnibus.method`.

    Exact where the results have at most `ARRANGEMENTS` arrangements, which are
    ``classifiers!`` to the power ``datasets - 1``: those of the first data set need not
    be gone through. Else `ARRANGEMENTS` are drawn at random, up to 500 results, and p
    is approximate beyond.
    """
    if datasets * classifiers > _MOST_RESULTS:
        return "approximate"
    few = factorial(classifiers) ** (datasets - 1) <= ARRANGEMENTS
    return "exact" if few else "permutation"


def complete(
    *tests: Approximate, seed: int, method: str = "auto"
) -> tuple[Omnibus, ...]:
    """Compute p from arrangements of the scores, where `method_of` says so.

    The scores of all tests have one shape, and are arranged alike.
    """
    if method not in METHODS:
        raise ValueError(f"method is {method!r}; give one of {', '.join(METHODS)}.")
    approximate, each = zip(*tests, strict=True)
    scores = np.stack(each)
    if method == "auto":
        method = method_of(*scores.shape[-2:])
    if method == "approximate":
        return approximate
    p = np.empty(scores.shape[:-2])
    for index in np.ndindex(p.shape[1:]):
        rows = scores[:, *index]
        # Equal scores are then exactly zero.
        rows = rows - np.min(rows, axis=-1, keepdims=True)
        if method == "exact":
            p[:, *index] = [np.mean(_reach(each, _all_sums(each))) for each in rows]
        else:
            p[:, *index] = _p_of_random(rows, seed)
    return tuple(
        test._replace(p=own[()], critical=np.nan, method=method)
        for test, own in zip(approximate, p, strict=True)
    )


def _p_of_random(scores: Floats, seed: int) -> Floats:
    """Compute p of each test from the same random arrangements of its scores."""
    tests, _, classifiers = scores.shape
    rng, as_large = np.random.default_rng(seed), np.zeros(tests)
    unchanged = np.broadcast_to(np.arange(classifiers), (_AT_ONCE, classifiers))
    for _ in range(ARRANGEMENTS // _AT_ONCE):
        sums = np.zeros((tests, *unchanged.shape))
        for dataset in scores.swapaxes(0, 1):
            order = rng.permuted(unchanged, axis=1)
            for total, line in zip(sums, dataset, strict=True):
                total += line[order]
        as_large += [np.sum(_reach(*pair)) for pair in zip(scores, sums, strict=True)]
    # The arrangement that was found counts as one of them.
    return (as_large + 1) / (ARRANGEMENTS + 1)


def _reach(scores: Floats, sums: Floats) -> Bools:
    """Return which sums of arrangements are spread as widely as those of the scores.

    Their squares grow with the spread, as the total is the same in all arrangements.
    """
    rounding = _ROUNDING_OF_SQUARES * np.sum(np.max(scores, axis=1)) ** 2
    return _squares(sums) >= _squares(np.sum(scores, axis=0)) - rounding


def _all_sums(scores: Floats) -> Floats:
    """Sum the scores of every arrangement; the first data set stays as it is."""
    classifiers = scores.shape[1]
    orders: NDArray[np.intp] = np.array([*permutations(range(classifiers))])
    sums = scores[:1]
    for line in scores[1:]:
        sums = (sums[:, np.newaxis] + line[orders]).reshape(-1, classifiers)
    return sums


def _squares(sums: Floats) -> Floats:
    """Add up the squares of the classifiers' sums."""
    return np.einsum("...i,...i", sums, sums)


def friedman(
    means: ArrayLike, *, alpha: float, seed: int, method: str = "auto"
) -> Omnibus:
    """Test whether classifiers differ over many data sets, by their ranks.

    Parameters
    ----------
    means : ndarray of shape (..., datasets, classifiers)
        Mean accuracy, a fraction, or other metric of each classifier on each data set;
        two of each at least. Equal results must be equal floats. Ranks are as good.
    alpha : float
        Size of the test, between 0 and 1, for the critical value.
    seed : int
        Seed of the random arrangements.
    method : {"auto", "approximate"}, default="auto"
        ``auto``: p by permutation as far as it goes, see the notes. ``approximate``:
        that of the distribution, as in the paper, for any number of results.

    Returns
    -------
    Omnibus
        Chi-squared with ``classifiers - 1`` degrees of freedom, p and, where p is
        approximate, the critical value.

    Raises
    ------
    ValueError
        With fewer than two data sets or classifiers, if a mean is not finite,
        if `alpha` is not between 0 and 1, or if `method` is neither.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), the
    first formula (not numbered), corrected for ties as SciPy's is: divided by what is
    left of the variance of the ranks where ties share their average rank. The paper's
    is not corrected, and is smaller for tied ranks.

    Under the null hypothesis each order of the results on a data set is as likely as
    any other. Of the (classifiers!) ^ (datasets - 1) arrangements of q data sets, p is
    the share with a statistic as large as this one: of all where they are at most
    100,000 (two classifiers up to 17 data sets, three up to 7, four up to 4, five up to
    3), else of as many random ones, as (b + 1) / (B + 1), up to 500 results (data sets
    times classifiers). Beyond, it is that of the chi-squared distribution. All that are
    tied give 0 and p = 1.
    """
    return complete(approximate_friedman(means, alpha), seed=seed, method=method)[0]


def iman_davenport(
    means: ArrayLike, *, alpha: float, seed: int, method: str = "auto"
) -> Omnibus:
    """Test whether classifiers differ, by F instead of Friedman's chi-squared.

    Parameters
    ----------
    means, alpha, seed, method
        As in `friedman`.

    Returns
    -------
    Omnibus
        F, its degrees of freedom, p and, where p is approximate, the critical value.

    Raises
    ------
    ValueError
        As `friedman`.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), the
    second formula (not numbered), made of Friedman's statistic with correction for
    ties. F and chi-squared order all arrangements of the results alike: where p is not
    approximate it is that of `friedman`; beyond it is that of the F-distribution.
    """
    by_f = approximate_iman_davenport(means, alpha)
    return complete(by_f, seed=seed, method=method)[0]


def approximate_friedman(means: ArrayLike, alpha: float) -> Approximate:
    """Test by chi-squared, and rank the classifiers: `friedman` before `complete`."""
    ranks, statistic = _chi_squared("friedman", means, alpha)
    df = ranks.shape[-1] - 1
    p, critical = chdtrc(df, statistic), float(chdtri(df, alpha))
    return Omnibus(statistic, df, np.nan, p, critical, "approximate"), ranks


def approximate_iman_davenport(means: ArrayLike, alpha: float) -> Approximate:
    """Test by F, and rank the classifiers: `iman_davenport` before `complete`."""
    ranks, chi_squared = _chi_squared("iman_davenport", means, alpha)
    datasets, df1 = ranks.shape[-2], ranks.shape[-1] - 1
    df2 = df1 * (datasets - 1)
    rest = datasets * df1 - chi_squared
    agree = rest <= _ROUNDING_OF_F * datasets * df1
    ratio = (datasets - 1) * chi_squared / np.where(agree, 1, rest)
    statistic = np.where(agree, np.inf, ratio)[()]
    p, critical = fdtrc(df1, df2, statistic), float(fdtri(df1, df2, 1 - alpha))
    return Omnibus(statistic, df1, df2, p, critical, "approximate"), ranks


def _chi_squared(test: str, means: ArrayLike, alpha: float) -> tuple[Floats, Floats]:
    """Compute the ranks and Friedman's statistic, corrected for ties."""
    check_alpha(test, alpha)
    ranks = rank_classifiers(check_means(test, means))
    classifiers = ranks.shape[-1]
    deviations = ranks - (classifiers + 1) / 2
    between = np.sum(np.sum(deviations, axis=-2) ** 2, axis=-1)
    # Without ties it is q k (k^2 - 1) / 12; 0 / 0 is taken as 0.
    total = np.sum(deviations**2, axis=(-2, -1))
    statistic = (classifiers - 1) * between / np.where(total == 0, 1, total)
    return ranks, statistic[()]


def repeated_anova(
    means: ArrayLike, *, alpha: float, seed: int, method: str = "auto"
) -> Omnibus:
    """Test whether classifiers differ over many data sets, by their means.

    Parameters
    ----------
    means : ndarray of shape (..., datasets, classifiers)
        Mean accuracy, a fraction, or other metric of each classifier on each data set.
    alpha : float
        Size of the test, between 0 and 1, for the critical value.
    seed : int
        Seed of the random arrangements.
    method : {"auto", "approximate"}, default="auto"
        ``auto``: p by permutation as far as it goes, see the notes. ``approximate``:
        that of the distribution, as in the paper, for any number of results.

    Returns
    -------
    Omnibus
        F, its degrees of freedom, p and, where p is approximate, the critical value.

    Raises
    ------
    ValueError
        With fewer than two data sets or classifiers, if a mean is not finite,
        if `alpha` is not between 0 and 1, or if `method` is neither.

    Notes
    -----
    Section 3.2.1 of Demsar (2006; Journal of Machine Learning Research 7, 1-30), in
    words: the variability between the classifiers over the residual variability, that
    between the data sets taken out. Two classifiers: the square of the paired t.

    p is exact or by permutation of the results within each data set, under the rule of
    `friedman`; the null hypothesis is then that every order of the results on a data
    set is as likely as any other, whatever their distribution. With more than 500
    results p is that of the F-distribution, which supposes normal distributions and
    sphericity; results of classifiers probably violate both (same section), and p is
    not corrected for that.

    Where nothing but the classifier explains the means the statistic is infinite; where
    all classifiers have the same means on each data set it is, as 0 / 0, taken as 0,
    and p is 1.
    """
    return complete(approximate_anova(means, alpha), seed=seed, method=method)[0]


def approximate_anova(means: ArrayLike, alpha: float) -> Approximate:
    """Test by F, on the means themselves: `repeated_anova` before `complete`."""
    check_alpha("repeated_anova", alpha)
    means = check_means("repeated_anova", means)
    datasets, classifiers = means.shape[-2:]
    effects, residual, df2, rounding = decompose(means)
    df1 = classifiers - 1
    between = np.sqrt(np.sum(effects**2, axis=-1) / df1)
    statistic = divide(between, np.sqrt(residual / datasets), rounding=rounding) ** 2
    p, critical = fdtrc(df1, df2, statistic), float(fdtri(df1, df2, 1 - alpha))
    return Omnibus(statistic, df1, df2, p, critical, "approximate"), means


def decompose(means: Floats) -> tuple[Floats, Floats, int, Floats]:
    """Separate the effects of classifiers from those of data sets and the rest.

    Parameters
    ----------
    means : ndarray of shape (..., datasets, classifiers)

    Returns
    -------
    effects : ndarray of shape (..., classifiers)
        Mean of each classifier over the data sets less the mean of all.
    residual_variance : ndarray of shape (...)
        Mean square that neither classifier nor data set explains; 0 where it is
        nothing but rounding.
    df : int
        Its degrees of freedom.
    rounding : ndarray of shape (...)
        Below this a difference of two effects is nothing but rounding.
    """
    datasets, classifiers = means.shape[-2:]
    df = (datasets - 1) * (classifiers - 1)
    centred = means - np.mean(means, axis=-1, keepdims=True)
    effects = np.mean(centred, axis=-2)
    residual = centred - effects[..., np.newaxis, :]
    rounding = _ROUNDING_OF_MEANS * np.max(np.abs(means), axis=(-2, -1))
    variance = np.sum(residual**2, axis=(-2, -1)) / df
    variance = np.where(variance <= rounding**2, 0, variance)[()]
    return effects, variance, df, rounding


def divide(size: Floats, error: Floats, *, rounding: Floats) -> Floats:
    """Divide a difference by its error; by zero it is infinite, but 0 / 0 is 0."""
    limit = np.where(size > rounding, np.inf, 0)
    return np.where(error > 0, size / np.where(error > 0, error, 1), limit)[()]
