"""Write files atomically, and take their checksums."""

import errno
import hashlib
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

PathLike = str | os.PathLike[str]

# Suffixes of files of results.
TABLES = (".csv", ".tsv", ".txt", ".dat", ".xls", ".xlsx", ".parquet", ".tex", ".md")
# Remedies for errors of the machine, mostly of a disk, which name no file themselves.
REMEDIES = {
    errno.ENOSPC: "make room on that disk",
    errno.EDQUOT: "make room within your quota on that disk",
    errno.EFBIG: "take a disk that holds larger files",
    errno.EROFS: "see why that disk cannot be written",
    errno.EIO: "see in the system's log what is wrong with that disk",
    errno.EMFILE: "raise the limit of open files (`ulimit -n`)",
    errno.ENFILE: "close files of other programs, for the system has no more",
    errno.EAGAIN: "raise the limit of processes and threads (`ulimit -u`)",
    errno.ENOMEM: "give the job more memory (`mem_mb`), or run fewer at once (--cores)",
}
# Errors of file systems without `fsync`.
_NO_FSYNC = (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP)


@contextmanager
def atomic_open(path: PathLike, mode: str = "w", **options: Any) -> Iterator[IO[Any]]:
    """Open a file for writing; it gets its name when all of it is on disk.

    What is at `path` stays untouched until the new file takes its place. Until then
    that is beside `path`, hidden, under a name drawn at random: a job that was orphaned
    and its rerun do not share it, on other machines with the same number of process
    neither. After an error it is removed.

    Parameters
    ----------
    path : path
    mode : str, default="w"
        As of `open`.
    **options
        Other arguments of `open`.

    Raises
    ------
    OSError
        If a disk is full or fails: it names `path` and says what to do.
    """
    path = Path(path)
    partial = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
    try:
        with open(partial, mode, **options) as file:
            with suppress(OSError):
                _lock(file)
            yield file
            file.flush()
            _put_on_disk(file)
        os.replace(partial, path)
    except BaseException as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        if isinstance(error, OSError) and _is_from_writing(error, partial):
            raise OSError(error.errno, _describe_error(error, path)) from error
        raise


def remove_partial(folder: PathLike) -> None:
    """Remove the files below a folder that `atomic_open` began in killed processes."""
    for path in Path(folder).rglob(".*.????????.part"):
        with suppress(OSError), open(path, "ab") as file:
            _lock(file)
            path.unlink()


def _lock(file: IO[Any]) -> None:
    """Lock a file until this process ends; BlockingIOError if another has locked it.

    Windows has no such locks, and removes no file that is open.
    """
    with suppress(ImportError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _put_on_disk(file: IO[Any]) -> None:
    """Wait until a file is on disk, if its file system has `fsync`.

    Otherwise a file can be lost in a power cut; its checksum then shows it.
    """
    try:
        os.fsync(file.fileno())
    except OSError as error:
        if error.errno not in _NO_FSYNC:
            raise


def _is_from_writing(error: OSError, partial: Path) -> bool:
    """Return whether an error comes from writing the file `partial`."""
    if error.filename is None:
        return error.errno in REMEDIES
    return os.fspath(error.filename) == os.fspath(partial)


def _describe_error(error: OSError, path: Path) -> str:
    """Say what could not be written, why, and what to do."""
    otherwise = f"see whether {path.parent} is there and yours to write"
    remedy = REMEDIES.get(error.errno or 0, otherwise)
    return (
        f"{path}: cannot be written, {error.strerror}; {remedy}, then run the same "
        f"command again: what is finished is kept"
    )


def write_text(text: str, path: PathLike) -> None:
    """Write text atomically, in UTF-8 and with line feeds.

    Parameters
    ----------
    text : str
    path : path
    """
    with atomic_open(path, encoding="utf-8", newline="\n") as file:
        file.write(text)


def write_json(values: Any, path: PathLike) -> None:
    """Write values as indented JSON, atomically, mappings in their order.

    Parameters
    ----------
    values : object
        What JSON can hold.
    path : path
    """
    write_text(json.dumps(values, indent=2, ensure_ascii=False) + "\n", path)


def read_json(path: PathLike) -> Any:
    """Read the values of a JSON file; one that is no JSON raises a ValueError."""
    return json.loads(Path(path).read_text(encoding="utf-8"))


def sha256_of(path: PathLike) -> str:
    """Return the SHA-256 checksum of a file, in hexadecimal digits."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def from_here(path: PathLike) -> str:
    """Return a path from the working directory on, if it is there.

    A study whose folder is moved names the same files.
    """
    folder = Path.cwd()
    return str(Path(path).relative_to(folder) if folder in Path(path).parents else path)


def sha256_of_sources(folder: PathLike) -> str:
    """Return the SHA-256 checksum of all modules of a package, names included."""
    total = hashlib.sha256()
    for file in modules_of(folder):
        total.update(os.fsencode(file.relative_to(folder)) + b"\0")
        total.update(file.read_bytes() + b"\0")
    return total.hexdigest()


def modules_of(folder: PathLike) -> list[Path]:
    """List the modules of a package, sorted, without scripts below it.

    The scripts that a wheel puts there are in folders that are no packages.
    """
    files = sorted(Path(folder).rglob("*.py"))
    packages = {file.parent for file in files if file.name == "__init__.py"}
    return [file for file in files if file.parent in packages]


def kernels_folder() -> Path:
    """Return the folder of compiled kernels, which need not be there yet.

    It is in numba's own cache folder if the environment sets one (``NUMBA_CACHE_DIR``;
    a ``.numba_config.yaml`` of the working directory, which may be a stranger's, does
    not count), else beside this file, or where that cannot be written, as another user
    has installed the package, or can be written by others, in the user's folder of
    caches. Its name is a checksum of the kernels' sources and of numba's version.
    """
    package = Path(__file__).parent
    digest = hashlib.sha256(version("numba").encode())
    for path in sorted(package.rglob("*.py")):
        source = path.read_bytes()
        if b"tenbyten.kernels" in source or path.name == "kernels.py":
            digest.update(source)
    top: PathLike | None = os.environ.get("NUMBA_CACHE_DIR")
    if not top:
        cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
        is_own = os.access(package, os.W_OK) and is_trusted(package)
        # It may be no user's who has a home.
        own = Path("/", os.path.expanduser(cache), "tenbyten")
        top = package / "__pycache__" if is_own else own
    return Path(top) / f"kernels-{digest.hexdigest()[:16]}"


def is_trusted(folder: PathLike) -> bool:
    """Return whether a folder is this user's or root's, and nobody else's to write.

    In one like /tmp, others can add files, and neither remove nor rename any.
    """
    found = os.stat(folder)
    for_others = found.st_mode & 0o022 and not found.st_mode & stat.S_ISVTX
    return found.st_uid in (0, os.geteuid()) and not for_others
