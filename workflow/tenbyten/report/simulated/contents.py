"""Contents of a simulation study's page, read from its rule's inputs alone."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd

from tenbyten.files import PathLike, read_json
from tenbyten.report.contents import Figure, read_figures
from tenbyten.tables import read_table, read_tables


class Inputs(NamedTuple):
    """Files that the page is made from: the inputs of rule report_simulated.

    `collected` are the tables of `Problem.collect`, `figures` the folder of
    ``index.csv`` and the drawings that it names.
    """

    collected: Sequence[PathLike]
    statements: PathLike
    figures: PathLike
    provenance: PathLike


class Contents(NamedTuple):
    """Everything that the page shows.

    Attributes
    ----------
    name : str
        The study's name.
    settings : dict
        Every key of the study file, defaults filled in; ``simulation`` has those of the
        problem.
    collected : dict of str to DataFrame
        The tables of `Problem.collect`, by name.
    judged : DataFrame
        From `simulation.statements.judge`.
    figures : tuple of Figure
    provenance : dict
        From `provenance.collect_provenance`.
    """

    name: str
    settings: Mapping[str, Any]
    collected: Mapping[str, pd.DataFrame]
    judged: pd.DataFrame
    figures: tuple[Figure, ...] = ()
    provenance: Mapping[str, Any] = {}


def read_contents(
    inputs: Inputs, *, name: str, settings: Mapping[str, Any]
) -> Contents:
    """Read the contents of the page from `inputs` and the figures that they name."""
    return Contents(
        name=name,
        settings=settings,
        collected=read_tables(inputs.collected),
        judged=read_table(inputs.statements),
        figures=read_figures(inputs.figures),
        provenance=read_json(inputs.provenance),
    )
