"""Files that are there whole or not at all."""

import os
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole(path, mode="w", **how):
    """Open a file for writing; it gets its name when all of it is on disk.

    Parameters
    ----------
    path : path
        The file. What is there stays untouched until the new file takes its place.
    mode : str, default="w"
        As of `open`.
    **how
        Other arguments of `open`, such as `encoding` and `newline`.

    Yields
    ------
    file object

    Notes
    -----
    Until then it is beside `path`, hidden, under a name with the process's number: a
    job that was orphaned and its rerun do not share it. After an error it is removed.
    """
    path = Path(path)
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(partial, mode, **how) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    os.replace(partial, path)


def write_text(text, path):
    """Write a text in UTF-8, its lines ended by line feeds, whole or not at all."""
    with whole(path, encoding="utf-8", newline="\n") as file:
        file.write(text)
