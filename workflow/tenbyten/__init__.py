"""Compare classifiers by repeated cross-validation over many data sets."""

import hashlib
import os
import sys
from pathlib import Path

# The rooms with compiled kernels.
_ROOMS = ("preprocessing", "learners", "engines")


def _name_kernel_cache():
    """Give numba a cache of its own for this state of the kernels' sources.

    numba compiles a kernel again when its own file changes, but not when a kernel that
    it calls does: after an update a stale one could crash or count wrongly.
    """
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for room in _ROOMS:
        for source in sorted((here / room).rglob("*.py")):
            digest.update(source.read_bytes())
    folder = here / "__pycache__" / f"kernels-{digest.hexdigest()[:16]}"
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = str(folder)


if "NUMBA_CACHE_DIR" not in os.environ:
    _name_kernel_cache()
