"""Words of figures: names, and numbers in the unit of a metric."""

from tenbyten.metrics import NO_FOREIGN, Foreign, metric_of
from tenbyten.report.formatting import digits_of


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

    def difference(self, row: str, column: str) -> str:
        """Name an axis whose positive side is where `column` is better."""
        minus = (column, row) if self.higher_is_better else (row, column)
        first, second = map(short, minus)
        return f"{self.metric}, {first} minus {second}{self.note}"


ACCURACY = Unit("accuracy")


def clean(words: object) -> str:
    """Put words on one line, without control characters, which no SVG may hold."""
    text = " ".join(str(words).split())
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def short(name: object, letters: int = 24) -> str:
    """Cut a name to some letters, an ellipsis in place of its end."""
    name = clean(name)
    return name if len(name) <= letters else f"{name[: letters - 1].rstrip()}…"


def signed(value: float, digits: int, *, plus: bool = True) -> str:
    """Write a number with a true minus sign, and a plus sign if wanted."""
    text = f"{value:{'+' if plus else ''}z.{digits}f}"
    if plus and float(text) == 0:
        text = text.lstrip("+")
    return text.replace("-", "\N{MINUS SIGN}")


def outcomes(
    row: str, column: str, middle: str = "practically equivalent"
) -> tuple[str, str, str]:
    """Name what `colours.OUTCOMES` are the colours of."""
    return f"{short(row)} better", middle, f"{short(column)} better"
