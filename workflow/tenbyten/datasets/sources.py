"""Choose where each data set of a study comes from."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from tenbyten.datasets.bundled import BUNDLED
from tenbyten.datasets.downloads import is_url, url_file_name
from tenbyten.datasets.readers import PARQUET
from tenbyten.files import PathLike
from tenbyten.words import suggest

if TYPE_CHECKING:
    from tenbyten.datasets.web import Connection


Row = Mapping[str, Any]

# The formats of files, which their names say, in small letters or large.
SUFFIXES = (".csv", ".tsv", ".xlsx", *PARQUET, ".arff", ".csv.gz", ".tsv.gz")


class Source(NamedTuple):
    """Origin of a data set.

    Of the kind ``bundled``, ``file``, ``arff``, ``address``, ``openml``,
    ``openml_task`` or ``uci``, and at the bundled name, the file's path or address, or
    the id of the data set or task.
    """

    kind: str
    at: str | int

    @property
    def is_fetched(self) -> bool:
        """Whether it is fetched from a server."""
        return self.kind in _NAMED_IN

    @property
    def is_own_file(self) -> bool:
        """Whether it is a file of the user's."""
        return self.kind in ("arff", "file")


# Where a user names the server of a kind of source that is fetched.
_NAMED_IN = {
    "openml": "`openml_server`",
    "openml_task": "`openml_server`",
    "uci": "`uci_server`",
    "address": "column `file` of the sheet",
}
# Columns of a sheet with a source; the first that is filled in is used.
_COLUMNS = ("bundled", "file", "openml_task", "openml_id", "uci_id", "arff")
# Columns of a sheet about files that declare no types.
_OF_FILES = ("as_nominal", "as_numeric", "missing_markers", "header")
# Defaults of sizes that the sheet does not give.
_ATTRIBUTES = 20
_BUNDLED_INSTANCES = 1000


def declared_size(source: Source, row: Row) -> dict[str, int]:
    """Return the numbers of instances and attributes that the sheet gives.

    Parameters
    ----------
    source : Source
    row : mapping
        The data set's row of the sheet, without its empty cells.

    Returns
    -------
    dict of str to int
        ``instances`` and ``attributes``, of which the latter has a default, and a
        bundled data set both; empty if the sheet does not give ``instances``.
    """
    if source.kind == "bundled":
        row = {"instances": _BUNDLED_INSTANCES, **row}
    if "instances" not in row:
        return {}
    attributes = row.get("attributes", _ATTRIBUTES)
    return {"instances": row["instances"], "attributes": attributes}


def find_sources(
    datasets: Mapping[str, Row], *, sheet: Path, arff_folder: PathLike = ""
) -> dict[str, Source]:
    """Choose where every data set of a sheet comes from.

    A file of `arff_folder` is preferred; then come the bundled data sets, a file or its
    URL in column `file`, OpenML's task, OpenML's data set, that of UCI's archive, and
    an ARFF file beside the sheet.

    Parameters
    ----------
    datasets : mapping of str to mapping
        By data set its row of the sheet, without the empty cells.
    sheet : path
        The sheet's file. Relative paths start from its folder.
    arff_folder : path, optional
        The folder of ARFF files that are preferred.

    Returns
    -------
    dict of str to Source

    Raises
    ------
    ValueError
        If `bundled` is unknown, `file` has an unknown suffix, a URL is without
        `sha256`, a row gives types for a source that declares them, or `arff_folder`
        has none of the files of this sheet.
    FileNotFoundError
        If a data set has no source; names all of them and what to supply.
    """
    sources, missing = {}, {}
    for position, (name, row) in enumerate(datasets.items(), start=1):
        _check_cells(row, where=f"{sheet}, row {position} ({name})")
        source = _source(row, sheet.parent, arff_folder)
        if source is None:
            missing[f"{position} {name}"] = row
        else:
            sources[name] = source
    if arff_folder and not any(s.kind == "arff" for s in sources.values()):
        raise ValueError(
            f"arff_folder: {arff_folder} holds none of the files that column arff of "
            f"{sheet} names; correct the folder or the sheet"
        )
    if missing:
        raise FileNotFoundError(_what_to_supply(missing, sheet, arff_folder))
    return sources


def fetch_source(
    source: Source,
    folder: PathLike,
    *,
    where: str,
    connection: Connection,
    task: PathLike | None = None,
    sha256: str = "",
) -> None:
    """Fetch a data set from its server into checksummed files.

    Parameters
    ----------
    source : Source
    folder : path
        The folder for the file and its record, created if needed.
    where : str
        Sheet, row and name of the data set; messages begin with it.
    connection : Connection
        Its server is `server_of` the source.
    task : path, optional
        The folder of the fetched task, for the kind ``openml_task``.
    sha256 : str, optional
        The checksum of the file, for the kind ``address``.

    Raises
    ------
    ConnectionError, ValueError
        As `downloads.fetch`.
    """
    from tenbyten.datasets import uci
    from tenbyten.datasets.downloads import FILE, fetch
    from tenbyten.datasets.openml import DATASET, task_dataset

    kind, thing = DATASET, source.at
    if source.kind == "address":
        kind, thing = FILE, sha256
    elif source.kind == "uci":
        kind = uci.DATASET
    elif task:
        thing, _ = task_dataset(task, where=where)
    connection = replace(connection, named_in=_NAMED_IN[source.kind])
    fetch(kind, thing, folder, where=where, connection=connection)


def server_of(source: Source, machine: Mapping[str, Any]) -> str:
    """Return the address of the server that a source is fetched from.

    Parameters
    ----------
    source : Source
        Of the kind ``address`` the file's own address is returned.
    machine : mapping
        The machine's configuration, with the addresses of OpenML and UCI.
    """
    if source.kind == "address":
        return str(source.at)
    return str(machine[_NAMED_IN[source.kind].strip("`")])


def _check_cells(row, where):
    """Refuse unknown sources, and types for sources that declare them."""
    if row.get("bundled", BUNDLED[0]) not in BUNDLED:
        raise ValueError(
            f"{where}: bundled is {row['bundled']!r}; give one of {', '.join(BUNDLED)}"
        )
    file = row.get("file", SUFFIXES[0])
    if is_url(file):
        # A password may come before the @; the error does not repeat it.
        if "@" in urlsplit(file).netloc:
            raise ValueError(
                f"{where}: file is an address with a name or password before its host, "
                f"{urlsplit(file).netloc.rpartition('@')[2]}; the whole address is "
                f"recorded and printed: take them out, or download the file and give "
                f"its path"
            )
        file = url_file_name(file)
        if "sha256" not in row:
            raise ValueError(
                f"{where}: file is the address {row['file']!r}, but the row has no "
                f"sha256; give the checksum of the file that you mean (sha256sum FILE)"
            )
    if not file.lower().endswith(SUFFIXES):
        raise ValueError(
            f"{where}: file {file!r} has none of the suffixes {', '.join(SUFFIXES)}; "
            f"rename it, or save it as one of these (values separated by commas are "
            f".csv, and begin with a line of names)"
        )
    for key in _OF_FILES:
        of = {"file"} if key == "header" else {"file", "uci_id"}
        if key in row and not of & row.keys():
            raise ValueError(
                f"{where}: {key} is {row[key]!r}, but the row has no "
                f"{' or '.join(f'`{x}`' for x in sorted(of))}, and other sources "
                f"declare what it says; leave {key} empty"
            )


def _source(row, folder, arff_folder):
    """Choose the source of a row's data set; None if the row has no source."""
    if arff_folder and "arff" in row:
        path = Path(arff_folder) / Path(row["arff"]).name
        if path.is_file():
            return Source("arff", str(path))
    if "file" in row and is_url(row["file"]) and "bundled" not in row:
        return Source("address", row["file"])
    column = next((column for column in _COLUMNS if column in row), None)
    if column in ("file", "arff"):
        path = folder / row[column]
        return Source(column, str(path)) if path.is_file() else None
    return Source(column.removesuffix("_id"), row[column]) if column else None


def _what_to_supply(missing, sheet, arff_folder):
    """Describe the data sets without a source, and the file that each needs."""
    names, listed = os.listdir(sheet.parent), []
    for name, row in missing.items():
        file = row.get("file", row.get("arff", ""))
        hint = suggest(file, names, "")
        listed.append(f"{name} ({file}{hint and f'; {hint}'})" if file else name)
    looked = f"{sheet.parent.resolve()}{f' or {arff_folder}' if arff_folder else ''}"
    return (
        f"{sheet}: no source for {len(missing)} of the data sets: {', '.join(listed)}; "
        f"a file in brackets is not in {looked}: correct column file, whose paths "
        f"start at the sheet's folder, or put the files of column arff into a folder "
        f"and set arff_folder to it (the other data sets still come from where the "
        f"sheet says), or fill in another of the columns {', '.join(_COLUMNS)}"
    )
