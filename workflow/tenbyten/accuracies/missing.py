"""Treat missing results as a study says."""

from collections.abc import Mapping

import pandas as pd

from tenbyten.accuracies.design import CELL
from tenbyten.words import count_of, shorten

# What a study says: a word, or the classifier whose results stand in.
Missing = str | Mapping[str, str]


def complete(
    table: pd.DataFrame, metric: str, missing: Missing, *, higher: bool
) -> tuple[pd.DataFrame, list[str]]:
    """Complete a long table, and say what was done.

    Parameters
    ----------
    table : DataFrame
        From `results.read_results`; missing results are nan, or have no row.
    metric : str
        What is compared.
    missing : {"pairwise", "drop", "worst"} or {"constant": name}
        ``pairwise`` leaves them empty; ``drop`` leaves out the data sets where a result
        is missing; ``worst`` takes the worst result on that data set; a constant the
        result of that classifier in the same fold.
    higher : bool
        Whether higher values are better.

    Raises
    ------
    ValueError
        If nothing is left, or the constant is missing too.
    """
    if table.duplicated(CELL).any():
        return table, []
    if metric not in table:
        table = table.assign(accuracy=table["correct"] / table["tested"])
    sizes = table.groupby("dataset", sort=False)[["run", "fold"]].max()
    names = list(table["classifier"].unique())
    cells = [
        (dataset, name, run, fold)
        for dataset, runs, folds in sizes.itertuples()
        for name in names
        for run in range(1, runs + 1)
        for fold in range(1, folds + 1)
    ]
    wanted = pd.MultiIndex.from_tuples(cells, names=CELL)
    table = table.set_index(CELL).reindex(wanted).reset_index()
    lacking = table[metric].isna()
    if not lacking.any():
        return table, []
    datasets = list(table.loc[lacking, "dataset"].unique())
    where = shorten(", ".join(datasets))
    if missing == "pairwise":
        note = f"results on {count_of(len(datasets), 'data set')} are missing: {where}"
        return table, [f"{note}; each pair is compared where both have results"]
    if missing == "drop":
        left = table[~table["dataset"].isin(datasets)]
        if left.empty:
            raise ValueError(
                f"missing: drop leaves no data set, for on all of them ({where}) some "
                f"results are missing; leave out classifiers, or set missing: worst"
            )
        if {"tested", "correct"} <= set(left):
            left = left.astype({"tested": int, "correct": int})
        note = f"{count_of(len(datasets), 'data set')} with missing results left out"
        return left.reset_index(drop=True), [f"{note}: {where}"]
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
        own = table[table["classifier"] == stand_in].set_index(
            ["dataset", "run", "fold"]
        )
        cell = pd.MultiIndex.from_frame(table[own.index.names])
        values = pd.Series(own[metric].reindex(cell).to_numpy(), table.index)
    if (still := lacking & values.isna()).any():
        raise ValueError(
            f"missing: results on {table.loc[still, 'dataset'].iloc[0]} are missing, "
            f"and {stand_in} too; set missing: drop"
        )
    table[metric] = table[metric].fillna(values)
    note = f"{count_of(int(lacking.sum()), 'missing result')} on {where}"
    return table, [f"{note} taken for {stand_in}"]
