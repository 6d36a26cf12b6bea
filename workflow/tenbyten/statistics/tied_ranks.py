"""Rank values along an axis, and share ranks among equal ones."""

import numpy as np

from tenbyten.statistics.checks import Floats


def shared_ranks(values: Floats) -> Floats:
    """Rank values along the last axis from 1; equal ones share their average rank.

    As SciPy's ``rankdata``, without the import of ``scipy.stats``.
    """
    n = values.shape[-1]
    order = np.argsort(values, axis=-1)
    ascending = np.take_along_axis(values, order, axis=-1)
    # Whether a value is the first of its equals, and whether it is the last.
    last = np.ones(values.shape, dtype=bool)
    last[..., :-1] = ascending[..., 1:] != ascending[..., :-1]
    first = np.roll(last, 1, axis=-1)
    place = np.arange(1, n + 1)
    low = np.maximum.accumulate(np.where(first, place, 0), axis=-1)
    high = np.where(last, place, n)[..., ::-1]
    high = np.minimum.accumulate(high, axis=-1)[..., ::-1]
    shared = np.empty(values.shape)
    np.put_along_axis(shared, order, (low + high) / 2, axis=-1)
    return shared
