"""The correlated t-test: two classifiers, cross-validated on one data set."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtr

from tenbyten.statistics.checks import Floats, check_differences, check_rho, check_rope
from tenbyten.statistics.p_values import Standardised, mean_and_variance, standardise

# Probability that the column wins a data set on which all differences are zero, by
# policy; NaN takes the data set out of the Poisson test.
ZERO_VARIANCE = {"half": 0.5, "win": 1.0, "drop": np.nan}


class Probabilities(NamedTuple):
    """Probabilities that the row is better, neither (within the rope), the column.

    Attributes
    ----------
    row, rope, column : ndarray of shape (...)
        They sum to one.
    """

    row: Floats
    rope: Floats
    column: Floats


class Posterior(NamedTuple):
    """Student's t distribution of the mean difference.

    Attributes
    ----------
    location, scale : ndarray of shape (...)
        In the unit of the differences; a scale of 0 is a point.
    df : int
        Degrees of freedom.
    largest : float
        Largest possible difference of either sign.
    """

    location: Floats
    scale: Floats
    df: int
    largest: float = 1.0

    def probabilities(self, rope: float = 0.0) -> Probabilities:
        """Return the probabilities of `correlated_t`."""
        check_rope("correlated_t", rope, self.largest)
        location, point = self.location, self.scale == 0
        width = np.where(point, 1, self.scale)
        row, column = (
            np.where(point, side < -rope, stdtr(self.df, -(rope + side) / width))
            for side in (location, -location)
        )
        # With a rope of 0, rounding can leave a rest of either sign.
        within = np.maximum(1 - row - column, 0) * (point | (rope > 0))
        return Probabilities(row[()], within[()], column[()])

    def test(self) -> Standardised:
        """Return the frequentist test, `corrected_resampled_t`."""
        return standardise(self.location, self.scale, df=self.df)

    def column_wins(self, zero_variance: str) -> Floats:
        """Compute the probability that the column wins, for the Poisson test.

        Parameters
        ----------
        zero_variance : {"half", "win", "drop"}
            Policy for a data set on which all differences are zero: ``half`` gives both
            classifiers the same chance, ``win`` counts it for the column, ``drop``
            takes the data set out of the test.

        Returns
        -------
        ndarray of shape (...)
            NaN where the data set is dropped.

        Raises
        ------
        ValueError
            If `zero_variance` is unknown.

        Notes
        -----
        Equation 9 of Corani, Benavoli (2015) (section 2.3), without a region of
        practical equivalence. The paper does not say what p is where the variance is
        zero. Where all differences are equal but not zero, p is 0 or 1 under each
        policy: one classifier won every fold. Under ``win`` exchanging the classifiers
        does not exchange the sides.
        """
        if zero_variance not in ZERO_VARIANCE:
            raise ValueError(
                f"column_wins: zero_variance is {zero_variance!r}; give one of "
                f"{', '.join(ZERO_VARIANCE)}."
            )
        point = self.scale == 0
        statistic = self.location / np.where(point, 1, self.scale)
        p = np.where(point, self.location > 0, stdtr(self.df, statistic))
        zero = point & (self.location == 0)
        return np.where(zero, ZERO_VARIANCE[zero_variance], p)[()]


def posterior(
    differences: ArrayLike,
    *,
    runs: int,
    folds: int | None = None,
    rho: ArrayLike | None = None,
    largest: float = 1.0,
) -> Posterior:
    """Compute the posterior of the mean difference under the matching prior.

    Parameters
    ----------
    differences, runs, folds, rho, largest
        As in `correlated_t`.

    Returns
    -------
    Posterior
        Location, scale and degrees of freedom of a Student's t.

    Raises
    ------
    ValueError
        As `correlated_t`, of these arguments.

    Notes
    -----
    Equation 8 of Corani, Benavoli (2015; Machine Learning 100, 285-304) (section 2.3,
    corollary 1), with n = runs * folds: the mean, the square root of
    ``(1 / n + rho / (1 - rho))`` times the variance with n - 1 in its denominator, and
    n - 1.
    """
    folds = _check_design(np.shape(differences), runs, folds, rho)
    n = runs * folds
    axes = {"folds": (n, n)}
    differences = check_differences("correlated_t", differences, axes, largest=largest)
    rho = 1 / folds if rho is None else rho
    check_rho("correlated_t", rho)
    rho = np.asarray(rho)
    location, variance = mean_and_variance(differences)
    scale = np.sqrt(variance) * np.sqrt(1 / n + rho / (1 - rho))
    return Posterior(location, scale, n - 1, largest)


def correlated_t(
    differences: ArrayLike,
    *,
    runs: int,
    folds: int | None = None,
    rho: ArrayLike | None = None,
    rope: float = 0.0,
    largest: float = 1.0,
) -> Probabilities:
    """Compare two classifiers on one data set by a Bayesian correlated t-test.

    Parameters
    ----------
    differences : array_like of shape (..., runs * folds)
        Accuracy of the column minus that of the row in each fold, a fraction, or the
        column's gain in another metric. Leading axes are data sets and pairs.
    runs : int
        Number of runs of the cross-validation, of two or more folds each; with `rho`,
        of one or more: single splits into training and test are runs of one fold.
    folds : int, optional
        Number of folds of each run. Given, it is held against the differences, which
        cannot tell 3 runs of 10 folds from 10 runs of 3.
    rho : float or ndarray of shape (...), optional
        Correlation between the folds, from 0 to below 1; ``1 / folds`` if not given.
    rope : float, default=0.0
        Half-width of the region of practical equivalence, in the unit of the
        differences: from 0 to below `largest`.
    largest : float, default=1.0
        Largest difference of either sign: 1 for accuracies, infinite without bounds.

    Returns
    -------
    Probabilities
        The three probabilities; they sum to one for every `rope`.

    Raises
    ------
    ValueError
        If `differences` are not `runs` equal runs of `folds` folds, or of two or more,
        are not finite or exceed `largest`, or if `rho` or `rope` is out of its range.

    Notes
    -----
    The posterior of Corani, Benavoli (2015; Machine Learning 100, 285-304), section
    2.3, equation 8. The region of practical equivalence is closed: where all
    differences are equal the posterior is a point, and a point at ``-rope``, at
    ``rope`` or between them counts for `rope`. Elsewhere `rope` is exactly 0 for a
    ``rope`` of 0.
    """
    found = posterior(differences, runs=runs, folds=folds, rho=rho, largest=largest)
    return found.probabilities(rope)


def corrected_resampled_t(
    differences: ArrayLike,
    *,
    runs: int,
    folds: int | None = None,
    rho: ArrayLike | None = None,
    largest: float = 1.0,
) -> Standardised:
    """Compare two classifiers on one data set by the corrected resampled t-test.

    Parameters
    ----------
    differences : array_like of shape (..., runs * folds)
        Accuracy of the column minus that of the row in each fold, a fraction, or the
        column's gain in another metric. Leading axes are data sets and pairs.
    runs : int
        Number of runs of the cross-validation, of two or more folds each; with `rho`,
        of one or more: single splits into training and test are runs of one fold.
    folds : int, optional
        Number of folds of each run. Given, it is held against the differences, which
        cannot tell 3 runs of 10 folds from 10 runs of 3.
    rho : float or ndarray of shape (...), optional
        Correlation between the folds, from 0 to below 1; ``1 / folds`` if not given.
    largest : float, default=1.0
        Largest difference of either sign: 1 for accuracies, infinite without bounds.

    Returns
    -------
    Standardised
        With ``runs * folds - 1`` degrees of freedom; the estimate is the mean.

    Raises
    ------
    ValueError
        If `differences` are not `runs` equal runs of `folds` folds, or of two or more,
        are not finite or exceed `largest`, or if `rho` is out of its range.

    Notes
    -----
    Section 6 of Nadeau, Bengio (2003; Machine Learning 52, 239-281); equation 1 of
    Corani, Benavoli (2015; Machine Learning 100, 285-304) (section 2.1). Equal
    differences are `standardise`'s case of an error of zero.
    """
    found = posterior(differences, runs=runs, folds=folds, rho=rho, largest=largest)
    return found.test()


def _check_design(
    shape: tuple[int, ...], runs: int, folds: int | None, rho: ArrayLike | None
) -> int:
    """Return the folds of each run; refuse differences that do not fit `runs`.

    `shape` is that of the differences, whose last axis holds all folds of all runs.
    """
    n = shape[-1] if shape else 0
    hint = "does `runs` match the runs in the accuracy table?"
    if len(shape) > 1 and runs in shape:
        hint = (
            f"the last axis of shape {shape} holds all folds of all runs: flatten an "
            f"array of runs and folds (`.ravel()`), and count its runs"
        )
    if folds is not None and n != runs * folds:
        raise ValueError(
            f"correlated_t: {n} differences are not {runs} runs of {folds} folds, "
            f"which makes {runs * folds}; {hint}"
        )
    folds = n // runs if runs >= 1 else 0
    if folds == 1 and n == runs > 1 and rho is None:
        raise ValueError(
            f"correlated_t: {n} differences are {runs} equal runs of one fold, whose "
            f"correlation nobody can guess; give `rho`, the share of the instances "
            f"that is tested (0.1 if nine tenths train), or two or more folds: {hint}"
        )
    if n != runs * folds or folds < (2 if rho is None or runs < 2 else 1):
        raise ValueError(
            f"correlated_t: {n} differences are not {runs} equal runs of two or "
            f"more folds; {hint}"
        )
    return folds
