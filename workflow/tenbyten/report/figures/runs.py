"""Runs that early stopping made: a bar for each data set and classifier."""

import numpy as np
import pandas as pd

from tenbyten.report.figures.drawing import Drawing, name_rows, width_of
from tenbyten.report.figures.posteriors import MOST_NAMES
from tenbyten.report.figures.style import MUTED, ROW, shorten

# More columns leave no room for names.
_MOST_COLUMNS = 40


def draw_runs(runs: pd.DataFrame) -> Drawing:
    """Draw the runs of every classifier (columns) on every data set (rows).

    The grey area behind a bar is as wide as the longest bar. Names of too many data
    sets or classifiers are left out.
    """
    (many, wide), most = runs.shape, runs.to_numpy().max()
    names = [shorten(x, 30) if many <= MOST_NAMES else "" for x in runs.index]
    heads = [shorten(x) if wide <= _MOST_COLUMNS else "" for x in runs]
    pitch = 0.15 if many <= MOST_NAMES else 7.5 / many
    drawing = Drawing(0.55 + width_of(heads) + pitch * many)
    axes = drawing.subplots()
    row, column = np.indices(runs.shape)
    heights, thick = name_rows(axes, names)[row.ravel()], 72 * 0.6 * pitch
    for left in range(wide):
        axes.axvspan(left, left + 0.85, color=MUTED, alpha=0.18, linewidth=0)
    start = column.ravel().astype(float)
    end = start + 0.85 * runs.to_numpy().ravel() / most
    axes.hlines(heights, start, end, color=ROW, linewidth=thick)
    axes.set(xlim=(0, wide), xticks=[0.425 + x for x in range(wide)])
    axes.set_xticklabels(heads, rotation=90, fontsize=7)
    axes.tick_params(bottom=False, labelbottom=False, labeltop=True)
    axes.spines["bottom"].set_visible(False)
    drawing.note(f"Length of a bar: runs made, up to {most}.")
    drawing.margins(left=0.2 + width_of(names), top=0.2 + width_of(heads), bottom=0.05)
    drawing.title = "Runs made on each data set"
    of_each = (
        f"{name} {counts.min()} to {counts.max()} (median {counts.median():g})"
        for name, counts in runs.items()
    )
    drawing.alt = f"Runs of each classifier on {many} data sets: {'; '.join(of_each)}."
    return drawing
