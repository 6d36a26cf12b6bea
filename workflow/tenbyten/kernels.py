"""Declare numba kernels, whose compiled code is kept in a cache of this package's own.

numba compiles a kernel again when its own file changes, but not when a kernel that it
calls from another file does; after an update a stale callee could crash or count
wrongly. The cache is therefore named after a checksum of the kernels' sources.
"""

import functools
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba

# The rooms whose kernels are compiled together or call one another.
_ROOMS = ("preprocessing", "learners", "engines")
# Its attributes are set when numba is imported.
_config: Any = numba.config


def kernel(function: Callable | None = None, **options: Any) -> Any:
    """Compile a function with numba on its first call, once for all processes.

    A decorator, with or without options of `numba.njit`.
    """
    if function is None:
        return functools.partial(kernel, **options)
    with _own_cache():
        return numba.njit(function, cache=True, error_model="numpy", **options)


@functools.cache
def cache_folder() -> Path:
    """Return the folder for compiled kernels.

    It is in numba's own cache folder if one is set (``NUMBA_CACHE_DIR``), else beside
    this file.
    """
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for room in _ROOMS:
        for file in sorted((here / room).rglob("*.py")):
            source = file.read_bytes()
            if b"tenbyten.kernels" in source:
                digest.update(source)
    folder = Path(_config.CACHE_DIR) if _config.CACHE_DIR else here / "__pycache__"
    return folder / f"kernels-{digest.hexdigest()[:16]}"


@contextmanager
def _own_cache() -> Iterator[None]:
    """Set numba's cache folder while a kernel is declared, when numba reads it."""
    folder = str(cache_folder())
    others = _config.CACHE_DIR
    _config.CACHE_DIR = folder
    try:
        yield
    finally:
        _config.CACHE_DIR = others
