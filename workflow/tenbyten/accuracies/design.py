"""Check that a long table holds every cell of a study's design once."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

import numpy as np
import pandas as pd
import yaml

from tenbyten.designs import Design, usual_design

CELL = ["dataset", "classifier", "run", "fold"]

# The most cells that an error names.
_NAMED = 5


def check_design(
    table: pd.DataFrame,
    contents: str,
    *,
    datasets: Sequence[str],
    classifiers: Sequence[str],
    runs: int,
    folds: int,
    designs: Mapping[str, Design] | None = None,
) -> None:
    """Refuse cells that are missing, doubled or not of the design.

    Errors begin with the `contents` of the table, of which only the columns `CELL`
    count. Data sets in `designs` have the runs and folds that stand there.
    """
    own = designs or {}
    groups: dict[Design, list[str]] = {}
    for name in datasets:
        groups.setdefault(own.get(name, (runs, folds)), []).append(name)
    cells = [
        pd.MultiIndex.from_product(
            [names, classifiers, range(1, design[0] + 1), range(1, design[1] + 1)],
            names=CELL,
        )
        for design, names in groups.items()
    ]
    wanted = cells[0].append(cells[1:])
    found = pd.MultiIndex.from_frame(table[CELL])
    doubled = found[found.duplicated()].unique()
    design = f"the design of {len(datasets)} data sets, {len(classifiers)} "
    design += f"classifiers, runs: {runs}, folds: {folds}"
    design += f" ({len(own)} of the data sets with others)" if own else ""
    if len(doubled):
        raise ValueError(
            f"{contents}: {_cells(doubled)} stand more than once; remove one"
        )
    foreign = found.difference(wanted)
    if len(foreign):
        raise ValueError(
            f"{contents}: {_cells(foreign)} are not of {design}; correct the names or "
            f"numbers there, or the study{_hint(table, datasets, (runs, folds), own)}"
        )
    missing = wanted.difference(found, sort=False)
    if len(missing):
        raise ValueError(
            f"{contents}: {_cells(missing)} are missing from {design}; supply them, or "
            f"take them out of the study{_hint(table, datasets, (runs, folds), own)}"
        )


def design_of(table: pd.DataFrame) -> dict[str, Design]:
    """Read the numbers of runs and folds of each data set from its cells."""
    counted = table.groupby("dataset", sort=False)[["run", "fold"]].nunique()
    pairs = counted.itertuples(index=False, name=None)
    return dict(zip(counted.index, ((int(x), int(y)) for x, y in pairs), strict=True))


def by_design(table: pd.DataFrame) -> list[pd.DataFrame]:
    """Split a long table, complete and in order, into parts of one design each."""
    designs = design_of(table)
    parts = list(dict.fromkeys(designs.values()))
    if len(parts) == 1:
        return [table]
    of_rows = table["dataset"].map(designs)
    return [table[of_rows == part] for part in parts]


def _hint(
    table: pd.DataFrame,
    datasets: Sequence[str],
    usual: Design,
    own: Mapping[str, Design],
) -> str:
    """Say what the study would have to say, if the table has another whole design."""
    known = set(datasets)
    found = {x: y for x, y in design_of(table).items() if x in known}
    cells = table.groupby("dataset")[["classifier", "run", "fold"]].nunique()
    rows = table["dataset"].value_counts()
    whole = [x for x in found if rows[x] == cells.loc[x].prod()]
    if len(whole) < len(datasets) or all(found[x] == own.get(x, usual) for x in whole):
        return ""
    keys: dict[str, Any] = {}
    if usual not in found.values():
        usual = usual_design(found)
        keys = {"runs": usual[0], "folds": usual[1]}
    others = {x: found[x] for x in datasets if found[x] != usual}
    if others or own:
        numbers = ("runs", "folds")
        keys["designs"] = {
            x: dict(zip(numbers, y, strict=True)) for x, y in others.items()
        }
    said = yaml.safe_dump(
        keys, default_flow_style=True, sort_keys=False, allow_unicode=True, width=inf
    )
    return f"; if the table is right, the study has {said.strip()[1:-1]}"


def in_order(
    table: pd.DataFrame, *, datasets: Sequence[str], classifiers: Sequence[str]
) -> pd.DataFrame:
    """Sort by data set, classifier, run and fold."""
    keys = [table["fold"], table["run"]]
    for name, order in (("classifier", classifiers), ("dataset", datasets)):
        codes, found = pd.factorize(table[name])
        keys.append(pd.Index(order).get_indexer(found)[codes])
    return table.iloc[np.lexsort(keys)].reset_index(drop=True)


def name_cells(table: pd.DataFrame) -> str:
    """Name the first cells of a table, in words, and say how many there are."""
    return _cells(pd.MultiIndex.from_frame(table[CELL]))


def _cells(index: pd.MultiIndex) -> str:
    named = "; ".join(
        f"{dataset}, {classifier}, run {run}, fold {fold}"
        for dataset, classifier, run, fold in index[:_NAMED]
    )
    more = f" and {len(index) - _NAMED} more" if len(index) > _NAMED else ""
    return f"{len(index)} cells ({named}{more})"
