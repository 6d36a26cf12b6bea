"""Convert a raw table to canonical form, and check its facts."""

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tenbyten.datasets.table import Attribute, Dataset, RawTable, unknown_names
from tenbyten.files import PathLike
from tenbyten.words import REGRESSION, list_first

_log = logging.getLogger(__name__)


def canonical(
    raw: RawTable,
    *,
    name: str,
    target: str,
    drop: Sequence[str] = (),
    keep: Collection[str] | None = None,
    missing_is_label: bool = False,
    missing_class: str = "error",
    where: PathLike,
) -> Dataset:
    """Make the canonical data set: the class last, the others in their order.

    Rows keep the order of `raw`.

    Parameters
    ----------
    raw : RawTable
    name : str
        The data set's name.
    target : str
        The attribute that becomes the class.
    drop : sequence of str, default=()
        Attributes to leave out.
    keep : collection of str, optional
        Predictors to keep; all by default.
    missing_is_label : bool, default=False
        Whether a missing value of a nominal predictor becomes the label ``?``, which is
        added as the first label if there is none. Numeric values stay missing.
    missing_class : {"error", "drop", "keep"}, default="error"
        With ``error`` rows whose class is missing raise an error.
    where : str
        The source of the table; messages begin with it.

    Raises
    ------
    ValueError
        If a named attribute is not there; if the class is dropped, not nominal,
        of fewer than two labels or present classes, or missing in a row and that
        is an error; if no row or predictor is left; if a predictor is a string or
        date.
    """
    names = [attribute.name for attribute in raw.attributes]
    _check_names(names, target=target, drop=drop, keep=keep, where=where)
    wanted = set(names if keep is None else keep) - {target, *drop}
    order = [column for column, name in enumerate(names) if name in wanted]
    order.append(names.index(target))
    _check_types(raw, order, where=where)
    attributes = tuple(raw.attributes[column] for column in order)
    # A large table in the right order is not held twice.
    is_whole = order == list(range(len(names)))
    values = raw.values if is_whole else raw.values[:, order]
    dataset = Dataset(name, attributes, values)
    _check_class(dataset, missing_class, where=where)
    return _label_missing(dataset) if missing_is_label else dataset


def describe_textual(raw: RawTable, names: Sequence[str]) -> str:
    """Explain why some columns are neither nominal nor numeric.

    All of `names` are among the table's `textual`.
    """
    listed = []
    for name in names:
        kind, reason = raw.textual[name], raw.reasons.get(name)
        listed.append(f"{name!r} ({f'{kind}: {reason}' if reason else f'a {kind}'})")
    these, are = ("column", "is") if len(names) == 1 else ("columns", "are")
    return f"{these} {list_first(listed, more=', ')} {are} neither nominal nor numeric"


def treat_missing_class(
    dataset: Dataset, missing_class: str
) -> tuple[Dataset, dict[str, Any]]:
    """Drop or keep the rows whose class is missing.

    Returns
    -------
    dataset : Dataset
        With or without these rows.
    details : dict
        Empty if every row has a class. Otherwise ``missing_class`` has their number and
        treatment, and ``dropped_rows`` the numbers of dropped rows, from 1.
    """
    missing = np.flatnonzero(dataset.classes < 0)
    if not len(missing):
        return dataset, {}
    treated = {"rows": len(missing), "treated": missing_class}
    details: dict[str, Any] = {"missing_class": treated}
    what = dataset.name, len(missing), len(dataset.values), missing_class
    _log.info("%s: %d of %d rows lack a class: %s", *what)
    if missing_class != "drop":
        return dataset, details
    values = np.delete(dataset.values, missing, axis=0)
    details["dropped_rows"] = (missing + 1).tolist()
    return dataset.with_values(values), details


def check_facts(
    facts: Mapping[str, int], row: Mapping[str, Any], *, where: PathLike
) -> None:
    """Compare the facts of a data set with its row of the sheet.

    If any differs, a ValueError lists each that does, with both numbers.
    """
    differing = [
        f"{fact} {count}, the sheet says {row[fact]}"
        for fact, count in facts.items()
        if row.get(fact, count) != count
    ]
    if differing:
        raise ValueError(
            f"{where}: the data differ from the sheet: {'; '.join(differing)}; is it "
            f"the right source, target and list of dropped attributes? If it is, "
            f"correct the sheet"
        )


def _check_names(names, *, target, drop, keep, where):
    """Refuse unknown attributes, and those that are both kept and dropped."""
    if unknown := unknown_names((target, *drop, *(keep or ())), names):
        raise ValueError(f"{where}: no attribute {unknown}")
    for name in drop:
        if name == target or name in (keep or ()):
            other = "the class" if name == target else "kept"
            raise ValueError(
                f"{where}: attribute {name!r} is dropped and {other}; choose one"
            )


def columns_by_reason(dataset: Dataset, raw: RawTable) -> dict[str, str]:
    """Log why every column is nominal or numeric; return the names by type and reason.

    Names are separated by ``;``. The table must have `reasons`.
    """
    found: dict[str, list[str]] = {}
    for attribute in dataset.attributes:
        kind = "nominal" if attribute.is_nominal else "numeric"
        reason = f"{kind}: {raw.reasons[attribute.name]}"
        found.setdefault(reason, []).append(attribute.name)
    for reason, names in found.items():
        _log.info("%s: %s: %s", dataset.name, reason, list_first(names, more=" and "))
    return {reason: ";".join(names) for reason, names in found.items()}


def _check_types(raw, order, *, where):
    """Refuse textual attributes, a numeric class, and a table without predictors."""
    kept = [raw.attributes[column].name for column in order]
    if textual := [name for name in kept if name in raw.textual]:
        retype = ", or make them nominal or numeric in the source"
        if raw.reasons:
            retype = ", or name them in `as_nominal` or `as_numeric`"
        if all(raw.textual[name] == "empty" for name in textual):
            retype = ""
        raise ValueError(
            f"{where}: {describe_textual(raw, textual)}; leave out by `drop` what the "
            f"class cannot depend on ({';'.join(textual)}){retype}"
        )
    attribute = raw.attributes[order[-1]]
    if not attribute.is_nominal:
        raise ValueError(
            f"{where}: the class {attribute.name!r} is numeric: this {REGRESSION}; "
            f"name a nominal target, or declare its labels in the source"
        )
    if len(order) == 1:
        raise ValueError(
            f"{where}: no attribute is left beside the class {attribute.name!r}; drop "
            f"fewer or keep more"
        )


def _check_class(dataset, missing_class, *, where):
    """Refuse a class that is missing, or has fewer than two values."""
    attribute, values = dataset.class_attribute, dataset.values[:, -1]
    if not len(values):
        raise ValueError(f"{where}: no rows; is the source complete?")
    missing = np.flatnonzero(np.isnan(values)) + 1
    if len(missing) and missing_class == "error":
        rows = ", ".join(map(str, missing[:5])) + (", ..." if len(missing) > 5 else "")
        raise ValueError(
            f"{where}: the class {attribute.name!r} is missing in {len(missing)} of "
            f"{len(values)} rows ({rows}, from 1); remove them in the source, or set "
            f"`missing_class` in the study: drop leaves them out, keep treats them "
            f"as WEKA's Experimenter does (`tenbyten docs messages#missing-class`)"
        )
    present = [repr(attribute.labels[int(x)]) for x in np.unique(values) if x == x]
    if len(present) < 2:
        raise ValueError(
            f"{where}: every row has the class {attribute.name!r} = "
            f"{''.join(present) or 'missing'} (of {len(attribute.labels)} declared); "
            f"name a target with two or more classes"
        )


def _label_missing(dataset):
    """Make a missing value of a nominal predictor its label ``?``."""
    attributes, values = list(dataset.attributes), dataset.values.copy()
    for column, attribute in enumerate(attributes[:-1]):
        missing = np.isnan(values[:, column])
        if not (attribute.is_nominal and missing.any()):
            continue
        if "?" not in attribute.labels:
            attribute = Attribute(attribute.name, ("?", *attribute.labels))
            attributes[column] = attribute
            values[:, column] += 1
        values[missing, column] = attribute.labels.index("?")
    return replace(dataset, attributes=tuple(attributes), values=values)
