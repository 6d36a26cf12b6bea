"""The hierarchical model: two classifiers, cross-validated on many data sets."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import Bools, Floats, check_rope
from tenbyten.statistics.many_datasets import hierarchical_grid as grids
from tenbyten.statistics.many_datasets import hierarchical_model as model
from tenbyten.statistics.many_datasets.hierarchical_model import SPREADS

# Decimal places of all results: far more than are right, and fewer than those in
# which machines differ.
_RESULT_DECIMALS = 9
# Above so many folds, or with many data sets, the search for the grid may be rough.
_MANY_FOLDS, _SOME_FOLDS, _MANY_DATASETS = 30, 9, 100


class Hierarchical(NamedTuple):
    """Conclusions of the hierarchical model on the next data set.

    Attributes
    ----------
    row, rope, column : float
        Posterior probabilities that on a data set not seen yet it is most probable
        that the row is better, that neither is, that the column is; they sum to one.
    delta0, sigma0, nu : float
        Posterior means of the location, the scale and the degrees of freedom of
        the t distribution that the data sets come from. Location and scale are
        fractions of accuracy.
    """

    row: float
    rope: float
    column: float
    delta0: float
    sigma0: float
    nu: float


def hierarchical(
    means: ArrayLike,
    deviations: ArrayLike,
    *,
    n: ArrayLike,
    rho: ArrayLike,
    rope: float,
) -> Hierarchical:
    """Compare two classifiers over many data sets by the hierarchical model.

    Parameters
    ----------
    means : ndarray of shape (datasets,)
        Mean over the folds of accuracy of the column minus accuracy of the row on each
        of two or more data sets, a fraction.
    deviations : ndarray of shape (datasets,)
        Standard deviation of the same differences, with n - 1 in its denominator.
    n : int or ndarray of shape (datasets,), int
        Number of differences on each data set: runs * folds, three or more.
    rho : float or ndarray of shape (datasets,)
        Correlation between the folds, from 0 to below 1.
    rope : float
        Half-width of the region of practical equivalence, a fraction from 0 to below 1.

    Returns
    -------
    Hierarchical
        Probabilities for the next data set, and means of the parameters.

    Raises
    ------
    ValueError
        With fewer than two data sets, if shapes differ, if a number is NaN or
        out of its range, if the differences of a data set are constant and `rope` is 0,
        or if the posterior is not found.

    Notes
    -----
    The model of Corani, Benavoli, Demsar, Mangili, Zaffalon (2017; Machine Learning
    106, 1817-1837), with the priors of its authors' program [1]_. The differences of
    data set i are multivariate normal with mean delta_i, standard deviation sigma_i and
    correlation rho; delta_i is Student's t with location delta0, scale sigma0 and nu
    degrees of freedom. A priori delta0 is uniform on -1 to 1; sigma_i is uniform from 0
    to 1000 times the mean of `deviations`; sigma0 is uniform from 0 to 1000 times the
    standard deviation of `means`; nu - 1 is Gamma(alpha, beta) with alpha uniform on
    0.5 to 5 and beta, a rate, uniform on 0.05 to 0.15. A draw of (delta0, sigma0, nu)
    counts for the one of row, rope and column that has most of its t distribution.
    (Another program, baycomp, bounds delta0 by the largest difference of a fold, and
    alpha and beta by 1, 2 and 0.01, 0.1.)

    No draws are made. Mean and deviation are sufficient for delta_i and sigma_i, and
    integrating sigma_i leaves Student's t in delta_i with n - 2 degrees of freedom (the
    bound of sigma_i, a thousand deviations away, is left out). The rest is quadrature,
    and the same data give the same numbers. A finer grid changes the probabilities of
    two or three data sets by 0.001, of more by less.

    Where all differences of a data set are equal the model has no likelihood. The
    authors' program adds noise, uniform from ``-rope`` to ``rope``, drawn once and
    taken away again on the other half of the folds. Here the deviation that such noise
    has in expectation is put in its place, ``rope * sqrt(n / (3 (n - 1)))``: the mean
    stays, and nothing is drawn. Where all means are equal, the mean of the deviations
    bounds sigma0, as it does in that program for a single data set.

    References
    ----------
    .. [1] github.com/BayesianTestsML/tutorial: bounds and noise in
           R/hierarchical_test.R, alpha and beta in
           hierarchical/stan/hierarchical-t-test.stan.
    """
    means, deviations, n, rho = _check(means, deviations, n, rho, rope)
    noise = rope * np.sqrt(n / (3 * (n - 1)))
    deviations = np.where(deviations == 0, noise, deviations)
    scale = deviations * np.sqrt((1 / n + rho / (1 - rho)) * (n - 1) / (n - 2))
    spread = np.std(means, ddof=1)
    bound = SPREADS * float(spread if np.ptp(means) > 0 else np.mean(deviations))
    data = model.mixtures(means, scale, n - 2)
    # Of many folds the t is nearly normal, and so is what many data sets of some folds
    # say together: near enough to find where to look.
    simple = np.min(n) > (_SOME_FOLDS if len(means) >= _MANY_DATASETS else _MANY_FOLDS)
    grid = grids.posterior(data, model.simplify(data) if simple else data, bound=bound)
    weights = grids.probabilities(grid)
    row, column = np.round(grids.regions(grid, weights, rope), _RESULT_DECIMALS)
    rope_most = np.round(1 - row - column, _RESULT_DECIMALS)
    parameters = np.round(grids.parameter_means(grid, weights), _RESULT_DECIMALS) + 0.0
    delta0, sigma0, nu = parameters.tolist()
    return Hierarchical(
        float(row), abs(float(rope_most)), float(column), delta0, sigma0, nu
    )


def _check(
    means: ArrayLike, deviations: ArrayLike, n: ArrayLike, rho: ArrayLike, rope: float
) -> list[Floats]:
    """Return the arguments as arrays of shape (datasets,)."""
    means = np.asarray(means, dtype=float)
    if means.ndim != 1 or len(means) < 2:
        raise ValueError(
            f"hierarchical: means have the shape {means.shape}; give one number for "
            f"each data set, and two data sets or more."
        )
    check_rope("hierarchical", rope)
    ranges = {
        "means": (means, np.abs(means) <= 1, "a fraction from -1 to 1"),
        # Of three differences between -1 and 1 the deviation is at most 1.155.
        "deviations": (deviations, _within(deviations, 0, 1.2), "a fraction"),
        "n": (n, _within(n, 3, np.inf), "three folds or more"),
        "rho": (rho, _within(rho, 0, 1 - 1e-12), "a correlation from 0 to below 1"),
    }
    arrays = []
    for name, (values, valid, wanted) in ranges.items():
        if np.shape(values) not in ((), means.shape):
            raise ValueError(
                f"hierarchical: {name} have the shape {np.shape(values)}, means "
                f"{means.shape}; give one number for each data set."
            )
        arrays.append(np.broadcast_to(np.asarray(values, dtype=float), means.shape))
        if not np.all(valid):
            where = int(np.argmin(np.broadcast_to(valid, means.shape)))
            raise ValueError(
                f"hierarchical: {name} of data set {where} is {arrays[-1][where]}; "
                f"give {wanted}."
            )
    constant = arrays[1] == 0
    if rope == 0 and np.any(constant):
        raise ValueError(
            f"hierarchical: all differences of data set {np.argmax(constant)} are "
            f"equal and rope is 0; the model has no likelihood for them: give a rope "
            f"above 0, or leave out what is constant."
        )
    return arrays


def _within(values: ArrayLike, low: float, high: float) -> Bools:
    """Return whether values are from `low` to `high`; NaN is not."""
    return (np.asarray(values) >= low) & (np.asarray(values) <= high)
