"""Declare numba kernels, whose compiled code numba keeps in a folder of their own.

numba compiles a kernel again when its own file changes, but not when a kernel that it
calls from another file does; after an update a stale callee could crash or count
wrongly. The folder is therefore named by a checksum of the kernels' sources.

numba unpickles what is in the folder. It is therefore one that nobody else can write,
and a list in it has the checksum of every file: what a power failure or a full disk has
damaged is removed before numba reads it, and compiled again.
"""

import fcntl
import functools
import logging
import shutil
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import numba
from numba.core import event

from tenbyten.files import is_trusted, kernels_folder, sha256_of, write_text
from tenbyten.position import leave_fold

# Its attributes are set when numba is imported.
_config: Any = numba.config

_log = logging.getLogger(__name__)

# Files beside the folders in which numba keeps kernels and their indices.
_LOCK, _SUMS = "lock", "checksums.txt"


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
    """Make the folder for compiled kernels; None if it cannot be used.

    It is at `files.kernels_folder`.
    """
    folder = kernels_folder()
    notice = _Notice()
    event.register("numba:compile", notice)
    lock = _CompileLock(folder, notice)
    try:
        _make(folder)
        lock.on_start()
        _remove_damaged(folder)
        lock.on_end()
    except OSError as error:
        _log.warning(
            "compiled kernels cannot be kept in %s, and every process compiles them "
            "anew: %s; set NUMBA_CACHE_DIR to a folder that you can write and nobody "
            "else",
            folder,
            error,
        )
        return None
    event.register("numba:compiler_lock", lock)
    return folder


def _make(folder: Path) -> None:
    """Make the folder, and see that it is safe and has room."""
    for path in (folder.parent, folder):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_trusted(path):
            fault = "is not yours, or others can write there (chmod go-w)"
            raise PermissionError(f"{path} {fault}")
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(1 << 20))


def _remove_damaged(folder: Path) -> None:
    """Remove what numba would fail on, or what another has put there."""
    listed, kept = folder / _SUMS, set[str]()
    if listed.is_file():
        kept.update(listed.read_text("utf-8", errors="replace").splitlines())
    damaged = [path for path, line in _checksums(folder).items() if line not in kept]
    # Kernels of each folder of sources are in a folder of their own.
    damaged += [path for path in folder.glob("*_*") if not path.is_dir()]
    for path in damaged:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    if damaged:
        said = "%d files of compiled kernels in %s are damaged: they will be recompiled"
        _log.warning(said, len(damaged), folder)


def _checksums(folder: Path) -> dict[Path, str]:
    """Return the line of each file of kernels in the list of checksums."""
    files = {x: sha256_of(x) if x.is_file() else "" for x in folder.glob("*/*.nb[ic]")}
    return {x: f"{digest}  {x.relative_to(folder)}" for x, digest in files.items()}


class _Notice(event.Listener):  # type: ignore[misc]
    """Log, once in a process, that kernels are compiled."""

    _is_logged = False
    # Whether one was compiled whose checksum is not listed.
    is_new = False

    def on_start(self, event: Any) -> None:
        """Leave the fold: compiling is not part of a classifier's time."""
        self.is_new = True
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

    def __init__(self, folder: Path, notice: _Notice) -> None:
        self._folder, self._notice = folder, notice
        self._lock, self._depth = threading.RLock(), 0
        self._file: IO[bytes] | None = None

    def on_start(self, event: Any = None) -> None:
        """Lock a file; the end of the process unlocks it too."""
        self._lock.acquire()
        self._depth += 1
        if self._depth > 1:
            return
        try:
            self._file = open(self._folder / _LOCK, "ab")  # noqa: SIM115
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                leave_fold()
                fcntl.flock(self._file, fcntl.LOCK_EX)
        except OSError as error:
            _log.debug("kernels are compiled without a lock: %s", error)

    def on_end(self, event: Any = None) -> None:
        """List the checksums of what was compiled, and unlock the file."""
        self._depth -= 1
        if self._depth == 0 and self._file:
            if self._notice.is_new:
                self._notice.is_new = False
                # An unlisted kernel is compiled again the next time.
                with suppress(OSError):
                    lines = sorted(_checksums(self._folder).values())
                    write_text("\n".join(lines), self._folder / _SUMS)
            self._file.close()
        self._lock.release()
