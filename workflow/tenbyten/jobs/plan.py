"""Find what a study lacks: data sets to prepare, runs to cross-validate, and why."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.dataset.sources import Source, likely_size
from tenbyten.engines import Panel, find_engine
from tenbyten.engines.engine import Resources
from tenbyten.engines.kept_counts import KeptCounts
from tenbyten.engines.made_from import made_from
from tenbyten.jobs.batches import (
    Batch,
    Missing,
    Size,
    batches,
    read_batch,
    seconds_of_a_job,
)
from tenbyten.jobs.cross_validating import Task
from tenbyten.jobs.made_from import Wanted, outdated_downloads
from tenbyten.jobs.preparing import Files, Prepared, find_prepared
from tenbyten.layout import Layout
from tenbyten.study import Study

# A data set of which nothing is known, or not its attributes.
_INSTANCES = 10_000
_ATTRIBUTES = 20
# Memory in MB to prepare a data set: of the process, and for so many cells.
_PROCESS_MB = 1000
_CELLS_OF_A_MB = 10_000


class Lacking(NamedTuple):
    """Runs of a classifier that are to be made, on one data set.

    `why` is what the kept counts were made from that is no longer so; empty where
    nothing was kept. With `is_measured` nothing is trained: the metrics that lack come
    from predictions that are kept.
    """

    dataset: str
    classifier: str
    runs: tuple[int, ...]
    why: str
    is_measured: bool = False


class Plan:
    """What a study lacks, by the fingerprints of what is there.

    Parameters
    ----------
    study : Study
    sources : dict of str to Source
        Of each data set.
    machine : dict
        The machine's configuration.
    layout : Layout
        Of the study's results.
    cores : int
        Jobs that run at once.
    queued : bool, default=False
        Whether a job waits in a queue before it starts.
    """

    def __init__(
        self,
        study: Study,
        sources: Mapping[str, Source],
        machine: Mapping[str, Any],
        layout: Layout,
        *,
        cores: int,
        queued: bool = False,
    ) -> None:
        self.study, self.sources, self.machine = study, sources, machine
        self.layout, self._cores, self._queued = layout, cores, queued
        self._positions = {name: i for i, name in enumerate(study.datasets, start=1)}
        self._forget()

    def _forget(self) -> None:
        """Forget what there was when it was looked at."""
        self._prepared: dict[str, Prepared] = {}
        self._missing: dict[str, list[Missing]] = {}
        self._fingerprints: dict[tuple[str, ...], dict[str, Any]] = {}
        self.lacking: list[Lacking] = []

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Arrive in another process, where there may be more by now."""
        vars(self).update(state)
        vars(self).pop("to_prepare", None)
        self._forget()

    def files(self, dataset: str) -> Files:
        """Return the files of a data set and its folds."""
        names = (self.layout.dataset, self.layout.origin, self.layout.folds)
        return Files(*(name.format(dataset=dataset) for name in names))

    def wanted(self, dataset: str) -> Wanted:
        """Return how a data set is to be prepared."""
        source, row = self.sources[dataset], self.study.datasets[dataset]
        fetched = task = ""
        if source.is_fetched:
            fetched = self.layout.fetched_dataset.format(dataset=dataset)
        splitter, own = self.study["splitter"], ""
        if splitter == "file":
            own = str(self.study.sheet.parent / row["folds"])
        by_task = source.kind == "openml_task" or splitter == "openml"
        if by_task:
            task = self.layout.fetched_task.format(dataset=dataset)
        return Wanted(
            dataset,
            self.study.where(dataset),
            source,
            row,
            self.study.arguments.split,
            fetched=fetched,
            task=task,
            server=self.machine["openml_server"],
            uci_server=self.machine["uci_server"],
            own_folds=own,
            missing_class=self.study["missing_class"],
        )

    def prepared(self, dataset: str) -> Prepared:
        """Return what there is of a data set, looked at once."""
        if dataset not in self._prepared:
            found = find_prepared(self.files(dataset), self.wanted(dataset))
            self._prepared[dataset] = found
        return self._prepared[dataset]

    @cached_property
    def to_prepare(self) -> list[Batch]:
        """Jobs that prepare data sets."""
        missing = [
            Missing(self._positions[name], {"": [1]}, self._seconds_to_prepare(name))
            for name in self.study.datasets
            if self.prepared(name).lacking
        ]
        return batches(missing, self._size(missing)._replace(runs=0))

    @cached_property
    def outdated_downloads(self) -> set[str]:
        """Folders that hold something else of OpenML than what is to be prepared."""
        lacking = (x for x in self.sources if self.prepared(x).lacking)
        found = (outdated_downloads(self.wanted(x)) for x in lacking)
        return set(map(str, itertools.chain.from_iterable(found)))

    def to_crossvalidate(self, name: str, panel: Panel) -> list[Batch]:
        """Jobs that cross-validate a panel, by its name; `lacking` has what is made."""
        if name not in self._missing:
            found = [self._missing_of(name, panel, x) for x in self.study.datasets]
            self._missing[name] = [missing for missing in found if missing.runs]
        missing = self._missing[name]
        by_classifier = find_engine(panel.engine).splits_by_classifier
        return batches(missing, self._size(missing, by_classifier=by_classifier))

    def fingerprints(self, panel: Panel, dataset_sha256: str = "") -> dict[str, Any]:
        """Return what the counts of each classifier are made from on a data set."""
        key = panel.engine, *(classifier.name for classifier in panel.classifiers)
        if key not in self._fingerprints:
            self._fingerprints[key] = self._fingerprints_of_any(panel)
        of_any = self._fingerprints[key].items()
        return {name: {**parts, "dataset": dataset_sha256} for name, parts in of_any}

    def _fingerprints_of_any(self, panel: Panel) -> dict[str, Any]:
        """Return the same for a data set that is not named."""
        engine, study = find_engine(panel.engine), self.study
        program = engine.find_program(self.machine)
        of_data = {key: study[key] for key in ("splitter", "folds", "seed")}
        of_data |= {"engine": panel.engine, "dataset_sha256": ""}
        return {
            x.name: made_from(
                x,
                **of_data,
                software=engine.made_with(
                    x, program=program, folder=str(study.path.parent)
                ),
            )
            for x in panel.classifiers
        }

    def collected(self, panels: Mapping[str, Panel]) -> dict[str, Any]:
        """Return what settles the long tables besides the data sets and their folds."""
        counts = {name: self.fingerprints(panel) for name, panel in panels.items()}
        keys = ("metrics", "predictions", "failures")
        settings = {key: self.study[key] for key in keys}
        return {"design": self.study.design, **settings, "counts": counts}

    def tasks(self, name: str, job: str) -> list[Task]:
        """Return what a job cross-validates, by the names of panel and job."""
        batch = read_batch(job)
        first, last = batch.runs or (1, self.study["runs"])
        return [
            Task(
                dataset,
                self.files(dataset),
                self.layout.kept.format(panel=name, dataset=dataset),
                self.layout.kept_predictions.format(dataset=dataset),
                batch.part,
                range(first, last + 1),
            )
            for dataset in self._data_sets_of(job)
        ]

    def kept(self, panel: str, dataset: str) -> KeptCounts:
        """Return what is kept of a panel on a data set."""
        at = self.layout.kept.format(panel=panel, dataset=dataset)
        predictions = self.layout.kept_predictions.format(dataset=dataset)
        return KeptCounts(at, predictions=predictions)

    def _missing_of(self, name: str, panel: Panel, dataset: str) -> Missing:
        """Find the runs of a panel that are missing on a data set."""
        prepared, every = self.prepared(dataset), range(1, self.study["runs"] + 1)
        wanted = self.fingerprints(panel, prepared.content_sha256 or "")
        kept = self.kept(name, dataset)
        sums = {run: prepared.run_sums.get(run, "") for run in every}
        runs = kept.missing(
            wanted,
            sums,
            metrics=self.study["metrics"],
            predictions=self.study["predictions"],
            exclude=self.study["failures"] == "exclude",
            fold_timeout=self.study["fold_timeout"],
        )
        for classifier, some in runs.items():
            parts = wanted[classifier]
            why = kept.differences(classifier, parts, sums, self.study["metrics"])
            if self.study["predictions"] and not why:
                why = ["predictions were not kept"]
            told = kept.measurable(classifier, parts, sums, self.study["metrics"])
            for is_measured in (False, True):
                those = tuple(run for run in some if (run in told) == is_measured)
                of = dataset, classifier, those, "; ".join(why), is_measured
                self.lacking += [Lacking(*of)] if those else []
        return Missing(
            self._positions[dataset], runs, self._seconds_of_runs(panel, dataset)
        )

    def _size(self, missing: Iterable[Missing], *, by_classifier: bool = False) -> Size:
        """Choose the size of jobs that make what is missing."""
        known = [x.total for x in missing if x.seconds]
        seconds = seconds_of_a_job(sum(known), self._cores, queued=self._queued)
        machine = self.machine
        return Size(
            seconds,
            data_sets=machine["datasets_per_job"],
            runs=machine["runs_per_job"],
            splits_by_classifier=by_classifier,
        )

    def panel_of_job(self, panel: Panel, job: str) -> Panel:
        """Return the classifiers of a panel that a job takes, by the job's name."""
        first, last = read_batch(job).classifiers or (1, len(panel.classifiers))
        return panel._replace(classifiers=panel.classifiers[first - 1 : last])

    def resources_to_crossvalidate(self, panel: Panel, job: str) -> Resources:
        """Return time and memory that a job asks for at its first attempt."""
        first, last = read_batch(job).runs or (1, self.study["runs"])
        panel, engine = self.panel_of_job(panel, job), find_engine(panel.engine)
        facts = [self._facts_or_more(x) for x in self._data_sets_of(job)]
        seconds = (
            engine.seconds(x, **size, folds=self.study["folds"])
            for size in facts
            for x in panel.classifiers
        )
        total = (last - first + 1) * sum(seconds)
        return engine.resources(panel, seconds=total, cells=max(map(_cells, facts)))

    def resources_to_prepare(self, job: str) -> Resources:
        """Return time and memory that a job asks for at its first attempt."""
        facts = [self._facts_or_more(x) for x in self._data_sets_of(job)]
        instances = sum(size["instances"] for size in facts)
        cells = max(map(_cells, facts))
        return Resources(2 + instances // 5000, _PROCESS_MB + cells // _CELLS_OF_A_MB)

    def _data_sets_of(self, job: str) -> Iterator[str]:
        return data_sets_of(job, self.study.datasets)

    def facts(self, dataset: str) -> dict[str, int]:
        """Return instances and attributes of a data set; empty if none are guessed."""
        facts = self.prepared(dataset).facts or self.study.datasets[dataset]
        if "instances" not in facts:
            wanted = self.wanted(dataset)
            return likely_size(wanted.source, wanted.fetched)
        attributes = facts.get("attributes", _ATTRIBUTES)
        return {"instances": facts["instances"], "attributes": attributes}

    def _facts_or_more(self, dataset: str) -> dict[str, int]:
        """Return instances and attributes of a data set, many if they are not known."""
        many = {"instances": _INSTANCES, "attributes": _ATTRIBUTES}
        return self.facts(dataset) or many

    def _seconds_of_runs(self, panel: Panel, dataset: str) -> dict[str, float]:
        """Estimate the seconds of one run of each classifier; empty if not known."""
        facts, engine = self.facts(dataset), find_engine(panel.engine)
        if not facts:
            return {}
        return {
            classifier.name: engine.seconds(
                classifier, **facts, folds=self.study["folds"]
            )
            for classifier in panel.classifiers
        }

    def _seconds_to_prepare(self, dataset: str) -> dict[str, float]:
        """Estimate the seconds to prepare a data set; empty if not known.

        Nor is it where something is to be fetched: if that fails, others go on.
        """
        facts, wanted = self.facts(dataset), self.wanted(dataset)
        folders = [Path(x) for x in (wanted.fetched, wanted.task) if x]
        if not facts or not all(folder.exists() for folder in folders):
            return {}
        cells = facts["instances"] * (facts["attributes"] + self.study["runs"])
        return {"": 0.02 + 5e-6 * cells}


def _cells(facts: Mapping[str, int]) -> int:
    """Count the cells of a data set."""
    return facts["instances"] * facts["attributes"]


def free_name(receipt: str, batch: Batch) -> str:
    """Name a job so that no receipt of an earlier one, at this path, has its name."""
    names = (f"{batch.name}~{n}" if n > 1 else batch.name for n in range(1, 10**6))
    return next(x for x in names if not Path(receipt.format(batch=x)).exists())


def data_sets_of(batch: str, names: Iterable[str]) -> Iterator[str]:
    """Yield the data sets of a job, by its name, out of those of the sheet in order."""
    first, last, *_ = read_batch(batch)
    return itertools.islice(names, first - 1, last)
