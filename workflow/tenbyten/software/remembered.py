"""Remember what the package's sources reach: to follow them takes a second.

It is kept beside the package's bytecode, in a file that is named after a checksum of
all sources.
"""

import hashlib
import json
from collections.abc import Collection
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tenbyten.files import cache_of, sha256_of_sources, write_json
from tenbyten.software import sources


class Summary(NamedTuple):
    """What roots reach: a checksum of all sources, and the packages not of Python's."""

    code: str
    libraries: list[str]


def code_of(*roots: str, without: Collection[str] = ()) -> str:
    """Compute one SHA-256 of all sources of this package that the roots reach.

    Comments and docstrings do not count, nor does code in the same module that is not
    reached. `without` names modules and functions, as roots are named, that are not
    followed.

    Raises
    ------
    ValueError
        If there is no such module, or no such name in it.
    """
    return summary_of(roots, without).code


def known_roots(roots: Collection[str]) -> list[str]:
    """Leave out the roots that are not there; a study file may name anything."""
    there = []
    for root in sorted(roots):
        with suppress(ValueError):
            summary_of([root])
            there.append(root)
    return there


def summary_of(roots: Collection[str], without: Collection[str] = ()) -> Summary:
    """Sum up what roots reach, from what is remembered or from the sources."""
    key = json.dumps([sorted(set(roots)), sorted(set(without))])
    if key not in (known := _known()):
        found = sources.reach(roots, without)
        total = hashlib.sha256()
        for (module, _), text in sorted(found.pieces.items()):
            total.update(f"{module}\0{text}\0".encode())
        known[key] = [total.hexdigest(), sorted(found.libraries)]
        _write(known)
    return Summary(*known[key])


@cache
def _known() -> dict[str, list]:
    """Read what is remembered of the present sources."""
    with suppress(OSError, ValueError):
        return dict(json.loads(_path().read_bytes()))
    return {}


def _write(known: dict[str, list]) -> None:
    """Remember it, if the folder can be written, and forget the sources of before.

    The user's own folder of caches is that of all installations: there none forgets
    what another one remembers.
    """
    folder = _path().parent
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_json(known, _path())
        if folder.parent == sources.FOLDER:
            for file in set(folder.glob("software-*.json")) - {_path()}:
                file.unlink(missing_ok=True)


@cache
def _path() -> Path:
    """Name the file for the present sources."""
    checksum = sha256_of_sources(sources.FOLDER)[:16]
    return cache_of(sources.FOLDER) / f"software-{checksum}.json"
