"""Declare numba kernels, whose compiled code numba keeps in a folder of their own.

numba compiles a kernel again when its own file changes, but not when a kernel that it
calls from another file does; after an update a stale callee could crash or count
wrongly. The folder is therefore named by a checksum of the kernels' sources.
"""

import fcntl
import functools
import logging
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import numba
from numba.core import event

from tenbyten.files import kernels_folder
from tenbyten.position import leave_fold

# Its attributes are set when numba is imported.
_config: Any = numba.config

_log = logging.getLogger(__name__)


def kernel(function: Callable | None = None, **options: Any) -> Any:
    """Compile a function with numba on its first call, once for all processes.

    A decorator, with or without options of `numba.njit`. Loops over elements compile
    far faster than assignments of whole arrays and numba's functions that broadcast.
    """
    if function is None:
        return functools.partial(kernel, **options)
    folder = cache_folder()
    # The wrapper that is left out is for callers in C; each takes time to compile.
    settled: dict = {"error_model": "numpy", "no_cfunc_wrapper": True}
    before, _config.CACHE_DIR = _config.CACHE_DIR, str(folder)
    try:
        return numba.njit(function, cache=folder is not None, **settled, **options)
    finally:
        _config.CACHE_DIR = before


@functools.cache
def cache_folder() -> Path | None:
    """Make the folder for compiled kernels; None if it cannot be written.

    It is at `files.kernels_folder`.
    """
    folder = kernels_folder(_config.CACHE_DIR)
    event.register("numba:compile", _Notice())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        _log.warning(
            "compiled kernels cannot be kept, and every process compiles them anew: "
            "%s; set NUMBA_CACHE_DIR to a folder that you can write",
            error,
        )
        return None
    event.register("numba:compiler_lock", _CompileLock(folder / "lock"))
    return folder


class _Notice(event.Listener):  # type: ignore[misc]
    """Log, once in a process, that kernels are compiled."""

    _is_logged = False

    def on_start(self, event: Any) -> None:
        """Leave the fold: compiling is not part of a classifier's time."""
        if not event.data["dispatcher"].py_func.__module__.startswith("tenbyten."):
            return
        leave_fold()
        if not self._is_logged:
            self._is_logged = True
            _log.warning(
                "compiling kernels, once after an installation or an update; this can "
                "take a minute or two"
            )

    def on_end(self, event: Any) -> None:
        """Do nothing."""


class _CompileLock(event.Listener):  # type: ignore[misc]
    """Let one process compile at a time; the others then read what it compiled.

    Without it each process would compile every kernel, and two that compile one for
    different types could keep both under the same name.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock, self._depth = threading.RLock(), 0
        self._file: IO[bytes] | None = None

    def on_start(self, event: Any) -> None:
        """Lock a file; the end of the process unlocks it too."""
        self._lock.acquire()
        self._depth += 1
        if self._depth > 1:
            return
        try:
            self._file = open(self._path, "ab")  # noqa: SIM115
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                leave_fold()
                fcntl.flock(self._file, fcntl.LOCK_EX)
        except OSError as error:
            _log.debug("kernels are compiled without a lock: %s", error)

    def on_end(self, event: Any) -> None:
        """Unlock the file."""
        self._depth -= 1
        if self._depth == 0 and self._file:
            self._file.close()
        self._lock.release()
