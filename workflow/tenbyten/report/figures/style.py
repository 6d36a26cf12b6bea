"""Settings that all figures share, and the Matplotlib figure that they draw on."""

import textwrap
from contextlib import AbstractContextManager
from typing import Any, Literal

import matplotlib.style
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tenbyten.report.figures.colours import INK, MUTED, SURFACE

# Width of every figure, in inches: a journal's two columns.
WIDTH = 7

_LETTERS = 135  # of a line of a note
_SETTINGS: Any = {
    "figure.facecolor": SURFACE,
    "axes.facecolor": "none",
    # The first comes with Matplotlib, so that every machine lays out alike; an SVG is
    # shown in the reader's fonts.
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "Helvetica"],
    "font.size": 8,
    "axes.labelsize": 8,
    "axes.titlesize": 8,
    "axes.titlelocation": "left",
    # Above the axes, without a search for what is there.
    "axes.titley": 1,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "legend.handlelength": 1,
    "legend.handletextpad": 0.5,
    "lines.linewidth": 1.3,
    "lines.markersize": 4.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    # Names of classifiers and data sets are text, never formulas.
    "text.parse_math": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "tenbyten",
    # Type 42: letters that a journal's printer accepts and a reader can select.
    "pdf.fonttype": 42,
}
_SETTINGS |= dict.fromkeys(
    ["text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"],
    INK,
)


def style() -> AbstractContextManager[None]:
    """Draw and write under the report's settings, whatever matplotlibrc says."""
    return matplotlib.style.context(_SETTINGS, after_reset=True)


class Drawing(Figure):
    """A Matplotlib figure with a description, laid out by Matplotlib.

    It is `height` inches high and `WIDTH` wide. `title` names it in a few words; `alt`
    describes it, with its numbers, for readers who do not see it.
    """

    def __init__(
        self, height: float, layout: Literal["constrained"] | None = "constrained"
    ) -> None:
        super().__init__((WIDTH, height), layout=layout)
        self.title = ""
        self.alt = ""

    def note(self, words: str) -> None:
        """Write a paragraph below everything, small and muted."""
        lines = textwrap.fill(words, _LETTERS)
        self.supxlabel(lines, x=0.01, ha="left", fontsize=7, color=MUTED)

    def key(self, axes: Axes, title: str = "") -> None:
        """Explain the colours above, by the labels of what is drawn on the axes."""
        self.legend(
            *axes.get_legend_handles_labels(),
            loc="outside upper center" if self.get_layout_engine() else "upper center",
            ncols=3,
            title=title or None,
            title_fontsize=7,
        )


def rows_of(axes: Axes, names: list[str]) -> Any:
    """Name rows from above to below; return their heights on the axis.

    They are texts, which Matplotlib lays out in half the time of tick labels.
    """
    heights = np.arange(len(names), dtype=float)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    for height, name in zip(heights, names, strict=True):
        axes.text(
            -0.01,
            height,
            name,
            transform=axes.get_yaxis_transform(),
            ha="right",
            va="center_baseline",
            fontsize=7,
        )
    return heights


def difference_axis(axes: Axes, rope: float, name: str) -> None:
    """Name an axis of differences, and mark zero and the rope, a half-width."""
    axes.axvspan(-rope, rope, color=MUTED, alpha=0.18, linewidth=0)
    axes.axvline(0, color=INK, linewidth=1)
    axes.set_xlabel(name)
