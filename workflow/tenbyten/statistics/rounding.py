"""Round values so that equal values are equal floats."""

import numpy as np
import numpy.typing as npt

# Decimal places that survive in a difference of two values given as floats.
DECIMALS = 12


def rounded(values: npt.NDArray[np.float64] | np.float64) -> npt.NDArray[np.float64]:
    """Round at 1e-12, which floating-point errors of some 1e-16 do not reach."""
    # Adding 0.0 turns -0.0 into 0.0.
    return np.round(values, DECIMALS) + 0.0
