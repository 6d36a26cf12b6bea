"""Folds in which the native engine and WEKA agree."""

from collections.abc import Mapping

import pandas as pd

from tenbyten.report.document import Cell, Column, Table


def parity_table(parity: pd.DataFrame, *, labels: Mapping[str, str]) -> Table:
    """Lay out the agreement of both engines: a row a data set, a column a classifier.

    `parity` is from `comparisons.parity.compare_engines`.
    """
    names = list(parity["classifier"].unique())
    rows = []
    for dataset, part in parity.groupby("dataset", sort=False):
        part = part.set_index("classifier").loc[names]
        counts = [f"{line.identical}/{line.folds}" for line in part.itertuples()]
        rows.append([Cell(str(dataset)), *map(Cell, counts)])
    equal = (parity["identical"] == parity["folds"]).sum()
    return Table(
        name="parity",
        title="Folds in which native and WEKA engine agree",
        columns=[Column("data set", "l"), *(Column(labels[name]) for name in names)],
        rows=rows,
        caption=f"{equal} of {len(parity)} cells are identical; "
        f"{parity['identical'].sum():,} of {parity['folds'].sum():,} folds.",
    )
