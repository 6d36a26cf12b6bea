"""Words of figures: fonts, their widths, numbers in the unit of a metric."""

import functools

import numpy as np
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font
from matplotlib.textpath import text_to_path

from tenbyten.metrics import NO_FOREIGN, Foreign, metric_of
from tenbyten.report.formatting import digits_of

# matplotlib brings the first one along, so that every machine lays out alike.
FONTS = ("DejaVu Sans", "Verdana", "Arial", "Helvetica", "sans-serif")


class Unit:
    """Format of a metric's values in figures.

    Values of the tables times `factor` are those of the figure, where accuracies are
    percent, written with `digits` decimals. `value` names an axis of the metric;
    `points` is the unit of differences behind their number, and `note` the same in
    brackets, both empty for a metric that has none.
    """

    def __init__(
        self, metric: str, rope: float = 0.0, foreign_metrics: Foreign = NO_FOREIGN
    ) -> None:
        self.metric = metric
        self.higher_is_better = metric_of(metric, foreign_metrics).higher_is_better
        percent = metric == "accuracy"
        self.factor = 100 if percent else 1
        self.value = "accuracy (%)" if percent else metric
        self.points = " percentage points" if percent else ""
        self.note = " (percentage points)" if percent else ""
        self.digits = digits_of(metric, rope)

    def difference(self, row: str, column: str, *, room: float) -> str:
        """Name an axis whose positive side is where `column` is better.

        Both names are cut to `room`.
        """
        minus = (column, row) if self.higher_is_better else (row, column)
        first, second = (fit(name, room, 8) for name in minus)
        return f"{self.metric}, {first} minus {second}{self.note}"


ACCURACY = Unit("accuracy")


def clean(words: object) -> str:
    """Put words on one line, without control characters, which no SVG may hold."""
    text = " ".join(str(words).split())
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


@functools.lru_cache(maxsize=4096)
def width_of(words: str, size: float) -> float:
    """Measure the width of words in points.

    Letters that `FONTS` lack first, such as Chinese ones, are as wide as high.
    """
    lacking = letters_lacking(words)
    known = "".join(letter for letter in words if letter not in lacking)
    font = FontProperties(family=FONTS[0], size=size)
    width = text_to_path.get_text_width_height_descent(known, font, False)[0]
    return width + size * (len(words) - len(known))


def letters_lacking(words: str) -> frozenset[str]:
    """Return the letters that the first of `FONTS` lacks, such as Chinese ones."""
    return frozenset(words) - _known_letters(findfont(FONTS[0]))


@functools.cache
def fonts_with(letters: frozenset[str]) -> tuple[tuple[str, ...], frozenset[str]]:
    """Find fonts of this machine that have letters which `FONTS` lack first.

    Returned are their families, upright and of normal weight, and the letters that
    none of them has. They are TrueType, which a PDF can hold.
    """
    families, left = [], letters
    for font in sorted(fontManager.ttflist, key=lambda x: (x.name, x.fname)):
        plain = (font.style, font.weight) == ("normal", 400)
        # That of boxes, one for each script, has every letter.
        boxes = font.name.startswith("Last Resort")
        if not left or not plain or boxes or not font.fname.endswith(".ttf"):
            continue
        if found := left & _known_letters(font.fname):
            families.append(font.name)
            left -= found
    return tuple(families), left


@functools.cache
def _known_letters(file: str) -> frozenset[str]:
    """Return the letters that a font has."""
    return frozenset(map(chr, get_font(file).get_charmap()))


def fit(words: object, width: float, size: float) -> str:
    """Shorten words to a width in points, an ellipsis in place of their end."""
    words = clean(words)
    # No letter is narrower than a fifth of its size: no need to measure a book.
    if width == np.inf or width_of(words[:500], size) <= width:
        return words
    low, high = 0, min(len(words), 500)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(words[:middle].rstrip() + "…", size) <= width:
            low = middle
        else:
            high = middle - 1
    return words[:low].rstrip() + "…"


def wrap(words: str, width: float, size: float) -> list[str]:
    """Break words into lines of a width in points; a longer word has its own line."""
    lines: list[str] = []
    for word in clean(words).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def signed(value: float, digits: int, *, plus: bool = True) -> str:
    """Write a number with a true minus sign, and a plus sign if wanted."""
    text = f"{value:{'+' if plus else ''}.{digits}f}"
    if float(text) == 0:
        text = f"{0:.{digits}f}"
    return text.replace("-", "\N{MINUS SIGN}")
