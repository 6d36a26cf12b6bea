"""Make the canonical data set that all classifiers get from its source."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.canonical import (
    canonical,
    check_facts,
    columns_by_reason,
    treat_missing_class,
)
from tenbyten.datasets.downloads import FILE, read_record
from tenbyten.datasets.folds.splitters import MARK_COLUMNS, Marks, check_marks
from tenbyten.datasets.readers.arff import read_arff
from tenbyten.datasets.table import Dataset, RawTable, unknown_names
from tenbyten.files import PathLike, sha256_of
from tenbyten.preprocessing.imputation import means_and_modes, replace_missing

if TYPE_CHECKING:
    from tenbyten.datasets.sources import Source

_log = logging.getLogger(__name__)

Row = Mapping[str, Any]
# A raw table, its target, the attributes to drop, and its origin.
Read = tuple[RawTable, str, list[str], dict[str, Any]]


def make_canonical(
    source: Source,
    row: Row,
    *,
    name: str,
    where: str,
    fetched: PathLike = "",
    task: PathLike = "",
    missing_class: str = "error",
    splitter: str = "",
    give_column: bool = False,
) -> tuple[Dataset, dict[str, Any]]:
    """Read a data set from its source and bring it into canonical form.

    Rows without a class are dropped or kept before facts are counted and values are
    imputed. Attributes that the row names for splitters are dropped.

    Parameters
    ----------
    source : Source
        Where the data set comes from.
    row : mapping
        The data set's row of the sheet, without its empty cells.
    name : str
        The data set's name.
    where : str
        Sheet, row and name of the data set; messages begin with it.
    fetched, task : path, optional
        The folders of the fetched data set and of a fetched task.
    missing_class : {"error", "drop", "keep"}, default="error"
        What to do with rows whose class is missing.
    splitter : str, optional
        The study's splitter; some read a column of the table.
    give_column : bool, default=False
        Whether classifiers are given the column that the splitter reads.

    Returns
    -------
    dataset : Dataset
        Imputed if the row asks for imputation before splitting.
    origin : dict
        Source, checksum of the file that it was read from, facts before imputation,
        the details of `canonical.treat_missing_class`, and ``imputed`` if it was;
        ``marks`` are the values of the splitter's attribute, where it takes one.

    Raises
    ------
    ValueError
        If the table cannot be made canonical, or differs from the sheet.
    """
    key = MARK_COLUMNS.get(splitter, "")
    column = row.get(key, "")
    named = [row[x] for x in dict.fromkeys(MARK_COLUMNS.values()) if x in row]
    left_out = [x for x in named if not (give_column and x == column)]
    row = {**row, "labelled": ";".join(left_out)}
    is_openml = source.kind.startswith("openml")
    if source.kind == "bundled":
        made = read_bundled(str(source.at))
        raw, target = RawTable(made.attributes, made.values), made.class_attribute.name
        drop, origin = list[str](), dict[str, Any]()
    elif is_openml or source.kind == "uci":
        raw, target, drop, origin = _read_fetched(source, row, where, fetched, task)
    else:
        raw, target, drop, origin = _read_file(source, row, where, fetched)
    if source.is_fetched:
        where = _where_fetched(where, origin, fetched)
    marks = _read_marks(raw, column, where=f"{where}: {key}") if column else None
    drop += _names(row["labelled"])
    dataset = canonical(
        raw,
        name=name,
        target=target,
        drop=drop,
        keep=_names(row.get("keep")) or None,
        missing_is_label=is_openml and row.get("missing") == "label",
        missing_class=missing_class,
        where=where,
    )
    if raw.reasons:
        origin["columns"] = columns_by_reason(dataset, raw)
    dataset, missing = treat_missing_class(dataset, missing_class)
    if marks is not None:
        dropped = np.array(missing.get("dropped_rows", ()), dtype=np.int64)
        missing["marks"] = np.delete(marks, dropped - 1)
    facts = dataset.facts
    check_facts(facts, row, where=where)
    listed = ", ".join(f"{fact} {count}" for fact, count in facts.items())
    _log.info("%s: from %s %s: %s", name, source.kind, source.at, listed)
    origin = {"source": source.kind, "at": source.at} | origin | facts | missing
    if row.get("impute_before_splitting") == "yes":
        _log.info("%s: imputing the whole data set before it is split", name)
        return impute(dataset), origin | {"imputed": True}
    return dataset, origin


def _where_fetched(where, origin, fetched):
    """Add to `where` the server, and how to fetch the data set again."""
    subject, kept = "", f"files/{origin['file_sha256']}"
    for key, server in (("openml_id", "OpenML"), ("uci_id", "UCI")):
        if key in origin:
            subject = f"{server} data set {origin[key]} from "
            kept = f"datasets/{origin[key]}"
    return (
        f"{where}: {subject}{origin['url']} (to fetch it again delete {fetched} and "
        f"{kept} in `openml_cache`)"
    )


def _names(cell: str | None) -> list[str]:
    """Split the attribute names in a cell of the sheet."""
    return [name.strip() for name in cell.split(";")] if cell else []


def _read_marks(raw: RawTable, column: str, *, where: str) -> Marks:
    """Return the values of an attribute: numbers, or labels where it is nominal."""
    names = [attribute.name for attribute in raw.attributes]
    if unknown := unknown_names([column], names):
        raise ValueError(f"{where}: no attribute {unknown}")
    where = f"{where}: attribute {column!r}"
    if kind := raw.textual.get(column):
        raise ValueError(
            f"{where} is read as {kind}, without values; make it nominal or numeric in "
            f"the source, and do not set `give_column`"
        )
    place = names.index(column)
    values, labels = raw.values[:, place], raw.attributes[place].labels
    if labels is not None:
        codes = np.nan_to_num(values, nan=-1).astype(np.int64)
        values = np.array([*labels, None], dtype=object)[codes]
    return check_marks(values, where=where)


def _read_file(source: Source, row: Row, where: str, fetched: PathLike) -> Read:
    """Read a raw table from a file, with target, drops and origin.

    It is a file of the sheet or of its address, in any format, or an ARFF file.
    """
    path, url = Path(str(source.at)), {}
    if source.kind == "address":
        record = read_record(Path(fetched) / FILE.record, where=where)
        path, url = Path(fetched) / record["file"], {"url": record["url"]}
    sha256 = sha256_of(path)
    if source.kind == "file" and sha256 != row.get("sha256", sha256):
        raise ValueError(
            f"{where}: {path} has the sha256 {sha256}, the sheet says {row['sha256']}; "
            f"see what changed, and correct `sha256` if the file is right"
        )
    target = row.get("target")
    if source.kind == "arff":
        raw = read_arff(path)
    else:
        from tenbyten.datasets.readers.tabular import read_table

        header = row.get("header", "")
        raw = read_table(path, **_types(row), target=target, header=header, where=where)
    target = target or raw.attributes[-1].name
    return raw, target, _names(row.get("drop")), {"file_sha256": sha256} | url


def _types(row: Row) -> dict[str, list[str]]:
    """Return the types of columns in a row as arguments of `read_table`."""
    cells = {"nominal": "as_nominal", "numeric": "as_numeric"}
    cells |= {"missing": "missing_markers", "labelled": "labelled"}
    return {key: _names(row.get(cell)) for key, cell in cells.items()}


def _read_fetched(
    source: Source, row: Row, where: str, fetched: PathLike, task: PathLike
) -> Read:
    """Read a raw table that UCI or OpenML sent, with target, drops and origin.

    A cell of drops that is ``-`` drops nothing.
    """
    from tenbyten.datasets import openml, uci

    server = "uci" if source.kind == "uci" else "openml"
    target = row.get(f"{server}_target", row.get("target"))
    if target is None and source.kind == "openml_task":
        _, target = openml.task_dataset(task, where=where)
    wanted: Any = {"where": where, "target": target, "keep": _names(row.get("keep"))}
    if server == "uci":
        rows = row.get("uci_rows", "")
        table = uci.read_fetched(fetched, rows=rows, types=_types(row), **wanted)
    else:
        table = openml.read_fetched(fetched, **wanted)
    cell = row.get(f"{server}_drop", row.get("drop"))
    drop = [] if cell == "-" else _names(cell)
    drop += [name for name in table.ignored if name not in drop]
    # Descriptions of all columns are left in the record of what was fetched.
    left = ("sha256", "variables")
    origin = {key: table.origin[key] for key in table.origin if key not in left}
    origin["file_sha256"] = table.origin["sha256"]
    return table.raw, table.target, drop, origin


def impute(dataset: Dataset) -> Dataset:
    """Replace the missing values of a whole data set by mean or mode.

    The class is not imputed; rows without a class count like all others.
    """
    values = dataset.values.copy()
    replacements = means_and_modes(values[:, :-1], dataset.n_values[:-1])
    values[:, :-1] = replace_missing(values[:, :-1], replacements)
    return dataset.with_values(values)
