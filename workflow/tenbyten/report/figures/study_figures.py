"""Draw the figures of a study into files, several at once."""

import logging
import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

import pandas as pd

from tenbyten.files import PathLike
from tenbyten.report.figures.drawing import write_figure
from tenbyten.report.figures.plan import FigureSettings, Planned, StudyTables, plan
from tenbyten.report.figures.style import style
from tenbyten.tables import write_table

INDEX = ["name", "kind", "subset", "row", "column", "title", "alt"]

# Figures that wait for a process, for each process: more would only fill the memory.
_WAITING = 4

_log = logging.getLogger(__name__)


def draw_study(
    tables: StudyTables,
    settings: FigureSettings,
    folder: PathLike,
    *,
    processes: int = 1,
) -> None:
    """Draw a study's figures into a folder, with an index of them.

    The folder gets ``<name>.svg``, ``<name>.pdf`` and ``index.csv`` with the columns of
    `INDEX`; the files do not depend on the number of processes that draw. A pair that
    is not in the tables, or two figures of one name, are a ValueError.
    """
    draw_planned(plan(tables, settings), folder, processes=processes)


def draw_planned(
    planned: Iterable[Planned], folder: PathLike, *, processes: int = 1
) -> None:
    """Draw figures into a folder, with an index of them, as `draw_study` does."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with style():
        lines = list(_written(_refuse_doubles(planned), folder, processes))
    write_table(pd.DataFrame(lines, columns=INDEX), folder / "index.csv")
    _log.info("%d figures in %s", len(lines), folder)


def _refuse_doubles(planned: Iterable[Planned]) -> Iterator[Planned]:
    """Refuse a figure whose file would overwrite another's."""
    found = set()
    for figure in planned:
        # Some file systems do not tell capitals from small letters.
        if figure.name.lower() in found:
            raise ValueError(
                f"figures: two files would be named {figure.name}; rename a classifier "
                f"or subset."
            )
        found.add(figure.name.lower())
        yield figure


def _written(
    planned: Iterable[Planned], folder: Path, processes: int
) -> Iterator[tuple[str, ...]]:
    """Write the figures; yield their lines of the index in the order of the plan."""
    if processes == 1:
        yield from (_write(figure, folder) for figure in planned)
        return
    # A fork has everything imported; another start would run the caller's script anew.
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(processes, mp_context=fork) as pool:
        waiting: deque[Future[tuple[str, ...]]] = deque()
        for figure in planned:
            waiting.append(pool.submit(_write, figure, folder))
            if len(waiting) > _WAITING * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _write(planned: Planned, folder: Path) -> tuple[str, ...]:
    """Draw and write one figure; return its line of the index."""
    drawing = planned.draw()
    write_figure(drawing, folder / planned.name)
    return (*planned[:5], drawing.title, drawing.alt)
