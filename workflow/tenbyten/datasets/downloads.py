"""Download files from servers once, with a checksummed record beside each."""

import hashlib
import logging
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tenbyten.datasets.web import Attempt, Connection, Failure, ask
from tenbyten.files import PathLike, atomic_open, read_json, sha256_of, write_json

LOG = logging.getLogger(__name__)

# A warning: the thing, and the faults that its server names.
FAULTY = "%s: the server gives %s; see there what is wrong, or choose another version"


class Kind(NamedTuple):
    """A kind of download, such as a data set of OpenML.

    Its name in messages, its folder in the cache, the key of its id in the record, the
    record's file name, what to do without it (which ends every error), and a function
    of an attempt, the subject of errors and the id, which returns the file's content
    and its record.
    """

    name: str
    folder: str
    key: str
    record: str
    instead: str
    download: Callable[[Attempt, str, Any], tuple[bytes, dict[str, Any]]]


def fetch(
    kind: Kind,
    thing: int | str,
    folder: PathLike,
    *,
    where: str,
    connection: Connection,
) -> None:
    """Download a file and its record, unless the cache has them undamaged.

    A damaged file in the connection's cache is replaced, and nothing is removed from
    there. The record is written last.

    Parameters
    ----------
    kind : Kind
        What is downloaded.
    thing : int or str
        Its id.
    folder : path
        The folder for the file and its record, created if needed.
    where : str
        Sheet, row and name of the data set; messages begin with it.
    connection : Connection
        The server, limits of time, size and attempts, and the cache.

    Raises
    ------
    ConnectionError
        If the server cannot be reached, stays silent, takes too long, or sends what
        is damaged, nonsense or of another thing, in every attempt.
    ValueError
        If the server has no such id, keeps it private, sends too much, or offers only
        a format that is not read here.
    """
    subject = f"{where}: {kind.name} {thing}"
    expected = {"server": connection.server, kind.key: thing}
    record = kept = Path(folder, kind.record)
    if connection.cache:
        server = urlsplit(connection.server).netloc
        kept = Path(connection.cache, server, kind.folder, str(thing), kind.record)
    origin: dict[str, Any] = {}
    with suppress(ValueError):
        origin = read_record(kept, where=where)
    if expected.items() <= origin.items():
        LOG.info("%s: already in %s", subject, kept.parent)
    else:
        content, origin = ask(
            lambda attempt: kind.download(attempt, subject, thing),
            subject=subject,
            instead=kind.instead,
            connection=connection,
        )
        write_fetched(content, kept, expected | origin)
        LOG.info("%s: fetched from %s", subject, origin["url"])
    if "faults" in origin:
        LOG.warning(FAULTY, subject, origin["faults"])
    if kept != record:
        content = (kept.parent / origin["file"]).read_bytes()
        write_fetched(content, record, expected | origin)


def write_fetched(content: bytes, record: Path, origin: Mapping[str, Any]) -> None:
    """Write a fetched file and, after it, its record, to which its sha256 is added.

    The folder is created if needed.
    """
    record.parent.mkdir(parents=True, exist_ok=True)
    with atomic_open(record.parent / origin["file"], "wb") as file:
        file.write(content)
    write_json({**origin, "sha256": hashlib.sha256(content).hexdigest()}, record)


def read_record(record: PathLike, *, where: str) -> dict[str, Any]:
    """Read the record of a downloaded file, and verify the file's checksum.

    If the file or its record is missing or changed, a ValueError is raised.
    """
    record = Path(record)
    with suppress(FileNotFoundError, ValueError, KeyError, TypeError):
        origin: dict[str, Any] = read_json(record)
        if sha256_of(record.parent / origin["file"]) == origin["sha256"]:
            return origin
    raise ValueError(
        f"{where}: {record} and the file beside it are not there, or not what was "
        f"fetched; delete {record} and run again"
    )


# Files from anywhere, by address and checksum


def is_url(path: str) -> bool:
    """Return whether a cell of a sheet is a URL, not the path of a file."""
    return re.match("https?://", path, re.IGNORECASE) is not None


def url_file_name(address: str) -> str:
    """Return the file name of a URL, without its query."""
    return PurePosixPath(urlsplit(address).path).name


def _download(attempt, subject, sha256):
    """Download the file at the server's address, which has this checksum."""
    url = attempt.connection.server
    content = attempt.get(url)
    if (found := hashlib.sha256(content).hexdigest()) != sha256:
        raise Failure(
            f"has the sha256 {found}, the sheet says {sha256}",
            "the file is not the one that the sheet means: see what changed, and "
            "correct `sha256` if it is right",
            ValueError,
        )
    suffixes = re.search(r"(\.\w+)?(\.gz)?$", url_file_name(url).lower())[0]
    return content, {"url": url, "file": f"dataset{suffixes}"}


# The file at the connection's `server`, by its sha256, with its address's suffixes. One
# of another checksum is asked for again, and then refused.
_INSTEAD = "give a local copy in column `file` of the sheet"
_KIND = ("file of the sha256", "files", "sha256", "dataset.json", _INSTEAD)
FILE = Kind(*_KIND, _download)
