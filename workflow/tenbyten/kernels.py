"""Declare numba kernels, whose compiled code is kept in a cache of this package's own.

numba compiles a kernel again when its own file changes, but not when a kernel that it
calls from another file does; after an update a stale callee could crash or count
wrongly. The cache is therefore named after a checksum of the kernels' sources. Each
file in it bears a checksum of its own: one that is damaged is compiled again.
"""

import fcntl
import functools
import hashlib
import logging
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

import numba
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.core.types import unliteral

from tenbyten.files import atomic_open
from tenbyten.kernel_cache import cache_folder
from tenbyten.watchdog import leave_fold

_SHA256_BYTES = hashlib.sha256().digest_size
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
    # The wrapper that is left out is for callers in C; each takes time to compile.
    settled: dict = {"error_model": "numpy", "no_cfunc_wrapper": True}
    dispatcher: Any = numba.njit(function, **settled, **options)
    if not _config.DISABLE_JIT:
        dispatcher._cache = cache = _CheckedCache(function)
        dispatcher.compile = cache.locking(dispatcher.compile)
        dispatcher.get_call_template = _with_types_alone(dispatcher.get_call_template)
    return dispatcher


def _with_types_alone(get_call_template: Callable) -> Callable:
    """Have kernels that call a kernel with a constant take that of its type.

    numba would compile it once more for every constant.
    """

    def get_template_of_types(args: Any, kws: Any) -> Any:
        named = {name: unliteral(arg) for name, arg in kws.items()}
        return get_call_template(tuple(map(unliteral, args)), named)

    return get_template_of_types


class _CheckedCache(NullCache):
    """Keep each compiled kernel in a file that bears a checksum.

    numba's own cache is an index and numbered machine code: a flipped byte there
    crashes or miscounts, and jobs that compile together can take one number twice.
    """

    def __init__(self, function: Callable) -> None:
        self._name = f"{function.__module__}.{function.__qualname__}"
        # What to unlock when the kernel is compiled, or cannot be.
        self._locked = ExitStack()

    def locking(self, compile_kernel: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Have `load_overload` lock what lacks, so that one process compiles it."""

        @functools.wraps(compile_kernel)
        def compile_locked(sig: Any) -> Any:
            with ExitStack() as self._locked:
                return compile_kernel(sig)

        return compile_locked

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Read a compiled kernel; None if there is none, or it was damaged."""
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        code = _read(path)
        if code is None:
            # It is compiled now, which is no classifier's time.
            leave_fold()
            _tell_of_compiling()
            if self._locked.enter_context(_lock(path)):
                code = _read(path)
        if code is None:
            return None
        return CompileResult._rebuild(target_context, *pickle.loads(code))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a compiled kernel; without room for it, it works in this process."""
        if data.library.has_dynamic_globals:
            return
        path, code = self._path(sig, data.codegen), dumps(data._reduce())
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_open(path, "wb") as file:
                file.write(_checksum(path, code) + code)
        except OSError as error:
            _log.warning("a compiled kernel cannot be kept: %s", error)

    def _path(self, sig: Any, codegen: Any) -> Path:
        """Name the file of a signature, compiled by this numba for this machine."""
        settled_by = numba.__version__, sys.version, sig, codegen.magic_tuple()
        name = hashlib.sha256(repr(settled_by).encode()).hexdigest()[:16]
        return cache_folder() / f"{self._name}.{name}.kernel"


@contextmanager
def _lock(path: Path) -> Iterator[bool]:
    """Keep other processes from compiling a kernel; tell whether one has done it.

    Callers are locked before their callees, so that none waits for another in a circle.
    Where there are no locks, two processes may compile the same.
    """
    byte = int.from_bytes(hashlib.sha256(path.name.encode()).digest()[:7])
    is_held = has_waited = False
    try:
        file = _locks_in(path.parent)
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
        except BlockingIOError:
            has_waited = True
            fcntl.lockf(file, fcntl.LOCK_EX, 1, byte)
        is_held = True
    except OSError as error:
        _log.debug("no lock of a kernel: %s", error)
    try:
        yield has_waited
    finally:
        if is_held:
            fcntl.lockf(file, fcntl.LOCK_UN, 1, byte)


@functools.cache
def _locks_in(folder: Path) -> IO[bytes]:
    """Open the file whose bytes are locked: once, for closing it would free all."""
    folder.mkdir(parents=True, exist_ok=True)
    return open(folder / "kernels.locks", "ab")


@functools.cache
def _tell_of_compiling() -> None:
    """Say, once in a process, why nothing seems to happen."""
    print(
        "tenbyten: compiling kernels, once after an installation or an update; this "
        "can take a minute or two",
        file=sys.stderr,
        flush=True,
    )


def _read(path: Path) -> bytes | None:
    """Read a file of the cache; None if it is missing or damaged, which is logged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    checksum, code = content[:_SHA256_BYTES], content[_SHA256_BYTES:]
    if checksum == _checksum(path, code):
        return code
    _log.warning("%s is damaged: compiling it again", path)
    return None


def _checksum(path: Path, code: bytes) -> bytes:
    """Return the SHA-256 of a compiled kernel and of the name it is kept under."""
    return hashlib.sha256(path.name.encode() + code).digest()
