"""Read data-set sheets."""

import csv
import re
from collections import Counter
from pathlib import Path
from typing import Any

from tenbyten.files import PathLike
from tenbyten.study.names import folded
from tenbyten.study.schema import check_against_schema, read_schema
from tenbyten.study.wording import meant

# What every sheet has, in the words of errors.
_TABS = "put exactly one tab between cells, no spaces or commas"

# The rows of a data-set sheet, by data-set name.
Sheet = dict[str, dict[str, Any]]


def read_sheet(path: PathLike) -> Sheet:
    """Read a data-set sheet.

    Without the file a FileNotFoundError is raised, and a ValueError if a column is
    unknown, a cell is out of its range, a name stands twice, or the numbers do not
    ascend. A line that begins with ``#`` is a comment.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"no data-set sheet at {path}; set `datasets`")
    header, *lines = _cells_of(path) or [[]]
    schema = read_schema("dataset")
    for fault in _faults_of_header(header, list(schema["properties"])):
        raise ValueError(f"{path}: {fault}")
    if not lines:
        raise ValueError(f"{path}: no row below the header; add one for each data set")
    known = schema["properties"].items()
    integers = {key for key, x in known if x.get("type") == "integer"}
    datasets: Sheet = {}
    seen, last = set(), None
    for position, cells in enumerate(lines, start=1):
        row = dict(zip(header, cells, strict=False))
        name = "".join(filter(str.isprintable, row.get("name", "")[:64]))
        where = f"{path}, row {position} ({name})"
        if len(cells) != len(header):
            raise ValueError(
                f"{where}: the header has {len(header)} cells, the row {len(cells)}; "
                f"{_TABS}, and for an empty one, also at the end, its tab"
            )
        filled = {
            key: int(x) if key in integers and re.fullmatch("[0-9]{1,18}", x) else x
            for key, x in row.items()
            if x
        }
        values = check_against_schema(filled, schema, where=where)
        number = values.get("number")
        if datasets and (number is None) != (last is None):
            raise ValueError(
                f"{where}: {'no' if number is None else 'a'} number, unlike the row "
                f"above; number every row, or leave the column out"
            )
        if datasets and number is not None and number <= last:
            raise ValueError(
                f"{where}: number is {number}, but the row above has {last}; number "
                f"the rows in ascending order, or leave the column out"
            )
        last = number
        if folded(values["name"]) in seen:
            raise ValueError(f"{where}: the name stands twice; rename one of the two")
        seen.add(folded(values["name"]))
        datasets[values["name"]] = values
    return datasets


def _faults_of_header(header, known):
    """Yield what is wrong with the names of the columns, each in words."""
    if "name" not in header:
        shown = ", ".join(header)[:200]
        yield f"no column `name` in the header ({shown}); add it, and {_TABS}"
    for column in header:
        if column not in known:
            hint = meant(column, known, f"{_TABS}; known are {', '.join(known)}")
            yield f"unknown column {column[:80]!r}; {hint}"
    if doubled := [column for column, n in Counter(header).items() if n > 1]:
        yield f"two columns {doubled[0]!r}; remove one"


def _cells_of(path):
    """Read the cells of every line that has any and is no comment."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    except (csv.Error, UnicodeDecodeError) as error:
        raise ValueError(
            f"{path}: not a table of cells between tabs in UTF-8: {error}; save it as "
            f"one"
        ) from error
    return [row for row in rows if row and not row[0].startswith("#")]


def numbers_of(datasets: Sheet) -> dict[str, int]:
    """Return the data sets' numbers: those of the sheet, or else their positions."""
    rows = enumerate(datasets.items(), start=1)
    return {name: row.get("number", position) for position, (name, row) in rows}
