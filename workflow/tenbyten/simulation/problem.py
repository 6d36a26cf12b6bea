"""The protocol of a problem: all that the workflow asks of a simulation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from tenbyten.files import PathLike

if TYPE_CHECKING:
    import pandas as pd

Settings = Mapping[str, Any]
Cell = dict[str, Any]
Files = Mapping[str, PathLike]


class Problem(Protocol):
    """Simulate experiments of one kind, and count what the tests find in them.

    Problems are stateless objects, registered in `tenbyten.simulation`. Importing the
    module of one is cheap: Snakemake imports it. What is heavy, pandas and numba too,
    is imported by the methods that need it.

    Attributes
    ----------
    tables : tuple of str
        Names of the tables that `collect` returns: ``estimates`` first, and what the
        problem has besides, such as ``paired``.
    experiments_of_job : int
        Experiments that one job simulates at most: some ten seconds' work.
    reads : str
        What `simulate` reads: ``accuracies``, the name of a data set, or nothing. A
        problem that reads accuracies may have a key `accuracies`, the table that is
        read where the command names none; its default is such as
        ``results/paper/accuracies.csv``.
    """

    tables: tuple[str, ...]
    experiments_of_job: int
    reads: str

    def cells(self, settings: Settings) -> dict[str, Cell]:
        """Return the cells of a study: arguments of `simulate`, by names fit for files.

        A cell has all that settles its numbers, the seed included, and nothing else,
        as values that JSON can hold. Keys that contradict each other are a ValueError,
        which names the key, its value and the remedy.
        """

    def experiments(self, settings: Settings) -> int:
        """Return the number of experiments of each cell."""

    def seconds(self, cell: Cell, experiments: int) -> float:
        """Estimate the time that a number of experiments of a cell takes."""

    def simulate(
        self, experiments: range, *, files: Files, **cell: Any
    ) -> pd.DataFrame:
        """Simulate some experiments of a cell; `experiments` counts from 0.

        The numbers of an experiment depend on the cell and the experiment alone, so
        that experiments may be cut into jobs in any way. `files` has what the problem
        reads, by `reads`: the CSV file of accuracies, or the data set as
        `dataset.parquet.read_dataset` reads it.
        """

    def collect(
        self, parts: Mapping[str, pd.DataFrame], *, files: Files, settings: Settings
    ) -> dict[str, pd.DataFrame]:
        """Make the problem's `tables` from all that was simulated, by cell.

        `files` has besides, as ``intervals``, the file of published intervals that the
        study names, if it does.

        The table ``estimates`` has the columns of `estimates.ESTIMATES` behind columns
        of the problem's own, which tell its cells apart.
        """
