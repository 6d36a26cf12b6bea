"""List a study's figures: which pairs are drawn, and with which numbers.

To add a figure, write a function that makes its `Drawing`, with title and alternative
text; and name it in `subset_figures` or, of a pair, in `plan`.
"""

import itertools
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import pandas as pd

from tenbyten.comparisons.many_classifiers import best_of
from tenbyten.comparisons.on_each_dataset import has_tests
from tenbyten.metrics import NO_FOREIGN, Foreign, metric_of
from tenbyten.report.figures.comparison_matrix import draw_comparison_matrix
from tenbyten.report.figures.critical_difference import draw_critical_difference
from tenbyten.report.figures.drawing import Drawing, PlannedFigure
from tenbyten.report.figures.means import draw_costs, draw_differences, draw_scatter
from tenbyten.report.figures.posteriors import (
    draw_density,
    draw_posteriors,
    draw_simplex,
)
from tenbyten.report.figures.profiles import draw_profiles
from tenbyten.report.figures.runs import draw_runs
from tenbyten.report.figures.style import Unit
from tenbyten.statistics.checks import Floats
from tenbyten.statistics.many_classifiers.ranks import critical_difference
from tenbyten.statistics.many_datasets.bayesian import draw_signed_rank

# All pairs of ten classifiers; of more classifiers, the pairs of one of them.
_MOST_PAIRS = 45

# Of all pairs together, in a subset: 12 MB.
_DRAWS_AT_ONCE = 500_000

_log = logging.getLogger(__name__)


class StudyTables(NamedTuple):
    """Numbers that the figures show.

    `posteriors` are from `comparisons.on_each_dataset.compare_on_each`, `means` from
    `accuracies.values.means_of`; `comparisons` are the tables of
    `over_datasets.OverDatasets`, by subset and name; `costs` from
    `comparisons.costs.cost_tables`. `runs` are those that early stopping made, by data
    set and classifier.
    """

    posteriors: pd.DataFrame
    means: pd.DataFrame
    comparisons: Mapping[str, Mapping[str, pd.DataFrame]]
    costs: Mapping[str, pd.DataFrame] = {}
    runs: Mapping[str, Mapping[str, int]] | None = None


class FigureSettings(NamedTuple):
    """Settings of the figures: `Study.figures`.

    `labels` are the classifiers' names for people, by their names in the tables, and
    `subsets` the data sets of each subset; `alpha` is the size of the tests. Of
    more than ten classifiers the pairs of `control` alone are drawn; without a control,
    those of the best by average rank over the largest subset, or of the best on the
    only data set; of more than `top` classifiers those with these. The others are as in
    `statistics.many_datasets.bayesian.draw_signed_rank`.
    """

    labels: Mapping[str, str]
    subsets: Mapping[str, Sequence[str]]
    metric: str
    alpha: float
    rope: float
    control: str | None
    prior_strength: float
    prior_place: str
    draws: int
    seed: int
    foreign_metrics: Foreign = NO_FOREIGN
    scale: str = "difference"
    top: int | None = None

    @property
    def unit(self) -> Unit:
        """How the metric that is compared is written."""
        return Unit(self.metric, self.rope, self.foreign_metrics, self.scale)


def plan(tables: StudyTables, settings: FigureSettings) -> Iterator[PlannedFigure]:
    """List a study's figures without drawing them.

    Where times were measured there is the metric against time, for each subset, and
    after early stopping the runs that it made. Of one data set the others are the
    density of each pair's posterior. Of more they are, for each subset, the differences
    from the control or the best classifier, the multiple comparison matrix, the
    critical-difference diagram and the performance profiles; and for each pair the
    posteriors, the scatter plot and the simplex. Where pairs were not tested on each
    data set there are no posteriors.
    """
    on_one = len(tables.means) == 1
    groups = dict(iter(tables.posteriors.groupby(["row", "column"], sort=False)))
    posteriors = {pair: groups[pair] for pair in pairs_to_draw(tables, settings)}
    for subset in tables.comparisons:
        for kind, figure in subset_figures(tables, subset, settings).items():
            yield PlannedFigure(f"{kind}-{subset}", kind, subset, "", "", figure)
    for subset, costs in tables.costs.items():
        metric = costs["metric"].iloc[0]
        unit = settings.unit if metric == settings.metric else Unit(metric)
        costs = costs.rename(index=settings.labels)
        figure = partial(draw_costs, costs, subset=subset, unit=unit)
        yield PlannedFigure(f"costs-{subset}", "costs", subset, "", "", figure)
    if tables.runs:
        runs = pd.DataFrame.from_dict(tables.runs, orient="index")
        runs = runs.loc[tables.means.index, list(settings.labels)]
        figure = partial(draw_runs, runs.rename(columns=settings.labels))
        yield PlannedFigure("runs", "runs", "", "", "", figure)
    draws = _signed_rank_draws(list(posteriors.values()), settings)
    figures: dict[str, Callable[..., Drawing]]
    unit = settings.unit
    for (row, column), lines in posteriors.items():
        if on_one:
            density = partial(draw_density, lines, alpha=settings.alpha, unit=unit)
            figures = {"density": density}
        else:
            means = (tables.means[row], tables.means[column])
            figures = {}
            if has_tests(lines):
                figures["posteriors"] = partial(draw_posteriors, lines, unit=unit)
            figures["scatter"] = partial(draw_scatter, *means, unit=unit)
            figures["simplex"] = partial(draw_simplex, next(draws))
        names = {"row": settings.labels[row], "column": settings.labels[column]}
        for kind, figure in figures.items():
            name = f"{kind}-{row}-{column}"
            yield PlannedFigure(name, kind, "", row, column, partial(figure, **names))


def pairs_to_draw(
    tables: StudyTables, settings: FigureSettings
) -> list[tuple[str, str]]:
    """List every pair or, of too many, those of the control or the best classifier."""
    pairs = list(itertools.combinations(settings.labels, 2))
    if settings.scale == "order":
        return []
    if len(pairs) <= _MOST_PAIRS:
        return pairs
    if not tables.comparisons:
        better = settings.unit.higher_is_better
        means = tables.means.iloc[0].sort_values(ascending=not better, kind="stable")
        best = [*means.index[: settings.top]]
    else:
        largest = max(settings.subsets, key=lambda x: len(settings.subsets[x]))
        best = best_of(tables.comparisons[largest]["ranks"], settings.top)
    control = settings.control or best[0]
    drawn = {control, *(best if settings.top else settings.labels)}
    chosen = [pair for pair in pairs if control in pair and drawn.issuperset(pair)]
    _log.info("%d pairs: drawing the %d of %s", len(pairs), len(chosen), control)
    return chosen


def subset_figures(
    tables: StudyTables, subset: str, settings: FigureSettings
) -> dict[str, Callable[..., Drawing]]:
    """Return the figures of all classifiers over a subset, by kind."""
    comparisons, labels = tables.comparisons[subset], settings.labels
    ranks = comparisons["ranks"].set_index("classifier").rename(index=labels)
    datasets = len(settings.subsets[subset])
    omnibus = comparisons["omnibus"].set_index("test")["p"]
    of_tests: Any = {"subset": subset, "datasets": datasets, "alpha": settings.alpha}
    # The adjusted decisions with wins, ties and losses, by names for people.
    pair = ["row", "column"]
    counts = comparisons["pairwise"][[*pair, "wins", "ties", "losses"]]
    adjusted = comparisons["adjusted"].merge(counts, on=pair, validate="1:1")
    adjusted[pair] = adjusted[pair].map(labels.get)
    control = settings.control and labels[settings.control]
    profiles = comparisons["profiles"].groupby("classifier", sort=False)
    best = [labels[name] for name in best_of(comparisons["ranks"], settings.top)]
    best += [control] if control and control not in best else []
    some = f", {len(best)} of {len(ranks)} classifiers"
    what = subset + some * (len(best) < len(ranks))
    means = tables.means.loc[[*settings.subsets[subset]]].rename(columns=labels)
    critical = partial(
        draw_critical_difference,
        ranks["average_rank"],
        critical_difference=critical_difference(
            classifiers=len(ranks), datasets=datasets, alpha=settings.alpha
        ),
        friedman_p=omnibus["friedman"],
        **of_tests,
    )
    if settings.scale == "order":
        return {"critical_difference": critical}
    return {
        "differences": partial(
            draw_differences,
            means[best],
            reference=control or best[0],
            subset=what,
            unit=settings.unit,
        ),
        "comparison_matrix": partial(
            draw_comparison_matrix,
            ranks["mean"],
            adjusted,
            control=control,
            unit=settings.unit,
            **of_tests,
        ),
        "critical_difference": critical,
        "profiles": partial(
            draw_profiles,
            {labels[name]: lines for name, lines in profiles},
            shown=best,
            subset=what,
            datasets=datasets,
            unit=settings.unit,
        ),
    }


def _signed_rank_draws(
    posteriors: Iterable[pd.DataFrame], settings: FigureSettings
) -> Iterator[dict[str, Floats]]:
    """Draw from the signed-rank posterior of one pair after the other, by subset.

    Some pairs are drawn at once, because all weigh the data sets alike: to draw the
    weights takes longer than to use them.
    """
    kind = metric_of(settings.metric, settings.foreign_metrics, settings.scale)
    names = ("rope", "prior_strength", "prior_place", "draws", "seed")
    how: dict[str, Any] = {name: getattr(settings, name) for name in names}
    draw: Callable[..., Floats] = partial(draw_signed_rank, **how, largest=kind.width)
    differences = [x.set_index("dataset")["mean_difference"] for x in posteriors]
    at_once = max(1, _DRAWS_AT_ONCE // settings.draws)
    for first in range(0, len(differences), at_once):
        some = pd.DataFrame(differences[first : first + at_once])
        drawn = {
            f"{x} ({len(datasets)} data sets)": draw(some[list(datasets)].to_numpy())
            for x, datasets in settings.subsets.items()
        }
        for i in range(len(some)):
            yield {subset: draws[i] for subset, draws in drawn.items()}
