"""Attributes and values of one data set."""

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

# Facts of a data set that a sheet can give, in the order of its columns.
FACTS = (
    *("instances", "attributes", "numeric"),
    *("classes_declared", "classes_present", "majority", "missing_cells"),
)

# From so many labels on a nominal attribute is said to make many columns.
_MANY_LABELS = 200
# Names that a message lists one by one.
_LISTED = 10


def hint_at_labels(name: str, labels: Sequence[str], classifiers: str) -> str:
    """Say what to do with a column of many labels; empty if there are few.

    Parameters
    ----------
    name : str
        The column's name.
    labels : sequence of str
    classifiers : str
        The classifiers that get a column for each label, in words.
    """
    if len(labels) < _MANY_LABELS:
        return ""
    return (
        f"{name!r} has {len(labels):,} labels, each a column for {classifiers}, which "
        f"is slow; write `columns: ordinal` in the study or `drop` it in the sheet"
    )


@dataclass(frozen=True)
class Attribute:
    """One column: nominal with its declared labels in order, or numeric with None."""

    name: str
    labels: tuple[str, ...] | None = None

    @property
    def is_nominal(self) -> bool:
        """Whether the attribute has labels."""
        return self.labels is not None


@dataclass(frozen=True)
class RawTable:
    """All attributes of a source, in its order, before a class is chosen.

    `values` are those of `Dataset`, NaN throughout a textual attribute; `textual` has
    the declared type, ``string`` or ``date``, of every attribute that has no values
    here, or the like (``text``, ``identifier``): it can only be dropped. `reasons` say
    of columns why they are nominal, numeric or textual, unless the source declares all
    types; `declared` are other columns whose labels it declares.
    """

    attributes: tuple[Attribute, ...]
    values: npt.NDArray[np.float64]
    textual: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    declared: Collection[str] = ()


class Fetched(NamedTuple):
    """A fetched data set: its table as the server sent it, and its record.

    `target` is the attribute to be predicted; those `ignored` are to be dropped, since
    the server takes them for identifiers and the like.
    """

    raw: RawTable
    target: str
    ignored: tuple[str, ...]
    origin: dict[str, Any]


@dataclass(frozen=True)
class Dataset:
    """Instances in file order, the class as the last attribute.

    Attributes
    ----------
    name : str
        The data set's name, as tables and file names use it.
    attributes : tuple of Attribute
        All attributes in file order, the class last.
    values : ndarray of shape (instances, attributes), float64
        Numeric values as they are; a nominal value as the index of its label;
        NaN where a value is missing.
    """

    name: str
    attributes: tuple[Attribute, ...]
    values: npt.NDArray[np.float64]

    @property
    def class_attribute(self) -> Attribute:
        """The attribute to be predicted."""
        return self.attributes[-1]

    @property
    def class_labels(self) -> tuple[str, ...]:
        """The declared labels of the class, in order."""
        return self.class_attribute.labels or ()

    @property
    def classes(self) -> npt.NDArray[np.int64]:
        """Label index of every instance's class, ndarray of shape (instances,).

        -1 if it is missing.
        """
        values = self.values[:, -1]
        return np.where(np.isnan(values), -1, values).astype(np.int64)

    @property
    def n_values(self) -> npt.NDArray[np.int64]:
        """Number of labels of every attribute; 0 of a numeric one."""
        return np.array([len(x.labels or ()) for x in self.attributes], dtype=np.int64)

    @cached_property
    def checksum(self) -> str:
        """SHA-256 of attributes, labels and the values' bits; not of the name.

        It is that of ``[[name, labels], ...]`` as JSON, a line feed, and column after
        column as little-endian doubles, with one NaN for all that is missing.
        """
        header = [[attribute.name, attribute.labels] for attribute in self.attributes]
        total = hashlib.sha256(json.dumps(header).encode() + b"\n")
        for column in self.values.T:
            one_nan = np.where(np.isnan(column), np.nan, column)
            total.update(one_nan.astype("<f8").data)
        return total.hexdigest()

    @property
    def facts(self) -> dict[str, int]:
        """The facts that a sheet can give, by the names in `FACTS`.

        Instances without a class count as instances, and their classes as missing
        cells.
        """
        classes = self.classes[self.classes >= 0]
        counts = np.bincount(classes, minlength=len(self.class_labels))
        return {
            "instances": len(self.values),
            "attributes": len(self.attributes),
            "numeric": sum(not a.is_nominal for a in self.attributes),
            "classes_declared": len(counts),
            "classes_present": int(np.count_nonzero(counts)),
            "majority": int(counts.max()),
            "missing_cells": int(np.isnan(self.values).sum()),
        }

    def with_values(self, values: npt.NDArray[np.float64]) -> "Dataset":
        """Return the same attributes over other `values`."""
        return replace(self, values=values)


def unknown_names(wanted: Iterable[str], known: Sequence[str]) -> str:
    """List unknown names, each with similar known ones; empty if all are known."""
    names = set(known)
    unknown = [name for name in dict.fromkeys(wanted) if name not in names]
    listed = []
    for name in unknown[:_LISTED]:
        near = get_close_matches(name, known, n=3, cutoff=0.5) or known[:_LISTED]
        listed.append(f"{name!r}; did you mean {' or '.join(map(repr, near))}?")
    if len(unknown) > _LISTED:
        listed.append(f"{len(unknown) - _LISTED} more")
    return " And no ".join(listed)
