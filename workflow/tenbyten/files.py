"""Write files atomically, and take their checksums."""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

PathLike = str | os.PathLike[str]


@contextmanager
def atomic_open(path: PathLike, mode: str = "w", **how: Any) -> Iterator[IO[Any]]:
    """Open a file for writing; it gets its name when all of it is on disk.

    Arguments are those of `open`. What is at `path` stays untouched until the new file
    takes its place. Until then that is beside `path`, hidden, under a name drawn at
    random: a job that was orphaned and its rerun do not share it, on other machines
    with the same number of process neither. After an error it is removed.
    """
    path = Path(path)
    partial = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
    try:
        with open(partial, mode, **how) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def write_text(text: str, path: PathLike) -> None:
    """Write text atomically, in UTF-8 and with line feeds."""
    with atomic_open(path, encoding="utf-8", newline="\n") as file:
        file.write(text)


def write_json(values: Any, path: PathLike) -> None:
    """Write values as indented JSON, atomically, mappings in their order."""
    write_text(json.dumps(values, indent=2, ensure_ascii=False) + "\n", path)


def read_json(path: PathLike) -> Any:
    """Read the values of a JSON file; one that is no JSON raises a ValueError."""
    return json.loads(Path(path).read_text(encoding="utf-8"))


def sha256_of(path: PathLike) -> str:
    """Return the SHA-256 checksum of a file, in hexadecimal digits."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sha256_of_sources(folder: PathLike) -> str:
    """Return the SHA-256 checksum of all modules of a package, names included."""
    total = hashlib.sha256()
    for file in modules_of(folder):
        total.update(os.fsencode(file.relative_to(folder)) + b"\0")
        total.update(file.read_bytes() + b"\0")
    return total.hexdigest()


def modules_of(folder: PathLike) -> list[Path]:
    """List the modules of a package, sorted; other Python files in it are none.

    The scripts that a wheel puts below the package are in folders that are no packages.
    """
    files = sorted(Path(folder).rglob("*.py"))
    packages = {file.parent for file in files if file.name == "__init__.py"}
    return [file for file in files if file.parent in packages]


def cache_of(package: PathLike) -> Path:
    """Return the folder that keeps what a package has computed once.

    It is beside the package's modules. Where these cannot be written, as another user
    has installed them, it is in the user's own folder of caches.
    """
    if os.access(package, os.W_OK):
        return Path(package) / "__pycache__"
    top = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(top).expanduser() / "tenbyten"
