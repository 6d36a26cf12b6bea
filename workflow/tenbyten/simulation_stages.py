"""Compute each stage of a simulation study: tables and settings in, tables out.

As in `stages`, a stage is what one rule computes, and imports what it needs when it is
called. Arguments of the same name mean the same in every stage:

problem : str
    The name of a problem in `simulation.PROBLEMS`.
files : mapping
    What the problem reads: ``accuracies``, or a data set by its name. When all is
    collected, ``intervals`` too: those that were published.
collected : dict of str to DataFrame
    The tables of `collect_simulated`.
settings : dict
    `Simulation.settings`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any

from pandas import DataFrame

from tenbyten.files import PathLike
from tenbyten.simulation import find_problem

_log = logging.getLogger(__name__)

Files = Mapping[str, PathLike]
Settings = Mapping[str, Any]
Tables = Mapping[str, DataFrame]


def simulate(
    experiments: range, files: Files, *, problem: str, cell: Settings
) -> DataFrame:
    """Simulate some experiments of a cell, and log what and how long."""
    simulated = find_problem(problem)
    _log.info(
        "experiments %d to %d of %s, about %.0f s: %s",
        experiments[0],
        experiments[-1],
        problem,
        simulated.seconds(dict(cell), len(experiments)),
        cell,
    )
    start = time.monotonic()
    table = simulated.simulate(experiments, files=files, **cell)
    _log.info("simulated in %.1f s", time.monotonic() - start)
    return table


def collect_simulated(
    parts: Tables, files: Files, *, problem: str, settings: Settings
) -> dict[str, DataFrame]:
    """Estimate from what was simulated, by cell; the problem's tables by name."""
    return find_problem(problem).collect(parts, files=files, settings=settings)


def judge_statements(collected: Tables, statements: Sequence[Settings]) -> DataFrame:
    """Judge each published statement in every cell that it speaks of."""
    from tenbyten.simulation.statements import judge

    return judge(statements, collected["estimates"], collected.get("paired"))
