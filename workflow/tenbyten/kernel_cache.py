"""Find the compiled kernels of this package, without loading numba."""

import functools
import hashlib
import os
from pathlib import Path

from tenbyten.files import cache_of

# The rooms with kernels.
_ROOMS = (
    "preprocessing",
    "learners",
    "engines",
    "statistics",
    "simulation",
    "planning",
)


@functools.cache
def cache_folder() -> Path:
    """Return the folder for compiled kernels.

    It is in numba's own cache folder if one is set (``NUMBA_CACHE_DIR``), else beside
    this file, or where that cannot be written, in the user's folder of caches.
    """
    here = Path(__file__).parent
    digest = hashlib.sha256((here / "kernels.py").read_bytes())
    files = [file for room in _ROOMS for file in sorted((here / room).rglob("*.py"))]
    for source in map(Path.read_bytes, files):
        if b"tenbyten.kernels" in source:
            digest.update(source)
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(chosen) if chosen else cache_of(here)
    return folder / f"kernels-{digest.hexdigest()[:16]}"
