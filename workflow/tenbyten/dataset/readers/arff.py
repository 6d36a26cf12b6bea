"""Read ARFF files to the very values that WEKA 3.6.14 reads.

Neither reader at hand will do: liac-arff 2.5 refuses ``integer [1,10]`` and a
comment after a declaration, scipy.io.arff 1.17 a blank before a value. Input that WEKA
guesses at (an empty cell, a quote that is not closed, text joined to a quoted
value, a weight in braces) is an error here.
"""

import re
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

from tenbyten.dataset.readers.arff_rows import read_rows
from tenbyten.dataset.readers.arff_words import BLANKS, WORD, split, unquote
from tenbyten.dataset.table import Attribute, RawTable
from tenbyten.files import PathLike

_KEYWORD = re.compile(r"(@[^\x00-\x20%]*|)[\x00-\x20]*(.*)")


def read_arff(path: PathLike) -> RawTable:
    r"""Read an ARFF file.

    Attributes, rows and labels are in the order of the file.

    Raises
    ------
    ValueError
        If the file is not UTF-8 or not ARFF, has a relational attribute, a weight, a
        doubled attribute or label, or a value that its attribute cannot have; the
        message names file and line.

    Notes
    -----
    A quoted ``'?'`` is a label, a bare ``?`` a missing value. Blanks separate
    values as commas do. Escapes in quotes are Java's: ``\n``, ``\'``, octal. In a
    sparse row, ``{index value, ...}``, what is omitted is 0 or the first label.
    """
    path = Path(path)
    with _opened(path) as file:
        attributes, textual, line = _read_header(file, path)
        values = read_rows(file, attributes, textual, path=path, line=line)
    return RawTable(attributes, values, textual)


@contextmanager
def _opened(path):
    """Open a file whose lines may end in any way, and name a byte that is no text."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            yield file
    except UnicodeDecodeError:
        raise ValueError(_not_text(path)) from None


def _not_text(path):
    """Say which byte of a file is not UTF-8."""
    try:
        path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return (
            f"{path}, line {line}: byte 0x{error.object[error.start]:02x} is not "
            f"UTF-8; save the file as UTF-8"
        )
    return f"{path}: changed while it was read; run again"


def _read_header(file, path):
    """Read up to ``@data``: all attributes, the types of textual ones, and its line."""
    attributes, textual = {}, {}
    for number, line in enumerate(iter(file.readline, ""), 1):
        line = line.strip(BLANKS)
        if not line or line.startswith("%"):
            continue
        keyword, rest = _KEYWORD.match(line).groups()
        try:
            if keyword.lower() == "@data":
                _end_header(attributes, rest)
                return tuple(attributes.values()), textual, number
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
    word = WORD.match(text)
    if not word:
        raise ValueError("@attribute without a name; quote a name with blanks in it")
    name, text = unquote(word), text[word.end() :]
    if text.startswith("{"):
        return Attribute(name, _read_labels(name, text[1:])), None
    word = WORD.match(text)
    kind = unquote(word).lower() if word else ""
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
    words, rest = split(text)
    if not rest.startswith("}"):
        at = f"attribute {name!r}: no }} ends its labels on this line"
        raise ValueError(f"{at}; cannot read {rest[:40]!r}")
    rest = rest[1:].strip(BLANKS)
    if rest and not rest.startswith("%"):
        raise ValueError(f"attribute {name!r}: {rest[:40]!r} after }}; take it out")
    labels = tuple(map(unquote, words))
    if len(set(labels)) < len(labels):
        doubled = Counter(labels).most_common(1)[0][0]
        raise ValueError(
            f"attribute {name!r} declares the label {doubled!r} twice; take one out"
        )
    return labels
