"""Multiple comparison matrix: every pair's difference, wins and p, best mean first.

After Ismail-Fawaz and others (2023), An approach to multiple comparison benchmark
evaluations that is stable under manipulation of the comparate set: no number of a cell
depends on the other classifiers. Bold type, which is adjusted here, does.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch, Rectangle

from tenbyten.report.captions import caption
from tenbyten.report.figures.drawing import Drawing, width_of
from tenbyten.report.figures.style import ACCURACY, COLUMN, ROW, Unit, shorten
from tenbyten.report.formatting import format_probability
from tenbyten.words import count_of

# More classifiers are compared with only one of them.
MOST_CLASSIFIERS = 12

_SIZE, _LEAST = 7.5, 4.8  # usual and smallest size of the letters in a cell
# Width of a row of cells, in widths of a letter of size 1.
_ROOM = 520
_DARKEST = 0.5  # most opacity of a colour: words on it can still be read
_LETTERS = 18  # most letters of a name
_LISTED = 12  # most pairs that the alternative text names

# By row and column the lines of the comparisons, with the texts of a cell.
Cells = Mapping[tuple[str, str], Any]


def draw_comparison_matrix(
    means: pd.Series,
    comparisons: pd.DataFrame,
    *,
    subset: str,
    datasets: int,
    alpha: float,
    control: str | None = None,
    unit: Unit = ACCURACY,
    axes: Axes | None = None,
) -> Drawing:
    """Draw the multiple comparison matrix of a subset.

    Parameters
    ----------
    means : Series
        Mean over the data sets by the classifier's name for people.
    comparisons : DataFrame
        A line for each pair, in one order: row, column, names for people;
        mean_difference, the column's gain; wins, ties, losses of the column; p and
        holm_p of the two-sided signed-rank test.
    control : str, optional
        The others are compared with it alone if they are more than `MOST_CLASSIFIERS`
        or do not fit; by default the classifier with the best mean.
    """
    means = means.sort_values(ascending=not unit.higher_is_better, kind="stable")
    other_side = {"row": "column", "column": "row", "wins": "losses", "losses": "wins"}
    turned = comparisons.rename(columns=other_side)
    turned["mean_difference"] *= -1
    both = pd.concat([comparisons, turned])
    both["gain"] = both["mean_difference"] * unit.factor
    both["bold"] = both["holm_p"] < alpha
    # The darkest is the largest gain.
    dark = _DARKEST * both["gain"].abs() / (both["gain"].abs().max() or 1)
    both["opacity"] = [round(share, 2) for share in dark]
    both["texts"] = [_texts(x, unit) for x in both.itertuples(index=False)]
    cells = {(x.row, x.column): x for x in both.itertuples(index=False)}
    written = {name: unit.mean(x) for name, x in (means * unit.factor).items()}
    pairs = len(comparisons)
    few = caption("too_few", data_sets=datasets, pairs=pairs, alpha=alpha)
    names = list(written)
    longest = max(len(text) for cell in cells.values() for text in cell.texts)
    size = min(_SIZE, _ROOM / longest / len(names))
    said = (
        f"Best mean first. Of the column against the row: mean difference"
        f"{unit.note}, the darker the larger; data sets won/tied/lost; p of "
        f"the signed-rank test, two-sided, not adjusted. Bold: the p adjusted by Holm "
        f"for {count_of(len(comparisons), 'pair')} is below alpha = {alpha:g}. No "
        f"number depends on the other classifiers; bold type does. {few}"
    ).strip()
    if len(names) <= MOST_CLASSIFIERS and size >= _LEAST:
        drawing = _draw(cells, written, names, size, said, axes)
        what = "multiple comparison matrix"
    else:
        against = control or names[0]
        others = {x: mean for x, mean in written.items() if x != against}
        what = f"each of {len(names)} classifiers against {against}"
        if control is None:
            said += f" {shorten(against)} is the best of these results, chosen after "
            said += "the fact."
        drawing = _draw(cells, others, [against], _SIZE, said, axes)
    drawing.title = f"{subset}: {what}, by mean {unit.metric} on {datasets} data sets"
    drawing.alt = _alt(cells, written, len(comparisons), said, unit)
    return drawing


def _texts(cell: Any, unit: Unit) -> list[str]:
    """Write the three lines of a cell."""
    counts = f"{cell.wins:g}/{cell.ties:g}/{cell.losses:g}"
    return [unit.signed(cell.gain), counts, format_probability(cell.p)]


def _draw(
    cells: Cells,
    rows: Mapping[str, str],
    columns: Sequence[str],
    size: float,
    note: str,
    axes: Axes | None,
) -> Drawing:
    """Draw the cells, by names of row and column, beside the means, by name."""
    lines, between = (3, "\n") if len(columns) > 1 else (1, " · ")
    heads = [shorten(name, _LETTERS) for name in columns]
    longest = max(map(len, heads))
    turned = 45 if longest > 95 / len(columns) else 0
    high = 1.3 + (0.1 + 0.12 * lines) * len(rows)
    drawing = Drawing(high + (0.05 * longest if turned else 0))
    axes = axes or drawing.subplots()
    axes.set(xlim=(0, len(columns)), ylim=(len(rows), 0))
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    axes.xaxis.tick_top()
    middles = [i + 0.5 for i in range(max(len(rows), len(columns)))]
    side: Any = {"rotation": turned, "ha": "left" if turned else "center"}
    axes.set_xticks(middles[: len(columns)], heads, fontsize=8, **side)
    names = [shorten(name, _LETTERS) for name in rows]
    texts = [f"{x}\n{mean}" for x, mean in zip(names, rows.values(), strict=True)]
    axes.set_yticks(middles[: len(rows)], texts)
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            if row == column:
                continue
            cell = cells[row, column]
            color = COLUMN if cell.gain > 0 else ROW
            patch = Rectangle((j + 0.01, i + 0.02), 0.98, 0.96, color=color, lw=0)
            patch.set_alpha(cell.opacity)
            axes.add_patch(patch)
            style: Any = {"size": size, "ha": "center", "va": "center"}
            style["weight"] = "bold" if cell.bold else "normal"
            axes.text(j + 0.5, i + 0.5, between.join(cell.texts), **style)
    keys = [Patch(color=color, lw=0) for color in (COLUMN, ROW)]
    drawing.legend(keys, ["column better", "row better"], loc="upper left", ncols=2)
    # Room for words that are turned by 45 degrees.
    aside = width_of(heads, 8) * 0.71 if turned else 0
    drawing.note(note)
    left, right = 0.2 + width_of(names), max(aside, 0.1)
    drawing.margins(left, right, top=0.5 + aside, bottom=0.1)
    return drawing


def _alt(
    cells: Cells, means: Mapping[str, str], pairs: int, note: str, unit: Unit
) -> str:
    """Write the alternative text."""
    order = ", ".join(f"{name} {mean}" for name, mean in means.items())
    # The first half is in the order of the comparisons, the second is swapped.
    found = [pair for pair, cell in [*cells.items()][:pairs] if cell.bold]
    better = (
        cells[pair] if cells[pair].gain > 0 else cells[pair[::-1]]
        for pair in found[:_LISTED]
    )
    listed = [
        f"{x.column} against {x.row}: {unit.signed(x.gain)}{unit.points}; won "
        f"{x.wins:g}, tied {x.ties:g}, lost {x.losses:g}; p "
        f"{format_probability(x.p)}, Holm's {format_probability(x.holm_p)}"
        for x in better
    ]
    if len(found) > _LISTED:
        listed.append(f"and {len(found) - _LISTED} more")
    bold = f"{len(found)} of {count_of(pairs, 'pair')}"
    listing = f": {'; '.join(listed)}" if listed else ""
    return f"Means, best first: {order}. {note} Bold are {bold}{listing}."
