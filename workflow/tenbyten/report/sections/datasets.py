"""Data sets of the study, and failures on them."""

from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, Table, build, number_column
from tenbyten.report.formatting import format_number, format_percent

_FACTS = {
    "instances": "instances",
    "attributes": "attributes",
    "numeric": "numeric",
    "classes_present": "classes",
    "missing_cells": "missing cells",
}
_KINDS = {
    "bundled": "bundled",
    "file": "file",
    "arff": "ARFF file",
    "openml": "OpenML data set",
    "openml_task": "OpenML task",
}


def datasets_table(contents: Contents) -> list[Table]:
    """Lay out facts and origin of every data set."""
    origins = contents.origins
    lines = [{"dataset": x} | origins[x] for x in contents.datasets if x in origins]
    if not lines:
        return []
    frame = pd.DataFrame(lines)
    # A file is passed on by its name alone, without the folders of a machine.
    frame["at"] = [
        Path(str(at)).name if source in ("arff", "file") else at
        for source, at in zip(frame["source"], frame["at"], strict=True)
    ]
    count = partial(format_number, form="g")
    share = frame["majority"] / frame["instances"]
    table = build(
        frame.assign(share=share),
        [
            ("data set", "l", lambda line: line.dataset),
            *(number_column(title, fact, count) for fact, title in _FACTS.items()),
            number_column("majority (%)", "share", partial(format_percent, form=".1f")),
            ("from", "l", _origin),
            ("SHA-256", "l", lambda line: line.sha256[:12]),
        ],
        name="datasets",
        title="Data sets",
        caption="As every classifier met them. Majority: share of the largest class. "
        "SHA-256: first digits of the checksum of the study's own copy; the CSV file "
        "has all of it, and that of the file it was read from.",
        frame=frame,
    )
    return [table]


def failures_table(contents: Contents) -> list[Table]:
    """List the classifiers that failed, and on which data set."""
    frame = contents.failures
    if frame is None or not len(frame):
        return []
    table = Table(
        name="failures",
        title="Failures",
        caption="What could not be computed, and is in no other table.",
        columns=[Column(str(name), "l") for name in frame],
        rows=[[Cell(str(x)) for x in line] for line in frame.to_numpy(object)],
        frame=frame,
    )
    return [table]


def _origin(line: Any) -> str:
    """Name the source of a data set, and its licence if known."""
    licence = getattr(line, "licence", None)
    more = f", {licence}" if isinstance(licence, str) and licence else ""
    return f"{_KINDS[line.source]} {line.at}{more}"
