"""List a study's figures: which pairs are drawn, and with which numbers.

To add a figure, write a function that returns a `Drawing` with title and alternative
text, and name it in `subset_figures` or, for a figure of a pair, in `plan`.
"""

import itertools
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.comparisons.many_classifiers import best_of
from tenbyten.comparisons.on_each_dataset import has_tests
from tenbyten.metrics import metric_of
from tenbyten.report.contents import Contents
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
from tenbyten.report.figures.style import Unit, unit_of
from tenbyten.report.formatting import is_order
from tenbyten.statistics.checks import Floats
from tenbyten.statistics.many_classifiers.ranks import critical_difference
from tenbyten.statistics.many_datasets.bayesian import draw_signed_rank

# All pairs of ten classifiers; of more classifiers, the pairs of one of them.
_MOST_PAIRS = 45

# Of all pairs together, in a subset: 12 MB.
_DRAWS_AT_ONCE = 500_000

_log = logging.getLogger(__name__)


def plan(
    contents: Contents, *, runs: Mapping[str, Mapping[str, int]] | None = None
) -> Iterator[PlannedFigure]:
    """List a study's figures without drawing them.

    For each subset there is the metric against time, where times were measured. One
    data set has the density of each pair's posterior. Several have, for each subset,
    the differences from the control or the best classifier, the multiple comparison
    matrix, the critical-difference diagram and the performance profiles; and, for each
    pair, the posteriors, the scatter plot and the simplex. Pairs that were not tested
    on each data set have no posteriors.

    Parameters
    ----------
    contents : Contents
    runs : dict of str to dict of str to int, optional
        Runs that early stopping made, by data set and classifier; they get a figure.

    Yields
    ------
    PlannedFigure
        Subsets first, then pairs.
    """
    settings, labels = contents.settings, contents.labels
    unit = unit_of(settings)
    groups = dict(iter(contents.posteriors.groupby(["row", "column"], sort=False)))
    posteriors = {pair: groups[pair] for pair in pairs_to_draw(contents)}
    for subset in () if contents.on_one_dataset else contents.by_subset:
        for kind, figure in subset_figures(contents, subset).items():
            yield PlannedFigure(f"{kind}-{subset}", kind, subset, "", "", figure)
    for subset, costs in contents.costs.items():
        metric = costs["metric"].iloc[0]
        own = unit if metric == contents.metric else Unit(metric)
        costs = costs.rename(index=labels)
        figure = partial(draw_costs, costs, subset=subset, unit=own)
        yield PlannedFigure(f"costs-{subset}", "costs", subset, "", "", figure)
    if runs:
        table = pd.DataFrame.from_dict(runs, orient="index")
        table = table.loc[contents.datasets, list(labels)].rename(columns=labels)
        yield PlannedFigure("runs", "runs", "", "", "", partial(draw_runs, table))
    draws = _signed_rank_draws(list(posteriors.values()), contents)
    figures: dict[str, Callable[..., Drawing]]
    for (row, column), lines in posteriors.items():
        if contents.on_one_dataset:
            alpha = settings["alpha"]
            figures = {"density": partial(draw_density, lines, alpha=alpha, unit=unit)}
        else:
            means = (contents.means[row], contents.means[column])
            figures = {}
            if has_tests(lines):
                figures["posteriors"] = partial(draw_posteriors, lines, unit=unit)
            figures["scatter"] = partial(draw_scatter, *means, unit=unit)
            figures["simplex"] = partial(draw_simplex, next(draws))
        names = {"row": labels[row], "column": labels[column]}
        for kind, figure in figures.items():
            name = f"{kind}-{row}-{column}"
            yield PlannedFigure(name, kind, "", row, column, partial(figure, **names))


def pairs_to_draw(contents: Contents) -> list[tuple[str, str]]:
    """List the pairs that have figures of their own.

    More than ten classifiers have figures only of the pairs with the control; without a
    control, of those with the best by average rank over the largest subset, or with the
    best on the only data set. `top` limits them further.
    """
    settings = contents.settings
    pairs = list(itertools.combinations(contents.labels, 2))
    if is_order(settings):
        return []
    if len(pairs) <= _MOST_PAIRS:
        return pairs
    top = settings.get("top")
    if contents.on_one_dataset:
        better = contents.higher_is_better
        means = contents.means.iloc[0].sort_values(ascending=not better, kind="stable")
        best = [*means.index[:top]]
    else:
        largest = max(contents.subsets, key=lambda x: len(contents.subsets[x]))
        best = best_of(contents.by_subset[largest]["ranks"], top)
    control = settings["control"] or best[0]
    drawn = {control, *(best if top else contents.labels)}
    chosen = [pair for pair in pairs if control in pair and drawn.issuperset(pair)]
    _log.info("%d pairs: drawing the %d of %s", len(pairs), len(chosen), control)
    return chosen


def subset_figures(
    contents: Contents, subset: str
) -> dict[str, Callable[..., Drawing]]:
    """Return the figures of all classifiers over a subset, by kind."""
    settings, labels = contents.settings, contents.labels
    comparisons, datasets = contents.by_subset[subset], contents.subsets[subset]
    ranks = comparisons["ranks"].set_index("classifier").rename(index=labels)
    omnibus = comparisons["omnibus"].set_index("test")["p"]
    of_tests: Any = {"subset": subset, "datasets": len(datasets)}
    of_tests["alpha"] = settings["alpha"]
    critical = partial(
        draw_critical_difference,
        ranks["average_rank"],
        critical_difference=critical_difference(
            classifiers=len(ranks), datasets=len(datasets), alpha=settings["alpha"]
        ),
        friedman_p=omnibus["friedman"],
        **of_tests,
    )
    if is_order(settings):
        return {"critical_difference": critical}
    # The adjusted decisions with wins, ties and losses, by names for people.
    pair = ["row", "column"]
    counts = comparisons["pairwise"][[*pair, "wins", "ties", "losses"]]
    adjusted = comparisons["adjusted"].merge(counts, on=pair, validate="1:1")
    adjusted[pair] = adjusted[pair].map(labels.get)
    control = settings["control"] and labels[settings["control"]]
    profiles = comparisons["profiles"].groupby("classifier", sort=False)
    best = best_of(comparisons["ranks"], settings.get("top"))
    best = [*dict.fromkeys([*map(labels.get, best), *filter(None, [control])])]
    some = f", {len(best)} of {len(ranks)} classifiers"
    shown: Any = {"subset": subset + some * (len(best) < len(ranks))}
    unit = shown["unit"] = unit_of(settings)
    return {
        "differences": partial(
            draw_differences,
            contents.means.loc[datasets].rename(columns=labels)[best],
            reference=control or best[0],
            **shown,
        ),
        "comparison_matrix": partial(
            draw_comparison_matrix,
            ranks["mean"],
            adjusted,
            control=control,
            unit=unit,
            **of_tests,
        ),
        "critical_difference": critical,
        "profiles": partial(
            draw_profiles,
            {labels[name]: lines for name, lines in profiles},
            shown=best,
            datasets=len(datasets),
            **shown,
        ),
    }


def _signed_rank_draws(
    posteriors: Iterable[pd.DataFrame], contents: Contents
) -> Iterator[dict[str, Floats]]:
    """Draw from the signed-rank posterior of one pair after the other, by subset.

    Some pairs are drawn at once: all weigh the data sets alike, and drawing the weights
    takes longer than using them.
    """
    settings, draws = contents.settings, contents.settings["bayesian_draws"]
    kind = metric_of(
        contents.metric,
        settings["foreign_metrics"],
        settings.get("scale", "difference"),
    )
    draw: Callable[..., Floats] = partial(
        draw_signed_rank,
        **{x: settings[x] for x in ("rope", "prior_strength", "prior_place", "seed")},
        draws=draws,
        largest=kind.width,
    )
    differences = [x.set_index("dataset")["mean_difference"] for x in posteriors]
    at_once = max(1, _DRAWS_AT_ONCE // draws)
    for first in range(0, len(differences), at_once):
        some = pd.DataFrame(differences[first : first + at_once])
        drawn = {
            f"{x} ({len(datasets)} data sets)": draw(some[list(datasets)].to_numpy())
            for x, datasets in contents.subsets.items()
        }
        for i in range(len(some)):
            yield {subset: draws[i] for subset, draws in drawn.items()}
