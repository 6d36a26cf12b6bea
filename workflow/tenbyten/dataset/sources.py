"""Where each data set of a study comes from, and how it becomes canonical."""

import json
import logging
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from tenbyten.dataset.arff import read_arff
from tenbyten.dataset.bundled import BUNDLED, read_bundled
from tenbyten.dataset.canonical import canonical, check_facts
from tenbyten.dataset.table import FACTS
from tenbyten.files import atomic_open, sha256_of
from tenbyten.openml.fetched_file import copy_fetched
from tenbyten.preprocessing.imputation import impute

_log = logging.getLogger(__name__)


class Source(NamedTuple):
    """One place a data set comes from.

    Attributes
    ----------
    kind : str
        ``bundled``, ``arff``, ``openml`` or ``openml_task``.
    at : str or int
        The bundled name, the file's path, or OpenML's id of data set or task.
    """

    kind: str
    at: str | int


def find_sources(datasets, *, sheet, arff_folder=""):
    """Choose where every data set of a sheet comes from.

    A file of `arff_folder` goes before everything else; then come the bundled data
    sets, OpenML's task, OpenML's data set, and an ARFF file beside the sheet.

    Parameters
    ----------
    datasets : dict of str to dict
        Rows of the sheet by data-set name.
    sheet : Path
        The sheet, where relative paths start.
    arff_folder : path, default=""
        Folder of ARFF files to be used instead of OpenML; empty for none.

    Returns
    -------
    dict of str to Source

    Raises
    ------
    ValueError
        If `bundled` names nothing that is bundled, or nothing in `arff_folder` is
        of this sheet.
    FileNotFoundError
        If a data set has no source; names all of them and what to supply.
    """
    sources, lacking = {}, {}
    for name, row in datasets.items():
        if "bundled" in row and row["bundled"] not in BUNDLED:
            raise ValueError(
                f"{sheet}, row {row['number']} ({name}): bundled is "
                f"{row['bundled']!r}; give one of {', '.join(BUNDLED)}"
            )
        source = _source(row, sheet.parent, arff_folder)
        if source is None:
            lacking[name] = row
        else:
            sources[name] = source
    if arff_folder and not any(s.kind == "arff" for s in sources.values()):
        raise ValueError(
            f"arff_folder: {arff_folder} holds none of the files that column arff of "
            f"{sheet} names; correct the folder or the sheet"
        )
    if lacking:
        raise FileNotFoundError(_what_to_supply(lacking, sheet, arff_folder))
    return sources


def fetch(source, folder, *, where, server, cache, task=None, **patience):
    """Copy a data set from OpenML into checksummed files in `folder`.

    What `cache` holds undamaged is not asked for again, whether the server is up or
    not; what it holds is replaced by what is whole, and never removed.

    Parameters
    ----------
    source : Source
        Of kind ``openml`` or ``openml_task``.
    folder : path
        Where the files go.
    where : str
        Sheet, row and name, for errors.
    server : str
        Address of OpenML's XML interface.
    cache : path
        Folder that keeps what was fetched, for all studies; empty for none.
    task : path, optional
        The folder of the fetched task, for ``openml_task``.
    **patience
        `timeout_seconds`, `total_seconds` and `attempts` of `fetch_dataset`.
    """
    # Imported here: openml takes seconds, and only the fetching jobs need it.
    from tenbyten.openml.server import fetch_dataset
    from tenbyten.openml.task import task_dataset

    openml_id = source.at
    if source.kind == "openml_task":
        openml_id, _ = task_dataset(task, where=where)
    kept = _kept(cache, server, "datasets", openml_id)
    _fetch_through(
        kept, folder, fetch_dataset, openml_id, where=where, server=server, **patience
    )


def fetch_splits(task_id, folder, *, where, server, cache, **patience):
    """Copy a task and its splits from OpenML into checksummed files in `folder`.

    Parameters
    ----------
    task_id : int
        OpenML's id of the task.
    folder, where, server, cache, **patience
        As in `fetch`.
    """
    from tenbyten.openml.task import fetch_task

    kept = _kept(cache, server, "tasks", task_id)
    _fetch_through(
        kept, folder, fetch_task, task_id, where=where, server=server, **patience
    )


def make_canonical(source, row, *, name, where, fetched=None, task=None):
    """Read a data set from its source and bring it into canonical form.

    Parameters
    ----------
    source : Source
        Where it comes from.
    row : dict
        Its row of the sheet.
    name : str
        The data set's name.
    where : str
        Sheet, row and name, for errors.
    fetched : path, optional
        The folder of a fetched OpenML data set.
    task : path, optional
        The folder of a fetched OpenML task.

    Returns
    -------
    dataset : Dataset
        The canonical data set as every classifier meets it: imputed where the row
        asks for imputation before splitting.
    origin : dict
        Where it came from, the checksum of the file it was read from, its facts
        before imputation, and ``imputed`` where it was.

    Raises
    ------
    ValueError
        If the table cannot be made canonical or differs from the sheet.
    """
    if source.kind == "bundled":
        dataset, origin = replace(read_bundled(source.at), name=name), {}
    else:
        read = _read_arff if source.kind == "arff" else _read_openml
        raw, target, drop, origin = read(source, row, where, fetched, task)
        if source.kind != "arff":
            where = _with_origin(where, origin, fetched)
        dataset = canonical(
            raw,
            name=name,
            target=target,
            drop=drop,
            keep=_names(row.get("keep")),
            missing_is_label=source.kind != "arff" and row.get("missing") == "label",
            source=where,
        )
    expected = {fact: row[fact] for fact in FACTS if fact in row}
    check_facts(dataset, expected, where=where)
    facts = dataset.facts
    told = ", ".join(f"{fact} {number}" for fact, number in facts.items())
    _log.info("%s: from %s %s: %s", name, source.kind, source.at, told)
    origin = {"source": source.kind, "at": source.at} | origin | facts
    if row.get("impute_before_splitting") == "yes":
        _log.info("%s: imputing the whole data set before it is split", name)
        return impute(dataset), origin | {"imputed": True}
    return dataset, origin


def write_origin(origin, dataset_path, path):
    """Write `origin` as JSON, with the checksum of the canonical file."""
    origin = origin | {"sha256": sha256_of(dataset_path)}
    text = json.dumps(origin, indent=2, ensure_ascii=False, sort_keys=True)
    with atomic_open(path, encoding="utf-8") as file:
        file.write(text + "\n")


def _source(row, folder, arff_folder):
    """Where a row's data set comes from, None if nowhere."""
    if arff_folder and "arff" in row:
        path = Path(arff_folder) / Path(row["arff"]).name
        if path.is_file():
            return Source("arff", str(path))
    for kind, key in (
        ("bundled", "bundled"),
        ("openml_task", "openml_task"),
        ("openml", "openml_id"),
    ):
        if key in row:
            return Source(kind, row[key])
    path = folder / row["arff"] if "arff" in row else None
    return Source("arff", str(path)) if path and path.is_file() else None


def _what_to_supply(lacking, sheet, arff_folder):
    """Name the data sets without a source, and the file each one needs."""
    wanted = [
        f"{row['number']} {name} ({row['arff']})"
        if "arff" in row
        else f"{row['number']} {name}"
        for name, row in lacking.items()
    ]
    looked = f"{sheet.parent}" + (f" and {arff_folder}" if arff_folder else "")
    return (
        f"{sheet}: no source for {len(lacking)} of the data sets: {', '.join(wanted)}. "
        f"They have no id at OpenML, and the file in brackets is not in {looked}; put "
        f"it into a folder and set arff_folder to that folder (the other data sets "
        f"still come from where the sheet says)"
    )


def _names(cell):
    """The attribute names in a cell of the sheet, None for an empty one."""
    return None if cell is None else [name.strip() for name in cell.split(";")]


def _read_arff(source, row, where, fetched, task):
    """A raw table from an ARFF file, its target, what to drop, and its origin."""
    raw = read_arff(source.at)
    target = row.get("target", raw.attributes[-1].name)
    origin = {"file_sha256": sha256_of(source.at)}
    return raw, target, _names(row.get("drop")) or [], origin


def _read_openml(source, row, where, fetched, task):
    """A raw table from fetched files, its target, what to drop, and its origin."""
    from tenbyten.openml.server import read_fetched
    from tenbyten.openml.task import task_dataset

    target = row.get("openml_target", row.get("target"))
    if target is None and source.kind == "openml_task":
        _, target = task_dataset(task, where=where)
    kept = _names(row.get("keep")) or []
    table = read_fetched(fetched, where=where, target=target, keep=kept)
    cell = row.get("openml_drop", row.get("drop"))
    drop = [] if cell == "-" else _names(cell) or []
    drop += [name for name in table.ignored if name not in drop]
    origin = {key: table.origin[key] for key in table.origin if key != "features"}
    origin["file_sha256"] = origin.pop("sha256")
    return table.raw, table.target, drop, origin


def _with_origin(where, origin, fetched):
    """Say in an error what was fetched from where, and how to fetch it again."""
    openml_id = origin["openml_id"]
    return (
        f"{where}: OpenML data set {openml_id} from {origin['url']} (to fetch it again "
        f"delete {fetched} and datasets/{openml_id} in `openml_cache`)"
    )


def _kept(cache, server, kind, number):
    """The folder of one thing in the cache, None without a cache."""
    return Path(cache, urlsplit(server).netloc, kind, str(number)) if cache else None


def _fetch_through(kept, folder, fetch, number, *, where, **how):
    """Fetch into the folder `kept` if there is one, and copy from there."""
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as scratch:
        record = fetch(number, kept or folder, where=where, scratch=scratch, **how)
    if kept:
        copy_fetched(record, folder, where=where)
