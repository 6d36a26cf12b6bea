"""Adjust p-values for the number of comparisons."""

import numpy as np
from numpy.typing import ArrayLike
from statsmodels.stats.multitest import multipletests

from tenbyten.statistics.checks import Floats, check_probabilities

# Our names, which are the paper's, and statsmodels'.
_THEIR_NAMES = {
    "bonferroni": "bonferroni",
    "holm": "holm",
    "hochberg": "simes-hochberg",
    "hommel": "hommel",
}
METHODS = tuple(_THEIR_NAMES)


def adjust(p: ArrayLike, *, method: str) -> Floats:
    """Adjust p-values so that each can be held against alpha itself.

    Parameters
    ----------
    p : ndarray of shape (..., comparisons)
        p of each comparison alone. Leading axes are families of comparisons.
    method : {"bonferroni", "holm", "hochberg", "hommel"}
        The procedure.

    Returns
    -------
    ndarray of shape (..., comparisons)
        The smallest alpha at which the procedure rejects the comparison's null
        hypothesis; never below `p` or above 1.

    Raises
    ------
    ValueError
        If there is no comparison, if a p is NaN or outside 0 to 1, or if `method` is
        none of the four.

    Notes
    -----
    Section 3.2.2 of Demsar (2006; Journal of Machine Learning Research 7, 1-30)
    describes the procedures; there k - 1 is the number of comparisons (footnote 1).
    statsmodels computes them. Each controls the chance of one or more false rejections:
    Bonferroni's and Holm's always, Hochberg's and Hommel's as far as Simes' inequality
    holds. Of these, each rejects what the former rejects.
    """
    if method not in METHODS:
        raise ValueError(
            f"adjust: no method {method!r}; give one of {', '.join(METHODS)}."
        )
    p = np.asarray(p, dtype=float)
    if p.ndim == 0 or p.shape[-1] == 0:
        raise ValueError(
            f"adjust: no comparison in an array of shape {p.shape}; give p of at "
            f"least one."
        )
    check_probabilities("adjust", "p", p, "look at the test that it comes from")
    adjusted = np.empty(p.shape)
    for family in np.ndindex(p.shape[:-1]):
        adjusted[family] = multipletests(p[family], method=_THEIR_NAMES[method])[1]
    return adjusted
