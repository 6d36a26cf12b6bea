"""Check that a long table holds every cell of a study's design once."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

# Runs, and folds of each run, of a data set.
Design = tuple[int, int]

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
    cells = [
        pd.MultiIndex.from_product(
            [names, classifiers, range(1, design[0] + 1), range(1, design[1] + 1)],
            names=CELL,
        )
        for design, names in _by_design(datasets, (runs, folds), own)
    ]
    wanted = cells[0].append(cells[1:])
    found = pd.MultiIndex.from_frame(table[CELL])
    doubled = found[found.duplicated()].unique()
    design = f"the design of {len(datasets)} data sets, {len(classifiers)} "
    design += f"classifiers, {runs} runs of {folds} folds"
    design += f" ({len(own)} data sets have others)" if own else ""
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


def usual_design(designs: Mapping[str, Design]) -> Design:
    """Return the design that most data sets have, the first among equals."""
    return Counter(designs.values()).most_common(1)[0][0]


def by_design(table: pd.DataFrame) -> list[pd.DataFrame]:
    """Split a long table, complete and in order, into parts of one design each."""
    designs = design_of(table)
    of_rows = table["dataset"].map(designs)
    parts = list(dict.fromkeys(designs.values()))
    return [table] if len(parts) == 1 else [table[of_rows == part] for part in parts]


def _by_design(
    datasets: Sequence[str], usual: Design, own: Mapping[str, Design]
) -> Iterator[tuple[Design, list[str]]]:
    """Group data sets by their design."""
    groups: dict[Design, list[str]] = {}
    for name in datasets:
        groups.setdefault(own.get(name, usual), []).append(name)
    yield from groups.items()


def _hint(
    table: pd.DataFrame,
    datasets: Sequence[str],
    usual: Design,
    own: Mapping[str, Design],
) -> str:
    """Say what the study would have to say, if the table has another whole design."""
    found = {x: y for x, y in design_of(table).items() if x in datasets}
    cells = table.groupby("dataset")[["classifier", "run", "fold"]].nunique()
    rows = table["dataset"].value_counts()
    whole = [x for x in found if rows[x] == cells.loc[x].prod()]
    others = [x for x in whole if found[x] != own.get(x, usual)]
    if len(whole) < len(datasets) or not others:
        return ""
    if usual not in found.values():
        runs, folds = usual_design(found)
        return f"; the table has runs: {runs}, folds: {folds}"
    runs, folds = found[others[0]]
    return (
        f"; if {others[0]} has another design, say so: "
        f"designs: {{{others[0]}: {{runs: {runs}, folds: {folds}}}}}"
    )


def in_order(
    table: pd.DataFrame, *, datasets: Sequence[str], classifiers: Sequence[str]
) -> pd.DataFrame:
    """Sort by data set, classifier, run and fold."""
    order = {
        "dataset": {name: i for i, name in enumerate(datasets)},
        "classifier": {name: i for i, name in enumerate(classifiers)},
    }
    return table.sort_values(
        CELL, key=lambda column: column.map(order.get(column.name, lambda value: value))
    ).reset_index(drop=True)


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
