"""Read ARFF files to the very values that WEKA 3.6.14 reads, and write them.

Neither reader at hand will do: liac-arff 2.5 refuses ``integer [1,10]`` and a
comment after a declaration, scipy.io.arff 1.17 a blank before a value. Input that WEKA
guesses at (an empty cell, a quote that is not closed, text joined to a quoted
value, a weight in braces) is an error here.
"""

import math
import re
from collections import Counter
from pathlib import Path

import numpy as np

from tenbyten.dataset.table import Attribute, Dataset, RawTable, check_values
from tenbyten.files import PathLike, atomic_open

# To WEKA every character up to the space is blank, and no other.
_BLANKS = "".join(map(chr, range(0x21)))
_SPECIAL = re.compile(r"[\x00-\x20'\"%{}]")
# A word: single-quoted, double-quoted or bare; then a comma, blanks or an end.
_WORD = re.compile(
    r"""[\x00-\x20]*
    (?: '([^'\\]*(?:\\.[^'\\]*)*)' | "([^"\\]*(?:\\.[^"\\]*)*)"
      | ([^\x00-\x20,{}'"%]+) )
    (?: [\x00-\x20]*(,)[\x00-\x20]* | [\x00-\x20]+ | (?=[%{}]) | $ )""",
    re.VERBOSE,
)
_KEYWORD = re.compile(r"(@[^\x00-\x20%]*|)[\x00-\x20]*(.*)")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_ESCAPE = re.compile(r"\\([0-3][0-7]{2}|[0-7]{1,2}|.)")
_ESCAPED = dict(zip("abfnrtv", "\a\b\f\n\r\t\v", strict=True))
_TO_ESCAPE = str.maketrans(
    {"\\": r"\\", "'": r"\'", "\n": r"\n", "\r": r"\r", "\t": r"\t"}
)
_UNQUOTED = re.compile(r"(?!\?$)[^\x00-\x20,{}'\"%\\]+")
_EMPTY_CELL = "an empty cell or label; write ? for a missing value, '' for the label"


def read_arff(path: PathLike) -> RawTable:
    r"""Read an ARFF file.

    Attributes, rows and labels are in the order of the file.

    Raises
    ------
    ValueError
        If the file is not UTF-8 or not dense ARFF, has a relational attribute,
        a doubled attribute or label, or a value that its attribute cannot have;
        the message names file and line.

    Notes
    -----
    A quoted ``'?'`` is a label, a bare ``?`` a missing value. Blanks separate
    values as commas do. Escapes in quotes are Java's: ``\n``, ``\'``, octal.
    """
    path = Path(path)
    lines = _lines(path)
    attributes, textual = _read_header(lines, path)
    numbers, rows = _read_rows(lines, len(attributes), path)
    values = np.full((len(rows), len(attributes)), math.nan)
    # Without rows there are no columns to walk through.
    for column, cells in enumerate(zip(*rows, strict=True)):
        attribute = attributes[column]
        if attribute.name in textual:
            continue
        codes = _codes(attribute, cells)
        try:
            values[:, column] = [codes[cell] for cell in cells]
        except KeyError as error:
            cell = error.args[0]
            raise ValueError(
                f"{path}, line {numbers[cells.index(cell)]}: attribute "
                f"{attribute.name!r} is {cell!r}, {_refusal(attribute)}"
            ) from None
    return RawTable(attributes, values, textual)


def write_arff(dataset: Dataset, path: PathLike) -> None:
    """Write `dataset` so that reading it gives the same bits, in WEKA too.

    Its name becomes the name of the relation. A value that is infinite, or not the
    index of a label of its attribute, raises a ValueError.
    """
    header = [f"@relation {_quote(dataset.name)}", ""]
    columns = []
    for attribute, column in zip(dataset.attributes, dataset.values.T, strict=True):
        check_values(attribute, column, where=path)
        declared, cells = _write_column(attribute, column)
        header.append(f"@attribute {_quote(attribute.name)} {declared}")
        columns.append(cells)
    rows = map(",".join, zip(*columns, strict=True))
    with atomic_open(path, encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in [*header, "", "@data", *rows])


def _lines(path):
    """Yield the number and the text of every line that is not empty or a comment."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ValueError(
            f"{path}, line {line}: byte 0x{error.object[error.start]:02x} is not "
            f"UTF-8; save the file as UTF-8"
        ) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip(_BLANKS)
        if line and not line.startswith("%"):
            yield number, line


def _read_header(lines, path):
    """Take `lines` up to ``@data``: all attributes, and the types of textual ones."""
    attributes, textual = {}, {}
    for number, line in lines:
        keyword, rest = _KEYWORD.match(line).groups()
        try:
            if keyword.lower() == "@data":
                _end_header(attributes, rest)
                return tuple(attributes.values()), textual
            if keyword.lower() == "@attribute":
                attribute, kind = _read_declaration(rest)
                if attribute.name in attributes:
                    raise ValueError(
                        f"attribute {attribute.name!r} is declared twice; rename one"
                    )
                attributes[attribute.name] = attribute
                if kind in ("string", "date"):
                    textual[attribute.name] = kind
            elif keyword.lower() != "@relation":
                raise ValueError(
                    f"{line[:40]!r} is not @relation, @attribute or @data; correct it"
                )
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    raise ValueError(f"{path}: no @data line; is it a whole ARFF file?")


def _end_header(attributes, rest):
    """Refuse a header without attributes, and values on the line of ``@data``."""
    if not attributes:
        raise ValueError("@data before any @attribute; declare the attributes first")
    if rest and not rest.startswith("%"):
        raise ValueError(f"{rest[:40]!r} after @data; start the values on a new line")


def _read_declaration(text):
    """Read what follows ``@attribute``: the attribute, and its type if not nominal."""
    word = _WORD.match(text)
    if not word:
        raise ValueError("@attribute without a name; quote a name with blanks in it")
    name, text = _unquote(word), text[word.end() :]
    if text.startswith("{"):
        return Attribute(name, _read_labels(name, text[1:])), None
    word = _WORD.match(text)
    kind = _unquote(word).lower() if word else ""
    if kind == "relational":
        raise ValueError(f"attribute {name!r} is relational; take it out of the file")
    if kind not in ("numeric", "real", "integer", "string", "date"):
        raise ValueError(
            f"attribute {name!r} is of unknown type {text!r}; declare it numeric or "
            f"by its labels, {{a,b}}"
        )
    # A range or a date format may follow; it says nothing of the values.
    return Attribute(name), kind


def _read_labels(name, text):
    """Read the labels of a domain, the opening brace gone."""
    words, rest = _split(text)
    if not rest.startswith("}"):
        at = f"attribute {name!r}: no }} ends its labels on this line"
        raise ValueError(f"{at}; cannot read {rest[:40]!r}")
    rest = rest[1:].strip(_BLANKS)
    if rest and not rest.startswith("%"):
        raise ValueError(f"attribute {name!r}: {rest[:40]!r} after }}; take it out")
    labels = tuple(map(_unquote, words))
    if len(set(labels)) < len(labels):
        doubled = Counter(labels).most_common(1)[0][0]
        raise ValueError(
            f"attribute {name!r} declares the label {doubled!r} twice; take one out"
        )
    return labels


def _read_rows(lines, count, path):
    """Read the rows of `count` cells: their line numbers and their cells."""
    numbers, rows = [], []
    for number, line in lines:
        try:
            cells = _read_cells(line)
            if len(cells) != count:
                raise ValueError(
                    f"{len(cells)} values for {count} attributes; correct the line "
                    f"(a value with a comma or blank in it needs quotes)"
                )
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
        numbers.append(number)
        rows.append(cells)
    return numbers, rows


def _read_cells(line):
    """Read the cells of a row, None for a missing one."""
    if _SPECIAL.search(line):
        words, rest = _split(line)
        if rest.startswith("{"):
            raise ValueError(
                f"cannot read {rest[:40]!r}: sparse rows and weights are not read; "
                f"write every value (WEKA's filter SparseToNonSparse does)"
            )
        if rest and not rest.startswith("%"):
            raise ValueError(
                f"cannot read {rest[:40]!r}; close every quote, and quote the whole "
                f"of a value"
            )
        return [None if word[3] == "?" else _unquote(word) for word in words]
    cells = line.split(",")
    if "" in cells:
        raise ValueError(_EMPTY_CELL)
    return [None if cell == "?" else cell for cell in cells] if "?" in line else cells


def _split(text):
    """Match word after word: the matches, and the text that is left."""
    words, end = [], 0
    while word := _WORD.match(text, end):
        words.append(word)
        end = word.end()
    rest = text[end:].lstrip(_BLANKS)
    after_comma = bool(words) and words[-1][4]
    if rest.startswith(",") or (after_comma and rest[:1] in ("", "%", "}")):
        raise ValueError(_EMPTY_CELL)
    return words, rest


def _unquote(word):
    """Return the text of a matched word."""
    single, double, bare, _ = word.groups()
    if bare is not None:
        return bare
    quoted = double if single is None else single
    return _ESCAPE.sub(_unescape, quoted) if "\\" in quoted else quoted


def _unescape(match):
    """Character that Java reads for an escape."""
    code = match[1]
    return chr(int(code, 8)) if code[0] in "01234567" else _ESCAPED.get(code, code)


def _codes(attribute, cells):
    """Map every text in `cells` that `attribute` may have to its value."""
    if attribute.is_nominal:
        codes = {label: index for index, label in enumerate(attribute.labels)}
    else:
        texts = filter(_NUMBER.fullmatch, set(cells) - {None})
        codes = {text: float(text) for text in texts}
        codes = {text: value for text, value in codes.items() if math.isfinite(value)}
    codes[None] = math.nan
    return codes


def _refusal(attribute):
    """Explain a value that `attribute` cannot have, with the remedy."""
    if attribute.is_nominal:
        labels = len(attribute.labels)
        return f"not one of its {labels} labels; correct it or declare it"
    return "not a finite number; correct it, or write ? where it is missing"


def _write_column(attribute, column):
    """Write the declaration of `attribute` and every value of `column`."""
    if attribute.labels is None:
        return "numeric", ["?" if math.isnan(x) else repr(x) for x in column.tolist()]
    labels = [_quote(label) for label in attribute.labels]
    cells = ["?" if math.isnan(x) else labels[int(x)] for x in column.tolist()]
    return "{" + ",".join(labels) + "}", cells


def _quote(text):
    """Text as a word of the file, in quotes where it needs them."""
    if _UNQUOTED.fullmatch(text):
        return text
    return f"'{text.translate(_TO_ESCAPE)}'"
