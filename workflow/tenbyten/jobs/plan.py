"""Plan a comparison's jobs: batches of data sets, parts of runs, settings of each.

A batch is consecutive data sets of the sheet, prepared by one job. A part is some runs
of a batch, cross-validated by one job. Both depend on the study file, the sheet and the
machine's configuration alone, and on no file that a job makes nor on the number of
cores: the same study has the same jobs anywhere, and a new data set changes only the
batch that it joins.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.datasets.making import make_canonical
from tenbyten.datasets.sources import Source, declared_size, server_of
from tenbyten.datasets.table import FACTS
from tenbyten.engines import Panel, find_engine
from tenbyten.engines.counts_cache import CountsCache
from tenbyten.engines.engine import Resources, metric_versions
from tenbyten.files import PathLike, from_here, sha256_of
from tenbyten.jobs.cross_validating import made_from_of
from tenbyten.jobs.preparing import DATA_VERSION, LIBRARIES, files_needed, read_origins
from tenbyten.jobs.progress import JOB_SECONDS
from tenbyten.jobs.records import Expected, read_record
from tenbyten.layout import Layout, layout_of
from tenbyten.study import Study
from tenbyten.versions import as_json, differences, digest, versions_of
from tenbyten.words import count_of

# The size that settles the jobs of a data set whose row in the sheet states none.
_UNKNOWN = {"instances": 10_000, "attributes": 20}
# Of a file, for the estimate that people are told.
_BYTES_OF_A_CELL = 5
# Bytes of a file that is read before the first job, to find copies.
_SMALL_FILE = 2_000_000
# Memory in MB to prepare a data set: of the process, and for so many cells.
_PROCESS_MB, _CELLS_OF_A_MB = 1000, 10_000
# Columns of the sheet that choose the source, which is known, or do not change the
# table. Stated facts are checked, so that they do.
_NOT_OF_THE_TABLE = {"number", "name", "group", "folds", "arff", "bundled", "file"}
_NOT_OF_THE_TABLE |= {"openml_id", "openml_task", "uci_id"}
# Data sets of a batch: on average, and at most.
_MEAN, _MOST = 8, 20
# Seconds of a part of ten runs, by a coarse estimate.
_SECONDS = 60.0


class Part(NamedTuple):
    """Runs of a batch: every `parts`-th, beginning with `number`, from 1.

    Runs that are added to a study join the parts that exist.
    """

    batch: str
    number: int
    parts: int

    @property
    def name(self) -> str:
        """Name in files: that of the batch, and behind a dot which part it is."""
        last = f".{self.number}-of-{self.parts}"
        return self.batch + (last if self.parts > 1 else "")

    def runs(self, runs: int) -> list[int]:
        """List its runs out of those of the study."""
        return list(range(self.number, runs + 1, self.parts))


def cut_batches(
    sizes: Mapping[str, int | None], *, datasets_per_job: int = 0
) -> dict[str, list[str]]:
    """Cut data sets into batches, in their order.

    A batch begins where the digest of a data set's name says so, whatever other data
    sets there are.

    Parameters
    ----------
    sizes : dict of str to int or None
        Cells of each data set, None where the sheet does not say; such a data set is
        alone.
    datasets_per_job : int, default=0
        Data sets of a batch: about so many, or exactly 1; 0 for the default.

    Returns
    -------
    dict of str to list of str
        Data sets by the name of the batch, ``from-<first data set>``.
    """
    mean, most = datasets_per_job or _MEAN, datasets_per_job or _MOST
    batches: dict[str, list[str]] = {}
    batch: list[str] = []
    for name, size in sizes.items():
        begins = int(digest(name), 16) % mean == 0 or len(batch) == most
        if not batch or begins or size is None or sizes[batch[-1]] is None:
            batch = batches[f"from-{name}"] = []
        batch.append(name)
    return batches


def cut_parts(
    batches: Mapping[str, list[str]],
    seconds_of_run: Callable[[str], float],
    *,
    runs: int,
    runs_per_job: int = 0,
) -> dict[str, Part]:
    """Cut batches by runs into parts, by their names.

    Parameters
    ----------
    batches : dict of str to list of str
        From `cut_batches`.
    seconds_of_run : callable
        Estimates the seconds of one run on a data set, of all classifiers together.
    runs : int
        Runs of the study.
    runs_per_job : int, default=0
        Runs of a part, at most; 0 to go by the estimate.
    """
    parts = {}
    for batch, datasets in batches.items():
        count = math.ceil(10 * sum(map(seconds_of_run, datasets)) / _SECONDS)
        if runs_per_job:
            count = math.ceil(runs / runs_per_job)
        count = min(max(count, 1), runs)
        for number in range(1, count + 1):
            part = Part(batch, number, count)
            parts[part.name] = part
    return parts


class Plan:
    """The batches, panels and parts of a study, and the settings of their jobs.

    Parameters
    ----------
    study : Study
    sources : dict of str to Source
        Of each data set; none where accuracies are imported.
    panels : dict of str to Panel
        `Study.panels`, and the twins that are compared by `parity`.
    machine : dict
        The machine's configuration.

    Attributes
    ----------
    batches : dict of str to list of str
        Data sets by the name of their batch.
    paces : dict of str to float
        How many times as long as by its formula a classifier takes, if it was tried.
    """

    def __init__(
        self,
        study: Study,
        sources: Mapping[str, Source],
        panels: Mapping[str, Panel],
        machine: Mapping[str, Any],
    ) -> None:
        self.study, self.sources, self.machine = study, sources, machine
        self.panels, self.paces = panels, dict[str, float]()
        sizes = {name: _cells(stated) for name, stated in self._stated.items()}
        per_job = machine["datasets_per_job"]
        self.batches = cut_batches(sizes, datasets_per_job=per_job)

    @cached_property
    def _stated(self) -> dict[str, dict[str, int]]:
        """Instances and attributes of each data set, as far as they are stated."""
        rows = self.study.datasets
        return {x: declared_size(y, rows[x]) for x, y in self.sources.items()}

    def batch_of(self, dataset: str) -> str:
        """Return the batch of a data set."""
        return next(batch for batch, names in self.batches.items() if dataset in names)

    @cached_property
    def parts(self) -> dict[str, dict[str, Part]]:
        """The parts of each panel by their names."""
        return {
            panel: cut_parts(
                self.batches,
                partial(self.seconds_of_run, panel),
                runs=self.study["runs"],
                runs_per_job=self.machine["runs_per_job"],
            )
            for panel in self.panels
        }

    def every_part(self, panels: Iterable[str]) -> list[tuple[str, str]]:
        """List all parts of some panels."""
        return [(panel, part) for panel in panels for part in self.parts[panel]]

    def inputs_of(self, dataset: str, layout: Layout) -> dict[str, str]:
        """Return the files that a data set is prepared from, by their names."""
        row = self.study.datasets[dataset]
        paths = {
            "source": from_here(str(self.sources[dataset].at)),
            "fetched": layout.fetched_dataset.format(dataset=dataset),
            "task": layout.fetched_task.format(dataset=dataset),
            "folds": from_here(self.study.sheet.parent / row.get("folds", "")),
        }
        needed = files_needed(self.sources[dataset], self.study["splitter"], row)
        return {file: paths[file] for file in needed}

    def inputs_of_batch(self, batch: str, layout: Layout) -> list[str]:
        """List the files that a batch is prepared from, data set by data set."""
        names = self.batches[batch]
        return [x for name in names for x in self.inputs_of(name, layout).values()]

    def settings_of_data(self, dataset: str) -> dict[str, Any]:
        """Return all settings that determine the table and the folds of a data set."""
        source, row = self.sources[dataset], self.study.datasets[dataset]
        # The folder of a file does not matter; its content is an input.
        place = Path(str(source.at)).name if source.is_own_file else source.at
        return {
            "source": [source.kind, place],
            "server": server_of(source, self.machine) if source.is_fetched else "",
            "row": {key: x for key, x in row.items() if key not in _NOT_OF_THE_TABLE}
            | {key: row[key] for key in ("openml_id", "openml_task") if key in row},
            "split": self._split | {"folds": self.study.folds_of(dataset)},
            "missing_class": self.study["missing_class"],
        }

    def source_digest(self, dataset: str) -> str:
        """Return a digest of what a table is made from; of a file, of its content."""
        source, row = self.sources[dataset], self.settings_of_data(dataset)["row"]
        content = sha256_of(str(source.at)) if source.is_own_file else [*source]
        return digest([content, {key: x for key, x in row.items() if key not in FACTS}])

    def read_small_files(self) -> dict[str, str]:
        """Return checksums of the canonical tables of small files that may be copies.

        They are those whose rows state no size, or one that another states. Of a file
        that cannot be read the job that prepares it says so.
        """
        rows, checksums = self.study.datasets, dict[str, str]()
        local = {x: y for x, y in self.sources.items() if not y.is_fetched}
        if not any(source.is_own_file for source in local.values()):
            return {}
        sizes = Counter(rows[x].get("instances") for x in local)
        for name, source in local.items():
            is_alone = not sizes[None] and sizes[rows[name]["instances"]] == 1
            is_large = source.is_own_file and os.path.getsize(source.at) > _SMALL_FILE
            if is_alone or is_large:
                continue
            with suppress(Exception):
                dataset, _ = make_canonical(
                    source,
                    self.settings_of_data(name)["row"],
                    name=name,
                    where=name,
                    splitter=self.study["splitter"],
                    give_column=self.study.split_options.get("give_column", False),
                    missing_class=self.study["missing_class"],
                )
                checksums[name] = dataset.checksum
        return checksums

    def settings_of_counts(self, panel: str, part: str) -> dict[str, Any]:
        """Return all settings that determine the counts of a part, but for the data."""
        cut = self.parts[panel][part]
        datasets = self.batches[cut.batch]
        own = {x: y for x, y in self.study.own_designs.items() if x in datasets}
        keep = [x for x in self._classifiers[panel] if x in self.study["keep"]]
        # Counts of studies without these keys stay valid.
        more: dict[str, Any] = {"keep": keep} if keep else {}
        more |= {"first_look": self.study.looks[0]} if self.study.looks else {}
        return more | {
            "datasets": datasets,
            "runs": cut.runs(self.study["runs"]),
            "classifiers": self._classifiers[panel],
            "split": self._split | ({"designs": own} if own else {}),
            "asked": self.study.pick("metrics predictions failures fold_timeout")
            | self.study.several_seeds,
        }

    @property
    def _split(self) -> dict[str, Any]:
        """What settles the folds; options only where there are some."""
        picked = self.study.pick("splitter runs folds seed")
        options = self.study.split_options
        return picked | ({"options": options} if options else {})

    @cached_property
    def _classifiers(self) -> dict[str, dict[str, Any]]:
        """Settings of each classifier of each panel that determine its counts."""
        shared = self.study.pick("splitter folds seed metrics predictions")
        # Times that were measured beside other jobs are measured again.
        shared |= self.study.timing | self.study.several_seeds
        if options := self.study.split_options:
            shared["options"] = options
        return {
            name: {
                x.name: {
                    "engine": panel.engine,
                    "learner": x.learner,
                    # Their order has no effect; within a setting it may have one.
                    "settings": dict(sorted(x.settings.items())),
                    "options": x.options,
                    "preprocessing": x.preprocessing,
                    "columns": x.columns,
                    **shared,
                }
                for x in panel.classifiers
            }
            for name, panel in self.panels.items()
        }

    def software_of_counts(self, panel: str) -> dict[str, Any]:
        """Return the software that determines the counts of each classifier of a panel.

        Only of this panel: the program of a twin may not be installed.
        """
        engine = find_engine(self.panels[panel].engine)
        program, folder = engine.find_program(self.machine), str(self.study.path.parent)
        measured = {"metrics": metric_versions(self.study["metrics"])}
        return {
            x.name: engine.made_with(x, program=program, folder=folder) | measured
            for x in self.panels[panel].classifiers
        }

    @property
    def software_of_data(self) -> dict[str, Any]:
        """The software that determines archives."""
        return {"version": DATA_VERSION, **versions_of(*LIBRARIES)}

    def expected(self, panels: Iterable[str]) -> dict[str, Expected]:
        """Return settings and software of archives and counts, by their jobs."""
        jobs = {}
        for batch, names in self.batches.items():
            settings = {name: self.settings_of_data(name) for name in names}
            jobs[f"prepare/{batch}"] = Expected(settings, self.software_of_data)
        rule = "crossvalidate_look" if self.study.looks else "crossvalidate"
        for panel, part in self.every_part(panels):
            settings = self.settings_of_counts(panel, part)
            software = self.software_of_counts(panel)
            jobs[f"{rule}/{panel}/{part}"] = Expected(settings, software)
        return jobs

    def changes_of_counts(self, panels: Iterable[str], layout: Layout) -> list[str]:
        """Say what has changed since the counts that have records were made."""
        datasets: dict[str, list[str]] = {}
        for job, expected in self.expected(panels).items():
            with suppress(OSError, ValueError):
                first = ".look-1" * bool(self.study.looks)
                record = read_record(layout.made(f"{job}{first}"))
                if record["fingerprint"] == expected.fingerprint:
                    continue
                for words in _changes(record, expected):
                    datasets.setdefault(words, []).extend(expected.settings["datasets"])
        many = {x: count_of(len(set(y)), "data set") for x, y in datasets.items()}
        return [f"Changed since counts were made: {x}, on {n}" for x, n in many.items()]

    def prepared(
        self, layout: Layout, sums: Mapping[str, str]
    ) -> tuple[dict[str, Any], list[str]]:
        """Return origins of data sets that are prepared, and what has changed since.

        The origins are by `_key_of_data`; `sums` are checksums of the user's own files
        by ``../`` and their names, as in records.
        """
        origins, changed = dict[str, Any](), []
        for path in sorted(Path().glob(layout.made("prepare/*"))):
            with suppress(OSError, ValueError, KeyError):
                record = read_record(path)
                found = read_origins([layout.archive.format(batch=path.stem)])
                for name, of_data in record["settings"].items():
                    read = f"../{of_data['source'][1]}"
                    if sums.get(read) == record["inputs"].get(read):
                        origins[_key_of_data(of_data)] = found[name]
                    elif read in sums:
                        changed.append(f"{name}, by its file {read[3:]}")
        return origins, [f"Changed since it was prepared: {x}" for x in changed]

    def seconds_of_run(
        self, panel: str, dataset: str, size: Mapping[str, int] | None = None
    ) -> float:
        """Estimate the seconds of one run of a panel on a data set.

        They are those of the formulas for `size_of` it; of another size at the `paces`.
        """
        engine = find_engine(self.panels[panel].engine)
        seeds = self.study["seeds"] if engine.takes_seeds else 1
        paces = self.paces if size else {}
        sizes = size or self.size_of(dataset)
        folds = self.study.folds_of(dataset)
        return seeds * sum(
            paces.get(x.name, 1) * engine.seconds(x, **sizes, folds=folds)
            for x in self.panels[panel].classifiers
        )

    def amount(self, panel: str, part: str) -> tuple[int, float]:
        """Return the folds of a part, and an estimate of the seconds that they take."""
        cut = self.parts[panel][part]
        datasets, runs = self.batches[cut.batch], len(cut.runs(self.study["runs"]))
        seconds = sum(self.seconds_of_run(panel, x) for x in datasets)
        folds = sum(self.study.folds_of(x) for x in datasets)
        classifiers = len(self.panels[panel].classifiers)
        return runs * folds * classifiers, runs * seconds

    def amount_left(
        self, panel: str, part: str, prepared: Mapping[str, Any], cache: PathLike
    ) -> tuple[int, float]:
        """Return the forecast of what the cache lacks, if data sets are `prepared`.

        A file of the cache that was altered counts as missing.
        """
        (folds, seconds), kept = self.forecast(panel, part), 0
        settings = self.settings_of_counts(panel, part)
        software = self.software_of_counts(panel)
        for name in settings["datasets"]:
            origin = prepared.get(_key_of_data(self.settings_of_data(name)))
            if not origin:
                continue
            made_from = made_from_of(name, origin["content_sha256"], settings, software)
            counts = CountsCache(cache, name, made_from, settings.get("keep", ()))
            runs = enumerate(origin["folds"]["runs"], start=1)
            sums = {run: x for run, x in runs if run in settings["runs"]}
            with suppress(ValueError, OSError):
                found = sum(len(counts.read(x, sums)) for x in made_from)
                kept += found * self.study.folds_of(name)
        return folds - kept, seconds * (1 - kept / folds)

    def to_evaluate(self, panel: str, part: str) -> Resources:
        """Return time and memory for the first attempt of a job."""
        _, seconds = self.amount(panel, part)
        datasets = self.batches[self.parts[panel][part].batch]
        cells = max(_cells(self.size_of(x)) or 0 for x in datasets)
        engine = find_engine(self.panels[panel].engine)
        return engine.resources(self.panels[panel], seconds=seconds, cells=cells)

    def to_prepare(self, batch: str) -> Resources:
        """Return time and memory for the first attempt of a job."""
        sizes = [self.size_of(x) for x in self.batches[batch]]
        instances = sum(size["instances"] for size in sizes)
        cells = max(_cells(size) or 0 for size in sizes)
        return Resources(2 + instances // 5000, _PROCESS_MB + cells // _CELLS_OF_A_MB)

    def size_of(self, dataset: str) -> dict[str, int]:
        """Return instances and attributes of a data set, or `_UNKNOWN`."""
        return self._stated[dataset] or _UNKNOWN

    def forecast(self, panel: str, part: str) -> tuple[int, float]:
        """Return the folds of a job, and the CPU seconds that people are told.

        They are 0 where no size is known.
        """
        cut, sizes = self.parts[panel][part], self.known_sizes
        known = [x for x in self.batches[cut.batch] if x in sizes]
        seconds = sum(self.seconds_of_run(panel, x, sizes[x]) for x in known)
        seconds *= self.panels[panel].threads * len(cut.runs(self.study["runs"]))
        return self.amount(panel, part)[0], seconds and JOB_SECONDS + seconds

    @cached_property
    def known_sizes(self) -> dict[str, dict[str, int]]:
        """Instances and attributes of data sets, as stated or by the bytes of a file.

        Jobs do not depend on them, as the bytes may be of a file that a job makes.
        """
        found, layout = {}, layout_of(self.study.name)
        for name, stated in self._stated.items():
            paths = map(self.inputs_of(name, layout).get, ("source", "fetched"))
            files = [x for x in paths if x and os.path.isfile(x)]
            cells = sum(map(os.path.getsize, files)) // _BYTES_OF_A_CELL
            size = {**stated} or {"instances": max(1, cells // _UNKNOWN["attributes"])}
            if cells and "attributes" not in self.study.datasets[name]:
                size["attributes"] = max(2, cells // size["instances"])
            if stated or cells:
                found[name] = _UNKNOWN | size
        return found


def _changes(record: Mapping[str, Any], expected: Expected) -> Iterator[str]:
    """Say in words what has changed for a part of a panel since its record."""
    old, new = record["settings"], as_json(expected.settings)
    if "classifiers" not in new:
        return
    before, after = record["software"] or {}, as_json(expected.software)
    for name, settings in new["classifiers"].items():
        if name not in before:
            yield f"{name} is new"
            continue
        words = differences(old["classifiers"].get(name), settings)
        if words := [*words, *differences(before[name], after[name])]:
            yield f"{name}: {'; '.join(words)}"
    for part in ("datasets", "runs", "split", "asked"):
        if words := differences({part: old.get(part)}, {part: new[part]}):
            yield "; ".join(words)


def _key_of_data(settings: Mapping[str, Any]) -> str:
    """Return a digest of what settles a data set and its folds, but for their runs."""
    split = {x: y for x, y in settings["split"].items() if x != "runs"}
    return digest(as_json({**settings, "split": split}))


def _cells(size: Mapping[str, int]) -> int | None:
    """Count the cells of a data set; None if its size is not stated."""
    return size["instances"] * size["attributes"] if size else None
