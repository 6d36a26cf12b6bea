"""Impute means and modes, as WEKA's ReplaceMissingValues does.

Importing this needs numpy only; the transformer is
`tenbyten.preprocessing.transformers.MeanModeImputer`.
"""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def means_and_modes(values: Floats, n_values: npt.NDArray[np.int64]) -> Floats:
    """Compute the replacement for missing values of each attribute.

    Parameters
    ----------
    values : ndarray of shape (rows, attributes), float64
        A nominal value is the index of its label; NaN is missing.
    n_values : ndarray of shape (attributes,), int64
        Number of labels of each attribute; 0 for a numeric one.

    Returns
    -------
    ndarray of shape (attributes,), float64
        For a numeric attribute the mean of the known values, summed in row order; for a
        nominal one the index of the most frequent label, the lowest of equals. Zero
        where no value is known.
    """
    replacements = np.zeros(len(n_values))
    for attribute, labels in enumerate(n_values):
        column = values[:, attribute]
        known = column[~np.isnan(column)]
        if known.size == 0:
            continue
        if labels == 0:
            # cumsum adds one by one from the left, as WEKA does; sum does not.
            replacements[attribute] = np.cumsum(known)[-1] / known.size
        else:
            replacements[attribute] = np.argmax(np.bincount(known.astype(np.int64)))
    return replacements


def replace_missing(values: Floats, replacements: Floats) -> Floats:
    """Replace missing values.

    Parameters
    ----------
    values : ndarray of shape (rows, attributes), float64
        NaN is missing.
    replacements : ndarray of shape (attributes,), float64

    Returns
    -------
    ndarray of shape (rows, attributes), float64
        A copy of `values`, each NaN replaced by its column's replacement.
    """
    return np.where(np.isnan(values), replacements, values)
