"""Read results in whatever form people have them, and say how they were read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pandas as pd

from tenbyten.files import PathLike
from tenbyten.metrics import METRICS, NO_FOREIGN, Foreign
from tenbyten.results.arrays import table_of_arrays
from tenbyten.results.cells import read_numbers
from tenbyten.results.experimenter import Schemes
from tenbyten.results.forms import Asked
from tenbyten.results.headings import (
    is_higher_better,
    known_metric,
    loss_in,
    may_sum_up,
    roles_of,
    squash,
)
from tenbyten.results.joining import COUNTS, Joined, join, name_of
from tenbyten.results.missing import POLICIES, Missing, complete
from tenbyten.results.scales import rescale
from tenbyten.results.sizes import rho_of_sizes
from tenbyten.results.sources import find, read
from tenbyten.words import Design, count_of, describe_design

# Of so many scores that are 0 or 1 each is of an item.
_ITEMS = 30

# A path, a pattern or a folder, or several of them; a table; arrays by classifier.
Source: TypeAlias = PathLike | Sequence[PathLike] | pd.DataFrame | Mapping[str, Any]


class Results(NamedTuple):
    """Results in long form, and how they were read.

    Attributes
    ----------
    table : DataFrame
        Columns dataset, classifier, run and fold; tested and correct, or accuracy,
        and further metrics, as far as the source has them.
    settings : dict
        Keys of a study that tell the metric, as far as they were not given.
    words : str
        How the source was read, in two lines at most.
    design : dict of str to Design
        Runs and folds of each data set, those that were left out too.
    partial : DataFrame, optional
        All cells, nan where results were missing; without it none was.
    others : dict of str to DataFrame
        By other policies for missing results what the table would be, unless nothing
        would be left; of ``pairwise`` it is `partial`.
    """

    table: pd.DataFrame
    settings: dict[str, Any]
    words: str
    design: dict[str, Design]
    partial: pd.DataFrame | None = None
    others: Mapping[str, pd.DataFrame] = {}


def has_accuracies(path: PathLike, metric: str) -> bool:
    """Return whether a file of results has all accuracies, or counts.

    Parameters
    ----------
    path : path
    metric : str
        The metric that a study compares. Of accuracy the file is not read, and the
        answer is true: a file without it is refused later.
    """
    if metric == "accuracy":
        return True
    for sheet in read(find(path, [])):
        roles = roles_of(sheet.table, {}, [], sheet.name)
        names = {"accuracy"} if "accuracy" in roles else {*COUNTS}
        columns = [sheet.table[roles[x]] for x in names & roles.keys()]
        lacks = [read_numbers(column).values.isna().any() for column in columns]
        if len(columns) < len(names) or any(lacks):
            return False
    return True


def read_results(
    source: Source,
    *,
    columns: Mapping[str, str] | None = None,
    metric: str | None = None,
    metrics: Sequence[str] = (),
    classifiers: str | None = None,
    unit: str | None = None,
    better: str | None = None,
    sheet: str | None = None,
    foreign_metrics: Foreign = NO_FOREIGN,
    missing: Missing = "refuse",
    scale: str | Mapping[str, str] = "auto",
    schemes: Schemes | None = None,
    datasets: Sequence[str] = (),
    **of_arrays: Any,
) -> Results:
    """Read results, and tell what was taken for what.

    Parameters
    ----------
    source : path, sequence of paths, DataFrame or dict
        A file, a pattern such as ``results/*.csv``, or a folder: CSV, Excel, a table
        in LaTeX or Markdown; in memory a table, or arrays by classifier (`arrays`).
        A table is long, wide, transposed or of one classifier (`forms`).
    columns : dict of str to str, optional
        By role (dataset, classifier, run, fold, ...) a column of another heading.
    metric : str, optional
        What is compared, by default what the table has: accuracy where it has it.
    metrics : sequence of str
        Further metrics that are wanted.
    classifiers : {"columns", "rows", "files"}, optional
        Where they are, if no heading tells.
    unit : {"percent", "fraction"}, optional
        That of the metric, if no sign tells.
    better : {"higher", "lower"}, optional
        Which values of the metric are better, if its name does not tell.
    sheet : str, optional
        The one to read of an Excel file.
    foreign_metrics : dict of str to dict
        The study's key: directions of metrics.
    missing : {"refuse", "pairwise", "drop", "worst"} or {"constant": name}
        What becomes of missing results: `missing.complete`.
    scale : {"auto", "difference", "ratio", "order"} or {"minmax": name}
        The study's key; or rescale values on each data set, so that this classifier's
        mean is 0 and the best mean 1. By default ``order`` where the metric differs
        by data set.
    schemes : dict of str to tuple of (str, str), optional
        The study's classifiers with WEKA class and options, by which the schemes of
        WEKA's Experimenter are known. By default these are classifiers themselves.
    datasets : sequence of str
        The study's data sets; names that are known tell rows from columns.
    **of_arrays
        Of arrays: `runs` and `dataset`, see `arrays.table_of_arrays`.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If a column is missing, a cell is no number, or several readings are possible.
    """
    asked = Asked(
        columns=columns or {},
        metric=metric,
        metrics=metrics,
        classifiers=classifiers,
        datasets=datasets,
        names=schemes or (),
        better=better,
        unit=unit,
        missing=missing,
        scale={"minmax": ""} if scale == "minmax" else scale,
        foreign_metrics=foreign_metrics,
    )
    if isinstance(source, Mapping):
        of_arrays |= {"classifiers": classifiers, "names": asked.names}
        of_arrays |= {"metric": metric or "accuracy", "datasets": datasets}
        source = table_of_arrays(source, **of_arrays)
    notes: list[str] = []
    found = find(source, notes)
    sheets = read(found, sheet, schemes)
    joined = join(sheets, asked, notes)
    higher = check(joined, asked)
    return completed(joined, asked, higher)


def check(joined: Joined, asked: Asked) -> bool:
    """Refuse what would be read wrongly; return whether higher values are better.

    Raises
    ------
    ValueError
        If a name tells a loss and no heading does, a data set may be a summary or an
        item, or the metric's direction or scale is not told.
    """
    longs, table = joined.longs, joined.table
    first, where = longs[0], longs[0].sheet.name
    if asked.metric is None and (not first.headings or "score" in squash(first.metric)):
        _refuse_losses(joined)
    for long in longs:
        names = [*dict.fromkeys(long.table["dataset"].map(name_of))]
        for name in {names[0], names[-1]}.difference(asked.datasets):
            if len(names) > 1 and may_sum_up(name):
                raise ValueError(
                    f"{long.sheet.name}: {name!r} has the name of a summary of the "
                    f"others, not of a data set; delete it, or rename it if it is one"
                )
    scores, rows = table.get(first.metric, pd.Series()), table["dataset"].nunique()
    if rows >= _ITEMS and set(scores) == {0, 1} and table["fold"].max() == 1:
        raise ValueError(
            f"{where}: all scores of {rows:,} rows are 0 or 1; these are items, not "
            f"data sets: give the mean of the items of each data set"
        )
    better = asked.better or first.better
    higher = is_higher_better(first.metric, better, asked.foreign_metrics, where)
    if first.better and higher != (first.better == "higher"):
        raise ValueError(
            f"{where}: values are turned so that {first.better} is better; set "
            f"greater_is_better: {str(not higher).lower()} for {first.metric}"
        )
    if first.several and asked.scale in ("difference", "ratio"):
        raise ValueError(
            f"{where}: {first.several}: these have no common scale; set scale: order, "
            f"or scale: {{minmax: NAME}}"
        )
    return higher


def _refuse_losses(joined: Joined) -> None:
    """Raise a ValueError if files or titles name a loss, which no heading tells."""
    sheets = [long.sheet for long in joined.longs]
    names = [re.sub(r"\.\w+(, |$)", " ", Path(x.name).name) for x in sheets]
    names = [re.sub(r"(?<=[a-z])(?=Error)", " ", name).strip() for name in names]
    if word := loss_in(names, [note for sheet in sheets for note in sheet.notes]):
        name = known_metric(re.sub(r"\W+", "_", word.lower()))
        name = "error" if name == "_" or "better" in name else name
        raise ValueError(
            f"{sheets[0].name}: its name or title has {word!r}, a loss or a cost, and "
            f"no heading tells; say what is compared: --metric {name} --better lower, "
            f"or --metric accuracy"
        )


def completed(joined: Joined, asked: Asked, higher: bool) -> Results:
    """Treat missing results as asked, and tell the settings and how all was read.

    Raises
    ------
    ValueError
        If the policy leaves nothing, or the scale cannot be made.
    """
    table, partial, design, longs, notes = joined
    first = longs[0]
    metric, scale, notes = first.metric, asked.scale, [*notes]
    direction = "higher" if higher else "lower"
    settings: dict[str, Any] = {} if asked.metric else {"metric": metric}
    are_splits = all(folds == 1 < runs for runs, folds in design.values())
    rho = rho_of_sizes(pd.concat([x.table for x in longs]), "dataset")
    if rho and are_splits:
        settings["rho"] = rho
        notes.append("rho by the sizes of train and test sets")
    if first.several and scale == "auto":
        settings["scale"] = "order"
        notes.append("compared by their order on each data set")
    if metric not in METRICS and not asked.foreign_metrics:
        settings["foreign_metrics"] = {metric: {"greater_is_better": higher}}
    if partial is not None:
        table, note = complete(partial, metric, asked.missing, higher=higher)
        notes.append(note)
    if isinstance(scale, Mapping):
        name = f"rescaled_{metric}"
        for part in [table] if partial is None else [table, partial]:
            part[name] = rescale(part, metric, scale, higher=higher)
        foreign = {**asked.foreign_metrics, name: {"greater_is_better": True}}
        settings = {"metric": name, "foreign_metrics": foreign}
        notes.append(
            f"{name}: on each data set 0 is {scale['minmax']}, 1 the best mean"
        )
        metric, higher = name, True
    others = {} if partial is None else _other_policies(partial, metric, asked, higher)
    words = _in_words(table, joined, direction, notes)
    return Results(table, settings, words, design, partial, others)


def _other_policies(
    partial: pd.DataFrame, metric: str, asked: Asked, higher: bool
) -> dict[str, pd.DataFrame]:
    """Return what the table would be by the policies that were not asked for."""
    others = {}
    for policy in POLICIES:
        # One that leaves nothing is none.
        with suppress(ValueError):
            if policy != asked.missing:
                others[policy] = complete(partial, metric, policy, higher=higher)[0]
    return others | ({"pairwise": partial} if "pairwise" in others else {})


def _in_words(
    table: pd.DataFrame, joined: Joined, direction: str, notes: Sequence[str]
) -> str:
    """Write what was taken for data set, classifier and metric, and the notes."""
    first, more = joined.longs[0], len(joined.longs) - 1
    sizes = [
        f"{count_of(table[role].nunique(), noun)} ({first.places[role]})"
        for role, noun in (("dataset", "data set"), ("classifier", "classifier"))
    ]
    heading = first.headings.get(first.metric, first.metric)
    heading = f" (column {heading})" if heading != first.metric else ""
    designs = {describe_design(*joined.design[x]) for x in table["dataset"].unique()}
    design = designs.pop() if len(designs) == 1 else "several numbers of runs and folds"
    files = first.sheet.name + (f" and {more} more" if more else "")
    words = f"Read {files}: {' x '.join([*sizes, design])}; {first.metric}{heading}: "
    words += f"{direction} is better"
    return words + (f"\nNote: {'; '.join(dict.fromkeys(notes))}" if notes else "")
