"""Colours, units and words that all figures share; no figure is drawn here."""

import math
import re

from markupsafe import Markup, escape

from tenbyten.metrics import NO_FOREIGN, Foreign, metric_of
from tenbyten.report.formatting import digits_of, format_factor, scale_words

# Blue and vermillion of Okabe and Ito's palette, told apart with every kind of colour
# vision; all but ink and surface have a contrast of 3:1 on white and on a dark page.
INK = "#1f2328"
MUTED = "#5f6670"
SURFACE = "#ffffff"
ROW = "#0072b2"
COLUMN = "#d55e00"
# Of row better, practically equivalent, column better.
OUTCOMES = (ROW, MUTED, COLUMN)

# The custom properties of CSS by which a page recolours figures.
PROPERTIES = {
    INK: "--ink",
    MUTED: "--muted",
    SURFACE: "--surface",
    ROW: "--accent-1",
    COLUMN: "--accent-2",
}


# Words


class Unit:
    """Format of a metric's values in figures.

    Values of the tables times `factor` are those of the figure, where accuracies are
    percent, written with `digits` decimals. Those of ratios are natural logarithms, and
    are written as what they are of. `value` names an axis of the metric;
    `points` is the unit of differences behind their number, and `note` the same in
    brackets, both empty for a metric that has none. `rope` is in the metric's unit, a
    fraction for accuracy, and `band` the same in that of the figure.
    """

    def __init__(
        self,
        metric: str,
        rope: float = 0.0,
        foreign_metrics: Foreign = NO_FOREIGN,
        scale: str = "difference",
    ) -> None:
        self.metric = metric
        self.is_ratio, self.words = scale == "ratio", scale_words({"scale": scale})
        self.higher_is_better = metric_of(metric, foreign_metrics).higher_is_better
        percent = metric == "accuracy"
        self.factor = 100 if percent else 1
        self.value = "accuracy (%)" if percent else metric
        self.points = " percentage points" if percent else ""
        self.note = " (percentage points)" if percent else ""
        self.band = rope * self.factor
        self.digits = digits_of(metric, rope)
        if self.is_ratio:
            self.value = f"{metric} (geometric)"
            self.points, self.note = self.words.times, " (as a factor)"

    def mean(self, value: float) -> str:
        """Write a mean."""
        return format_factor(value) if self.is_ratio else f"{value:.{self.digits}f}"

    def signed(self, value: float, *, plus: bool = True) -> str:
        """Write a difference with its sign, or a ratio."""
        if self.is_ratio:
            return format_factor(value)
        text = f"{value:{'+' if plus else ''}z.{self.digits}f}"
        text = text.lstrip("+") if float(text) == 0 else text
        return text.replace("-", "\N{MINUS SIGN}")

    def written_rope(self, sign: str = "") -> str:
        """Write the half-width of the rope, behind a sign."""
        if self.is_ratio:
            return f"{math.exp(self.band):g} times"
        return f"{sign}{self.band:g}"

    def difference(self, row: str, column: str) -> str:
        """Name an axis whose positive side is where `column` is better."""
        minus = (column, row) if self.higher_is_better else (row, column)
        first, second = map(shorten, minus)
        than = "over" if self.is_ratio else "minus"
        return f"{self.metric}, {first} {than} {second}{self.note}"


ACCURACY = Unit("accuracy")


def one_line(words: object) -> str:
    """Put words on one line, without control characters, which no SVG may hold."""
    text = " ".join(str(words).split())
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def shorten(name: object, letters: int = 24) -> str:
    """Cut a name to some letters, an ellipsis in place of its middle."""
    name, end = one_line(name), letters // 2
    if len(name) <= letters:
        return name
    return f"{name[: letters - 1 - end].rstrip()}…{name[-end:].lstrip()}"


def outcome_names(
    row: str, column: str, middle: str = "practically equivalent"
) -> tuple[str, str, str]:
    """Name the three outcomes, in the order of the colours in `OUTCOMES`."""
    return f"{shorten(row)} better", middle, f"{shorten(column)} better"


# Figures in a page

_COLOUR = re.compile("|".join(PROPERTIES))


def inline(svg: str, *, alt: str, prefix: str) -> Markup:
    """Make the text of an SVG of `write_figure` fit for a page of HTML.

    `alt` describes it; `prefix`, which no other figure of the page has, becomes part of
    every id. Its colours become custom properties of CSS (`PROPERTIES`) that fall back
    on the colours drawn.
    """
    # The rules of an element ``style`` would hold for the whole page.
    svg = re.sub(r"<(metadata|style).*?</\1>", "", svg[svg.index("<svg") :], flags=re.S)
    svg = re.sub(r"<[^>]*>", lambda tag: _tag_of_page(tag[0], prefix), svg)
    return Markup(svg.replace("<svg", f'<svg role="img" aria-label="{escape(alt)}"', 1))


def _tag_of_page(tag: str, prefix: str) -> str:
    """Change ids and colours in a tag; what is between tags, names, is left alone."""
    tag = re.sub(r'\bid="|\bhref="#|url\(#', rf"\g<0>{prefix}-", tag)
    return _COLOUR.sub(lambda x: f"var({PROPERTIES[x[0]]}, {x[0]})", tag)
