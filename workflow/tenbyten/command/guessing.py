"""Guess the row of a data-set sheet for a file: its class, and what to leave out."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tenbyten.dataset.canonical import canonical
from tenbyten.dataset.readers.number_texts import is_number
from tenbyten.dataset.readers.tabular import opened
from tenbyten.dataset.table import Dataset, RawTable
from tenbyten.study.schema import read_schema

# What a class is often called, the best first.
NAMES = ("class", "target", "label", "outcome")
# Whole numbers of more different values are rather a quantity than a class.
MOST_NUMBERS = 10

_ASKED, _BY_NAME = "named by --target", "by its name"
_LAST, _FIRST = "the last column", "the first column"


class Guess(NamedTuple):
    """A file as a data set.

    Attributes
    ----------
    dataset : Dataset
        Without the columns that are `dropped`, with the rows that lack a class.
    why : str
        Why its class is the class, in a few words.
    dropped : dict of str to str
        Columns that can be no attributes, with the reason.
    """

    dataset: Dataset
    why: str
    dropped: dict[str, str]

    @property
    def lacking(self) -> int:
        """How many rows lack a class."""
        return int((self.dataset.classes < 0).sum())

    @property
    def counts(self) -> dict[str, int]:
        """How many rows each class has, of those that occur."""
        labels = self.dataset.class_labels
        classes = self.dataset.classes
        counts = np.bincount(classes[classes >= 0], minlength=len(labels))
        return {x: int(n) for x, n in zip(labels, counts, strict=True) if n}


def guess(path: Path, name: str, *, targets: Sequence[str] = ()) -> Guess:
    """Guess which column of a file is the class, and which can be no attributes.

    If the file has a column that `targets` name, that is the class. Else it is the
    first of these that can be: a column called as in `NAMES`, in upper or lower case;
    the last; the first. The last and the first are no class if they hold whole numbers
    of more than `MOST_NUMBERS` different values, unless the file declares labels.
    Columns that are neither nominal nor numeric are dropped.

    A file that cannot be read or has no such class raises a ValueError, which does not
    name the file.
    """
    faults = []
    try:
        names, decide = opened(path)
        if not names:
            raise ValueError("has no columns")
        _refuse_other_tables(path, names)
        for target, why in _candidates(names, targets):
            try:
                return _guess(decide(target=target), path, name, target, why)
            except ValueError as error:
                faults.append(str(error).partition("; name another target")[0])
        told = "; ".join(dict.fromkeys(faults))
        raise ValueError(f"{told}; if another column is the class, name it by --target")
    except ValueError as error:
        raise ValueError(str(error).replace(f"{path}: ", "")) from None


def _refuse_other_tables(path: Path, names: Sequence[str]) -> None:
    """Refuse a table that is of a study and no data set."""
    if "name" in names and set(names) <= read_schema("dataset")["properties"].keys():
        raise ValueError("is a data-set sheet")
    if {"dataset", "classifier"} <= set(names):
        raise ValueError(f"is a table of accuracies; `tenbyten compare {path}`")


def _candidates(
    names: Sequence[str], targets: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """List the columns that may be the class, the best first, each with the reason."""
    if asked := [target for target in targets if target in names]:
        yield asked[0], _ASKED
        return
    found: dict[str, str] = {}
    for word in NAMES:
        found |= {x: _BY_NAME for x in names if x.strip().lower() == word}
    found.setdefault(names[-1], _LAST)
    found.setdefault(names[0], _FIRST)
    yield from found.items()


def _guess(raw: RawTable, path: Path, name: str, target: str, why: str) -> Guess:
    """Take a column for the class; one that cannot be raises a ValueError."""
    dropped = {
        column: ": ".join(filter(None, (kind, raw.reasons.get(column))))
        for column, kind in raw.textual.items()
        if column != target
    }
    for column in (target, *dropped):
        if not column.strip() or not column.isprintable():
            raise ValueError(f"column {column!r} has a name that no sheet has; name it")
    for column in dropped:
        if ";" in column or column != column.strip():
            raise ValueError(
                f"column {column!r} can be no attribute ({dropped[column]}), and its "
                f"name has a `;`, or blanks at an end; rename it"
            )
    wanted: dict[str, Any] = {"target": target, "drop": list(dropped)}
    dataset = canonical(raw, name=name, **wanted, missing_class="keep", where=path)
    found = Guess(dataset, why, dropped)
    # Labels without a reason are declared.
    by_place = why in (_LAST, _FIRST) and raw.reasons
    different = len(found.counts)
    if by_place and different > MOST_NUMBERS and all(map(is_number, found.counts)):
        raise ValueError(
            f"{why}, {target!r}, has {different} different whole numbers, which is "
            f"rather a quantity than a class"
        )
    return found
