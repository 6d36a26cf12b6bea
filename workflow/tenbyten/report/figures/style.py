"""Settings, and a drawing laid out in points, shared by all figures."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Affine2D
from numpy.typing import ArrayLike

from tenbyten.report.figures.colours import INK, MUTED, SURFACE
from tenbyten.report.figures.text import FONTS, clean, fit, signed, width_of, wrap
from tenbyten.statistics.checks import Floats

# Width of every figure, in points: a journal's two columns.
WIDTH = 504

_NOTE, _NOTE_LINE = 7, 9  # size of notes, and from line to line

_SETTINGS: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": [FONTS[0]],
    "text.color": INK,
    # Names of classifiers and data sets are text, never formulas.
    "text.parse_math": False,
    "text.usetex": False,
    # What is simplified away here are dots: lines without length.
    "path.simplify": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "tenbyten",
    # Type 42: letters that a journal's printer accepts and a reader can select.
    "pdf.fonttype": 42,
}
# A ligature costs a PDF another font. Before 3.11 matplotlib makes none.
_NO_LIGATURES: Any = (
    {"fontfeatures": ["-liga"]} if hasattr(Text, "set_fontfeatures") else {}
)

_styled = ContextVar("styled", default=False)


@contextmanager
def style() -> Iterator[None]:
    """Draw or write under the report's settings, whatever matplotlibrc says.

    A context, and a decorator of the functions that draw. Within another it does
    nothing: to set all settings takes a millisecond.
    """
    if _styled.get():
        yield
        return
    styled = _styled.set(True)
    try:
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(_SETTINGS)
            yield
    finally:
        _styled.reset(styled)


# Left, top, right and bottom of a rectangle, in points.
Corners = tuple[float, float, float, float]


class Drawing(Figure):
    """A matplotlib figure in points from its top left corner, with a description.

    It is `height` points high and `WIDTH` wide. `title` names it in a few words; `alt`
    describes it, with its numbers, for readers who do not see it. `areas` are
    rectangles, each with the words that an SVG shows when the pointer is on it.
    """

    def __init__(self, height: float) -> None:
        super().__init__((WIDTH / 72, height / 72), dpi=72, facecolor=SURFACE)
        self.height = height
        self.title = ""
        self.alt = ""
        self.areas: list[tuple[float, float, float, float, str]] = []
        down = Affine2D().scale(1 / 72, -1 / 72).translate(0, height / 72)
        self._points = down + self.dpi_scale_trans

    def write(
        self,
        x: float,
        y: float,
        words: str,
        *,
        ending: str = "",
        width: float = np.inf,
        size: float = 8,
        rotation: float = 0,
        **settings: Any,
    ) -> None:
        """Write words centred on the height `y`, shortened to `width` points.

        Shortened words are whole in the area on top of them. Their `ending` is never
        shortened.
        """
        shown = fit(words, width - width_of(ending, size), size) + ending
        settings = {"ha": "left", "va": "center_baseline", "color": INK} | settings
        self.text(
            x,
            y,
            shown,
            fontsize=size,
            rotation=rotation,
            rotation_mode="anchor",
            transform=self._points,
            **_NO_LIGATURES,
            **settings,
        )
        if shown != clean(words) + ending:
            long = width_of(shown, size)
            shift = {"left": 0, "center": long / 2, "right": long}[settings["ha"]]
            angle = np.deg2rad(rotation)
            ends = np.array([-shift, long - shift])
            xs, ys = x + ends * np.cos(angle), y - ends * np.sin(angle)
            whole, half = clean(words) + ending, size / 2
            self.area((min(xs), min(ys) - half, max(xs), max(ys) + half), whole)

    def strokes(
        self,
        x: ArrayLike,
        y: ArrayLike,
        *,
        color: str = INK,
        width: float = 0.8,
        cap: Literal["butt", "round"] = "butt",
        **settings: Any,
    ) -> None:
        """Draw many lines as one path: `x` and `y` of shape (lines, points)."""
        x, y = (
            np.column_stack([v, np.full(len(v), np.nan)]).ravel()
            for v in np.broadcast_arrays(np.atleast_2d(x), np.atleast_2d(y))
        )
        settings |= {"color": color, "linewidth": width, "solid_capstyle": cap}
        self.add_artist(Line2D(x, y, transform=self._points, **settings))

    def dots(
        self, x: ArrayLike, y: ArrayLike, *, size: float = 5, **settings: Any
    ) -> None:
        """Draw round dots, all as one path; `size` is their diameter in points."""
        # A line without length has only its round ends.
        x, y = (np.repeat(np.reshape(v, (-1, 1)), 2, axis=1) for v in (x, y))
        if len(x):
            self.strokes(x, y, width=size, cap="round", **settings)

    def box(self, corners: Corners, **settings: Any) -> None:
        """Fill a rectangle, with the settings of `fill`."""
        left, top, right, bottom = corners
        x, y = [left, right, right, left], [top, top, bottom, bottom]
        self.fill(x, y, **settings)

    def fill(
        self, x: ArrayLike, y: ArrayLike, *, color: str, alpha: float | None = None
    ) -> None:
        """Fill a polygon."""
        settings: Any = {"facecolor": color, "alpha": alpha, "linewidth": 0}
        corners = np.column_stack([x, y])
        self.add_artist(Polygon(corners, transform=self._points, **settings))

    def image(self, pixels: Floats, corners: Corners) -> None:
        """Draw pixels of shape (rows, columns, 4) as rectangles with sharp edges."""
        left, top, right, bottom = corners
        width, height = (right - left) / WIDTH, (bottom - top) / self.height
        axes = self.add_axes(
            (left / WIDTH, (self.height - bottom) / self.height, width, height)
        )
        axes.set_axis_off()
        shown = axes.imshow(pixels, interpolation="none", aspect="auto")
        # It fills the axes: a clip would be one more id in the SVG.
        shown.set_clip_on(False)

    def area(self, corners: Corners, words: str) -> None:
        """Show words when the pointer is on a rectangle."""
        self.areas.append((*corners, clean(words)))

    def note(self, x: float, y: float, lines: Sequence[str]) -> None:
        """Write lines from `wrap_note` below the height `y`, small and muted."""
        for i, line in enumerate(lines):
            self.write(x, y + _NOTE_LINE * (i + 0.5), line, size=_NOTE, color=MUTED)

    def key(
        self,
        x: float,
        y: float,
        entries: Sequence[tuple[str, str, str]],
        *,
        width: float,
    ) -> None:
        """Explain colours, side by side: `entries` are colour, words and ending."""
        for color, words, ending in entries:
            self.dots([x + 3], [y], size=6, color=color)
            self.write(x + 9, y, words, ending=ending, width=width)
            x += 23 + min(width_of(clean(words) + ending, 8), width)


def wrap_note(words: str, x: float) -> tuple[list[str], float]:
    """Break a note that starts at `x` into lines; return them and their height."""
    lines = wrap(words, WIDTH - x - 8, _NOTE)
    return lines, _NOTE_LINE * len(lines)


class Scale:
    """A linear scale: `low` and `high` lie at the points `start` and `end`."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high, self.start, self.end = low, high, start, end
        self.slope = (end - start) / (high - low)

    def __call__(self, value: ArrayLike) -> Any:
        """Convert a number or an array to points."""
        return self.start + (np.asarray(value) - self.low) * self.slope

    def ticks(self, most: int, *, whole: bool = False) -> list[tuple[float, str]]:
        """Choose about `most` round or whole numbers, and write them."""
        locator = MaxNLocator(most, steps=[1, 2, 5, 10], integer=whole, min_n_ticks=1)
        found = np.asarray(locator.tick_values(self.low, self.high))
        slack = 1e-9 * (self.high - self.low)
        kept = found[(found >= self.low - slack) & (found <= self.high + slack)]
        step = found[1] - found[0]
        digits = max(0, int(-np.floor(np.log10(step) + 1e-9)))
        return [(tick, signed(tick, digits, plus=False)) for tick in kept]


def panels(many: int, most: int = 3) -> tuple[list[tuple[float, int]], float]:
    """Lay out small multiples, at most so many side by side.

    Returns left edge and row of each, and the width of all, in points.
    """
    columns = min(most, many)
    width = WIDTH / columns if columns > 1 else WIDTH / 2
    return [(i % columns * width, i // columns) for i in range(many)], width
