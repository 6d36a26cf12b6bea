"""The conservative z-test: its variance comes from halves of one data set."""

import numpy as np
from numpy.typing import ArrayLike

from tenbyten.statistics.checks import check_differences
from tenbyten.statistics.rounding import rounded
from tenbyten.statistics.standardised import Standardised, standardise


def conservative_z(differences: ArrayLike, halves: ArrayLike) -> Standardised:
    """Compare two classifiers on one data set by the conservative z-test.

    Parameters
    ----------
    differences : ndarray of shape (..., splits)
        Accuracy of the column minus that of the row on the test part of each random
        split of the whole data set (J of the paper), a fraction. Leading axes are data
        sets and pairs.
    halves : ndarray of shape (..., halvings, 2, splits)
        The same for as many random splits of each half of the data set, which is halved
        at random again and again (M of the paper). Both halves are split independently;
        the test parts are as large as those of `differences`, so that training parts
        are smaller by half the data set. The folds of a cross-validation are no such
        splits.

    Returns
    -------
    Standardised
        Looked up in the normal distribution; the estimate is the mean of `differences`.

    Raises
    ------
    ValueError
        If there is no split or no halving, if the leading axes or the numbers of splits
        of the two differ, or if a difference is not finite.

    Notes
    -----
    Equation 11 of Nadeau, Bengio (2003; Machine Learning 52, 239-281) (section 3.2) for
    the variance, half the mean squared difference between the means of both halves;
    equation 17 (section 4, number 4; Table 1, row 4) for the statistic. The variance is
    overestimated on purpose if, as the paper conjectures, it falls as the training part
    grows. Means are rounded at 1e-12, so that halves whose differences stand in another
    order do not differ.
    """
    splits: dict[str, tuple[int, int | None]] = {"splits": (1, None)}
    axes = {"halvings": (1, None), "halves": (2, 2)} | splits
    differences = check_differences("conservative_z", differences, splits)
    halves = check_differences("conservative_z", halves, axes)
    if differences.shape != (*halves.shape[:-3], halves.shape[-1]):
        raise ValueError(
            f"conservative_z: `differences` has the shape {differences.shape}, "
            f"`halves` {halves.shape}; give both the same leading axes and each half "
            f"as many splits as the whole data set."
        )
    means = rounded(np.mean(halves, axis=-1))
    variance = np.mean((means[..., 0] - means[..., 1]) ** 2, axis=-1) / 2
    mean = rounded(np.mean(differences, axis=-1))
    return standardise(mean, np.sqrt(variance), df=np.inf)
