"""Read ARFF files: names, labels and rows by liac-arff, plain rows by pyarrow.

liac-arff 2.5 reads neither ``integer [1,10]`` nor a comment after a declaration, and
takes years for one of thirty labels of which one has a blank: it gets the name and the
labels of a declaration as a row. What it guesses at (an empty cell, an index given
twice) is an error here, and a number is one by its digits alone.
"""

import csv
import itertools
import math
import re
from collections import Counter

import arff
import numpy as np

from tenbyten.datasets.parquet import from_arrow
from tenbyten.datasets.readers import is_in_digits, refuse_alike
from tenbyten.datasets.table import Attribute, RawTable
from tenbyten.files import PathLike
from tenbyten.tables import prefix_errors

_QUOTED = r"""'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*\""""
_WORD = rf"(?:{_QUOTED}|[^\s,{{}}'\"%]+)"
# After a type a range or a date format may follow, which says nothing of the values.
# A bare name ends at a blank or a brace, as in WEKA.
_NAMED = rf"@attribute\s+({_WORD})(?:\s+|(?=\{{)|(?<=['\"]))"
_DECLARATION = re.compile(
    rf"{_NAMED}"
    rf"(?:\{{\s*((?:{_WORD}\s*(?:,\s*{_WORD}\s*)*)?)\}}|(\w+)\b.*)",
    re.IGNORECASE,
)
_EMPTY_CELL = re.compile(r"(?:^|,)\s*(?:,|$)")
# pyarrow is imported late: Snakemake's own process does without it.
# Characters of a part, of which the plain ones are read fast, and of one too small to
# gain anything. Cells that are read at once as Python texts.
_PART, _SMALL, _CELLS = 2**22, 2**16, 2**18
# Cell of a sparse row that is not written: the number 0 or the first label.
_OMITTED = 0
# Characters of a line whose faults are looked for.
_TOLD = 10_000


def read_arff(path: PathLike) -> RawTable:
    """Read an ARFF file.

    Attributes, rows and labels are in the order of the file.

    Raises
    ------
    ValueError
        If the file is not UTF-8 or not ARFF, has a relational attribute, a weight, a
        doubled attribute or label, or a value that its attribute cannot have; the
        message names file and line.

    Notes
    -----
    A quoted ``'?'`` is a label, a bare ``?`` a missing value. Commas alone separate
    values. In a sparse row, ``{index value, ...}``, what is omitted is 0 or the first
    label, as in WEKA.
    """
    with prefix_errors(path), open(path, encoding="utf-8-sig") as file:
        attributes, textual, line = _read_header(file)
        values = _read_rows(file, attributes, textual, line)
    return RawTable(attributes, values, textual)


def _read_header(file):
    """Read up to ``@data``: all attributes, the types of textual ones, and its line."""
    attributes, textual = {}, {}
    for number, line in enumerate(iter(file.readline, ""), 1):
        line = _without_comment(line)
        if not line or line.split()[0].lower() == "@relation":
            continue
        place = f"line {number}:"
        if line.lower() == "@data":
            if not attributes:
                raise ValueError(f"{place} @data before any @attribute; declare them")
            refuse_alike(attributes, "attributes")
            return tuple(attributes.values()), textual, number
        if not (declared := _DECLARATION.fullmatch(line)):
            raise ValueError(
                f"{place} cannot read {line[:60]!r}{_fault_of_declaration(line)}; "
                f"declare an attribute numeric or by all its labels, {{a,b}}, and "
                f"quote what has blanks or commas in it"
            )
        name, labels, kind = declared.groups()
        kind = (kind or "").lower()
        if kind not in ("", "numeric", "real", "integer", "string", "date"):
            raise ValueError(
                f"{place} attribute {name} is of type {kind[:40]!r}, which is not "
                f"read; declare it numeric or by its labels, {{a,b}}, or take it out"
            )
        if kind and re.search(r"\{.*\}$", re.sub(_QUOTED, "q", line)):
            raise ValueError(
                f"{place} attribute {name} has a weight or labels after its type, "
                f"{line[line.rindex('{') :][:40]}; weights are not read: take it out"
            )
        row = f"{name},{labels}" if labels else name
        (words,) = _split([(number, row)], len(re.findall(_WORD, row)))
        # A bare ? is the label.
        name, *labels = ("?" if x is None else x for x in words)
        if name in attributes:
            raise ValueError(
                f"{place} attribute {name!r} is declared twice; rename one"
            )
        doubled, count = Counter(labels).most_common(1)[0] if labels else ("", 1)
        if count > 1:
            raise ValueError(
                f"{place} attribute {name!r} has the label {doubled!r} twice; take "
                f"one out"
            )
        refuse_alike(labels, f"labels of attribute {name!r},")
        attributes[name] = Attribute(name, None if kind else tuple(labels))
        if kind in ("string", "date"):
            textual[name] = kind
    raise ValueError("no @data line; is it a whole ARFF file?")


def _fault_of_declaration(line):
    """Say of which attribute a declaration is, and what is wrong with its labels."""
    if len(line) > _TOLD or not (named := re.match(_NAMED, line, re.IGNORECASE)):
        return ""
    labels = re.sub(_QUOTED, "q", line[named.end() :])
    faults = {
        r".*['\"]": "a quote is not closed, or stands in a label without quotes",
        r"[^{]": "its type is not read",
        r"[^}]*$": "the labels' { has no } in this line",
        r".*[{,]\s*[,}]": "a label is empty: take out a comma, or write '' for it",
        r".*\}\s*\{": "an attribute's weight is not read: take it out",
        r".*\}.": "there is text after the labels",
        r".*[^\s,{]\s+[^\s,}]": "a label has a blank in it, and no quotes",
    }
    said = (fault for pattern, fault in faults.items() if re.match(pattern, labels))
    return f", of attribute {named[1][:60]}: {next(said, 'its labels are not read')}"


def _without_comment(line):
    """Return a line without blanks at its ends, and without a comment."""
    if "%" in line:
        line = re.sub(rf"({_QUOTED})|%.*", r"\1", line)
    return line.strip()


def _split(lines, count, return_type=arff.DENSE):
    """Let liac-arff split numbered lines into `count` texts each, None if missing."""
    header = ["@relation r", *(f"@attribute a{n} string" for n in range(count))]
    texts = [text for _, text in lines]
    try:
        text = "\n".join([*header, "@data", *texts])
        return arff.loads(text, return_type=return_type)["data"]
    except (arff.ArffException, ValueError, csv.Error):
        if half := len(lines) // 2:
            parts = (lines[:half], lines[half:])
            return [x for y in parts for x in _split(y, count, return_type)]
    number, text = lines[0]
    raise ValueError(
        f"line {number}: cannot read {text[:60]!r} as {count} values"
        f"{_fault_of_row(text, count)}; quote a value with a comma, blank or brace in "
        f"it, close every quote, and write no weights"
    )


def _fault_of_row(text, count):
    """Say how many values a row has, and why they are not `count`."""
    bare = re.sub(_QUOTED, "q", text) if len(text) <= _TOLD else "'"
    if "'" in bare or '"' in bare or bare[0] == "{":
        return ""
    cells = [cell.strip() for cell in bare.split(",")]
    why = ""
    if len(cells) > 1 and cells[-1].startswith("{"):
        why = ", the last of them an instance's weight"
    elif len(cells) == count:
        escape = ", but an escape in quotes is unknown: write two backslashes for one"
        why = escape if "\\" in text else ", one with a blank and without quotes"
    elif len(cells) == count + 1 and not cells[-1]:
        why = ": the comma at its end separates an empty one"
    elif len(re.split(r"[,\s]+", bare)) == count:
        why = ": blanks do not separate values, write commas"
    elif len(cells) > count:
        why = ": is a comma decimal, or within a text?"
    return f": it has {len(cells)}{why}"


def _read_rows(file, attributes, textual, line):
    """Read all rows that are left in an open file, column by column in memory.

    `line` is the number of the last line that was read. The columns of `textual`
    attributes are NaN.
    """
    parts = []
    while text := file.read(_PART):
        text += file.readline()
        plain = _read_plain(text, attributes, textual)
        if plain is not None:
            parts.append(plain)
        else:
            numbered = enumerate(map(_without_comment, text.split("\n")), line + 1)
            lines = ((number, row) for number, row in numbered if row)
            for sparse, run in itertools.groupby(lines, lambda x: x[1][0] == "{"):
                while group := [*itertools.islice(run, 1 + _CELLS // len(attributes))]:
                    rows = _read_cells(group, len(attributes), sparse)
                    parts.append(_coded(rows, group, attributes, textual))
        line += text.count("\n")
    values = np.empty((sum(map(len, parts)), len(attributes)), order="F")
    first = 0
    # Each part is let go when it is copied.
    while parts:
        part = parts.pop(0)
        values[first : first + len(part)] = part
        first += len(part)
    return values


def _read_plain(text, attributes, textual):
    """Read rows of bare values by pyarrow; None if there is anything else."""
    if len(text) < _SMALL or any(letter in text for letter in "'\"%{"):
        return None
    import pyarrow as pa
    import pyarrow.compute as pc
    from pyarrow import csv as arrow_csv

    data = text.replace(", ", ",").replace(" ,", ",").encode()
    of_text = [x.is_nominal or x.name in textual for x in attributes]
    kinds = {str(n): pa.string() if x else pa.float64() for n, x in enumerate(of_text)}
    read = arrow_csv.ReadOptions(
        use_threads=False, block_size=len(data) + 1, column_names=list(kinds)
    )
    parse = arrow_csv.ParseOptions(quote_char=False, double_quote=False)
    convert = arrow_csv.ConvertOptions(
        column_types=kinds, null_values=["?"], strings_can_be_null=True
    )
    try:
        table = arrow_csv.read_csv(pa.BufferReader(data), read, parse, convert)
    except pa.ArrowInvalid:
        return None
    values = np.full((len(table), len(attributes)), math.nan, order="F")
    for place, attribute in enumerate(attributes):
        array = table.column(place).combine_chunks()
        if attribute.name in textual:
            if pc.any(pc.match_substring_regex(array, r"^$|\s")).as_py():
                return None
            continue
        known = len(array) - array.null_count
        if attribute.is_nominal:
            # A label that needs quotes is none of these values.
            bare = [x if re.fullmatch(_WORD, x) else "'" for x in attribute.labels]
            array = pc.index_in(array, pa.array(bare, pa.string()), skip_nulls=True)
        values[:, place] = from_arrow(array, np.int32 if of_text[place] else np.float64)
        if np.isfinite(values[:, place]).sum() != known:
            return None
    return values


def _read_cells(lines, count, sparse):
    """Read the cells of rows, None for a missing one; indices are from 0."""
    rows = _split(lines, count, arff.LOD if sparse else arff.DENSE)
    for row, (number, text) in zip(rows, lines, strict=True):
        bare = re.sub(_QUOTED, "q", text)
        if sparse and row and bare.count(",") != len(row) - 1:
            raise ValueError(
                f"line {number}: sparse row {text[:60]!r} has an index twice; drop one"
            )
        if not sparse and _EMPTY_CELL.search(bare):
            raise ValueError(
                f"line {number}: an empty cell; write ? if missing, '' for the label"
            )
    if sparse:
        return [[row.get(n, _OMITTED) for n in range(count)] for row in rows]
    return rows


def _coded(rows, lines, attributes, textual):
    """Return the values of cells, each of which must be one of its attribute's."""
    values = np.full((len(rows), len(attributes)), math.nan, order="F")
    for place, cells in enumerate(zip(*rows, strict=True)):
        attribute = attributes[place]
        if attribute.name in textual:
            continue
        if attribute.is_nominal:
            code = {label: index for index, label in enumerate(attribute.labels)}
            expected = f"one of its {len(code)} labels; correct it or declare it"
        else:
            numbers = filter(is_in_digits, set(cells) - {None, _OMITTED})
            code = {x: float(x) for x in numbers if math.isfinite(float(x))}
            expected = "a finite number; correct it, or write ? where it is missing"
        code |= {None: math.nan} | ({} if attribute.labels == () else {_OMITTED: 0})
        try:
            values[:, place] = [code[cell] for cell in cells]
        except KeyError as error:
            cell = error.args[0]
            raise ValueError(
                f"line {lines[cells.index(cell)][0]}: attribute "
                f"{attribute.name!r} is {str(cell)[:60]!r}, not {expected}"
            ) from None
    return values
