"""Make the study of a table of accuracies, without files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbyten.study.reading import make_study
from tenbyten.study.schema import check_against_schema, read_schema
from tenbyten.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

# Keys that the table settles.
_OF_TABLE = ("datasets", "classifiers", "runs", "folds", "splitter")


def name_for_files(table: pd.DataFrame) -> tuple[pd.DataFrame, dict[str, str]]:
    """Rename the classifiers of a table so that files can bear their names.

    Returned are the table with the new names, and the names that were changed, by the
    new ones. Two classifiers that would get the same name raise a ValueError.
    """
    given = [str(name) for name in table["classifier"].unique()]
    names = {name: re.sub(r"[^A-Za-z0-9_.+-]+", "_", name)[:64] for name in given}
    if len(set(names.values())) < len(names):
        raise ValueError(
            f"compare: classifiers {', '.join(given)} would share the names of files; "
            f"call them differently in letters and digits, and give `labels`"
        )
    classifier = table["classifier"].astype(str).map(names)
    labels = {new: old for old, new in names.items() if new != old}
    return table.assign(classifier=classifier), labels


def study_of(table: pd.DataFrame, settings: Mapping[str, Any]) -> Study:
    """Make the study whose accuracies a table holds.

    `table` and `settings` are those of `tenbyten.compare`. The study's data sets and
    classifiers are in the order in which they first appear. A table that lacks a column
    raises a ValueError, and so does a setting that is unknown or out of its range.
    """
    lacking = [c for c in ("dataset", "classifier", "run", "fold") if c not in table]
    if lacking or not len(table):
        raise ValueError(
            f"compare: the table has {len(table)} rows and the columns "
            f"{', '.join(map(str, table.columns))}; it needs a row a cell and "
            f"{', '.join(lacking) or 'a cell'}"
        )
    settings = dict(settings)
    labels = settings.pop("labels", {})
    if settled := [key for key in _OF_TABLE if key in settings]:
        raise ValueError(
            f"compare: {settled[0]} is what the table says; leave the setting out"
        )
    names = [str(name) for name in table["classifier"].unique()]
    if unknown := [name for name in labels if name not in names]:
        raise ValueError(
            f"compare: a label for {unknown[0]!r}, which is no classifier of the "
            f"table ({', '.join(names)})"
        )
    settings |= {
        "datasets": "datasets.tsv",
        "classifiers": {
            name: {"label": labels[name]} if name in labels else {} for name in names
        },
        "runs": int(table["run"].nunique()),
        "folds": int(table["fold"].nunique()),
    }
    settings = check_against_schema(settings, read_schema("study"), where="compare")
    datasets = {
        str(name): {"number": number}
        for number, name in enumerate(table["dataset"].unique(), start=1)
    }
    return make_study(Path("compare"), settings, datasets, Path("the table"))
