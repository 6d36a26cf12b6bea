"""Make the study of a table of accuracies, without files."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbyten.study.names import folded, name_of
from tenbyten.study.not_tested import Design
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


def name_for_files(table: pd.DataFrame) -> tuple[pd.DataFrame, dict[str, str]]:
    """Rename the classifiers of a table so that files can bear their names.

    Returned are the table with the new names, and the names that were changed, by the
    new ones. They are made by `fit_name`, and ``classifier`` where nothing is left.
    """
    given = list(table["classifier"].unique())
    names: dict[str, str] = {}
    # Whoever has a fit name keeps it.
    for name in sorted(given, key=lambda name: fit_name(name) != name):
        names[name] = fit_name(name, names.values(), otherwise="classifier")
    labels = {names[name]: name for name in given if names[name] != name}
    return table.assign(classifier=table["classifier"].map(names)), labels


def fit_name(name: str, taken: Iterable[str] = (), *, otherwise: str = "") -> str:
    """Turn a text into a name that a file can bear, by `name_of`.

    It is `otherwise` if nothing is left of it. If it is one of those that are `taken`,
    but for upper and lower case, it gets a number.
    """
    stem = name_of(name) or otherwise
    numbered = (f"{name_of(stem, most=60)}-{n}" for n in itertools.count(2))
    others = set(map(folded, taken))
    return next(x for x in itertools.chain([stem], numbered) if folded(x) not in others)


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
    usual, _ = Counter(designs.values()).most_common(1)[0]
    settings |= {
        "datasets": "datasets.tsv",
        "classifiers": {
            name: {"label": labels[name]} if name in labels else {} for name in names
        },
        "runs": usual[0],
        "folds": usual[1],
    }
    others = {name: design for name, design in designs.items() if design != usual}
    if others:
        keys = ("runs", "folds")
        settings["designs"] = {
            name: dict(zip(keys, design, strict=True))
            for name, design in others.items()
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
