"""Impute means and modes, as WEKA's ReplaceMissingValues does.

Importing this needs numpy only; the transformer is
`tenbyten.preprocessing.transformers.MeanModeImputer`.
"""

import numpy as np
import numpy.typing as npt

from tenbyten.dataset import Dataset


def means_and_modes(
    values: npt.NDArray[np.float64], n_values: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """Compute the replacement for missing values of each attribute.

    Parameters
    ----------
    values : ndarray of shape (rows, attributes), float64
        A nominal value is the index of its label, NaN is missing.
    n_values : ndarray of shape (attributes,), int64
        Number of declared labels; 0 for a numeric attribute.

    Returns
    -------
    ndarray of shape (attributes,), float64
        For a numeric attribute the mean of the known values, summed in row order; for
        a nominal one the index of the most frequent label, the lowest of equals. Zero
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


def replace_missing(
    values: npt.NDArray[np.float64], replacements: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return `values` with each NaN replaced by its column's replacement.

    Parameters
    ----------
    values : ndarray of shape (rows, attributes), float64
    replacements : ndarray of shape (attributes,), float64

    Returns
    -------
    ndarray of shape (rows, attributes), float64
        A copy.
    """
    return np.where(np.isnan(values), replacements, values)


def impute(dataset: Dataset) -> Dataset:
    """Replace the missing values of a whole data set by mean or mode.

    The class is not imputed; rows without a class count like all others.

    Parameters
    ----------
    dataset : Dataset

    Returns
    -------
    Dataset
        The same attributes over values without NaN outside the class.
    """
    predictors = dataset.attributes[:-1]
    n_values = np.array([len(a.labels or ()) for a in predictors], dtype=np.int64)
    values = dataset.values.copy()
    replacements = means_and_modes(values[:, :-1], n_values)
    values[:, :-1] = replace_missing(values[:, :-1], replacements)
    return dataset.with_values(values)
