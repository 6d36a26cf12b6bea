"""Plots of a comparison for a notebook, by the code of the report's figures."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from matplotlib import pyplot
from matplotlib.axes import Axes

from tenbyten.report.figures.drawing import WIDTH, style
from tenbyten.report.figures.means import draw_differences, draw_intervals
from tenbyten.report.figures.plan import subset_figures
from tenbyten.report.figures.posteriors import draw_density
from tenbyten.report.figures.style import unit_of
from tenbyten.report.summary import Summary
from tenbyten.words import suggest


class Plots(NamedTuple):
    """Plots of a comparison over its largest subset.

    Each method draws on the axes `ax`, by default those of a new figure of pyplot, and
    returns them. Classifiers have their names for people.
    """

    answer: Summary

    def intervals(self, ax: Axes | None = None) -> Axes:
        """Plot the differences from the best or the control, with intervals."""
        contents, labels = self.answer.contents, self.answer.contents.labels
        lines = self.answer.standings.set_index("classifier").rename(index=labels)
        reference, unit = labels[self.answer.reference], unit_of(contents.settings)
        return _plot(partial(draw_intervals, lines, reference, unit=unit), ax)

    def ranks(self, ax: Axes | None = None) -> Axes:
        """Plot the mean ranks; a bar joins ranks that the Nemenyi test finds alike.

        Raises a ValueError on one data set.
        """
        return _plot(self._of_subset("critical_difference"), ax)

    def heatmap(self, ax: Axes | None = None) -> Axes:
        """Plot every pair's difference, wins and p.

        Raises a ValueError on one data set.
        """
        return _plot(self._of_subset("comparison_matrix"), ax)

    def differences(self, a: str, b: str, ax: Axes | None = None) -> Axes:
        """Plot a's differences from b on every data set.

        Dots on the right: `a` is better. On one data set the plot is the posterior of
        their difference. Raises a ValueError for an unknown classifier.
        """
        contents, labels = self.answer.contents, self.answer.contents.labels
        a, b = self._name(a), self._name(b)
        options: dict[str, Any] = {"unit": unit_of(contents.settings)}
        if contents.on_one_dataset:
            of_pairs = contents.posteriors.set_index(["row", "column"], drop=False)
            row, column = (b, a) if (b, a) in of_pairs.index else (a, b)
            line = of_pairs.loc[[(row, column)]]
            options |= {"row": labels[row], "column": labels[column]}
            options |= {"alpha": contents.settings["alpha"]}
            return _plot(partial(draw_density, line, **options), ax)
        datasets = contents.subsets[self.answer.subset]
        means = contents.means.loc[datasets, [b, a]].rename(columns=labels)
        options |= {"reference": labels[b], "subset": self.answer.subset}
        return _plot(partial(draw_differences, means, **options), ax)

    def _name(self, classifier: str) -> str:
        """Return a classifier's name in the tables."""
        names = {y: x for x, y in self.answer.contents.labels.items()}
        names |= dict(zip(names.values(), names.values(), strict=True))
        if classifier not in names:
            hint = suggest(classifier, names, f"give one of {', '.join(names)}")
            raise ValueError(f"plot: unknown classifier {classifier!r}; {hint}")
        return names[classifier]

    def _of_subset(self, kind: str) -> Callable[..., Any]:
        """Return a figure of all classifiers, by its kind."""
        if self.answer.contents.on_one_dataset:
            raise ValueError(
                "plot: there is one data set; ranks and the matrix of pairs need two "
                "or more, so use intervals or differences"
            )
        return subset_figures(self.answer.contents, self.answer.subset)[kind]


def _plot(draw: Callable[..., Any], ax: Axes | None) -> Axes:
    """Draw on the axes or, without them, on a new figure that fits."""
    # Sets up a notebook's backend, and with it `interactive`. Otherwise the end of the
    # style would reset `interactive`, and no later figure of the reader would be shown.
    pyplot.draw_if_interactive()
    with style():
        if ax is None:
            alone = draw()
            size = (WIDTH, alone.get_figheight() + 0.3)
            figure = pyplot.figure(figsize=size, layout="constrained")
            figure.suptitle(alone.title, fontsize=8)
            ax = figure.subplots()
        draw(axes=ax)
    return ax
