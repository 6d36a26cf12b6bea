"""A fetched file and the record beside it: whole, checksummed, used again."""

import hashlib
import json
import os
from pathlib import Path


def write_fetched(content, record, origin):
    """Write a fetched file and, after it, its record.

    Parameters
    ----------
    content : bytes
        The file.
    record : path
        The record, a JSON file; the folder is made if need be.
    origin : dict
        What the record says of the file; `file` is the file's name, its sha256 is
        added.
    """
    record = Path(record)
    record.parent.mkdir(parents=True, exist_ok=True)
    origin = origin | {"sha256": hashlib.sha256(content).hexdigest()}
    text = json.dumps(origin, indent=2, ensure_ascii=False, sort_keys=True)
    _write_whole(content, record.parent / origin["file"])
    _write_whole(text.encode() + b"\n", record)


def copy_fetched(record, folder, *, where):
    """Copy a fetched file and its record into another folder, if they are whole.

    Parameters
    ----------
    record : path
        The record beside the file.
    folder : path
        Where the copies go, made if need be; the record comes last.
    where : str
        Sheet, row and name of the data set, for errors.

    Raises
    ------
    FileNotFoundError
        If nothing was fetched.
    ValueError
        If the file or its record is not what was written.
    """
    record = Path(record)
    origin = read_record(record, where=where)
    content = (record.parent / origin["file"]).read_bytes()
    write_fetched(content, Path(folder) / record.name, origin)


def holds(record, **expected):
    """Whether the file that `record` describes is there, undamaged and as expected."""
    record = Path(record)
    try:
        origin = json.loads(record.read_text(encoding="utf-8"))
        content = (record.parent / origin["file"]).read_bytes()
        is_whole = hashlib.sha256(content).hexdigest() == origin["sha256"]
        return is_whole and all(origin[key] == expected[key] for key in expected)
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return False


def read_record(record, *, where):
    """Read what is recorded of a fetched file, the file still being that one.

    Raises
    ------
    FileNotFoundError
        If nothing was fetched.
    ValueError
        If the file or its record is not what was written.
    """
    record = Path(record)
    if not record.is_file():
        raise FileNotFoundError(f"{where}: no {record}; fetch it from OpenML first")
    if not holds(record):
        raise ValueError(
            f"{where}: {record} and the file beside it are not what was fetched; "
            f"delete {record} and run again"
        )
    return json.loads(record.read_text(encoding="utf-8"))


def _write_whole(content, path):
    """Write a file so that it is there whole or not at all."""
    # Another run may write the same file into a folder that both keep.
    partial = path.with_name(f"{path.name}.{os.getpid()}.part")
    with open(partial, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(partial, path)
