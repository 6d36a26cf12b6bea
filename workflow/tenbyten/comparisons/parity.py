"""Compare the counts of one classifier on two engines, fold by fold."""

from collections.abc import Sequence

import pandas as pd

from tenbyten.results.design import CELL


def compare_engines(
    native: pd.DataFrame, weka: pd.DataFrame, *, classifiers: Sequence[str]
) -> pd.DataFrame:
    """Count the folds in which the counts of both engines agree.

    Parameters
    ----------
    native, weka : DataFrame
        Long tables of counts.
    classifiers : sequence of str
        Classifiers that both engines ran.

    Returns
    -------
    DataFrame
        A line a data set and classifier: dataset, classifier, folds, identical.

    Raises
    ------
    ValueError
        If the engines ran different folds.
    """
    ours, theirs = (
        table[table["classifier"].isin(classifiers)].set_index(CELL)
        for table in (native, weka)
    )
    if len(ours) != len(theirs) or not ours.index.isin(theirs.index).all():
        raise ValueError("the engines did not run the same folds; run both again")
    theirs = theirs.loc[ours.index]
    same = (ours["tested"] == theirs["tested"]) & (ours["correct"] == theirs["correct"])
    groups = same.groupby(["dataset", "classifier"], sort=False)
    return groups.agg(folds="size", identical="sum").reset_index()


def check_parity(table: pd.DataFrame) -> None:
    """Refuse a comparison in which a fold differs.

    Parameters
    ----------
    table : DataFrame
        From `compare_engines`.

    Raises
    ------
    ValueError
        Naming the data sets and classifiers that differ.
    """
    differing = table[table["identical"] < table["folds"]]
    if len(differing):
        cells = "; ".join(
            f"{line.dataset}, {line.classifier}: {line.identical} of {line.folds}"
            for line in differing.itertuples()
        )
        raise ValueError(
            f"native and WEKA engine differ on {len(differing)} of {len(table)} data "
            f"sets x classifiers (folds identical: {cells}); is weka_jar that of WEKA "
            f"3.6.14, whose results the native learners repeat?"
        )
