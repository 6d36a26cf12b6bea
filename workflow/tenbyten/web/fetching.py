"""Fetch things from servers once, into checksummed files with a record beside them."""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tenbyten.files import PathLike, atomic_open, sha256_of, write_json
from tenbyten.web.asking import Connection, ask

LOG = logging.getLogger(__name__)


class Kind(NamedTuple):
    """A kind of thing that servers have, such as a data set of OpenML.

    Its name in messages, its folder in a cache, the key of its id in the record, the
    record's file name, the way to do without it (which ends every error); a function
    of `ask` (with all but the question), the subject of errors, the connection and
    the id that returns the file's content and its record; and `ask` itself.
    """

    name: str
    folder: str
    key: str
    record: str
    instead: str
    download: Callable[
        [Callable[..., Any], str, Connection, Any], tuple[bytes, dict[str, Any]]
    ]
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
    if connection.cache:
        server = urlsplit(connection.server).netloc
        kept = Path(connection.cache, server, kind.folder, str(thing))
        uncached = replace(connection, cache="")
        record = fetch(kind, thing, kept, where=where, connection=uncached)
        copy_fetched(record, folder, where=where)
        return Path(folder) / kind.record
    subject = f"{where}: {kind.name} {thing}"
    record = Path(folder) / kind.record
    expected = {"server": connection.server, kind.key: thing}
    if holds(record, **expected):
        LOG.info("%s: already in %s", subject, folder)
        return record
    asking = partial(
        kind.ask, subject=subject, instead=kind.instead, connection=connection
    )
    content, origin = kind.download(asking, subject, connection, thing)
    write_fetched(content, record, expected | origin)
    LOG.info("%s: fetched from %s", subject, origin["url"])
    return record


def write_fetched(content: bytes, record: PathLike, origin: Mapping[str, Any]) -> None:
    """Write a fetched file and, after it, its record, to which its sha256 is added.

    The folder is made if need be.
    """
    record = Path(record)
    record.parent.mkdir(parents=True, exist_ok=True)
    path = record.parent / origin["file"]
    with atomic_open(path, "wb") as file:
        file.write(content)
    write_json({**origin, "sha256": sha256_of(path)}, record)


def copy_fetched(record: PathLike, folder: PathLike, *, where: str) -> None:
    """Copy a fetched file and its record into another folder, if they are whole."""
    record = Path(record)
    origin = read_record(record, where=where)
    content = (record.parent / origin["file"]).read_bytes()
    write_fetched(content, Path(folder) / record.name, origin)


def holds(record: PathLike, **expected: Any) -> bool:
    """Return whether the file of `record` is there, undamaged and as expected."""
    record = Path(record)
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
