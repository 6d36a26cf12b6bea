"""Replicability, the chance that experiments on other data sets end alike."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tenbyten.statistics.checks import Floats, Ints, check_probabilities, refuse


def draw_subsets(datasets: int, *, drawn: int, draws: int, seed: int) -> Ints:
    """Draw random subsets of data sets.

    Parameters
    ----------
    datasets : int
        Number of data sets to draw from.
    drawn : int
        Size of each subset, from 1 to `datasets`.
    draws : int
        Number of subsets.
    seed : int
        Seed of the draws.

    Returns
    -------
    ndarray of shape (draws, drawn), int
        Data sets of each subset, counted from 0, in ascending order. None is twice in a
        subset; every subset is as likely as any other.

    Raises
    ------
    ValueError
        If `drawn` is not from 1 to `datasets`.

    Notes
    -----
    Section 4.1.1 of Demsar (2006; Journal of Machine Learning Research 7, 1-30) without
    bias (k = 0): ten of forty data sets, drawn at random, a thousand times (section
    4.2).
    """
    if not 1 <= drawn <= datasets:
        raise ValueError(
            f"draw_subsets: {drawn} of {datasets} data sets to draw; draw at least one "
            f"and no more than there are."
        )
    rng = np.random.default_rng(seed)
    order = np.argsort(rng.random((draws, datasets)), axis=-1, kind="stable")
    return np.sort(order[:, :drawn], axis=-1)


def replicability_e(decisions: ArrayLike) -> Floats:
    """Compute Bouckaert's replicability: the chance that two experiments decide alike.

    Parameters
    ----------
    decisions : ndarray of shape (..., draws), bool
        Whether each of two or more experiments rejects the null hypothesis. Leading
        axes are pairs and tests.

    Returns
    -------
    ndarray of shape (...)
        The share of the pairs of experiments that decide alike: 1 where all do, a
        little below 1/2 where half of the experiments reject.

    Raises
    ------
    ValueError
        If there are fewer than two experiments, or if a decision is neither true nor
        false.

    Notes
    -----
    R(e) of Demsar (2006; Journal of Machine Learning Research 7, 1-30), section 4.1.2,
    after Bouckaert (2004; Proceedings of ICML 21), in the form
    ``(p (p - 1) + q (q - 1)) / (n (n - 1))`` for p acceptances and q rejections in n
    experiments. At ``p = q`` that is ``(n / 2 - 1) / (n - 1)``, not quite the minimum
    of 0.5 which the text names.
    """
    decisions = np.asarray(decisions)
    n = _experiments(decisions, "replicability_e")
    wrong = ~np.isin(decisions, (0, 1))
    do = "a decision is true or false: give p to `replicability_p`"
    refuse("replicability_e", "the decision", decisions, wrong, do)
    rejected = np.sum(decisions, axis=-1, dtype=np.int64)
    accepted = n - rejected
    alike = accepted * (accepted - 1) + rejected * (rejected - 1)
    return alike / (n * (n - 1))


def replicability_p(p: ArrayLike) -> Floats:
    """Compute Demsar's replicability, which falls as p varies between experiments.

    Parameters
    ----------
    p : ndarray of shape (..., draws)
        The p of each of two or more experiments. Leading axes are pairs and tests.

    Returns
    -------
    ndarray of shape (...)
        One minus twice the variance of p: 1 where all are equal, a little below 1/2
        where half of them are 0 and half are 1.

    Raises
    ------
    ValueError
        If there are fewer than two experiments, or if a p is NaN or outside 0 to 1.

    Notes
    -----
    R(p) of Demsar (2006; Journal of Machine Learning Research 7, 1-30), section 4.1.2:
    the variance has n - 1 in its denominator. Of decisions, taken as numbers, it is
    R(e).
    """
    p = np.asarray(p, dtype=float)
    _experiments(p, "replicability_p")
    check_probabilities("replicability_p", "p", p, "leave no experiment without one")
    return 1 - 2 * np.var(p, axis=-1, ddof=1)


def largest_error(draws: int) -> float:
    """Bound the Monte Carlo standard error of both measures of replicability.

    Parameters
    ----------
    draws : int
        Number of experiments, two or more.

    Returns
    -------
    float
        No standard error is larger, whatever the test.

    Notes
    -----
    R(e) is a U-statistic of pairs of experiments. With a probability t of rejecting
    and R = 1 - 2 t (1 - t) its variance is, in n experiments,
    ``(4 (n - 2) (2 R - 1) (1 - R) / 2 + 2 R (1 - R)) / (n (n - 1))``; the two products
    are 1/8 and 1/4 at most, so that it is ``1 / (4 (n - 1))`` at most. R(p) of p that
    are 0 or 1 is R(e), and other p vary less.
    """
    return 0.5 / np.sqrt(draws - 1)


def _experiments(outcomes: NDArray[Any], caller: str) -> int:
    """Return the number of experiments; two at least."""
    n = outcomes.shape[-1] if outcomes.ndim else 0
    if n < 2:
        raise ValueError(
            f"{caller}: {n} experiments; replicability compares two or more: draw more."
        )
    return n
