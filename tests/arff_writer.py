"""Write data sets as ARFF, for tests and WEKA."""

import math
import re

from tenbyten.files import atomic_open

_TO_ESCAPE = str.maketrans(
    {"\\": r"\\", "'": r"\'", "\n": r"\n", "\r": r"\r", "\t": r"\t"}
)
_UNQUOTED = re.compile(r"(?!\?$)[^\s\x00-\x20,{}'\"%\\]+")


def write_arff(dataset, path):
    """Write `dataset` so that reading it gives the same bits, in WEKA too.

    Its name becomes the name of the relation.
    """
    header = [f"@relation {quote(dataset.name)}", ""]
    columns = []
    for attribute, column in zip(dataset.attributes, dataset.values.T, strict=True):
        declared, cells = _write_column(attribute, column)
        header.append(f"@attribute {quote(attribute.name)} {declared}")
        columns.append(cells)
    rows = map(",".join, zip(*columns, strict=True))
    with atomic_open(path, encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in [*header, "", "@data", *rows])


def _write_column(attribute, column):
    """Write the declaration of `attribute` and every value of `column`."""
    if attribute.labels is None:
        return "numeric", ["?" if math.isnan(x) else repr(x) for x in column.tolist()]
    labels = [quote(label) for label in attribute.labels]
    cells = ["?" if math.isnan(x) else labels[int(x)] for x in column.tolist()]
    return "{" + ",".join(labels) + "}", cells


def quote(text):
    """Text as a word of the file, in quotes where it needs them."""
    if _UNQUOTED.fullmatch(text):
        return text
    return f"'{text.translate(_TO_ESCAPE)}'"
