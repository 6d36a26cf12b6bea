"""Read the predictions that a study keeps: which are right."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from tenbyten.files import PathLike
from tenbyten.statistics.checks import Bools


class Right(NamedTuple):
    """Which predictions of one run on one data set are right.

    Attributes
    ----------
    dataset : str
    run : int
    right : dict of str to ndarray of shape (tested,), bool
        By classifier, for every instance that is tested in the run, by row.
    """

    dataset: str
    run: int
    right: dict[str, Bools]


def read_right(folder: PathLike, datasets: Sequence[str]) -> Iterator[Right]:
    """Read which predictions are right, by data set and run.

    Parameters
    ----------
    folder : path
        With a folder for each data set, and there a Parquet file for each run of each
        classifier.
    datasets : sequence of str
        The data sets to be read, in this order.

    Raises
    ------
    ValueError
        If two classifiers are not tested on the same instances of a run.
    """
    for dataset in datasets:
        files: dict[int, list[Path]] = {}
        for path in sorted(Path(folder, dataset).glob("*.parquet")):
            files.setdefault(int(path.stem.rpartition("~")[2]), []).append(path)
        for run in sorted(files):
            right = {}
            tested = None
            for path in files[run]:
                columns = ["classifier", "row", "truth", "predicted"]
                table = pd.read_parquet(path, columns=columns).sort_values("row")
                rows = table["row"].to_numpy()
                if tested is not None and not np.array_equal(tested, rows):
                    raise ValueError(
                        f"{path}: other instances than in {files[run][0].name}; run "
                        f"the study again"
                    )
                tested = rows
                # The categories are those of the data set, in both columns.
                same = table["truth"].cat.codes == table["predicted"].cat.codes
                right[str(table["classifier"].iloc[0])] = same.to_numpy()
            yield Right(dataset, run, right)
