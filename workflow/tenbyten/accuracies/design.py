"""Check that a long table holds every cell of a study's design once."""

from collections.abc import Sequence

import pandas as pd

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
) -> None:
    """Refuse cells that are missing, doubled or not of the design.

    Errors begin with the `contents` of the table, of which only the columns `CELL`
    count.
    """
    numbers = (range(1, runs + 1), range(1, folds + 1))
    wanted = pd.MultiIndex.from_product([datasets, classifiers, *numbers], names=CELL)
    found = pd.MultiIndex.from_frame(table[CELL])
    doubled = found[found.duplicated()].unique()
    design = f"the design of {len(datasets)} data sets, {len(classifiers)} "
    design += f"classifiers, {runs} runs of {folds} folds"
    if len(doubled):
        raise ValueError(
            f"{contents}: {_cells(doubled)} stand more than once; remove one"
        )
    foreign = found.difference(wanted)
    if len(foreign):
        raise ValueError(
            f"{contents}: {_cells(foreign)} are not of {design}; correct the names or "
            f"numbers there, or the study"
        )
    missing = wanted.difference(found, sort=False)
    if len(missing):
        raise ValueError(
            f"{contents}: {_cells(missing)} are missing from {design}; "
            f"supply them, or take them out of the study"
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
