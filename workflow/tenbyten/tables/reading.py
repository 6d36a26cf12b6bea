"""Read the tables of a file, by what its content says it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tenbyten.files import PathLike
from tenbyten.tables.containers import read_content, read_parquet, read_workbook
from tenbyten.tables.delimited import encoding_of, read_delimited
from tenbyten.tables.markup import (
    CAPTION,
    read_latex,
    read_markdown,
    titles_of_markdown,
)
from tenbyten.tables.texts import AS_LISTS, Packing, TextTable, table_of
from tenbyten.words import shorten

if TYPE_CHECKING:
    import pyarrow as pa

# How .xlsx begins, and .xls, which openpyxl refuses.
_WORKBOOKS = (b"PK\3\4", b"\xd0\xcf\x11\xe0")
_PARQUET = b"PAR1"


def read_tables(
    path: PathLike,
    *,
    left_out: Collection[int] = (),
    packing: Packing = AS_LISTS,
) -> Iterator[TextTable | pa.Table]:
    """Read every table of a file, one after the other.

    It may be compressed by gzip. Its content says what it is: an Excel workbook,
    Parquet, or text: delimited, or, unless the suffix is ``.csv`` or ``.tsv``, with
    tables in LaTeX or Markdown.

    Parameters
    ----------
    path : path
    left_out : collection of int
        Lines of delimited text, or rows of a sheet, that are no part of the table.
    packing : Packing
        How columns of text are kept, by default as lists.

    Yields
    ------
    TextTable or pyarrow.Table
        For each sheet of a workbook one, with or without rows; of Parquet an Arrow
        table, whose columns have names and types. Rows without text are left out.

    Raises
    ------
    ValueError
        If it is none of these, is damaged, unpacks to too much, or its rows differ in
        their numbers of cells; the message names no file (`prefix_errors`).
    """
    content = read_content(path)
    if content.startswith(_PARQUET):
        yield read_parquet(content)
    elif content.startswith(_WORKBOOKS):
        for title, rows in read_workbook(content):
            numbered = enumerate(rows, start=1)
            kept = [x for x in numbered if x[0] not in left_out]
            yield table_of(kept, title, packing=packing)
    else:
        yield from _read_text(path, content, left_out, packing)


def _read_text(
    path: PathLike, content: bytes, left_out: Collection[int], packing: Packing
) -> Iterator[TextTable]:
    """Read the tables of a text."""
    encoding = encoding_of(content)
    notes = ["encoded as cp1252"] if encoding == "cp1252" else []
    suffix = Path(Path(path).name.lower().removesuffix(".gz")).suffix
    if suffix not in (".csv", ".tsv"):
        text = content.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        is_latex = re.search(r"\\begin\{(?:tabular|longtable)", text)
        printed = list((read_latex if is_latex else read_markdown)(text))
        if printed or is_latex:
            captions = CAPTION.findall(text)
            notes += [f"caption {shorten(x[1:-1])!r} left out" for x in captions]
            titles = [] if is_latex else titles_of_markdown(text)
            titles = [x for x in titles if "|" not in x]
            notes += [f"{shorten(x)!r} above the table left out" for x in titles]
            # A table of one row is there for the layout.
            tables = [table_of(rows, notes=notes, packing=packing) for rows in printed]
            tables = [table for table in tables if len(table.lines) > 1]
            if not tables:
                raise ValueError("no table with a row below its header; supply one")
            yield from tables
            return
    has_tabs = suffix == ".tsv"
    table = read_delimited(
        content, encoding, has_tabs=has_tabs, left_out=left_out, packing=packing
    )
    yield table._replace(notes=notes)
