"""Tail of the binomial distribution with a chance of 1/2: wins where none is better."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc

from tenbyten.statistics.checks import Floats


def fair_upper_tail(wins: ArrayLike, n: ArrayLike) -> Floats:
    """Compute the probability of `wins` or more among `n`, each with a chance of 1/2.

    Both are whole numbers that broadcast, `n` not negative. It is
    ``scipy.stats.binom.sf(wins - 1, n, 0.5)``, without the import of ``scipy.stats``.
    """
    wins, n = np.asarray(wins), np.asarray(n)
    inside = (wins > 0) & (wins <= n)
    tail = betainc(np.where(inside, wins, 1), np.where(inside, n - wins + 1, 1), 0.5)
    return np.where(inside, tail, wins <= 0)[()]
