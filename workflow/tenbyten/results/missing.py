"""Treat missing results as a study says."""

from collections.abc import Mapping

import pandas as pd

from tenbyten.results.design import CELL, cells_of
from tenbyten.words import count_of, shorten

# What a study says: a word, or the classifier whose results stand in.
Missing = str | Mapping[str, str]
# Those that need no name.
POLICIES = ("pairwise", "drop", "worst")


def all_cells(table: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Give a long table a row for every cell, nan where there is none.

    With counts it gets their accuracies too.
    """
    if metric not in table:
        table = table.assign(accuracy=table["correct"] / table["tested"])
    if table.duplicated(CELL).any():
        # It is refused with the others that are wrong.
        return table
    sizes = table.groupby("dataset", sort=False)[["run", "fold"]].max()
    designs = {dataset: (runs, folds) for dataset, runs, folds in sizes.itertuples()}
    cells = cells_of(designs, table["classifier"].unique())
    return table.set_index(CELL).reindex(cells).reset_index()


def complete(
    table: pd.DataFrame, metric: str, missing: Missing, *, higher: bool
) -> tuple[pd.DataFrame, str]:
    """Complete a long table, and say what was done.

    Parameters
    ----------
    table : DataFrame
        From `all_cells`, with missing results.
    metric : str
        What is compared.
    missing : {"pairwise", "drop", "worst"} or {"constant": name}
        ``pairwise`` and ``drop`` leave out the data sets where a result is missing,
        ``pairwise`` for all together alone; ``worst`` takes the worst result on that
        data set; a constant the result of that classifier in the same fold.
    higher : bool
        Whether higher values are better.

    Raises
    ------
    ValueError
        If nothing is left, or the constant is missing too.
    """
    lacking, names = table[metric].isna(), list(table["classifier"].unique())
    datasets = list(table.loc[lacking, "dataset"].unique())
    where = shorten(", ".join(datasets))
    if missing in ("drop", "pairwise"):
        left = table[~table["dataset"].isin(datasets)]
        if left.empty:
            raise ValueError(
                f"missing: {missing} leaves none of {where}, for each lacks results; "
                f"leave out classifiers, or set missing: worst"
            )
        if {"tested", "correct"} <= set(left):
            left = left.astype({"tested": int, "correct": int})
        note = f"{count_of(len(datasets), 'data set')} with missing results left out"
        if missing == "pairwise":
            note = f"each pair compared where both have results; all together: {note}"
        return left.reset_index(drop=True), f"{note}: {where}"
    table = table.drop(columns=["tested", "correct"], errors="ignore")
    if isinstance(missing, str):
        values = table.groupby("dataset")[metric].transform("min" if higher else "max")
        stand_in = "the worst result on their data set"
    else:
        stand_in = missing["constant"]
        if stand_in not in names:
            raise ValueError(
                f"missing: {stand_in!r} is no classifier of the table "
                f"({', '.join(names)}); correct the name"
            )
        own = table[metric].where(table["classifier"] == stand_in)
        fold = [table[x] for x in ("dataset", "run", "fold")]
        values = own.groupby(fold).transform("first")
    if (still := lacking & values.isna()).any():
        raise ValueError(
            f"missing: results on {table.loc[still, 'dataset'].iloc[0]} are missing, "
            f"and {stand_in} too; set missing: drop"
        )
    table[metric] = table[metric].fillna(values)
    count = count_of(int(lacking.sum()), "missing result")
    return table, f"{count} on {where} taken for {stand_in}"
