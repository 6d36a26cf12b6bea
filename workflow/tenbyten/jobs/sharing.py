"""Refuse, before a run, a folder that several users cannot go on with."""

import os
import pwd
import stat
from collections.abc import Iterator
from pathlib import Path

from tenbyten.files import PathLike

_SEE = "config/README.md, *Clusters and large studies*, says how users share results"


def check_writable(folder: PathLike, results: PathLike) -> None:
    """Refuse to work where this user cannot write.

    Every folder of the results, and of those of Snakemake that each run writes to, must
    be writable; files are replaced there.

    Parameters
    ----------
    folder : path
        The folder that the workflow runs in.
    results : path
        That of the study's results, or a folder in it that alone is written, below
        `folder` and with its path.

    Raises
    ------
    PermissionError
        That names the first folder that is not, its owner, and the remedy.
    """
    for path in _written_to(Path(folder), Path(results)):
        if not os.access(path, os.W_OK | os.X_OK):
            owner = _owner(path)
            raise PermissionError(
                f"{path}: you cannot write here, it is {owner}'s; have {owner} share "
                f"it with your group (`chmod -R g+w results .snakemake`, and `umask "
                f"002` before each run), or copy the results to a folder of your own; "
                f"{_SEE}"
            )


def check_umask(results: PathLike) -> None:
    """Refuse to write into another user's results what they could not change.

    That is so where the results are a group's, by their mode (``g+ws``), and new files
    are not.

    Raises
    ------
    PermissionError
        That names the folder, its owner, and the remedy.
    """
    results = Path(results)
    try:
        found = results.stat()
    except FileNotFoundError:
        return
    shared = stat.S_ISGID | stat.S_IWGRP
    if found.st_uid == os.geteuid() or found.st_mode & shared != shared:
        return
    # What it would be: of a folder with default rules the umask says nothing.
    trial = results / f".{os.urandom(4).hex()}.part"
    trial.touch()
    try:
        is_shared = trial.stat().st_mode & stat.S_IWGRP
    finally:
        trial.unlink()
    if not is_shared:
        raise PermissionError(
            f"{results}: {_owner(results)} shares it with a group, who could not "
            f"change what you write; call `umask 002` and run the same command again; "
            f"{_SEE}"
        )


def _written_to(folder: Path, results: Path) -> Iterator[Path]:
    """Find the folders that a run writes to, or makes folders in."""
    snakemake = folder / ".snakemake"
    if not (snakemake.is_dir() and results.parent.is_dir()):
        yield folder
    # Of what is deeper there nothing is written by every run.
    yield from _below(snakemake, depth=1)
    if results.is_dir():
        yield from _below(results)
    elif results.parent.is_dir():
        yield results.parent


def _below(folder: Path, depth: int | None = None) -> Iterator[Path]:
    """Find a folder and those in it, as deep as is asked for."""
    for path, folders, _ in os.walk(folder):
        yield Path(path)
        if depth is not None and len(Path(path).relative_to(folder).parts) >= depth:
            folders.clear()


def _owner(path: Path) -> str:
    """Name the owner of a folder."""
    number = path.stat().st_uid
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"
