"""Cross-validate a panel on the data sets of a job, one after the other."""

from __future__ import annotations

import csv
import gc
import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache, partial
from typing import Any, NamedTuple

from tenbyten.engines import Panel, find_engine
from tenbyten.engines.classifier import Classifier, ClassifierError, Failure
from tenbyten.engines.counts_cache import CountsCache
from tenbyten.engines.cross_validation import (
    CHOSEN,
    COLUMNS,
    WARNED,
    Allotment,
    Results,
    evaluate_panel,
    start_engine,
)
from tenbyten.engines.fold_timeout import call_with_timeout
from tenbyten.files import PathLike, atomic_open
from tenbyten.jobs.preparing import pack, read_prepared
from tenbyten.jobs.scripting import for_each_dataset
from tenbyten.versions import add_to_path, versions_of

_log = logging.getLogger(__name__)
_REMEDY = "; raise it, or leave the data set out by `failures: exclude`"


class Work(NamedTuple):
    """What a job does with each of its data sets.

    Attributes
    ----------
    panel : Panel
        The classifiers of the job, and the engine that runs them.
    settings : mapping
        `Plan.settings_of_counts`: ``classifiers`` has what settles the counts of each,
        ``split`` splitter, runs, folds and seed, ``asked`` `metrics`, `predictions`,
        `failures`, `fold_timeout` and, if there are several, `seeds` of
        `evaluate_panel`, ``runs`` those of the job, ``keep`` those of the study's
        `keep`, if there are any.
    software : mapping
        `Plan.software_of_counts`, by classifier.
    data : path
        The folder that the batch's archive was unpacked into.
    cache : path
        Folder of the counts that are kept.
    modules : path
        The study file's folder, where classes of the user's own may be.
    allotted : Allotment
        Program, memory and cores of the job.
    recount : bool
        Whether what is kept is trained again, and compared.
    new : dict of str to dict of str to list of int, optional
        The runs to evaluate at a look, by data set and classifier; those of `settings`
        for all by default.
    """

    panel: Panel
    settings: Mapping[str, Any]
    software: Mapping[str, Any]
    data: PathLike
    cache: PathLike
    modules: PathLike
    allotted: Allotment
    recount: bool = False
    new: Mapping[str, Mapping[str, list[int]]] | None = None

    def groups(self, name: str) -> list[tuple[Panel, list[int]]]:
        """Return the classifiers that have the same runs on a data set, and these."""
        if self.new is None:
            return [(self.panel, self.settings["runs"])]
        runs = self.new[name]
        alike: dict[tuple[int, ...], list[Classifier]] = {}
        for x in self.panel.classifiers:
            alike.setdefault(tuple(runs[x.name]), []).append(x)
        return [
            (self.panel._replace(classifiers=x), [*y]) for y, x in alike.items() if y
        ]


def cross_validate(work: Work) -> Results:
    """Count a panel's correct predictions on every data set of a job.

    Counts in the cache are not made again. Rows are in the order of the data sets. An
    error on a data set does not stop the others. With a `fold_timeout` a child process
    evaluates: when a classifier takes longer, the child is killed, the failure is kept,
    and another child goes on, without the classifier on that data set or, where
    failures are not left out, without the data set.

    Raises
    ------
    ValueError
        As `Engine.check`, or if a library has not the version that the study was
        planned with, or if what is kept was altered, or if a recount found other
        counts, or none to compare with.
    ClassifierError
        If a classifier fails, and failures are not left out.
    RuntimeError
        That names the errors of all data sets, if several have one.
    """
    _check_versions(work)
    add_to_path(str(work.modules))
    names = list(work.settings["datasets"])
    by_dataset: dict[str, Results] = {}
    if work.settings["asked"]["fold_timeout"]:
        _evaluate_with_timeout(names, work)
    else:
        by_dataset = _evaluate(names, work)
    work = work._replace(recount=False)
    # What a child process made is read from the cache.
    return _join(by_dataset.get(name) or _results(name, work) for name in names)


def _join(parts: Iterable[Results]) -> Results:
    """Join the results of several data sets, or of several groups on one."""
    joined = Results([], [], 0, {}, {}, [], [])
    for results in parts:
        joined = joined._replace(compared=joined.compared + results.compared)
        joined.rows.extend(results.rows)
        joined.failures.extend(results.failures)
        joined.used.update(results.used)
        joined.predictions.update(results.predictions)
        joined.chosen.extend(results.chosen)
        joined.warned.extend(results.warned)
    return joined


def _check_versions(work: Work) -> None:
    """Refuse libraries of other versions than the study was planned with."""
    engine = find_engine(work.panel.engine)
    installed = versions_of(*engine.libraries)
    for classifier in work.panel.classifiers:
        planned = work.software[classifier.name]["libraries"]
        for library, version in installed.items():
            if version != planned.get(library, version):
                raise ValueError(
                    f"classifier {classifier.name}: this job has {library} {version}, "
                    f"the study was planned with {planned[library]}; install the same "
                    f"in the job's environment (pip install -c constraints.txt), or "
                    f"leave out `--sdm conda`"
                )


def _evaluate(names: Sequence[str], work: Work) -> dict[str, Results]:
    """Evaluate the panel on every data set, the engine being started once."""
    by_dataset: dict[str, Results] = {}
    with ExitStack() as stack:

        @cache
        def start() -> None:
            start_engine(work.panel, work.allotted, stack)
            metrics = work.settings["asked"]["metrics"]
            engine = find_engine(work.panel.engine)
            engine.check(work.panel.classifiers, metrics=metrics)
            # What is loaded stays to the end: it is not searched between data sets.
            gc.freeze()

        def evaluate(name: str) -> None:
            gc.collect()
            by_dataset[name] = _results(name, work, start=start)

        for_each_dataset(evaluate, names)
    if work.recount:
        compared = sum(results.compared for results in by_dataset.values())
        _log.info("recount: %d runs of a classifier compared, all as kept", compared)
        if not compared:
            raise ValueError(
                "recount: nothing is kept that could be compared, for other data, "
                "folds, settings or software; the counts that were made are kept now"
            )
    return by_dataset


def made_from_of(
    name: str, checksum: str, settings: Mapping[str, Any], software: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    """Return by classifier all that settles its counts on a data set but for folds.

    Parameters
    ----------
    name, checksum : str
        Of the data set.
    settings, software
        As of `Work`.
    """
    of_data = {"dataset": name, "data": checksum}
    return {
        x: of_data | settles | {"software": software[x]}
        for x, settles in settings["classifiers"].items()
    }


def _results(name: str, work: Work, **options: Any) -> Results:
    """Evaluate the panel on a data set, or read its results where all are kept."""
    settings = work.settings
    split = {key: settings["split"][key] for key in ("splitter", "seed")}
    window = settings["split"].get("options", {}).get("window")
    dataset, folds = read_prepared(work.data, name, **split, window=window)
    made_from = made_from_of(name, dataset.checksum, settings, work.software)
    options |= settings["asked"] | {"seed": split["seed"]}
    options |= {"allotted": work.allotted, "recount": work.recount}
    # A recount uses this version.
    keep = () if work.recount else settings.get("keep", ())
    cache = CountsCache(work.cache, name, made_from, keep)
    groups = work.groups(name)
    if failed := options.get("failed"):
        name = failed.classifier
        groups = [x for x in groups if name in [y.name for y in x[0].classifiers]]
    return _join(
        evaluate_panel(dataset, folds, panel, cache=cache, runs=runs, **options)
        for panel, runs in groups
    )


def _evaluate_with_timeout(names: list[str], work: Work) -> None:
    """Evaluate in child processes; a fold that takes too long becomes a failure."""
    asked, left = work.settings["asked"], list(names)
    first: ClassifierError | None = None
    while left:
        try:
            evaluate = partial(_evaluate, left, work)
            call_with_timeout(evaluate, fold_timeout=asked["fold_timeout"])
            break
        except ClassifierError as error:
            name = error.failure.dataset
            if asked["failures"] == "exclude":
                _log.warning("%s; left out", error)
                _results(name, work._replace(recount=False), failed=error.failure)
            elif error.fold_timeout is None:
                raise
            else:
                _log.error("%s%s", error, _REMEDY)
                first = first or error
                left.remove(name)
    if first:
        reason = first.failure.reason + _REMEDY
        raise ClassifierError(first.failure._replace(reason=reason))


def write_counts(
    counted: Results,
    measured: Sequence[str],
    *,
    counts: PathLike,
    failures: PathLike | None = None,
    predictions: PathLike | None = None,
    chosen: PathLike | None = None,
    warnings: PathLike | None = None,
) -> None:
    """Write what a job counted.

    Pandas is not used: its import takes longer than most jobs.

    Parameters
    ----------
    counted : Results
    measured : sequence of str
        The `metrics.measured_columns`.
    counts, failures, predictions, chosen, warnings : path, optional
        The files to write; those that are not named are not written.
    """
    _write_rows([*COLUMNS, *measured], counted.rows, counts)
    if failures is not None:
        _write_rows(Failure._fields, counted.failures, failures)
    if chosen is not None:
        _write_rows(CHOSEN, counted.chosen, chosen)
    if warnings is not None:
        _write_rows(WARNED, counted.warned, warnings)
    if predictions is not None:
        pack(dict(sorted(counted.predictions.items())), predictions)


def _write_rows(columns: Sequence[str], rows: Sequence[Any], path: PathLike) -> None:
    """Write rows as CSV; an undefined value is an empty cell."""
    with atomic_open(path, encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([x if x == x else "" for x in row] for row in rows)
