"""Training and prediction times beside accuracy."""

from typing import Any

import numpy as np

from tenbyten.comparisons.costs import Costs, cost_table
from tenbyten.report.captions import described, in_sentence
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, ColumnOfLines, Table, build, number_column
from tenbyten.report.formatting import format_factor, format_metric
from tenbyten.report.sections.columns import headings, name_column
from tenbyten.report.summary import summarise


def costs_section(contents: Contents) -> list[Table]:
    """Lay out times beside the metric over every subset, none if none was measured."""
    if (costs := contents.costs) is None:
        return []
    subsets = sorted(contents.subsets, key=lambda name: name != contents.main)
    return [_costs_table(contents, costs, subset) for subset in subsets]


def _costs_table(contents: Contents, costs: Costs, subset: str) -> Table:
    """Lay out times of the classifiers, relative to the control or the best one."""
    settings, summary = contents.settings, summarise(contents, subset)
    frame = cost_table(
        costs,
        contents.subsets[subset],
        reference=summary.reference,
        higher_is_better=contents.kind_of(costs.metric).higher_is_better,
    )
    frame = frame.loc[summary.standings["classifier"]].reset_index()
    same = costs.metric == contents.metric
    write, unit = format_metric(settings if same else {"metric": costs.metric})
    own = settings.get("timing", "rough")
    told = described(
        "costs",
        f"Costs: {in_sentence(contents.heading(subset))}",
        metric=costs.metric,
        reference=contents.labels[summary.reference],
        datasets=summary.datasets,
        measured=own if contents.origins else "elsewhere",
        lacking=bool(frame[[*costs.seconds]].isna().any(axis=None)),
    )
    columns = [
        name_column("classifier", contents.labels),
        number_column(f"mean {unit}", "mean", write),
        *map(_ratio_column, costs.seconds),
    ]
    return build(frame, columns, **told | {"name": f"{subset}-costs"}, frame=frame)


def _ratio_column(name: str) -> ColumnOfLines:
    """Return the column of a time, in bold on the Pareto front."""

    def write(line: Any) -> Cell:
        on_front = getattr(line, f"{name}_front") == 1
        return Cell(format_factor(np.log(getattr(line, name))), strong=on_front)

    return headings("costs")[name], "r", write
