"""Fetch things from servers once, into checksummed files with a record beside them."""

import hashlib
import json
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tenbyten.files import PathLike, atomic_open, sha256_of, write_json
from tenbyten.web.asking import Attempt, Connection, Failure, ask

LOG = logging.getLogger(__name__)


class Kind(NamedTuple):
    """A kind of thing that servers have, such as a data set of OpenML.

    Its name in messages, its folder in a cache, the key of its id in the record, the
    record's file name, the way to do without it (which ends every error); a function
    of an attempt, the subject of errors and the id that returns the file's content and
    its record; and how the server is asked, as `web.asking.ask` does.
    """

    name: str
    folder: str
    key: str
    record: str
    instead: str
    download: Callable[[Attempt, str, Any], tuple[bytes, dict[str, Any]]]
    ask: Callable[..., Any] = ask


def fetch(
    kind: Kind,
    thing: int | str,
    folder: PathLike,
    *,
    where: str,
    connection: Connection,
) -> Path:
    """Fetch one thing from its server, unless it was fetched and is undamaged.

    A thing that the connection's cache holds undamaged is not asked for again, whether
    the server is up or not. The cache is mended, and nothing in it is removed.
    `thing` is its id, and `folder` is made if need be. The path of the record is
    returned, which is written last.

    Raises
    ------
    ConnectionError
        If the server cannot be reached, stays silent, takes too long, or sends what
        is damaged, nonsense or of another thing, in every attempt.
    ValueError
        If it has no such thing, keeps it private, sends too much, or has it in a
        form that is not read here.
    """
    record = Path(folder) / kind.record
    if connection.cache:
        server = urlsplit(connection.server).netloc
        kept = Path(connection.cache, server, kind.folder, str(thing))
        uncached = replace(connection, cache="")
        kept = fetch(kind, thing, kept, where=where, connection=uncached)
        origin = read_record(kept, where=where)
        write_fetched((kept.parent / origin["file"]).read_bytes(), record, origin)
        return record
    subject = f"{where}: {kind.name} {thing}"
    expected = {"server": connection.server, kind.key: thing}
    if holds(record, **expected):
        LOG.info("%s: already in %s", subject, folder)
        return record
    content, origin = kind.ask(
        lambda attempt: kind.download(attempt, subject, thing),
        subject=subject,
        instead=kind.instead,
        connection=connection,
    )
    write_fetched(content, record, expected | origin)
    LOG.info("%s: fetched from %s", subject, origin["url"])
    return record


def write_fetched(content: bytes, record: Path, origin: Mapping[str, Any]) -> None:
    """Write a fetched file and, after it, its record, to which its sha256 is added.

    The folder is made if need be.
    """
    record.parent.mkdir(parents=True, exist_ok=True)
    path = record.parent / origin["file"]
    with atomic_open(path, "wb") as file:
        file.write(content)
    write_json({**origin, "sha256": sha256_of(path)}, record)


def holds(record: Path, **expected: Any) -> bool:
    """Return whether the file of `record` is there, undamaged and as expected."""
    try:
        origin = json.loads(record.read_text(encoding="utf-8"))
        is_whole = sha256_of(record.parent / origin["file"]) == origin["sha256"]
        return is_whole and all(origin[key] == expected[key] for key in expected)
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return False


def read_record(record: PathLike, *, where: str) -> dict[str, Any]:
    """Read the record of a fetched file, and check that it is still that file.

    If nothing was fetched a FileNotFoundError is raised, and a ValueError if the file
    or its record is not what was written.
    """
    record = Path(record)
    if not record.is_file():
        raise FileNotFoundError(f"{where}: no {record}; fetch it first")
    if not holds(record):
        raise ValueError(
            f"{where}: {record} and the file beside it are not what was fetched; "
            f"delete {record} and run again"
        )
    return json.loads(record.read_text(encoding="utf-8"))


# Files from anywhere, by address and checksum


def is_address(path: str) -> bool:
    """Return whether a cell of a sheet is an address, not the path of a file."""
    return re.match("https?://", path, re.IGNORECASE) is not None


def name_of(address: str) -> str:
    """Return the last part of an address without what follows a question mark."""
    return PurePosixPath(urlsplit(address).path).name


def fetched_file(folder: PathLike, *, where: str) -> tuple[Path, dict[str, str]]:
    """Return the path of a file fetched by its address and its record."""
    origin = read_record(Path(folder) / _FILE.record, where=where)
    return Path(folder) / origin["file"], origin


def _download(attempt, subject, sha256):
    """Download the file at the server's address, which has this checksum."""
    content = attempt.get(attempt.server).content
    if (found := hashlib.sha256(content).hexdigest()) != sha256:
        raise Failure(
            f"has the sha256 {found}, the sheet says {sha256}",
            "the file is not the one that the sheet means: see what changed, and "
            "correct `sha256` if it is right",
            error=ValueError,
        )
    suffixes = re.search(r"(\.\w+)?(\.gz)?$", name_of(attempt.server).lower())
    name = f"dataset{suffixes[0] if suffixes else ''}"
    return content, {"url": attempt.server, "file": name}


_INSTEAD = "give a local copy in column `file` of the sheet"
_FILE = Kind(
    *("file of the sha256", "files", "sha256", "dataset.json", _INSTEAD, _download)
)
# Fetch the file at the connection's `server`, by its sha256, with the suffixes of its
# address. A file of another checksum is asked for again, and then refused.
fetch_file = partial(fetch, _FILE)
