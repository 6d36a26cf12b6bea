"""Read the columns of a CSV of results from elsewhere, without reading the rest."""

import csv
from collections import Counter

from tenbyten.files import PathLike

# The column that what WEKA's Experimenter writes is known by.
SCHEME = "Key_Scheme"


def separator_of(path: PathLike) -> str:
    """Return what parts the names of the columns most often: comma, semicolon, tab."""
    with open(path, encoding="utf-8-sig") as file:
        return max(",;\t", key=next(filter(str.strip, file), "").count)


def columns_of(path: PathLike) -> list[str]:
    """Return the names of the columns, each once.

    Raises
    ------
    FileNotFoundError
        If there is no such file, or a folder in its place.
    ValueError
        If it is no CSV in UTF-8, or has a column twice.
    """
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            rows = csv.reader(file, delimiter=separator_of(path))
            header = [name.strip() for name in next(filter(None, rows), [])]
    except (FileNotFoundError, IsADirectoryError):
        raise FileNotFoundError(
            f"no file of accuracies at {path}; correct the path"
        ) from None
    except (csv.Error, UnicodeDecodeError) as error:
        raise ValueError(
            f"{path}: not a CSV file: {error}; save it as CSV in UTF-8, or read it by "
            f"pandas and give the table to tenbyten.compare"
        ) from error
    if doubled := [name for name, n in Counter(header).items() if n > 1]:
        raise ValueError(f"{path}: two columns {doubled[0]!r}; remove one")
    return header


def has_accuracies(path: PathLike, metric: str) -> bool:
    """Return whether a file has accuracies, where a study compares `metric`.

    A wide table has the compared metric alone. True if `metric` is accuracy: a file
    without it is refused when it is read.
    """
    if metric == "accuracy":
        return True
    header = set(columns_of(path))
    return bool(header & {"accuracy", SCHEME}) or {"tested", "correct"} <= header
