"""The Matplotlib figure that all figures draw on, and writing of figures."""

import functools
import itertools
import logging
import multiprocessing
import textwrap
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

# Imported before a fork, not in every process.
import matplotlib.backends.backend_svg  # noqa: F401
import matplotlib.style
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font
from matplotlib.text import Text
from matplotlib.textpath import TextToPath
from matplotlib.ticker import AutoLocator, LogLocator

from tenbyten.files import PathLike, atomic_open
from tenbyten.report import TEMPLATES
from tenbyten.report.figures.style import INK, MUTED, Unit, one_line
from tenbyten.tables.our_csv import write_table

# Width of every figure in inches, for two columns of a journal.
WIDTH = 7

_LETTERS = 135  # most letters of a line of a note


def style() -> AbstractContextManager[None]:
    """Return a context with the report's settings of Matplotlib."""
    return matplotlib.style.context(TEMPLATES / "figures.mplstyle", after_reset=True)


class Drawing(Figure):
    """A Matplotlib figure with a description and margins.

    It is `height` inches high and `WIDTH` wide. `title` names it in a few words; `alt`
    describes it, with its numbers, to readers who do not see it. Margins are set, since
    Matplotlib's search for a layout would draw everything twice.
    """

    def __init__(self, height: float) -> None:
        super().__init__((WIDTH, height))
        self.title = ""
        self.alt = ""
        self._above = self._below = 0.0  # inches of the key and the note

    def margins(
        self,
        left: float = 0.1,
        right: float = 0.1,
        top: float = 0.1,
        bottom: float = 0.4,
        **between: float,
    ) -> None:
        """Set margins of the axes in inches, in addition to key and note."""
        height = self.get_figheight()
        self.subplots_adjust(
            left=left / WIDTH,
            right=1 - right / WIDTH,
            top=1 - (top + self._above) / height,
            bottom=(bottom + self._below) / height,
            **between,
        )

    def note(self, words: str) -> None:
        """Write a paragraph below everything, small and muted."""
        lines = textwrap.wrap(words, _LETTERS)
        self._below = 0.1 + 0.12 * len(lines)
        place: Any = {"x": 0.01, "y": 0.04 / self.get_figheight(), "ha": "left"}
        self.supxlabel("\n".join(lines), fontsize=7, color=MUTED, **place)

    def key(self, axes: Axes, title: str = "") -> None:
        """Explain colours above the axes, by the labels of what is drawn on them."""
        self._above = 0.4 if title else 0.25
        own = axes.figure is self
        (self if own else axes).legend(
            *axes.get_legend_handles_labels(),
            loc="upper center" if own else "best",
            ncols=5 if own else 1,
            title=title or None,
            title_fontsize=7,
        )


def width_of(texts: Iterable[str], size: float = 7) -> float:
    """Return the width of the longest of some lines of text, in inches."""
    return max(sum(map(_width, text)) for text in texts) * size / 72


@functools.cache
def _width(letter: str) -> float:
    """Return the width of a letter of size 1; of a square if DejaVu Sans lacks it."""
    if ord(letter) not in get_font(findfont("DejaVu Sans")).get_charmap():
        return 1.0
    font = FontProperties(family="DejaVu Sans", size=1)
    with_it, without = (
        TextToPath().get_text_width_height_descent(x, font, ismath=False)[0]
        for x in (f"x{letter}x", "xx")
    )
    return with_it - without


def name_rows(axes: Axes, names: list[str]) -> Any:
    """Label rows from top to bottom; return their heights on the axis.

    Labels are texts, which Matplotlib lays out in half the time of tick labels.
    """
    heights = np.arange(len(names), dtype=float)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    options: Any = {"ha": "right", "va": "center_baseline", "fontsize": 7}
    options["transform"] = axes.get_yaxis_transform()
    for height, name in zip(heights, names, strict=True):
        axes.text(-0.01, height, name, **options)
    return heights


class _Factors(AutoLocator):
    """Ticks of an axis of natural logarithms, at those of round numbers."""

    def tick_values(self, vmin: float, vmax: float) -> Any:
        """Return the logarithms of round numbers between two ends."""
        low, high = np.exp([vmin, vmax])
        subs = [1, 2, 5] if high < 100 * low else [1]
        locator: Any = super() if high < 5 * low else LogLocator(subs=subs)
        ticks = np.asarray(locator.tick_values(low, high))
        return np.log(ticks[ticks > 0])


def factors(axis: Axis, unit: Unit) -> None:
    """Write ratios at an axis of their logarithms."""
    if unit.is_ratio:
        axis.set_major_locator(_Factors())
        axis.set_major_formatter(lambda x, _: f"{np.exp(x):g}")


def difference_axis(axes: Axes, name: str, unit: Unit) -> None:
    """Name an axis of differences, and mark zero and the rope."""
    factors(axes.xaxis, unit)
    axes.axvspan(-unit.band, unit.band, color=MUTED, alpha=0.18, linewidth=0)
    axes.axvline(0, color=INK, linewidth=1)
    axes.set_xlabel(name)


# Files

INDEX = ["name", "kind", "subset", "row", "column", "title", "alt"]

# Figures that each process gets at once; more would only fill the memory.
_AT_ONCE = 16
_PNG_DOTS = 300  # per inch
# Metadata of each format: title, description, and those left out for equal bytes.
_METADATA: dict[str, tuple[str, str, list[str]]] = {
    "svg": ("Title", "Description", ["Date", "Creator"]),
    "pdf": ("Title", "Subject", ["CreationDate", "Creator", "Producer"]),
    "png": ("Title", "Description", ["Software"]),
}

_log = logging.getLogger(__name__)


class PlannedFigure(NamedTuple):
    """A figure that `draw`, called without arguments, draws.

    `name` is the stem of its files, and `kind` such as ``critical_difference``;
    `subset`, `row` and `column` are its subject, empty for the whole study.
    """

    name: str
    kind: str
    subset: str
    row: str
    column: str
    draw: Callable[[], Drawing]


def write_figures(
    planned: Iterable[PlannedFigure],
    folder: PathLike,
    *,
    formats: Sequence[str] = ("svg",),
    processes: int = 1,
) -> None:
    """Draw figures into a folder, with an index of them.

    Parameters
    ----------
    planned : iterable of PlannedFigure
    folder : path
        Gets a file of each figure in each format, and ``index.csv`` with the columns of
        `INDEX`.
    formats : sequence of str
        Of svg, pdf and png.
    processes : int
        Processes that draw; files do not depend on it.

    Raises
    ------
    ValueError
        If two figures have the same name.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write = functools.partial(_draw, folder=folder, formats=formats)
    with style():
        lines = list(_each(write, _refuse_duplicates(planned), processes))
    write_table(pd.DataFrame(lines, columns=INDEX), folder / "index.csv")
    _log.info("%d figures in %s", len(lines), folder)


def _refuse_duplicates(planned: Iterable[PlannedFigure]) -> Iterator[PlannedFigure]:
    """Refuse a figure whose file would overwrite another's."""
    found = set()
    for figure in planned:
        # Some file systems ignore case.
        if figure.name.lower() in found:
            raise ValueError(
                f"figures: two files would be named {figure.name}; rename a classifier "
                f"or subset."
            )
        found.add(figure.name.lower())
        yield figure


def _each(
    write: Any, planned: Iterator[PlannedFigure], processes: int
) -> Iterator[Any]:
    """Draw the figures; yield their lines of the index in the order of the plan."""
    # A fork of a process with further threads may wait for ever for one of these.
    if processes == 1 or threading.active_count() > 1:
        yield from map(write, planned)
        return
    # A fork has imported everything; another start method would rerun the script.
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(processes, mp_context=fork) as pool:
        while some := list(itertools.islice(planned, _AT_ONCE * processes)):
            yield from pool.map(write, some)


def _draw(
    planned: PlannedFigure, *, folder: Path, formats: Sequence[str]
) -> tuple[str, ...]:
    """Draw and write one figure; return its line of the index."""
    drawing = planned.draw()
    for form in formats:
        write_figure(drawing, folder / f"{planned.name}.{form}")
    return (*planned[:5], drawing.title, drawing.alt)


def write_figure(drawing: Drawing, path: Path) -> None:
    """Write a figure in the format of its suffix; equal figures give equal bytes.

    Readers see an SVG in their own fonts. The other formats take letters that DejaVu
    Sans lacks, such as Chinese ones, from TrueType fonts of this machine. Matplotlib
    warns of letters that all fonts lack, and draws boxes.
    """
    form = path.suffix[1:]
    title, description, unsaid = _METADATA[form]
    metadata = dict.fromkeys(unsaid) | {title: one_line(drawing.title)}
    metadata[description] = one_line(drawing.alt)
    with warnings.catch_warnings():
        if form == "svg":
            warnings.filterwarnings("ignore", r"(?s)Glyph .* missing")
        else:
            for text in drawing.findobj(Text):
                letters = frozenset(text.get_text())
                text.set_fontfamily(["sans-serif", *_fonts_with(letters)])
        with atomic_open(path, "wb") as file:
            drawing.savefig(file, format=form, dpi=_PNG_DOTS, metadata=metadata)


@functools.cache
def _fonts_with(letters: frozenset[str]) -> list[str]:
    """Find fonts of this machine for letters missing from DejaVu Sans."""
    known = get_font(findfont("DejaVu Sans")).get_charmap()
    missing = {ord(x) for x in letters if x.isprintable()} - known.keys()
    families = []
    for name in fontManager.get_font_names() if missing else ():
        path = findfont(FontProperties(family=[name]))
        # The font Last Resort has boxes for letters.
        if path.endswith(".ttf") and not name.startswith("Last Resort"):
            has = missing & get_font(path).get_charmap().keys()
            families += [name] if has else []
            missing -= has
    return families
