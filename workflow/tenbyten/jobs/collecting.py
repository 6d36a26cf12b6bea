"""Take the counts of all panels from where they are kept, held to fingerprints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.engines import Panel
from tenbyten.engines.failures import Failure
from tenbyten.engines.kept_counts import merge_parts
from tenbyten.jobs.plan import Plan


class Collected(NamedTuple):
    """Counts and metrics of a panel on a data set.

    Attributes
    ----------
    panel, dataset : str
        Their names.
    rows : list of tuple
        Of `engines.evaluating.COLUMNS` and the study's metrics.
    failures : list of Failure
        Classifiers that failed, where the study leaves these out; they have no rows.
    """

    panel: str
    dataset: str
    rows: list[tuple[Any, ...]]
    failures: list[Failure]


def collect_kept(plan: Plan, panels: Mapping[str, Panel]) -> Iterator[Collected]:
    """Take what is kept of some panels, by data set and panel.

    Raises
    ------
    ValueError
        If a data set is not as it was prepared, or a run is not kept with the
        fingerprint that the study asks for.
    """
    study = plan.study
    metrics, exclude = study["metrics"], study["failures"] == "exclude"
    asked = {"metrics": metrics, "fold_timeout": study["fold_timeout"]}
    for dataset in study.datasets:
        prepared = plan.prepared(dataset)
        if prepared.lacking or prepared.content_sha256 is None:
            raise ValueError(
                f"{plan.files(dataset).dataset}: {prepared.why}; run the same command "
                f"again: it is made anew"
            )
        sums = {run: prepared.run_sums[run] for run in range(1, study["runs"] + 1)}
        for name, panel in panels.items():
            path = plan.layout.kept.format(panel=name, dataset=dataset)
            wanted = plan.fingerprints(panel, prepared.content_sha256)
            merge_parts(path, wanted, sums)
            kept = plan.kept(name, dataset)
            failures = []
            if exclude:
                failures = kept.failures(wanted, sums, dataset, **asked)
            rows = kept.rows(wanted, sums, dataset, **asked, exclude=exclude)
            if study["predictions"]:
                named = {row[1] for row in rows}
                of_rows = {x: wanted[x] for x in wanted if x in named}
                folder = Path(plan.layout.predictions, dataset)
                kept.link_predictions(of_rows, sums, folder)
            yield Collected(name, dataset, rows, failures)
