"""Start numba quickly: the time of a small job is the start of its process."""

import gc
import sys

import numpy as np

from tenbyten.learners.bayes.counts import Counts


def load_kernels():
    """Load numba's machinery with a first kernel, once in a process.

    Without this the first kernel would load it all the same; it would only take
    twice as long, and so would the end of the process.
    """
    if "numba.np.arraymath" in sys.modules:
        return
    # numba asks for these, does without them, and no kernel uses them: 0.2 s to import.
    unused = {"scipy.linalg", "cffi"} - set(sys.modules)
    sys.modules.update(dict.fromkeys(unused))
    try:
        nothing = np.empty(0, dtype=np.int64)
        Counts(np.empty((0, 0), dtype=np.int32), nothing, nothing, 2)
    finally:
        for name in unused:
            del sys.modules[name]
    # What numba has loaded stays to the end; no need to search it for garbage.
    gc.freeze()
