"""Chances with which data sets of a pilot are drawn, for a wished mean difference."""

from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit

from tenbyten.statistics.checks import Floats

# Numbers of biases that are tried, of either sign; of the smallest difference that is
# not zero the largest bias gives chances that are 0 or 1 but for 1e-17.
_TRIED, _LARGEST = 2000, 40
# Expected differences are equal that differ by rounding alone.
_EQUAL = 1e-12
# Round differences, from which those that are planned for by default are taken.
_ROUND = (0.001, 0.002, 0.003, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1)
_DEFAULT = 4


class Chances(NamedTuple):
    """Chances with which data sets are drawn.

    Attributes
    ----------
    bias : float
        k of Demsar's formula; positive where the column is favoured.
    weights : ndarray of shape (datasets,)
        The chances, which sum to one.
    """

    bias: float
    weights: Floats

    @property
    def effective(self) -> float:
        """Effective number of data sets: so many with equal chances say as much."""
        return float(1 / np.sum(self.weights**2))


def biased_chances(differences: Floats, bias: float) -> Chances:
    """Compute the chances of data sets, biased for or against the column.

    Parameters
    ----------
    differences : ndarray of shape (datasets,)
        Mean difference on each data set, column minus row, a fraction.
    bias : float
        k: 0 for equal chances.

    Notes
    -----
    Proportional to ``1 / (1 + exp(-k d))`` for a difference d: Demsar (2006; Journal of
    Machine Learning Research 7, 1-30), section 4.1.1.
    """
    weights = expit(bias * differences)
    return Chances(bias, weights / weights.sum())


def chances_for(differences: Floats, target: float) -> Chances:
    """Find the chances with which the expected mean difference is `target`.

    Of several such biases the nearest to 0, which takes the most of the pilot.

    Raises
    ------
    ValueError
        If no bias has it; the message names what there is.
    """
    biases, found = _expected(differences)
    gaps = found - target
    off = np.where(np.abs(gaps) < _EQUAL, 0, np.sign(gaps))
    between = np.flatnonzero(off[:-1] * off[1:] <= 0)
    if len(between):
        nearest = between[np.argmin(np.abs(biases[between]))]
        ends = biases[nearest : nearest + 2]

        def gap(bias: float) -> float:
            weights = biased_chances(differences, bias).weights
            return float(weights @ differences) - target

        first, last = map(gap, ends)
        if first * last < 0:
            return biased_chances(differences, brentq(gap, *ends))
        # One of both has the difference itself, but for rounding.
        return biased_chances(differences, ends[int(abs(last) < abs(first))])
    low, high = found.min(), found.max()
    raise ValueError(
        f"planning: no chances of the pilot's {len(differences)} data sets give a mean "
        f"difference of {target:g}; they reach from {low:.5f} to {high:.5f} (column "
        f"minus row): {_remedy(low, high)}"
    )


def reach(differences: Floats) -> tuple[float, float]:
    """Return the smallest and the largest mean difference that chances can give."""
    found = _expected(differences)[1]
    return float(found.min()), float(found.max())


def default_differences(differences: Floats) -> list[float]:
    """Choose round differences above 0 within the pilot's reach, the largest ones.

    Raises
    ------
    ValueError
        If none is within.
    """
    low, high = reach(differences)
    within = [x for x in _ROUND if low <= x <= high]
    if not within:
        raise ValueError(
            f"planning: the pilot's mean differences reach from {low:.5f} to "
            f"{high:.5f} (column minus row), without a round one above 0: "
            f"{_remedy(low, high)}"
        )
    return within[-_DEFAULT:]


def _remedy(low: float, high: float) -> str:
    """Say what to do about a range that a wished difference is not in."""
    ways = ["take another pilot"]
    if low < 0:
        ways.insert(0, "exchange row and column")
    if high > 0:
        ways.insert(0, "ask for `differences` above 0 within this range")
    return f"{', or '.join(ways)}."


def _expected(differences: Floats) -> tuple[Floats, Floats]:
    """Return biases, ascending, and the expected mean difference under each."""
    sizes = np.abs(differences[differences != 0])
    if not len(sizes):
        return np.zeros(2), np.zeros(2)
    up = np.geomspace(1e-3 / sizes.max(), _LARGEST / sizes.min(), _TRIED)
    biases = np.concatenate([-up[::-1], [0], up])
    weights = expit(biases[:, np.newaxis] * differences)
    return biases, weights @ differences / weights.sum(axis=1)
