"""Find the tables of a source: of files, folders and patterns, or one in memory."""

import glob
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import pandas as pd

from tenbyten.files import TABLES, PathLike
from tenbyten.results.experimenter import Schemes, name_schemes
from tenbyten.results.sheets import Sheet, read_sheets, sheet_of

# A file and what its name says of the table, or a table in memory.
Found: TypeAlias = pd.DataFrame | list[tuple[Path, str]]


def find(
    source: PathLike | Sequence[PathLike] | pd.DataFrame, notes: list[str]
) -> Found:
    """List the files of a source, and note those that are left out.

    Parameters
    ----------
    source : path, sequence of paths or DataFrame
        A path can be a folder or a pattern; of a folder, files that have no suffix of a
        table, and a README, are left out.
    notes : list of str

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    """
    if isinstance(source, pd.DataFrame):
        return source
    listed = [source] if isinstance(source, str | os.PathLike) else source
    paths = [path for given in listed for path in _files(given, notes)]
    return list(zip(paths, _stems(paths), strict=True))


def read(
    found: Found, sheet: str | None = None, schemes: Schemes | None = None
) -> list[Sheet]:
    """Read the tables of the files.

    Parameters
    ----------
    found : DataFrame or list of tuple of (path, str)
        From `find`.
    sheet : str, optional
        The one to read of an Excel file.
    schemes : dict of str to tuple of (str, str), optional
        See `experimenter.name_schemes`.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If a file has no table, or a table no rows or two columns of a name.
    """
    if isinstance(found, pd.DataFrame):
        return [sheet_of(found, "compare")]
    tables = []
    for path, stem in found:
        for sheet_read in read_sheets(path, sheet=sheet):
            table = name_schemes(sheet_read.table, schemes or {}, where=sheet_read.name)
            names = [x or f"Unnamed: {n}" for n, x in enumerate(table)]
            table = table.set_axis(names, axis=1)
            tables.append(sheet_read._replace(table=table, stem=stem))
    return tables


def _files(given: PathLike, notes: list[str]) -> list[Path]:
    """List the files of a folder or of a pattern, by name, or the one file."""
    path = Path(given)
    if path.is_dir():
        inside = sorted(x for x in path.iterdir() if x.is_file() and x.name[0] != ".")
        files = [x for x in inside if x.suffix.lower() in TABLES and x.stem != "README"]
        notes += [f"{x.name} left out" for x in inside if x not in files]
    elif glob.has_magic(str(path)) and not path.exists():
        files = [Path(x) for x in glob.glob(str(path), recursive=True)]
    else:
        return [path]
    if not files:
        raise FileNotFoundError(f"no files at {path}; correct the path")
    return sorted(files)


def _stems(paths: Sequence[Path]) -> list[str]:
    """Name files, without what the names of all end with, such as ``_accuracy``."""
    stems = [path.stem for path in paths]
    end = os.path.commonprefix([stem[::-1] for stem in stems])[::-1]  # noqa: RUF071
    cut = end[min((end.find(x) for x in "_-. " if x in end), default=len(end)) :]
    cut = cut if len(stems) > 1 else ""
    return [stem.removesuffix(cut) or stem for stem in stems]
