"""Start numba quickly, because small jobs take little longer than their start."""

import gc
import sys

import numpy as np

from tenbyten.learners.bayes.counts import Counts


def load_kernels() -> None:
    """Load numba's machinery with a first kernel, once in a process.

    Without this the first kernel would load it all the same; it would only take
    twice as long, and so would the end of the process.
    """
    if "numba.np.arraymath" in sys.modules:
        return
    # numba imports these if it can (0.2 s), and no kernel uses them.
    unused = {"scipy.linalg", "cffi"} - set(sys.modules)
    try:
        for name in unused:
            sys.modules[name] = None  # type: ignore[assignment]
        nothing = np.empty(0, dtype=np.int64)
        Counts(np.empty((0, 0), dtype=np.int32), nothing, nothing, 2)
    finally:
        for name in unused:
            del sys.modules[name]
    # Modules stay loaded to the end; the garbage collector need not search them.
    gc.freeze()
