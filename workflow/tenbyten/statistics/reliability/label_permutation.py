"""How often a test finds a difference between classifiers whose names are exchanged."""

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from tenbyten.statistics.checks import (
    Bools,
    Floats,
    Ints,
    check_alpha,
    check_over_datasets,
)
from tenbyten.statistics.many_datasets.poisson import check_wins, poisson_test
from tenbyten.statistics.many_datasets.signed_rank import quick_p, ranks_of
from tenbyten.statistics.p_values import normal_density

# Most data sets whose exchanges, 2 to their number, are all tried.
ALL_UP_TO = 12
# Most data sets whose distribution of wins is exact; above, the normal approximation
# with a correction for skewness.
WINS_UP_TO = 200
# P is exact where its approximation is near alpha: in these multiples of it.
NEAR = 0.6, 3.0

# Numbers at once: they stay in the processor's cache.
_AT_ONCE = 200_000


class Rates(NamedTuple):
    """Shares of the exchanges in which a test finds a difference.

    Attributes
    ----------
    column, row, either : float
        In favour of the column's classifier, of the row's, of any.
    """

    column: float
    row: float
    either: float


class RatesOfTable(NamedTuple):
    """Shares of the permutations in which a table of pairs has a mark at all.

    Attributes
    ----------
    poisson, signed_rank, either : float
        A mark of the Poisson test, of the signed-rank test, of any of the two.
    """

    poisson: float
    signed_rank: float
    either: float


def exchange_poisson(
    win_probabilities: ArrayLike, *, alpha: float, draws: int, seed: int
) -> Rates:
    """Measure how often the Poisson test finds a winner after names are exchanged.

    Parameters
    ----------
    win_probabilities : array_like of shape (2, datasets)
        Probability that the column wins each data set, and that the row does; NaN in
        both for a data set that leaves the test.
    alpha : float
        Size of the test, between 0 and 1.
    draws : int
        Random exchanges where there are more than `ALL_UP_TO` data sets.
    seed : int
        Seed of the draws.

    Returns
    -------
    Rates
        Of all exchanges, or of those drawn.

    Raises
    ------
    ValueError
        If there is no data set, if an array has another shape, if a probability is
        outside 0 to 1, if `alpha` is not between 0 and 1, or if there are no draws.

    Notes
    -----
    On each data set, whatever happens on the others, the two classifiers exchange names
    with probability 1/2, so that neither is better than the other: what the test finds
    is false. Its threshold is that of `poisson_test`, P(X > q / 2) > 1 - alpha, and the
    distribution of X exact. Above `WINS_UP_TO` data sets the chance is approximated by
    the normal distribution, corrected for continuity and skewness (Volkova (1996;
    Theory of Probability and its Applications 40, 791-794)): where the number of wins
    has a variance of 10 or more the error is below 0.001.
    """
    check_wins(win_probabilities)
    check_alpha("exchange_poisson", alpha)
    p = np.asarray(win_probabilities, dtype=float)
    _check_shape("exchange_poisson", p.shape, (2, p.shape[-1]))
    parts = []
    for exchanged in _exchanges(p.shape[-1], draws, seed):
        columns, rows = (np.where(exchanged, p[1 - i], p[i]) for i in (0, 1))
        parts.append(_poisson_marks(columns, rows, alpha))
    return _rates(*np.concatenate(parts, axis=-1))


def exchange_signed_rank(
    differences: ArrayLike, *, alpha: float, method: str, draws: int, seed: int
) -> Rates:
    """Measure how often the signed-rank test decides after names are exchanged.

    Parameters
    ----------
    differences : array_like of shape (datasets,)
        As in `signed_rank`.
    alpha : float
        Size of the one-sided test in each direction, between 0 and 1/2; of a two-sided
        test half its size.
    method : {"auto", "exact", "approximate"}
        As in `signed_rank`.
    draws, seed : int
        As in `exchange_poisson`.

    Returns
    -------
    Rates
        Of all exchanges, or of those drawn.

    Raises
    ------
    ValueError
        If there are fewer than two data sets, if an array has another shape, if a
        difference is not finite, if `alpha` is not between 0 and 1, if `method` is none
        of the three, or if there are no draws.

    Notes
    -----
    An exchange turns the sign of a data set's difference and leaves its rank. The exact
    p is the share of exchanges with this rank sum or a larger one, so that its rates
    are those that it promises, up to the steps of p. It is computed where an
    approximation, corrected for the steps of the rank sum and its kurtosis, is near
    `alpha`; of more than `RANKS_UP_TO` differences that are not zero the approximation
    decides, whose error is below 0.0001 (0.02 where they have but two or three sizes).
    """
    differences = check_over_datasets("exchange_signed_rank", differences, least=2)
    _check_shape("exchange_signed_rank", differences.shape, differences.shape[-1:])
    check_alpha("exchange_signed_rank", alpha)
    parts = []
    for exchanged in _exchanges(differences.shape[-1], draws, seed):
        turned = np.where(exchanged, -differences, differences)
        parts.append(_signed_rank_marks(turned, ranks_of(differences), alpha, method))
    marks = np.concatenate(parts)
    return _rates(marks > 0, marks < 0)


def permute_names(
    win_probabilities: ArrayLike | None,
    differences: ArrayLike,
    *,
    alpha: float,
    signed_rank_alpha: float,
    method: str,
    draws: int,
    seed: int,
) -> RatesOfTable:
    """Measure how often any pair has a mark after all names are permuted.

    Parameters
    ----------
    win_probabilities, differences : array_like of shape (classifiers, classifiers, \
datasets)
        Of rows and columns on each data set, as in `exchange_poisson` and
        `signed_rank`; those of a classifier with itself are not read. Without win
        probabilities, None, there is no Poisson test, and its rate is nan.
    alpha, signed_rank_alpha : float
        Size of the Poisson test, and that of `exchange_signed_rank`.
    method, draws, seed
        As in `exchange_signed_rank`.

    Returns
    -------
    RatesOfTable
        Of random permutations; of two classifiers as in `exchange_poisson`.

    Raises
    ------
    ValueError
        If an array has another shape, if an alpha is not between 0 and 1, if `method`
        is none of the three, or if there are no draws.

    Notes
    -----
    On each data set, whatever happens on the others, the names of all classifiers are
    permuted at random: no classifier is better than any other. Tests and their
    approximations are those of `exchange_poisson` and `exchange_signed_rank`.
    """
    d = np.asarray(differences, dtype=float)
    p = np.asarray(np.nan if win_probabilities is None else win_probabilities, float)
    check_alpha("permute_names", alpha)
    check_alpha("permute_names", signed_rank_alpha)
    if win_probabilities is not None:
        check_wins(win_probabilities)
    arrays = [d] if win_probabilities is None else [p, d]
    datasets, classifiers = arrays[0].shape[-1], max(2, len(arrays[0]))
    for array in arrays:
        _check_shape("permute_names", array.shape, (classifiers, classifiers, datasets))
    each = np.arange(datasets)

    def poisson(rows: Ints, columns: Ints) -> Bools:
        marks = _poisson_marks(p[rows, columns, each], p[columns, rows, each], alpha)
        return np.any(marks, axis=0)

    def ranked(rows: Ints, columns: Ints) -> Bools:
        own = d[rows, columns, each]
        return _signed_rank_marks(own, ranks_of(own), signed_rank_alpha, method) != 0

    tests = [ranked] if win_probabilities is None else [poisson, ranked]
    parts = []
    for names in _permutations(datasets, classifiers, draws, seed):
        marked = np.zeros((len(tests), len(names)), bool)
        for row, column in itertools.combinations(range(classifiers), 2):
            for marks, test in zip(marked, tests, strict=True):
                # Where there is a mark, no other pair is needed.
                if np.any(left := ~marks):
                    marks[left] = test(names[left, :, row], names[left, :, column])
        parts.append(marked)
    by_test = np.concatenate(parts, axis=-1)
    rates = [float(np.mean(x)) for x in (*by_test, np.any(by_test, axis=0))]
    return RatesOfTable(*(rates if len(tests) > 1 else [np.nan, *rates]))


def _check_shape(test: str, shape: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    """Refuse an array of another shape."""
    if shape != wanted:
        raise ValueError(f"{test}: an array of shape {shape}; give one of {wanted}.")


def _rates(column: Bools, row: Bools) -> Rates:
    """Take the shares of the marks."""
    return Rates(*(float(np.mean(marks)) for marks in (column, row, column | row)))


def _exchanges(datasets: int, draws: int, seed: int) -> Iterator[Bools]:
    """Yield on which data sets names are exchanged: all ways, or random ones."""
    if draws < 1:
        raise ValueError(f"exchange: draws is {draws}; give at least one draw.")
    rng = np.random.default_rng(seed)
    everything = datasets <= ALL_UP_TO
    count = 2**datasets if everything else draws
    for some in _parts(count, datasets):
        if everything:
            yield (some[:, np.newaxis] >> np.arange(datasets)) % 2 == 1
        else:
            yield rng.random((len(some), datasets)) < 0.5


def _parts(count: int, datasets: int) -> Iterator[Ints]:
    """Yield the numbers of some exchanges at a time."""
    size = max(1, _AT_ONCE // datasets)
    for start in range(0, count, size):
        yield np.arange(start, min(start + size, count))


def _permutations(
    datasets: int, classifiers: int, draws: int, seed: int
) -> Iterator[Ints]:
    """Yield whose results each name has, of shape (permutations, datasets, names)."""
    if classifiers == 2:
        for exchanged in _exchanges(datasets, draws, seed):
            yield np.stack([exchanged, ~exchanged], axis=-1).astype(np.int64)
        return
    if draws < 1:
        raise ValueError(f"permute_names: draws is {draws}; give at least one draw.")
    rng = np.random.default_rng(seed)
    for some in _parts(draws, datasets):
        order = rng.random((len(some), datasets, classifiers))
        yield np.argsort(order, axis=-1)


def _poisson_marks(columns: Floats, rows: Floats, alpha: float) -> Bools:
    """Decide by the Poisson test for columns and for rows, shape (2, exchanges)."""
    column, row = _more_than_half(columns)
    # Under one policy for zero variance a data set counts for both.
    if np.any(np.abs(columns + rows - 1) > 1e-6):
        row, _ = _more_than_half(rows)
    return np.stack([column, row]) > 1 - alpha


def _more_than_half(p: Floats) -> tuple[Floats, Floats]:
    """Compute the chances of winning more than half, and less than half."""
    if p.shape[-1] <= WINS_UP_TO:
        test = poisson_test(p, alpha=0.5)
        return test.column, test.row
    half = np.sum(~np.isnan(p), axis=-1) / 2
    p = np.nan_to_num(p)
    deviation = np.sqrt(np.sum(p * (1 - p), axis=-1))
    # Without any doubt the number of wins is their mean.
    deviation = np.maximum(deviation, 1e-9)
    skewness = np.sum(p * (1 - p) * (1 - 2 * p), axis=-1) / deviation**3
    mean = np.sum(p, axis=-1)

    def up_to(wins: Floats) -> Floats:
        x = (wins + 0.5 - mean) / deviation
        return ndtr(x) + skewness * (1 - x**2) * normal_density(x) / 6

    return 1 - up_to(np.floor(half)), up_to(np.ceil(half) - 1)


def _signed_rank_marks(
    differences: Floats, ranks: Floats, alpha: float, method: str
) -> Any:
    """Decide by the signed-rank test: 1 for the column, -1 for the row, else 0."""
    near = NEAR[0] * alpha, NEAR[1] * alpha
    side, p = quick_p(differences, ranks, method=method, near=near)
    return side * (p < alpha)
