"""Read the predictions that a study keeps: which are right."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import NamedTuple
from zipfile import ZipFile

import numpy as np
import pandas as pd

from tenbyten.files import PathLike
from tenbyten.statistics.checks import Bools


class Member(NamedTuple):
    """Where the predictions of one run of a classifier on a data set are."""

    archive: PathLike
    name: str
    classifier: str
    run: int


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


def read_right(
    archives: Iterable[PathLike], datasets: Sequence[str]
) -> Iterator[Right]:
    """Read which predictions are right, by data set and run, one run after the other.

    Parameters
    ----------
    archives : iterable of path
        Their members are ``<dataset>/<classifier>~<run>.parquet``, a Parquet file for
        each run of each classifier, as `engines.predictions` writes it.
    datasets : sequence of str
        The data sets to be read, in this order.

    Raises
    ------
    ValueError
        If two classifiers are not tested on the same instances of a run.
    """
    members: dict[str, list[Member]] = {name: [] for name in datasets}
    for path in archives:
        with ZipFile(path) as archive:
            for name in archive.namelist():
                dataset, _, file = name.partition("/")
                classifier, _, number = file.removesuffix(".parquet").rpartition("~")
                if dataset in members:
                    members[dataset].append(Member(path, name, classifier, int(number)))
    for dataset, there in members.items():
        runs: dict[int, list[Member]] = {}
        for member in sorted(there, key=lambda x: x.classifier):
            runs.setdefault(member.run, []).append(member)
        with ExitStack() as stack:
            opened = {
                x: stack.enter_context(ZipFile(x)) for x in {x.archive for x in there}
            }
            for run in sorted(runs):
                yield Right(dataset, run, _right(runs[run], opened))


def _right(
    members: Sequence[Member], opened: Mapping[PathLike, ZipFile]
) -> dict[str, Bools]:
    """Read which predictions of one run are right, by classifier."""
    right, tested = {}, None
    for member in members:
        columns = ["row", "truth", "predicted"]
        content = io.BytesIO(opened[member.archive].read(member.name))
        table = pd.read_parquet(content, columns=columns)
        table = table.sort_values("row")
        rows = table["row"].to_numpy()
        if tested is not None and not np.array_equal(tested, rows):
            raise ValueError(
                f"{member.archive}: {member.name} has other instances than "
                f"{members[0].name}; delete the file and run the same command again"
            )
        tested = rows
        # The categories are those of the data set, in both columns.
        same = table["truth"].cat.codes == table["predicted"].cat.codes
        right[member.classifier] = same.to_numpy()
    return right
