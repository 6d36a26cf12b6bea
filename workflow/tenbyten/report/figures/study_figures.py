"""Draw the figures of a study into files, several at once."""

import functools
import logging
import multiprocessing
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font
from matplotlib.text import Text

from tenbyten.files import PathLike
from tenbyten.report.figures.plan import Planned
from tenbyten.report.figures.style import Drawing, style
from tenbyten.report.figures.text import clean
from tenbyten.tables import write_table

INDEX = ["name", "kind", "subset", "row", "column", "title", "alt"]

# Figures that wait for a process, for each process: more would only fill the memory.
_WAITING = 4
_PNG_DOTS = 300  # per inch
# What each format says of a figure: no time and no version, so that bytes are equal.
_METADATA: dict[str, tuple[str, str, list[str]]] = {
    "svg": ("Title", "Description", ["Date", "Creator"]),
    "pdf": ("Title", "Subject", ["CreationDate", "Creator", "Producer"]),
    "png": ("Title", "Description", ["Software"]),
}

_log = logging.getLogger(__name__)


def draw_planned(
    planned: Iterable[Planned],
    folder: PathLike,
    *,
    formats: Sequence[str] = ("svg",),
    processes: int = 1,
) -> None:
    """Draw figures into a folder, with an index of them.

    The folder gets ``<name>.svg``, or a file of each of the `formats`, which are svg,
    pdf and png, and ``index.csv`` with the columns of `INDEX`; the files do not depend
    on the number of processes that draw. Two figures of one name are a ValueError.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write = functools.partial(_draw, folder=folder, formats=formats)
    with style():
        lines = list(_each(write, _refuse_doubles(planned), processes))
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


def _each(write: Any, planned: Iterable[Planned], processes: int) -> Iterator[Any]:
    """Draw the figures; yield their lines of the index in the order of the plan."""
    if processes == 1:
        yield from map(write, planned)
        return
    # A fork has everything imported; another start would run the caller's script anew.
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(processes, mp_context=fork) as pool:
        waiting: deque[Future[tuple[str, ...]]] = deque()
        for figure in planned:
            waiting.append(pool.submit(write, figure))
            if len(waiting) > _WAITING * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _draw(planned: Planned, *, folder: Path, formats: Sequence[str]) -> tuple[str, ...]:
    """Draw and write one figure; return its line of the index."""
    drawing = planned.draw()
    for form in formats:
        write_figure(drawing, folder / f"{planned.name}.{form}")
    return (*planned[:5], drawing.title, drawing.alt)


def write_figure(drawing: Drawing, path: Path) -> None:
    """Write a figure in the format of its suffix; equal figures give equal bytes.

    An SVG is shown in the reader's fonts. In the other formats letters that DejaVu Sans
    lacks, such as Chinese ones, are from TrueType fonts of this machine; Matplotlib
    warns of those that none has, and draws boxes.
    """
    form = path.suffix[1:]
    title, description, unsaid = _METADATA[form]
    metadata = dict.fromkeys(unsaid) | {title: clean(drawing.title)}
    metadata[description] = clean(drawing.alt)
    with warnings.catch_warnings():
        if form == "svg":
            warnings.filterwarnings("ignore", r"(?s)Glyph .* missing")
        else:
            for text in drawing.findobj(Text):
                letters = frozenset(text.get_text())
                text.set_fontfamily(["sans-serif", *_fonts_with(letters)])
        drawing.savefig(path, format=form, dpi=_PNG_DOTS, metadata=metadata)


@functools.cache
def _fonts_with(letters: frozenset[str]) -> list[str]:
    """Find fonts of this machine that have letters which DejaVu Sans lacks."""
    known = get_font(findfont("DejaVu Sans")).get_charmap()
    lacking = {ord(x) for x in letters if x.isprintable()} - known.keys()
    families = []
    for name in fontManager.get_font_names() if lacking else ():
        path = findfont(FontProperties(family=[name]))
        # The last resort has a box for every script.
        if path.endswith(".ttf") and not name.startswith("Last Resort"):
            found = lacking & get_font(path).get_charmap().keys()
            families += [name] if found else []
            lacking -= found
    return families
