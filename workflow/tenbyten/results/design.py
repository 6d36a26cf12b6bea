"""Check that a long table holds every cell of a study's design once."""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any

import pandas as pd
import yaml

from tenbyten.words import Design, usual_design

CELL = ["dataset", "classifier", "run", "fold"]

# The most cells that an error names.
_NAMED = 5


def sort_cells(
    table: pd.DataFrame,
    contents: str,
    *,
    datasets: Sequence[str],
    classifiers: Sequence[str],
    runs: int,
    folds: int,
    designs: Mapping[str, Design] | None = None,
    asked: Mapping[str, Mapping[str, int]] | None = None,
) -> pd.DataFrame:
    """Sort a table by data set, classifier, run and fold, in the design's order.

    Parameters
    ----------
    table : DataFrame
        Columns dataset, classifier, run and fold, and any others.
    contents : str
        What errors begin with.
    datasets, classifiers : sequence of str
    runs, folds : int
    designs : dict of str to Design, optional
        Runs and folds of data sets with others than `runs` and `folds`.
    asked : dict of str to dict of str to int, optional
        Runs by data set and classifier, of a study that stops early.

    Raises
    ------
    ValueError
        If a cell of the design is missing or appears twice, or a cell is not of the
        design.
    """
    own = designs or {}
    sizes = {name: own.get(name, (runs, folds)) for name in datasets}
    wanted = cells_of(sizes, classifiers)
    if asked:
        wanted = wanted[[run <= asked[name][x] for name, x, run, _ in wanted]]
    present = pd.MultiIndex.from_frame(table[CELL])
    doubled = present[present.duplicated()].unique()
    design = f"the design of {len(datasets)} data sets, {len(classifiers)} "
    design += f"classifiers, runs: {runs}, folds: {folds}"
    design += f" ({len(own)} of the data sets with others)" if own else ""
    if len(doubled):
        raise ValueError(
            f"{contents}: {_cells(doubled)} stand more than once; remove one"
        )
    cells = present.difference(wanted)
    problem = f"not of {design}; correct the names or numbers there, or the study"
    if not len(cells):
        cells = wanted.difference(present, sort=False)
        problem = f"missing from {design}; supply them, or take them out of the study"
    if len(cells) and asked:
        problem = "missing, or of runs that the last look did not ask for; delete "
        problem += "counts/ and run the same command again"
    if len(cells):
        hint = "" if asked else _hint(table, datasets, (runs, folds), own)
        raise ValueError(f"{contents}: {_cells(cells)} are {problem}{hint}")
    return table.iloc[present.get_indexer(wanted)].reset_index(drop=True)


def cells_of(
    designs: Mapping[str, Design], classifiers: Sequence[str]
) -> pd.MultiIndex:
    """List the cells of all classifiers on data sets of these designs."""
    parts = [
        pd.MultiIndex.from_product(
            [[name], classifiers, range(1, runs + 1), range(1, folds + 1)], names=CELL
        )
        for name, (runs, folds) in designs.items()
    ]
    return parts[0].append(parts[1:])


def common_runs(
    table: pd.DataFrame, groups: Mapping[str, str] | None = None
) -> pd.DataFrame:
    """Keep of each data set the runs that all classifiers of a long table have.

    Parameters
    ----------
    table : DataFrame
        It is returned itself if it has the same runs for all.
    groups : dict of str to str, optional
        By data set its group: all data sets of a group keep the same runs.
    """
    units = table["dataset"].map(groups) if groups else table["dataset"]
    last = table.groupby(["dataset", "classifier"], sort=False)["run"].transform("max")
    common = last.groupby(units, sort=False).transform("min")
    return table if common.equals(last) else table[table["run"] <= common]


def design_of(table: pd.DataFrame) -> dict[str, Design]:
    """Read the numbers of runs and folds of each data set from its cells."""
    counted = table.groupby("dataset", sort=False)[["run", "fold"]].nunique()
    return {name: (int(runs), int(folds)) for name, runs, folds in counted.itertuples()}


def split_by_design(table: pd.DataFrame) -> list[pd.DataFrame]:
    """Split a long table, complete and in order, into parts of one design each."""
    designs = design_of(table)
    parts = list(dict.fromkeys(designs.values()))
    if len(parts) == 1:
        return [table]
    row_designs = table["dataset"].map(designs)
    return [table[row_designs == part] for part in parts]


def _hint(
    table: pd.DataFrame,
    datasets: Sequence[str],
    usual: Design,
    own: Mapping[str, Design],
) -> str:
    """Suggest keys of the study that fit the table, if its design is complete."""
    designs, rows = design_of(table), table["dataset"].value_counts()
    cells = table.groupby("dataset")[["classifier", "run", "fold"]].nunique()
    is_whole = all(x in designs and rows[x] == cells.loc[x].prod() for x in datasets)
    if not is_whole or all(designs[x] == own.get(x, usual) for x in datasets):
        return ""
    designs = {x: designs[x] for x in datasets}
    keys: dict[str, Any] = {}
    if usual not in designs.values():
        usual = usual_design(designs)
        keys = {"runs": usual[0], "folds": usual[1]}
    others = {x: y for x, y in designs.items() if y != usual}
    if others or own:
        keys["designs"] = {x: {"runs": y[0], "folds": y[1]} for x, y in others.items()}
    keys_in_yaml = yaml.safe_dump(
        keys, default_flow_style=True, sort_keys=False, allow_unicode=True, width=inf
    )
    return f"; if the table is right, the study has {keys_in_yaml.strip()[1:-1]}"


def refuse(wrong: pd.DataFrame, contents: str, say: Callable[[pd.Series], str]) -> None:
    """Refuse wrong rows.

    Parameters
    ----------
    wrong : DataFrame
        The rows, with columns dataset, classifier, run and fold.
    contents : str
        What the error begins with.
    say : callable
        Takes the first row, and returns what the error ends with.

    Raises
    ------
    ValueError
        If there are wrong rows.
    """
    if len(wrong):
        raise ValueError(f"{contents}: {name_cells(wrong)}: {say(wrong.iloc[0])}")


def name_cells(table: pd.DataFrame) -> str:
    """Describe the first cells of a table, and how many there are."""
    return _cells(pd.MultiIndex.from_frame(table[CELL]))


def _cells(index: pd.MultiIndex) -> str:
    named = "; ".join(
        f"{dataset}, {classifier}, run {run}, fold {fold}"
        for dataset, classifier, run, fold in index[:_NAMED]
    )
    more = f" and {len(index) - _NAMED} more" if len(index) > _NAMED else ""
    return f"{len(index)} cells ({named}{more})"
