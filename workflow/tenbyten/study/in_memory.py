"""Make the study of a table of accuracies, without files."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Container, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbyten.designs import Design, usual_design
from tenbyten.study.names import folded, name_of
from tenbyten.study.reading import make_study
from tenbyten.study.schema import check_against_schema, read_schema
from tenbyten.study.sheet import Sheet
from tenbyten.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

# Keys that the table settles.
_OF_TABLE = (
    *("datasets", "classifiers", "runs", "folds", "designs", "splitter"),
    *("missing_class", "predictions"),
)

# The most changed names that the log tells.
_NAMED = 5

_log = logging.getLogger(__name__)


def name_for_files(
    table: pd.DataFrame, column: str
) -> tuple[pd.DataFrame, dict[str, str]]:
    """Rename a table's data sets or classifiers so that files can bear their names.

    Returned are the table with the new names, and these by those that were given. They
    are made by `fit_name`, all of them different, and that of the column where nothing
    is left. The log tells changed names of data sets.
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    # Whoever has a fit name keeps it.
    for name in sorted(table[column].unique(), key=lambda name: name_of(name) != name):
        names[name] = fit_name(name, taken, otherwise=column)
        taken.add(folded(names[name]))
    changed = [f"{name!r} is {new}" for name, new in names.items() if new != name]
    # Classifiers have a label.
    if changed and column == "dataset":
        more = f", and {len(changed) - _NAMED} more" if changed[_NAMED:] else ""
        _log.warning(
            "data sets have names that files cannot bear, and get others: %s%s",
            *(", ".join(changed[:_NAMED]), more),
        )
    return table.assign(**{column: table[column].map(names)}), names


def fit_name(name: str, taken: Container[str] = (), *, otherwise: str = "") -> str:
    """Turn a text into a name that a file can bear, by `name_of`.

    It is `otherwise` if nothing is left of it. If it is one of those that are `taken`,
    which are `folded`, it gets a number.
    """
    stem = name_of(name) or otherwise
    numbered = (f"{name_of(stem, most=60)}-{n}" for n in itertools.count(2))
    return next(x for x in itertools.chain([stem], numbered) if folded(x) not in taken)


def described_in(settings: Mapping[str, Any]) -> list[str]:
    """List the metrics that settings describe, which no schema has checked yet."""
    foreign = settings.get("foreign_metrics")
    return [str(name) for name in foreign] if isinstance(foreign, Mapping) else []


def study_of(
    table: pd.DataFrame, settings: Mapping[str, Any], designs: Mapping[str, Design]
) -> Study:
    """Make the study whose accuracies a table holds.

    `table` is from `name_for_files`, `settings` are those of `tenbyten.compare`,
    `designs` the table's numbers of runs and folds, by data set. The study's data sets
    and classifiers are in the order in which they first appear. A setting that is
    unknown or out of its range raises a ValueError.
    """
    settings = dict(settings)
    labels, groups = settings.pop("labels", {}), settings.pop("groups", {})
    if settled := [key for key in _OF_TABLE if key in settings]:
        raise ValueError(
            f"compare: {settled[0]} is what the table says; leave the setting out"
        )
    names = list(table["classifier"].unique())
    if len(names) < 2:
        raise ValueError(
            f"compare: {', '.join(map(repr, names))} is the only classifier of the "
            f"table; give a table of two or more"
        )
    if unknown := [name for name in labels if name not in names]:
        raise ValueError(
            f"compare: a label for {unknown[0]!r}, which is no classifier of the "
            f"table ({', '.join(names)})"
        )
    usual = usual_design(designs)
    settings |= {
        "datasets": "datasets.tsv",
        "classifiers": {name: {"label": labels.get(name, name)} for name in names},
        "runs": usual[0],
        "folds": usual[1],
        "designs": {
            name: {"runs": runs, "folds": folds}
            for name, (runs, folds) in designs.items()
            if (runs, folds) != usual
        },
    }
    metric, measured = settings.get("metric"), settings.get("metrics", [])
    if metric != "accuracy" and metric in table and metric not in measured:
        settings["metrics"] = [*measured, metric]
    settings = check_against_schema(settings, read_schema("study"), where="compare")
    datasets: Sheet = {name: {} for name in table["dataset"].unique()}
    for group, members in groups.items():
        for name in map(str, members):
            if datasets.get(name, {"group": ""}).keys() >= {"group"}:
                raise ValueError(
                    f"compare: groups: {name!r} of {group} is no data set of the "
                    f"table, or is in two groups; correct the name"
                )
            datasets[name]["group"] = group
    return make_study(Path("compare"), settings, datasets, Path("the table"))
