"""Mean and spread of every classifier on every data set."""

from collections.abc import Callable
from functools import partial

import pandas as pd

from tenbyten.comparisons import on_each_dataset as marking
from tenbyten.report.captions import caption, is_tested
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, Table
from tenbyten.report.formatting import EMPTY, format_metric

BETTER, WORSE = "∘", "•"
_SPREAD = "In brackets the standard deviation over all folds."


def means_tables(contents: Contents) -> list[Table]:
    """Lay out means and standard deviations of every metric, the compared one first."""
    others = [_plain(contents, metric) for metric in contents.others]
    return [_compared(contents), *others]


def _compared(contents: Contents) -> Table:
    """Lay out the metric that is compared, marked as WEKA's Experimenter does."""
    settings, means = contents.settings, contents.means
    write, unit = format_metric(contents.metric, contents.settings["rope"])
    against = {"reference": contents.reference, "alpha": settings["alpha"]}
    best = marking.best_on_each(means, higher_is_better=contents.higher_is_better)
    marks = marking.against_reference(contents.posteriors, means, **against)
    names = list(contents.labels)
    frames = (means, contents.deviations, best, marks)
    values = zip(*(frame[names].to_numpy() for frame in frames), strict=True)
    rows = [
        [Cell(dataset), *(_mean(write, *cell) for cell in zip(*line, strict=True))]
        for dataset, line in zip(means.index, values, strict=True)
    ]
    counts = []
    for name in names:
        of_each = ((marks[name] == sign).sum() for sign in (1, 0, -1))
        same = name == contents.reference
        counts.append(EMPTY if same else "/".join(map(str, of_each)))
    return Table(
        name="means",
        title=f"Mean {unit} on each data set",
        caption=caption(
            "means",
            s=settings,
            spread=contents.has_spread,
            tests=len(means) * (len(names) - 1),
            reference=contents.labels[contents.reference],
            better=BETTER,
            worse=WORSE,
            counted=not contents.on_one_dataset,
        ),
        columns=[Column("data set", "l"), *map(Column, contents.labels.values())],
        rows=rows,
        foot=()
        if contents.on_one_dataset
        else (
            [Cell("mean"), *(Cell(write(x)) for x in means[names].mean())],
            [Cell("better/neither/worse"), *map(Cell, counts)],
        )[: 1 + is_tested(settings)],
        frame=marking.marked_means(means, contents.deviations, best=best, marks=marks),
    )


def _plain(contents: Contents, metric: str) -> Table:
    """Lay out a metric that was measured but not compared."""
    means, deviations = contents.others[metric]
    write, unit = format_metric(metric)
    better = "Higher" if contents.kind_of(metric).higher_is_better else "Lower"
    names = list(contents.labels)
    values = zip(means[names].to_numpy(), deviations[names].to_numpy(), strict=True)
    rows = [
        [Cell(dataset), *map(Cell, map(partial(_text, write), *line))]
        for dataset, line in zip(means.index, values, strict=True)
    ]
    average = means[names].mean(skipna=False)
    undefined = f" {EMPTY}: undefined in a fold." if means.isna().any(axis=None) else ""
    lines = {
        "dataset": means.index.repeat(len(names)),
        "classifier": names * len(means),
        "mean": means[names].to_numpy().ravel(),
        "standard_deviation": deviations[names].to_numpy().ravel(),
    }
    return Table(
        name=f"means-{metric}",
        title=f"Mean {unit} on each data set",
        caption=f"{better} is better; no test was made of it. "
        f"{_SPREAD * contents.has_spread}{undefined}".strip(),
        columns=[Column("data set", "l"), *map(Column, contents.labels.values())],
        rows=rows,
        foot=()
        if contents.on_one_dataset
        else ([Cell("mean"), *(Cell(write(x)) for x in average)],),
        frame=pd.DataFrame(lines),
    )


def _text(write: Callable[[float], str], mean: float, deviation: float) -> str:
    """Write a mean and, in brackets, its standard deviation if it has one."""
    if pd.isna(mean):
        return EMPTY
    return write(mean) + ("" if pd.isna(deviation) else f" ({write(deviation)})")


def _mean(
    write: Callable[[float], str], mean: float, deviation: float, best: bool, mark: int
) -> Cell:
    """Write one cell: text, bold type, mark and their words."""
    words = ["best"] if best else []
    if mark:
        words.append(f"significantly {'better' if mark > 0 else 'worse'}")
    sign = {1: BETTER, 0: "", -1: WORSE}[mark]
    return Cell(_text(write, mean, deviation), bool(best), sign, ", ".join(words))
