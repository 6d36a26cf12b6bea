"""Read the tables of a file, whatever its format, as text in rows and columns.

What a column means is not asked here, and numbers stay text: `cells` reads them.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from tenbyten.accuracies.cells import MARKS, read_numbers
from tenbyten.accuracies.experimenter import SCHEME
from tenbyten.accuracies.markup import Row, read_latex, read_markdown
from tenbyten.files import PathLike

# How .xlsx begins, and .xls, which openpyxl refuses.
_WORKBOOKS = (b"PK\3\4", b"\xd0\xcf\x11\xe0")
# One point or comma, which may part thousands.
_GROUPED = re.compile(r"[-+\u2212]?[1-9][0-9]{0,2}[.,][0-9]{3}(?![0-9])")


class Sheet(NamedTuple):
    """A table of text.

    Attributes
    ----------
    name : str
        The file's path as it was given, with the sheet of a workbook, and the number of
        the table if a text has several.
    table : DataFrame
        Cells of text, stripped; empty ones are "". Columns have the names of the
        header, each once, except "", which several can have.
    lines : sequence of int
        For each row of the table its line in the file, or row in a workbook, from 1.
    notes : tuple of str
        What was decided in reading, such as "decimal commas".
    """

    name: str
    table: pd.DataFrame
    lines: Sequence[int]
    notes: tuple[str, ...]


def read_sheets(path: PathLike, *, sheet: str | None = None) -> list[Sheet]:
    """Read every table of a file.

    Its content says what it is: delimited text (comma, semicolon, tab or ``|``; in
    UTF-8, UTF-16 or cp1252; or WEKA's Experimenter's), an Excel workbook, Parquet,
    Feather, or text with tables in LaTeX or Markdown.

    Delimited text and Parquet begin with the names of columns. Elsewhere these stand
    in the last row above the first number; if some are the same, what stands above is
    put in front of them. Columns without name and text are left out.

    Parameters
    ----------
    path : path
    sheet : str, optional
        The sheet of a workbook, needed if several have cells.

    Raises
    ------
    FileNotFoundError
        If there is no such file, or a folder in its place.
    ValueError
        Naming the file, and the line where there is one: if it is none of these, has no
        row below a header, two columns of a name, a row of more or fewer cells than the
        header, or numbers that may have a decimal comma or one between thousands.
    """
    try:
        content = Path(path).read_bytes()
    except (FileNotFoundError, IsADirectoryError):
        problem = f"no file of accuracies at {path}; correct the path"
        raise FileNotFoundError(problem) from None
    if content.startswith((*_WORKBOOKS, b"PAR1", b"ARROW1", b"FEA1")):
        return [_read_binary(path, content, sheet)]
    if sheet is not None:
        raise ValueError(f"{path}: no workbook with a sheet {sheet!r}; leave that out")
    text, notes = _decode(content)
    is_latex = re.search(r"\\begin\{(?:tabular|longtable)", text)
    tables = list((read_latex if is_latex else read_markdown)(text))
    if not tables and not is_latex:
        return [_read_delimited(str(path), text, notes)]
    # A table of one row is there for the layout.
    tables = [rows for rows in tables if sum(any(cells) for _, cells in rows) > 1]
    if not tables:
        raise ValueError(f"{path}: no table with a row below its header; supply one")
    number = ", table {}" if len(tables) > 1 else ""
    return [
        _sheet(f"{path}{number.format(n)}", rows, notes)
        for n, rows in enumerate(tables, start=1)
    ]


def _decode(content: bytes) -> tuple[str, list[str]]:
    """Return a file's text, which is empty if it is none, and notes."""
    utf16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ["utf-16"] if utf16 else ["utf-8-sig", "cp1252"]:
        with suppress(UnicodeDecodeError):
            text = content.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
            notes = ["encoded as cp1252"] if encoding == "cp1252" else []
            return ("", []) if "\0" in text else (text, notes)
    return "", []


def _read_delimited(name: str, text: str, notes: list[str]) -> Sheet:
    """Read text by the separator that gives every row as many cells."""
    # WEKA's Experimenter quotes in its own way.
    header = text.lstrip("\n ").partition("\n")[0]
    is_weka = SCHEME in header
    quotes: Any = {"quotechar": "'", "escapechar": "\\"} if is_weka else {}
    quotes |= {"skipinitialspace": True, "strict": True}
    problem = ": neither comma, semicolon, tab nor | separates its cells, and it is no "
    problem += "Excel (.xlsx), Parquet, Feather, LaTeX or Markdown; save it as one"
    width = 1
    # Decimals and names have commas.
    for separator in filter(text.__contains__, "\t;|,"):
        reader = csv.reader(io.StringIO(text), delimiter=separator, **quotes)
        rows, end = [], 0
        try:
            for cells in reader:
                if any(map(str.strip, cells)):
                    rows.append((end + 1, cells))
                end = reader.line_num
        except csv.Error as error:
            if width == 1 and separator in header:
                problem = f", line {end + 1}: {error}; correct the quotes there"
            continue
        if not rows or len(rows[0][1]) <= width:
            continue
        width = len(rows[0][1])
        uneven = [(line, len(cells)) for line, cells in rows if len(cells) != width]
        if not uneven:
            return _sheet(name, rows, notes, has_names=True, commas=separator != ",")
        line, count = uneven[0]
        problem = f", line {line}: {count} cells, the header has {width}; supply or "
        problem += "remove some (one with a separator in it needs quotes)"
    raise ValueError(f"{name}{problem}")


def _read_binary(path: PathLike, content: bytes, sheet: str | None) -> Sheet:
    """Read a sheet of a workbook, or Parquet or Feather with the names in an index."""
    file = io.BytesIO(content)
    how: Any = {"sheet_name": None, "header": None, "dtype": object, "na_filter": False}
    is_workbook = content.startswith(_WORKBOOKS)
    try:
        if is_workbook:
            sheets = pd.read_excel(file, engine="openpyxl", **how)
        else:
            read = pd.read_parquet if content.startswith(b"PAR1") else pd.read_feather
            frame = read(file, dtype_backend="numpy_nullable")
    except ImportError:
        raise ValueError(
            f"{path}: Excel files are read by openpyxl, which is not installed; pip "
            f"install 'tenbyten[excel]', or save the sheet as .csv"
        ) from None
    except Exception as error:
        # openpyxl lets the errors of ZIP, XML and its own types through.
        kind = "an Excel workbook (.xlsx)" if is_workbook else "Parquet or Feather"
        raise ValueError(
            f"{path}: cannot be read as {kind}: {str(error)[:300]}; save it again, or "
            f"as .csv"
        ) from None
    if not is_workbook:
        is_plain = isinstance(frame.index, pd.RangeIndex)
        frame = frame if is_plain else frame.reset_index()
        rows = [(0, list(map(str, frame))), *_rows_of(frame)]
        return _sheet(str(path), rows, [], has_names=True)
    if sheet not in (None, *sheets):
        raise ValueError(f"{path}: no sheet {sheet!r}; it has {', '.join(sheets)}")
    full = [name for name in sheets if (sheets[name] != "").any(axis=None)]
    if sheet is None and len(full) > 1:
        raise ValueError(f"{path}: sheets {', '.join(full)}; give --sheet NAME")
    name = sheet or next(iter(full or sheets))
    return _sheet(f"{path}, sheet {name!r}", _rows_of(sheets[name]), [])


def _rows_of(frame: pd.DataFrame) -> list[Row]:
    """Return the text of every cell, with all digits."""
    texts = frame.astype(str).where(frame.notna(), "")
    return list(enumerate(texts.to_numpy().tolist(), start=1))


def _sheet(
    name: str,
    rows: Sequence[Row],
    notes: Sequence[str],
    *,
    has_names: bool = False,
    commas: bool = True,
) -> Sheet:
    """Make a sheet of rows, of which the first has the names or they are looked for."""
    width = max((len(cells) for _, cells in rows), default=0)
    texts = [[*map(str.strip, x), *[""] * (width - len(x))] for _, x in rows]
    table = pd.DataFrame(texts, [line for line, _ in rows], dtype=object)
    table = table.loc[(table != "").any(axis=1), (table != "").any()]
    if len(table) < 2:
        raise ValueError(f"{name}: no row below the header; is the file complete?")
    head = 0 if has_names else _head(table)
    names, more = _join_names(table[: head + 1].to_numpy().tolist())
    if doubled := _doubled(names):
        raise ValueError(f"{name}: two columns {doubled[0]!r}; remove one")
    table = table[head + 1 :].set_axis(pd.Index(names, dtype=object), axis=1)
    if not has_names:
        # A heading is one text over all columns.
        first = table.iloc[:, 0]
        headings = table.eq(first, axis=0).all(axis=1) & read_numbers(first).wrong
        more += [f"heading {text!r} left out" for text in first[headings]]
        table = table[~headings]
    # A column without a name may have marks alone.
    is_mark = table.apply(lambda column: column.str.fullmatch(f"[{MARKS}]*")).all()
    table = table.loc[:, ((table.columns != "") | ~is_mark).to_numpy()]
    lines, table = list(table.index), table.reset_index(drop=True)
    if commas and not (pointed := _with_points(table, lines, name)).equals(table):
        table, more = pointed, [*more, "decimal commas"]
    return Sheet(name, table, lines, (*notes, *more))


def _head(table: pd.DataFrame) -> int:
    """Return the place of the row with the names, above the first number."""
    rows = table.to_numpy().tolist()
    first = next((n for n, cells in enumerate(rows) if _has_number(cells)), 0) or 1
    heads = [n for n, cells in enumerate(rows[:first]) if not _is_title(cells)]
    return heads[-1] if heads else first - 1


def _has_number(cells: list[str]) -> bool:
    """Return whether a row has a number, or a sign for a missing one."""
    numbers = read_numbers(pd.Series(cells, dtype=object)).values
    signs = (re.fullmatch(r"[-\u2013—?]+|n/a|N/A", cell) for cell in cells)
    return bool(numbers.notna().any()) or any(signs)


def _is_title(cells: list[str]) -> bool:
    """Return whether a row is one text, which begins on the left."""
    return bool(cells[0]) and len(set(cells) - {""}) == 1


def _join_names(head: list[list[str]]) -> tuple[list[str], list[str]]:
    """Complete the last row of a head by those above it; return names and notes."""
    *above, names = head
    groups = [cells for cells in above if not _is_title(cells)]
    # A cell can be merged with those below, and a group's with those on the right.
    columns = zip(*groups, names, strict=True)
    joined = [next(filter(None, reversed(column)), "") for column in columns]
    if _doubled(joined):
        spread = (pd.Series(x).replace("", None).ffill().fillna("") for x in groups)
        columns = zip(*spread, names, strict=True)
        joined = [
            " ".join(dict.fromkeys(filter(None, column))) if column[-1] else name
            for column, name in zip(columns, joined, strict=True)
        ]
    notes = [f"header of {len(groups) + 1} rows"] if joined != names else []
    unused = [cells for cells in above if not notes or _is_title(cells)]
    texts = (" ".join(dict.fromkeys(filter(None, cells))) for cells in unused)
    return joined, [*notes, *(f"{text!r} above the header left out" for text in texts)]


def _doubled(names: list[str]) -> list[str]:
    """Return the names that several columns have."""
    return [name for name, n in Counter(names).items() if name and n > 1]


def _with_points(table: pd.DataFrame, lines: Sequence[int], name: str) -> pd.DataFrame:
    """Turn decimal commas to points in columns most of whose cells are numbers."""
    texts = pd.DataFrame(table.to_numpy(), dtype=object)
    if not any("," in text for text in texts.to_numpy().flat):
        return table
    points = texts.apply(lambda column: column.str.contains(".", regex=False))
    pointed = texts.mask(~points, texts.replace(",", ".", regex=True))
    is_number = pointed.apply(lambda column: read_numbers(column).values.notna())
    is_number &= is_number.sum() * 2 > (texts != "").sum()
    commas = is_number & (pointed != texts)
    grouped = is_number & texts.apply(lambda column: column.str.match(_GROUPED))
    if not (points & is_number).any(axis=None):
        # Commas are decimal if one must be, or if all numbers of the column have one.
        is_decimal = (commas & ~grouped).any(axis=None)
        grouped &= not is_decimal and (is_number & ~commas).any()
    doubtful = np.argwhere(grouped.to_numpy())
    if commas.any(axis=None) and len(doubtful):
        row, column = doubtful[0]
        raise ValueError(
            f"{name}, line {lines[row]}: {table.columns[column]} is "
            f"{texts.iloc[row, column]!r}, whose sign may be decimal or between "
            f"thousands; write all decimals with a point, and thousands without a sign"
        )
    return pointed.where(commas, texts).set_axis(table.columns, axis=1)
