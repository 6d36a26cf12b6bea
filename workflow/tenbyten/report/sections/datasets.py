"""Data sets of the study: means on each, times, facts, and failures."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.comparisons import on_each_dataset as marking
from tenbyten.metrics import DURATIONS
from tenbyten.report.captions import caption, described, in_sentence, is_tested
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Table, build, cells, grid, number_column
from tenbyten.report.formatting import (
    EMPTY,
    format_factor,
    format_metric,
    format_number,
    format_percent,
    is_order,
    shorten_list,
)
from tenbyten.report.sections.columns import headings
from tenbyten.report.summary import summarise

# Means

BETTER, WORSE = "∘", "•"


def means_tables(contents: Contents) -> list[Table]:
    """Lay out means and standard deviations of every metric, the compared one first."""
    others = [_plain(contents, metric) for metric in contents.others]
    return [_compared(contents), *others]


def _compared(contents: Contents) -> Table:
    """Lay out the metric that is compared, marked as WEKA's Experimenter does."""
    settings, means = contents.settings, contents.means
    write, unit = format_metric(settings)
    against = {"reference": contents.reference, "alpha": settings["alpha"]}
    best = marking.best_on_each(means, higher_is_better=contents.higher_is_better)
    marks = marking.against_reference(contents.posteriors, means, **against)
    names = list(contents.labels)
    counts = []
    for name in names:
        of_each = ((marks[name] == sign).sum() for sign in (1, 0, -1))
        same = name == contents.reference
        counts.append(EMPTY if same else "/".join(map(str, of_each)))
    foot = [["mean", *map(write, means[names].mean())]] * (not is_order(settings))
    foot += [["better/neither/worse", *counts]] * is_tested(settings)
    return grid(
        ["data set", *contents.labels.values()],
        _rows(names, write, means, contents.deviations, best, marks),
        foot=() if contents.on_one_dataset else tuple(map(cells, foot)),
        **described(
            "means",
            f"Mean {unit} on each data set",
            s=settings,
            spread=contents.has_spread,
            tests=len(means) * (len(names) - 1),
            reference=contents.labels[contents.reference],
            better=BETTER,
            worse=WORSE,
            counted=not contents.on_one_dataset,
        ),
        frame=marking.marked_means(means, contents.deviations, best=best, marks=marks),
    )


def _plain(contents: Contents, metric: str) -> Table:
    """Lay out a metric that was measured but not compared."""
    means, deviations = contents.others[metric]
    write, unit = format_metric({"metric": metric})
    names = list(contents.labels)
    average = cells(["mean", *map(write, means[names].mean(skipna=False))])
    lines = {
        "dataset": means.index.repeat(len(names)),
        "classifier": names * len(means),
        "mean": means[names].to_numpy().ravel(),
        "standard_deviation": deviations[names].to_numpy().ravel(),
    }
    return grid(
        ["data set", *contents.labels.values()],
        _rows(names, write, means, deviations),
        name=f"means-{metric}",
        title=f"Mean {unit} on each data set",
        caption=caption(
            "not_compared",
            higher=contents.kind_of(metric).higher_is_better,
            spread=contents.has_spread,
            undefined=EMPTY if means.isna().any(axis=None) else "",
        ),
        foot=() if contents.on_one_dataset else (average,),
        frame=pd.DataFrame(lines),
    )


def _rows(
    names: list[str], write: Callable[[float], str], *frames: pd.DataFrame
) -> list[list[Cell | str]]:
    """Write a row for each data set, optionally with the best classifier and marks."""
    values = zip(*(frame[names].to_numpy() for frame in frames), strict=True)
    return [
        [dataset, *(_mean(write, *cell) for cell in zip(*line, strict=True))]
        for dataset, line in zip(frames[0].index, values, strict=True)
    ]


def _mean(
    write: Callable[[float], str],
    mean: float,
    deviation: float,
    best: bool = False,
    mark: int = 0,
) -> Cell:
    """Write a mean, its deviation if it has one, bold type, mark and their words."""
    if pd.isna(mean):
        return Cell(EMPTY)
    text = write(mean) + ("" if pd.isna(deviation) else f" ({write(deviation)})")
    words = ["best"] if best else []
    if mark:
        words.append(f"significantly {'better' if mark > 0 else 'worse'}")
    return Cell(text, bool(best), {1: BETTER, 0: "", -1: WORSE}[mark], ", ".join(words))


# Times


def costs_section(contents: Contents) -> list[Table]:
    """Lay out times over every subset, the main one first; empty without times."""
    subsets = sorted(contents.costs, key=lambda name: name != contents.main)
    return [_costs_table(contents, x, contents.costs[x]) for x in subsets]


def _costs_table(contents: Contents, subset: str, costs: pd.DataFrame) -> Table:
    """Lay out times as ratios to those of the control or the best classifier."""
    settings, summary = contents.settings, summarise(contents, subset)
    frame, metric = costs.loc[summary.standings["classifier"]], costs["metric"].iloc[0]
    times = [name for name in DURATIONS if name in frame]
    frame[times] /= frame.loc[summary.reference, times]
    same = metric == contents.metric
    write, unit = format_metric(settings if same else {"metric": metric})
    rows: list[list[Cell | str]] = []
    for name, line in frame.iterrows():
        ratios = [
            Cell(format_factor(np.log(line[x])), strong=line[f"{x}_front"] == 1)
            for x in times
        ]
        rows.append([contents.labels[name], write(line["mean"]), *ratios])
    told = described(
        "costs",
        f"Costs: {in_sentence(contents.heading(subset))}",
        metric=metric,
        reference=contents.labels[summary.reference],
        datasets=summary.datasets,
        measured=settings.get("timing", "rough") if contents.origins else "elsewhere",
        lacking=bool(frame[times].isna().any(axis=None)),
    ) | {"name": f"{subset}-costs"}
    heads = ["classifier", f"mean {unit}", *(headings("costs")[x] for x in times)]
    return grid(
        heads, rows, **told, frame=frame.rename_axis("classifier").reset_index()
    )


# Facts and failures

_TREATED = {"keep": "kept", "drop": "dropped"}
_WITHOUT_NONE = {"rows": 0, "treated": "keep"}


def datasets_table(contents: Contents) -> Iterator[Table]:
    """Lay out facts and origin of every data set, and undeclared types of columns."""
    origins = contents.origins
    lines = [{"dataset": x} | origins[x] for x in contents.datasets if x in origins]
    if not lines:
        return
    frame = pd.DataFrame(lines).drop(columns="columns", errors="ignore")
    # A file has its name alone, without folders of this machine.
    frame["at"] = [
        Path(str(place)).name if source in ("arff", "file") else place
        for source, place in zip(frame["source"], frame["at"], strict=True)
    ]
    count = partial(format_number, form="g")
    # Instances include kept rows without a class, but not dropped ones.
    lacking = [line.get("missing_class", _WITHOUT_NONE) for line in lines]
    kept = np.array([x["rows"] if x["treated"] == "keep" else 0 for x in lacking])
    share = frame["majority"] / (frame["instances"] - kept)
    told = [f"{x['rows']} {_TREATED[x['treated']]}" * (x["rows"] > 0) for x in lacking]
    if lacks := any(told):
        frame["missing_class"] = told
    yield build(
        frame.assign(share=share),
        [
            ("data set", "l", lambda line: line.dataset),
            *(number_column(y, x, count) for x, y in headings("facts").items()),
            number_column("majority (%)", "share", partial(format_percent, form=".1f")),
            lacks and ("no class", "l", lambda line: line.missing_class),
            ("from", "l", _origin),
            ("SHA-256", "l", lambda line: line.sha256[:12]),
        ],
        **described("datasets", "Data sets", lacking=lacks, rare=_rare(lines)),
        frame=frame,
    )
    yield from _types_table(lines)


# Most data sets, and classes of each, in the note on rare classes; most columns of a
# type that are named.
_MOST_DATASETS, _MOST_CLASSES, _MOST_COLUMNS = 20, 5, 5


def _rare(lines: list[dict[str, Any]]) -> str:
    """List the classes with fewer instances than folds."""
    named = []
    for line in lines:
        found = line.get("folds", {}).get("rare_classes", {})
        if counts := "; ".join(f"{label} {count}" for label, count in found.items()):
            counts = shorten_list(counts, most=_MOST_CLASSES)
            named.append(f"{line['dataset']} ({counts})")
    return shorten_list("; ".join(named), most=_MOST_DATASETS)


def _types_table(lines: list[dict[str, Any]]) -> Iterator[Table]:
    """Lay out why columns are nominal or numeric if no source declares it."""
    rows = [
        (line["dataset"], *told.partition(": ")[::2], names)
        for line in lines
        for told, names in line.get("columns", {}).items()
    ]
    if not rows:
        return
    yield grid(
        ["data set", "type", "because", "columns"],
        [
            [*texts, shorten_list(names.replace(";", "; "), most=_MOST_COLUMNS)]
            for *texts, names in rows
        ],
        left=4,
        **described("columns", "Types of columns"),
        frame=pd.DataFrame(rows, columns=["dataset", "type", "because", "columns"]),
    )


def failures_table(contents: Contents) -> Iterator[Table]:
    """List the classifiers that failed, by data set."""
    yield from _as_it_is(contents.failures, "failures", "Failures")


def warnings_table(contents: Contents) -> Iterator[Table]:
    """List the warnings of classifiers, and count their folds and data sets."""
    yield from _as_it_is(contents.warnings, "warnings", "Warnings of classifiers")


def _as_it_is(frame: pd.DataFrame | None, *what: str) -> Iterator[Table]:
    """Lay out a table unchanged, unless it is empty."""
    if frame is None or frame.empty:
        return
    yield grid(
        frame,
        frame.astype(object).map(str).to_numpy(),
        left=len(frame.columns),
        **described(*what),
        frame=frame,
    )


def _origin(line: Any) -> str:
    """Name the source of a data set, with identifier and licence if known."""
    known = {"doi:": "dataset_doi", "": "licence"}
    texts = {start: getattr(line, key, None) for start, key in known.items()}
    more = [f"{start}{x}" for start, x in texts.items() if isinstance(x, str) and x]
    return ", ".join([f"{headings('sources')[line.source]} {line.at}", *more])
