"""The correlated t-test: two classifiers, cross-validated on one data set."""

from typing import NamedTuple

import numpy as np
from scipy.stats import t

ZERO_VARIANCE = ("half", "win", "drop")


class Probabilities(NamedTuple):
    """That left is better, neither (within the rope), right.

    Attributes
    ----------
    left, rope, right : ndarray of shape (...)
        Probabilities; they sum to one.
    """

    left: np.ndarray
    rope: np.ndarray
    right: np.ndarray


class Posterior(NamedTuple):
    """Student's t distribution of the mean difference.

    Attributes
    ----------
    location, scale : ndarray of shape (...)
        In the unit of the differences; a scale of 0 is a point.
    df : int
        Degrees of freedom.
    """

    location: np.ndarray
    scale: np.ndarray
    df: int


class CorrectedT(NamedTuple):
    """The frequentist test.

    Attributes
    ----------
    statistic : ndarray of shape (...)
        Positive where right is better.
    df : int
        Degrees of freedom.
    p_one_sided : ndarray of shape (...)
        Of the null hypothesis that right is not better than left.
    p_two_sided : ndarray of shape (...)
        Of the null hypothesis that neither is better.
    """

    statistic: np.ndarray
    df: int
    p_one_sided: np.ndarray
    p_two_sided: np.ndarray


class Wins(NamedTuple):
    """What a data set brings to the Poisson test.

    Attributes
    ----------
    p_right : ndarray of shape (...)
        Probability that right wins; NaN where the data set is dropped.
    dropped : ndarray of shape (...), bool
        Whether the policy `drop` takes the data set out of the test.
    """

    p_right: np.ndarray
    dropped: np.ndarray


def correlated_t(differences, *, runs, rho=None, rope=0.0, largest=1.0):
    """Compare two classifiers on one data set by a Bayesian correlated t-test.

    Parameters
    ----------
    differences : ndarray of shape (..., runs * folds)
        Accuracy of right minus accuracy of left in each fold, as a fraction:
        0.02 is two percentage points; or of another metric, positive where right is
        better. The order of folds does not matter. Leading axes are data sets and
        pairs.
    runs : int
        Number of runs of the cross-validation.
    rho : float, optional
        Correlation between the folds, from 0 to below 1; ``1 / folds`` if not
        given.
    rope : float, default=0.0
        Half-width of the region of practical equivalence, in the unit of the
        differences: a fraction of accuracy.
    largest : float, default=1.0
        The largest difference that there can be, of either sign: 1 for accuracies,
        infinite for a metric without bounds.

    Returns
    -------
    Probabilities
        That left is better, neither, right: they sum to one for every `rope`.

    Raises
    ------
    ValueError
        If `differences` are not `runs` equal runs of at least two folds, are not
        finite or exceed `largest`, or if `rho` or `rope` are out of range.

    Notes
    -----
    The posterior of [1]_, section 2.3, equation 8. The region of practical
    equivalence is closed: where all differences are equal the posterior is a
    point, and a point at ``-rope``, at ``rope`` or between them counts for
    `rope`. Elsewhere `rope` is exactly 0 for a ``rope`` of 0.

    References
    ----------
    .. [1] Corani, Benavoli (2015). Machine Learning 100, 285-304.
    """
    if not 0 <= rope < largest:
        raise ValueError(
            f"correlated_t: rope is {rope}; give a number from 0 to below "
            f"{largest:g}: as a fraction of accuracy, 0.01 is one percentage point."
        )
    location, scale, df = posterior(differences, runs=runs, rho=rho, largest=largest)
    point = scale == 0
    width = np.where(point, 1, scale)
    left = np.where(point, location < -rope, t.sf((rope + location) / width, df))
    right = np.where(point, location > rope, t.sf((rope - location) / width, df))
    # Rounding can leave a rest, of either sign, where there is no region.
    within = np.maximum(1 - left - right, 0) * (point | (rope > 0))
    return Probabilities(left[()], within[()], right[()])


def posterior(differences, *, runs, rho=None, largest=1.0):
    """Posterior of the mean difference under the matching prior.

    Parameters
    ----------
    differences, runs, rho, largest
        As in `correlated_t`.

    Returns
    -------
    Posterior
        Location, scale and degrees of freedom of a Student's t.

    Raises
    ------
    ValueError
        As `correlated_t`.

    Notes
    -----
    Equation 8 of [1]_ (section 2.3, corollary 1), with n = runs * folds: the mean,
    the square root of ``(1 / n + rho / (1 - rho))`` times the variance with n - 1
    in its denominator, and n - 1.

    References
    ----------
    .. [1] Corani, Benavoli (2015). Machine Learning 100, 285-304.
    """
    differences, rho = _check(differences, runs, rho, largest)
    n = differences.shape[-1]
    constant = np.ptp(differences, axis=-1) == 0
    # The mean of equal floats can differ from them in the last bit.
    location = np.where(constant, differences[..., 0], np.mean(differences, axis=-1))
    deviation = np.where(constant, 0, np.std(differences, axis=-1, ddof=1))
    scale = deviation * np.sqrt(1 / n + rho / (1 - rho))
    return Posterior(location[()], scale[()], n - 1)


def corrected_resampled_t(differences, *, runs, rho=None, largest=1.0):
    """Compare two classifiers on one data set by the corrected resampled t-test.

    Parameters
    ----------
    differences, runs, rho, largest
        As in `correlated_t`.

    Returns
    -------
    CorrectedT
        The statistic, its degrees of freedom and both p.

    Raises
    ------
    ValueError
        As `correlated_t`.

    Notes
    -----
    Section 6 of [1]_; equation 1 of [2]_ (section 2.1). Where all differences are
    zero the statistic, 0 / 0, is taken as 0: one-sided p is 1/2 and two-sided p
    is 1. Where all are equal and not zero it is infinite, and one-sided p is 0
    or 1.

    References
    ----------
    .. [1] Nadeau, Bengio (2003). Machine Learning 52, 239-281.
    .. [2] Corani, Benavoli (2015). Machine Learning 100, 285-304.
    """
    location, scale, df = posterior(differences, runs=runs, rho=rho, largest=largest)
    point = scale == 0
    infinite = np.copysign(np.inf, location)
    limit = np.where(location == 0, 0, infinite)
    statistic = np.where(point, limit, location / np.where(point, 1, scale))[()]
    return CorrectedT(
        statistic, df, t.sf(statistic, df), 2 * t.sf(np.abs(statistic), df)
    )


def p_right(differences, *, runs, zero_variance, rho=None, largest=1.0):
    """Probability that right wins the data set, for the Poisson test.

    Parameters
    ----------
    differences, runs, rho, largest
        As in `correlated_t`.
    zero_variance : {"half", "win", "drop"}
        What an all-zero difference counts for: ``half`` gives both the same
        chance, ``win`` counts it for right, ``drop`` takes the data set out of
        the test.

    Returns
    -------
    Wins
        Probabilities, and which data sets are dropped.

    Raises
    ------
    ValueError
        As `correlated_t`, and if `zero_variance` is none of the three.

    Notes
    -----
    Equation 9 of [1]_ (section 2.3), without a region of practical equivalence.
    The paper does not say what p is where the variance is zero. Where all
    differences are equal but not zero, p is 0 or 1 under each policy: one
    classifier won every fold. `zero_variance` settles those data sets alone where
    all differences are zero. Under ``win`` exchanging the classifiers does not
    exchange the sides.

    References
    ----------
    .. [1] Corani, Benavoli (2015). Machine Learning 100, 285-304.
    """
    if zero_variance not in ZERO_VARIANCE:
        raise ValueError(
            f"p_right: zero_variance is {zero_variance!r}; give one of "
            f"{', '.join(ZERO_VARIANCE)}."
        )
    location, scale, df = posterior(differences, runs=runs, rho=rho, largest=largest)
    point = scale == 0
    all_zero = point & (location == 0)
    p = np.where(point, location > 0, t.cdf(location / np.where(point, 1, scale), df))
    settled = {"half": 0.5, "win": 1.0, "drop": np.nan}[zero_variance]
    return Wins(
        np.where(all_zero, settled, p)[()],
        (all_zero & (zero_variance == "drop"))[()],
    )


def _check(differences, runs, rho, largest):
    """Differences as an array and rho as a number, or an error."""
    differences = np.asarray(differences, dtype=float)
    n = differences.shape[-1] if differences.ndim else 0
    folds = n // runs if runs >= 1 else 0
    if folds < 2 or n != runs * folds:
        raise ValueError(
            f"correlated_t: {n} differences are not {runs} equal runs of two or "
            f"more folds; does `runs` match the runs in the accuracy table?"
        )
    wrong = ~(np.isfinite(differences) & (np.abs(differences) <= largest))
    if np.any(wrong):
        where = tuple(np.argwhere(wrong)[0].tolist())
        raise ValueError(
            f"correlated_t: the difference at {where} is {differences[where]}; it "
            f"lies between {-largest:g} and {largest:g}: divide percentages by 100, "
            f"fill in what is missing."
        )
    rho = 1 / folds if rho is None else rho
    if not 0 <= rho < 1:
        raise ValueError(
            f"correlated_t: rho is {rho}; give a correlation from 0 to below 1, or "
            f"none for 1 / folds."
        )
    return differences, rho
