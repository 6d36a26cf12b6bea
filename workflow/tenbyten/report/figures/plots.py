"""Plots of the answer on Matplotlib's axes, such as those of a notebook."""

from typing import Any

import numpy as np

from tenbyten.report.figures.colours import COLUMN, INK, MUTED, ROW
from tenbyten.report.figures.style import difference_axis, rows_of
from tenbyten.report.figures.text import Unit, short
from tenbyten.report.formatting import format_metric
from tenbyten.report.summary import Summary


class Plots:
    """Plots of a comparison; each takes Matplotlib's axes, `ax`, and returns them."""

    def __init__(self, summary: Summary) -> None:
        contents = summary.contents
        self._summary, self._labels = summary, contents.labels
        settings = contents.settings
        self._unit = Unit(
            contents.metric, settings["rope"], settings["foreign_metrics"]
        )
        self._rope = settings["rope"] * self._unit.factor

    def intervals(self, ax: Any = None) -> Any:
        """Draw every difference from the best or the control, with its interval."""
        ax, summary = _axes(ax), self._summary
        lines = summary.standings[summary.standings["classifier"] != summary.reference]
        heights = rows_of(ax, [short(self._labels[x]) for x in lines["classifier"]])
        for height, line in zip(heights, lines.itertuples(index=False), strict=True):
            colour = {1: COLUMN, -1: ROW}.get(int(line.found), MUTED)
            low, middle, high = (
                x * self._unit.factor for x in (line.low, line.difference, line.high)
            )
            ax.plot([low, high], [height, height], color=colour)
            ax.plot([middle], [height], "o", color=colour)
        reference = short(self._labels[summary.reference])
        what = f"{self._unit.metric}, better than {reference}{self._unit.note}"
        difference_axis(ax, self._rope, what)
        return ax

    def ranks(self, ax: Any = None) -> Any:
        """Draw the mean rank of every classifier, 1 being the best."""
        ax, lines = _axes(ax), self._summary.standings
        heights = rows_of(ax, [short(self._labels[x]) for x in lines["classifier"]])
        ax.plot(lines["rank"], heights, "o", color=INK)
        ax.set_xlabel(f"mean rank over {self._summary.datasets} data sets")
        return ax

    def differences(self, a: str, b: str, ax: Any = None) -> Any:
        """Draw the difference between two classifiers on every data set, sorted."""
        ax, means = _axes(ax), self._means()
        if unknown := [name for name in (a, b) if name not in means]:
            raise ValueError(
                f"plot: no classifier {unknown[0]!r}; give two of {', '.join(means)}"
            )
        sign = 1 if self._unit.higher_is_better else -1
        gain = (means[a] - means[b]).sort_values() * (sign * self._unit.factor)
        heights = rows_of(ax, [*map(short, gain.index)])
        ax.plot(gain, heights, "o", color=INK)
        what = f"{self._unit.metric}, {short(a)} better than {short(b)}"
        difference_axis(ax, self._rope, f"{what}{self._unit.note}")
        return ax

    def heatmap(self, ax: Any = None) -> Any:
        """Draw the mean of every classifier on every data set, with its number."""
        ax, means = _axes(ax), self._means()
        write, unit = format_metric(self._unit.metric, self._rope / self._unit.factor)
        values = means.to_numpy(float)
        # Colours compare the classifiers of a data set, best and worst.
        least = values.min(axis=1, keepdims=True)
        width = np.ptp(values, axis=1, keepdims=True)
        shares = (values - least) / np.where(width > 0, width, 1)
        ax.imshow(shares, aspect="auto", cmap="Blues", alpha=0.6)
        for (row, column), value in np.ndenumerate(values):
            ax.text(column, row, write(value), ha="center", va="center", fontsize=7)
        ax.set_xticks(range(len(means.columns)), [*map(short, means)], rotation=30)
        ax.set_yticks(range(len(means)), [*map(short, means.index)])
        ax.set_title(f"mean {unit}")
        return ax

    def _means(self) -> Any:
        """Return the means by data set and by names for people, the best first."""
        contents, order = self._summary.contents, self._summary.standings["classifier"]
        datasets = contents.subsets[self._summary.subset]
        return contents.means.loc[datasets, list(order)].rename(columns=self._labels)


def _axes(ax: Any) -> Any:
    """Return axes, new ones if there are none."""
    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.figure(layout="constrained").add_subplot()
    return ax
