"""Write tables of comparisons."""

from pathlib import Path

import numpy as np
import pandas as pd

from tenbyten.files import PathLike
from tenbyten.tables.our_csv import write_table


def write_comparisons(table: pd.DataFrame, path: PathLike) -> None:
    """Write a table of comparisons as CSV, and make the folder where it is missing.

    Parameters
    ----------
    table : DataFrame
    path : path

    Notes
    -----
    Numbers have twelve digits, which no machine's last bit disturbs; mean
    differences have all, because ties between them count.
    """
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    if "mean_difference" in table:
        table = table.assign(mean_difference=table["mean_difference"].map(repr))
    write_table(table, path, float_format="%.12g")


def round_as_written(table: pd.DataFrame) -> pd.DataFrame:
    """Round a table's numbers as `write_comparisons` does.

    Numbers computed from the table in memory are then those computed from its file.
    """
    rounded = {
        name: np.array([f"{x:.12g}" for x in column.tolist()], dtype=float)
        for name, column in table.select_dtypes("float").items()
        if name != "mean_difference"
    }
    return table.assign(**rounded)
