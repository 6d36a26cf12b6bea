"""Round values so that equal values are equal floats."""

import numpy as np
import numpy.typing as npt

# Decimal places that survive in a difference of two values given as floats.
DECIMALS = 12


def rounded(values: npt.NDArray[np.float64] | np.float64) -> npt.NDArray[np.float64]:
    """Round at 1e-12, which floating-point errors of some 1e-16 do not reach."""
    # Adding 0.0 turns -0.0 into 0.0.
    return np.round(values, DECIMALS) + 0.0


def decimals(values: npt.NDArray[np.float64]) -> int | None:
    """Count the decimal places that values are written with; None if above 12."""
    slack = 4 * np.spacing(np.abs(values))
    for places in range(DECIMALS + 1):
        if np.all(np.abs(values - np.round(values, places)) <= slack):
            return places
    return None


def merge_close(
    values: npt.NDArray[np.float64], width: float
) -> npt.NDArray[np.float64]:
    """Give values that are less than `width` apart their mean.

    Each group begins with the smallest value that is in none yet; NaN stays.
    """
    merged = values.copy()
    left = ~np.isnan(values)
    while np.any(left):
        group = left & (values < np.min(values[left]) + width)
        merged[group], left = np.mean(values[group]), left & ~group
    return merged
