"""Fetch files from anywhere, by address and checksum.

A fetched file has a folder of its own: the file as the server sent it, ``dataset``
with the suffixes of its address, and ``dataset.json``, the record of it.
"""

import hashlib
import re
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from tenbyten.files import PathLike
from tenbyten.web.asking import Connection
from tenbyten.web.failures import Failure
from tenbyten.web.fetching import Kind, fetch, read_record

_CHANGED = (
    "the file is not the one that the sheet means: see what changed, and correct "
    "`sha256` if it is right"
)


def is_address(path: str) -> bool:
    """Return whether a cell of a sheet is an address, not the path of a file."""
    return re.match("https?://", path, re.IGNORECASE) is not None


def fetch_file(
    sha256: str, folder: PathLike, *, where: str, connection: Connection
) -> Path:
    """Fetch a file by `web.fetching.fetch`, unless it was fetched and is undamaged.

    Its address is the connection's `server`. A file of another checksum is asked for
    again, and then refused by a ValueError that names both.
    """
    return fetch(FILE, sha256, folder, where=where, connection=connection)


def fetched_file(folder: PathLike, *, where: str) -> tuple[Path, dict[str, str]]:
    """Return the path of a fetched file and its record, if they are whole."""
    origin = read_record(Path(folder) / FILE.record, where=where)
    return Path(folder) / origin["file"], origin


def name_of(address: str) -> str:
    """Return the last part of an address without what follows a question mark."""
    return PurePosixPath(urlsplit(address).path).name


def _download(ask, subject, connection, sha256):
    """Download the file at an address: its content, and the record of it."""
    address = connection.server

    def question(attempt):
        content = attempt.get(address).content
        if (found := hashlib.sha256(content).hexdigest()) != sha256:
            said = f"has the sha256 {found}, the sheet says {sha256}"
            raise Failure(said, _CHANGED, error=ValueError)
        return content

    suffixes = re.search(r"(\.\w+)?(\.gz)?$", name_of(address).lower())
    name = f"dataset{suffixes[0] if suffixes else ''}"
    return ask(question), {"url": address, "file": name}


FILE = Kind(
    "file of the sha256",
    "files",
    "sha256",
    "dataset.json",
    "give a local copy in column `file` of the sheet",
    _download,
)
