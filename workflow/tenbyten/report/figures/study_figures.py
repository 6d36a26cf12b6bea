"""All figures of a study: planned one after the other, drawn side by side."""

import logging
import multiprocessing
from collections import deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from tenbyten.files import atomic_open
from tenbyten.report.figures.critical_difference import draw_critical_difference
from tenbyten.report.figures.drawing import write_figure
from tenbyten.report.figures.heat_map import draw_heat_map
from tenbyten.report.figures.poisson_mass import draw_poisson_mass
from tenbyten.report.figures.posteriors import draw_posteriors
from tenbyten.report.figures.scatter import draw_scatter
from tenbyten.report.figures.simplex import draw_simplex
from tenbyten.statistics.many_classifiers.nemenyi import critical_difference
from tenbyten.statistics.many_datasets.bayesian_signed_rank import draw_signed_rank

INDEX = ["name", "kind", "subset", "row", "column", "title", "alt"]

# Figures that wait for a process, for each process: more would only fill the memory.
_WAITING = 4

_log = logging.getLogger(__name__)


class StudyTables(NamedTuple):
    """What the figures show.

    Attributes
    ----------
    posteriors : DataFrame
        From `on_each_dataset.compare_on_each`.
    means : DataFrame
        From `accuracies.means.means_of`.
    ranks : dict of str to DataFrame
        By subset: classifier and average_rank; a subset without ranks gets no
        critical-difference diagram.
    """

    posteriors: pd.DataFrame
    means: pd.DataFrame
    ranks: dict[str, pd.DataFrame]


class Planned(NamedTuple):
    """A figure that is to be drawn.

    Attributes
    ----------
    name : str
        Stem of its files.
    kind : str
        ``heat_map``, ``critical_difference``, ``posteriors``, ``poisson_mass``,
        ``simplex`` or ``scatter``.
    subset, row, column : str
        What it is about; empty for all of the study.
    draw : callable
        Without arguments; gives the `Drawing`.
    """

    name: str
    kind: str
    subset: str
    row: str
    column: str
    draw: Callable


def draw(
    tables,
    folder,
    *,
    pairs,
    labels,
    subsets,
    rope,
    alpha,
    simplex_draws=None,
    metric="accuracy",
    higher_is_better=True,
    processes=1,
):
    """Draw a study's figures into a folder, with an index of them.

    Parameters
    ----------
    tables : StudyTables
        What is drawn.
    folder : path
        Made where it is missing; gets ``<name>.svg``, ``<name>.pdf`` and
        ``index.csv`` with the columns of `INDEX`.
    pairs : sequence of (str, str)
        Row and column of the pairs that get figures.
    labels : dict of str to str
        The classifiers' names for people, by their names in the tables.
    subsets : dict of str to sequence of str
        Names of the data sets in each subset.
    rope : float
        Half-width of the region of practical equivalence, in the metric's unit.
    alpha : float
        Size of the Nemenyi test.
    simplex_draws : callable, optional
        Given row, column and subset, the draws of the Bayesian signed-rank test, of
        shape (draws, 3): `draws_of_signed_rank` makes one. Without it there is no
        simplex.
    metric : str, default="accuracy"
        What is compared.
    higher_is_better : bool, default=True
        Of the metric.
    processes : int, default=1
        Processes that draw; the files do not depend on their number.

    Raises
    ------
    ValueError
        If a pair is not in the tables, or if two figures would have one name.
    """
    _refuse_doubles("pair", [f"{row}-{column}" for row, column in pairs])
    _refuse_doubles("subset", tables.ranks)
    planned = plan(
        tables,
        pairs=pairs,
        labels=labels,
        subsets=subsets,
        rope=rope,
        alpha=alpha,
        simplex_draws=simplex_draws,
        metric=metric,
        higher_is_better=higher_is_better,
    )
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    lines = list(_written(planned, folder, processes))
    index = pd.DataFrame(lines, columns=INDEX)
    with atomic_open(folder / "index.csv", encoding="utf-8", newline="") as file:
        index.to_csv(file, index=False, lineterminator="\n")
    _log.info("%d figures in %s", len(index), folder)


def plan(
    tables,
    *,
    pairs,
    labels,
    subsets,
    rope,
    alpha,
    simplex_draws=None,
    metric="accuracy",
    higher_is_better=True,
):
    """List a study's figures without drawing them.

    Parameters
    ----------
    tables, pairs, labels, subsets, rope, alpha, simplex_draws, metric, higher_is_better
        As in `draw`.

    Yields
    ------
    Planned
        The heat map, a critical-difference diagram a subset, and for each pair the
        posteriors, the Poisson mass, the scatter plot and the simplex.

    Raises
    ------
    ValueError
        If a pair is not in the tables.
    """
    of_metric = {"metric": metric, "higher_is_better": higher_is_better}
    means = tables.means.rename(columns=labels)
    figure = partial(draw_heat_map, means, **of_metric)
    yield Planned("heat_map", "heat_map", "", "", "", figure)
    for subset, table in tables.ranks.items():
        ranks = table.set_index("classifier")["average_rank"]
        figure = partial(
            draw_critical_difference,
            ranks.rename(index=labels),
            subset=subset,
            critical_difference=critical_difference(
                classifiers=len(ranks), datasets=len(subsets[subset]), alpha=alpha
            ),
            datasets=len(subsets[subset]),
            alpha=alpha,
        )
        name = f"critical_difference-{subset}"
        yield Planned(name, "critical_difference", subset, "", "", figure)
    groups = dict(iter(tables.posteriors.groupby(["row", "column"], sort=False)))
    for row, column in pairs:
        posteriors = _posteriors_of(groups, row, column)
        figures = {
            "posteriors": partial(draw_posteriors, posteriors, rope=rope, **of_metric),
            "poisson_mass": partial(draw_poisson_mass, _wins(posteriors, subsets)),
            "scatter": partial(
                draw_scatter,
                tables.means[row],
                tables.means[column],
                rope=rope,
                **of_metric,
            ),
        }
        if simplex_draws:
            draws = {
                f"{subset} ({len(datasets)} data sets)": simplex_draws(
                    row, column, subset
                )
                for subset, datasets in subsets.items()
            }
            figures["simplex"] = partial(draw_simplex, draws)
        for kind, figure in figures.items():
            figure = partial(figure, row=labels[row], column=labels[column])
            yield Planned(f"{kind}-{row}-{column}", kind, "", row, column, figure)


def draws_of_signed_rank(posteriors, *, subsets, **settings):
    """Make the `simplex_draws` of `draw` out of the table of posteriors.

    Parameters
    ----------
    posteriors : DataFrame
        From `on_each_dataset.compare_on_each`.
    subsets : dict of str to sequence of str
        Names of the data sets in each subset.
    **settings
        The other arguments of `bayesian_signed_rank.draw_signed_rank`.

    Returns
    -------
    callable
        Gives the draws, of shape (draws, 3), of a row, a column and a subset.
    """
    groups = dict(iter(posteriors.groupby(["row", "column"], sort=False)))

    def draws(row, column, subset):
        table = _posteriors_of(groups, row, column).set_index("dataset")
        differences = table.loc[list(subsets[subset]), "mean_difference"]
        return draw_signed_rank(differences.to_numpy(float), **settings)

    return draws


def _posteriors_of(groups, row, column):
    """A pair's lines, or an error."""
    if (row, column) not in groups:
        raise ValueError(
            f"figures: no posteriors of row {row}, column {column} in the table (it "
            f"has {len(groups)} pairs); correct the pair, or compare it first."
        )
    return groups[row, column]


def _wins(posteriors, subsets):
    """The column's chances of winning the data sets of each subset."""
    chances = posteriors.set_index("dataset")["p_column_wins"]
    return {
        subset: chances.loc[list(datasets)].to_numpy(float)
        for subset, datasets in subsets.items()
    }


def _refuse_doubles(kind, names):
    """Refuse names of which one's file would overwrite another's."""
    found = set()
    for name in names:
        # Some file systems do not tell capitals from small letters.
        if name.lower() in found:
            raise ValueError(
                f"figures: two files would be named after the {kind} {name}; list it "
                f"once, or rename a classifier or subset."
            )
        found.add(name.lower())


def _written(planned, folder, processes):
    """Lines of the index, in the order of the plan, the figures being written."""
    if processes == 1:
        yield from (_write(figure, folder) for figure in planned)
        return
    # A fork has everything imported; another start would run the caller's script anew.
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(processes, mp_context=fork) as pool:
        waiting = deque()
        for figure in planned:
            waiting.append(pool.submit(_write, figure, folder))
            if len(waiting) > _WAITING * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _write(planned, folder):
    """Draw and write one figure; return its line of the index."""
    drawing = planned.draw()
    write_figure(drawing, folder / planned.name)
    return (*planned[:5], drawing.title, drawing.alt)
