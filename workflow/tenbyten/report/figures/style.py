"""Colours, units and words that all figures share."""

import math
import re
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

from tenbyten.metrics import NO_FOREIGN, Foreign, metric_of
from tenbyten.report.formatting import digits_of, format_factor, scale_words

# Blue and vermillion of Okabe and Ito's palette differ for every kind of colour vision;
# all but ink and surface have a contrast of 3:1 on white and on a dark page.
INK = "#1f2328"
MUTED = "#5f6670"
SURFACE = "#ffffff"
ROW = "#0072b2"
COLUMN = "#d55e00"
# Row better, practically equivalent, column better.
OUTCOMES = (ROW, MUTED, COLUMN)

# Custom properties of CSS by which a page recolours figures.
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

    Attributes
    ----------
    factor : int
        Values of the tables times `factor` are those of the figure: accuracies are
        percent there. On the scale ``ratio`` they are natural logarithms, written as
        the numbers themselves.
    digits : int
        Decimals of written values.
    value : str
        Name of an axis of the metric.
    points, note : str
        Unit of differences, as written after a number and in brackets; empty for a
        metric without a unit.
    band : float
        Half-width of the rope in the unit of the figure; `rope` is in the metric's
        unit, a fraction for accuracy.
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
        """Write a difference with its sign, or a ratio.

        Examples
        --------
        >>> signed = Unit("accuracy", 0.01).signed
        >>> signed(-1.255) == "\N{MINUS SIGN}1.25"
        True
        >>> signed(1.5), signed(-0.001), signed(0.001)
        ('+1.50', '0.00', '0.00')
        """
        if self.is_ratio:
            return format_factor(value)
        text = f"{value:{'+' if plus else ''}z.{self.digits}f}"
        text = text.lstrip("+") if float(text) == 0 else text
        return text.replace("-", "\N{MINUS SIGN}")

    def written_rope(self, sign: str = "") -> str:
        """Write the half-width of the rope after a sign."""
        if self.is_ratio:
            return f"{math.exp(self.band):g} times"
        return f"{sign}{self.band:g}"

    def difference(self, row: str, column: str) -> str:
        """Name an axis on whose positive side `column` is better."""
        minus = (column, row) if self.higher_is_better else (row, column)
        first, second = map(shorten, minus)
        than = "over" if self.is_ratio else "minus"
        return f"{self.metric}, {first} {than} {second}{self.note}"


ACCURACY = Unit("accuracy")


def unit_of(settings: Mapping[str, Any]) -> Unit:
    """Return the format of the compared metric by the settings of a `Contents`."""
    scale = settings.get("scale", "difference")
    return Unit(
        settings["metric"], settings["rope"], settings["foreign_metrics"], scale
    )


def one_line(words: object) -> str:
    """Put words on one line, without control characters, which SVG forbids."""
    text = " ".join(str(words).split())
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def shorten(name: object, letters: int = 24) -> str:
    """Shorten a name to some letters by an ellipsis in its middle.

    Examples
    --------
    >>> shorten("sklearn.ensemble.RandomForestClassifier a", 18)
    'sklearn.…ssifier a'
    >>> shorten("a of the forests in a very long name", 18), shorten("short")
    ('a of the…long name', 'short')
    """
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
    """Prepare the text of an SVG of `write_figure` for a page of HTML.

    Colours become custom properties of CSS (`PROPERTIES`) that fall back on the colours
    drawn.

    Parameters
    ----------
    svg : str
    alt : str
        Describes the figure.
    prefix : str
        Becomes part of every id; unique on the page.

    Returns
    -------
    Markup
    """
    # The rules of an element ``style`` would apply to the whole page.
    svg = re.sub(r"<(metadata|style).*?</\1>", "", svg[svg.index("<svg") :], flags=re.S)
    svg = re.sub(r"<[^>]*>", lambda tag: _tag_of_page(tag[0], prefix), svg)
    return Markup(svg.replace("<svg", f'<svg role="img" aria-label="{escape(alt)}"', 1))


def _tag_of_page(tag: str, prefix: str) -> str:
    """Change ids and colours in a tag, but not in the text between tags."""
    tag = re.sub(r'\bid="|\bhref="#|url\(#', rf"\g<0>{prefix}-", tag)
    return _COLOUR.sub(lambda x: f"var({PROPERTIES[x[0]]}, {x[0]})", tag)
