"""Cross-validate a panel of classifiers on one data set."""

import itertools
import logging
import tempfile
from collections import ChainMap
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tenbyten.datasets import Dataset
from tenbyten.datasets.folds import Folds, run_checksums
from tenbyten.engines import Panel, Prediction, find_engine
from tenbyten.engines.classifier import ClassifierError, Failure, as_classifier_error
from tenbyten.engines.counts_cache import CountsCache, Entry, write_predictions
from tenbyten.files import PathLike, sha256_of
from tenbyten.metrics import DECIMALS, measure, measured_columns

COLUMNS = ("dataset", "classifier", "run", "fold", "tested", "correct")
CHOSEN = (*COLUMNS[:4], "seed", "setting", "chosen")
WARNED = (*COLUMNS[:3], "folds", "warning")
# Kinds of warnings of a classifier in a run that are kept.
MOST_KINDS = 5

_log = logging.getLogger(__name__)


class Allotment(NamedTuple):
    """Program, memory and cores that a job is given.

    Attributes
    ----------
    program : path
        From `Engine.find_program`; empty where the engine needs none.
    mem_mb : int or None
        Memory the job may take, in MB: an engine may limit itself to it.
    threads : int
        Processor cores that the job may use.
    """

    program: PathLike = ""
    mem_mb: int | None = None
    threads: int = 1


class Results(NamedTuple):
    """Counts and metrics of a panel on one data set, or on all those of a job.

    Attributes
    ----------
    rows : list of tuple
        Of `COLUMNS` and `metrics.measured_columns`.
    failures : list of Failure
        Each classifier that failed, once a data set; it has no rows there.
    compared : int
        Runs of a classifier that were made although they are kept, to be compared.
    used : dict of str to list of str
        Files of the cache that have these counts, as of `CountsCache`.
    predictions : dict of str to path
        Where the predictions are kept, by names such as ``iris/J48~0001.parquet``.
    chosen : list of tuple
        Of `CHOSEN`: the settings that tuned classifiers chose.
    warned : list of tuple
        Of `WARNED`: on how many folds of a run a classifier warned of something.
    """

    rows: list[tuple[Any, ...]]
    failures: list[Failure]
    compared: int
    used: dict[str, list[str]]
    predictions: dict[str, Path]
    chosen: list[tuple[Any, ...]]
    warned: list[tuple[Any, ...]]

    @property
    def record(self) -> dict[str, Any]:
        """What the job's record says of the cache."""
        kept = {file: modules for file, modules in self.used.items() if modules}
        return {"cache": sorted(self.used)} | ({"kept": kept} if kept else {})


# Many parameters: settings of the counts, the job's allotment, and the cache.
def evaluate_panel(
    dataset: Dataset,
    folds: Folds,
    panel: Panel,
    *,
    seed: int,
    metrics: Sequence[str] = (),
    predictions: bool = False,
    seeds: int = 1,
    failures: str = "stop",
    fold_timeout: float | None = None,
    allotted: Allotment = Allotment(),  # noqa: B008 - it cannot be changed
    cache: CountsCache | None = None,
    runs: Sequence[int] | None = None,
    recount: bool = False,
    start: Callable[[], object] | None = None,
    failed: Failure | None = None,
    progress: Callable[[int], object] = lambda folds: None,
) -> Results:
    """Count the correct predictions of every classifier in every fold of the runs.

    Parameters
    ----------
    dataset, folds, seed, metrics
        As of `Engine.predict_folds`.
    panel : Panel
        Classifiers, and the engine that runs them.
    predictions : bool, default=False
        Whether the predictions are kept in the `cache` too.
    seeds : int, default=1
        How often classifiers that draw are trained in each fold: `tested` and `correct`
        are sums, metrics are means. Other classifiers are trained once, and count as
        often.
    failures : {"stop", "exclude"}, default="stop"
        ``stop`` makes the first classifier that fails an error; ``exclude`` leaves
        its rows out and goes on with the others.
    fold_timeout : float, optional
        Seconds that a classifier gets for a fold; any by default. Whoever calls holds
        it to them: `fold_timeout.call_with_timeout`.
    allotted : Allotment, optional
        Program, memory and cores; no limit of memory by default.
    cache : CountsCache, optional
        Counts that are not made again, and where new ones are put: run by run, and on
        disk at the latest at the end, also after an error. By default nothing is kept.
    runs : sequence of int, optional
        The runs to evaluate; all by default.
    recount : bool, default=False
        Whether to train again what is kept, and to compare.
    start : callable, optional
        Called before anything is trained; it starts the engine. By default this does.
    failed : Failure, optional
        A failure that was found elsewhere: it is kept, and nothing is trained.
    progress : callable, optional
        Called after each run with the number of folds that were evaluated.

    Returns
    -------
    Results
        Rows of `COLUMNS` and `metrics.measured_columns`, by classifier in the order
        given, then run and fold; NaN is a metric that is undefined. With
        ``exclude`` the classifiers that failed, which have no rows.

    Raises
    ------
    ValueError
        As `Engine.check`, or if a count is not the one that is kept.
    ClassifierError
        With ``stop``, if a classifier fails, or a probability is no number.

    Notes
    -----
    A run depends on no other, so that runs that are made at different times, in any
    order and by any number of jobs have the very same rows.
    """
    sums = run_checksums(folds)
    sums = {run: sums[run] for run in sorted(sums if runs is None else runs)}
    asked = {"seed": seed, "seeds": seeds, "metrics": metrics}
    asked["predictions"] = predictions
    of_runs = {str(run): checksum for run, checksum in sums.items()}
    rules = {"fold_timeout": fold_timeout, "folds_of_runs": of_runs, "metrics": metrics}
    # Before the second version, faults of the machine were kept among failures.
    rules["version"] = 2
    made_from: dict[str, Any] = {x.name: {} for x in panel.classifiers}
    work = _Work(
        dataset,
        folds,
        panel,
        asked,
        rules,
        exclude=failures == "exclude",
        cache=cache or CountsCache(None, dataset.name, made_from),
        sums=sums,
        recount=recount,
        progress=progress,
    )
    work.read()
    if failed:
        work.leave_out(failed)
        return Results([], [failed], 0, work.cache.used, {}, [], [])
    if work.missing():
        with ExitStack() as stack:
            if start:
                start()
            else:
                start_engine(panel, allotted, stack)
            work.do(threads=allotted.threads)
    return work.results()


def start_engine(panel: Panel, allotted: Allotment, stack: ExitStack) -> None:
    """Start the engine of a panel.

    Parameters
    ----------
    panel : Panel
        Its engine is started.
    allotted : Allotment
        The program and the memory that the engine gets.
    stack : ExitStack
        It removes the engine's scratch folder when it ends.
    """
    scratch = stack.enter_context(tempfile.TemporaryDirectory(prefix="tenbyten-"))
    program, mem_mb, _ = allotted
    find_engine(panel.engine).start(program=program, mem_mb=mem_mb, scratch=scratch)


def evaluate_fold(
    dataset: Dataset, prediction: Prediction, *, metrics: Sequence[str], seeds: int = 1
) -> tuple[Any, ...]:
    """Make a row of `COLUMNS` and `metrics.measured_columns` from one fold.

    Parameters
    ----------
    dataset : Dataset
    prediction : Prediction
        Those of one classifier for one fold, by all its seeds.
    metrics : sequence of str
        Names out of `metrics.METRICS` besides accuracy.
    seeds : int, default=1
        A classifier that draws nothing has one prediction, which counts so many times:
        `tested` is the same for all classifiers.

    Raises
    ------
    ClassifierError
        If a metric cannot be measured.
    """
    truth, trained = dataset.classes[prediction.rows], [prediction, *prediction.further]
    correct = [int(np.count_nonzero(x.predicted == truth)) for x in trained]
    cell, times = (dataset.name, *prediction[:3]), seeds // len(trained)
    with as_classifier_error(*cell, plain=(ValueError,)):
        measured = [measure(metrics, truth, *x[4:8]) for x in trained]
    # It begins with the first number, so that one alone stays as it is, -0.0 too.
    sums = (float(sum(x[1:], x[0])) for x in zip(*measured, strict=True))
    means = [round(x / len(trained), DECIMALS) for x in sums]
    squared = [times * sum(n * n for n in correct)] if seeds > 1 else []
    return (*cell, seeds * len(truth), times * sum(correct), *means, *squared)


@dataclass(frozen=True)
class _Work:
    """The runs of a panel on a data set: those that are kept, and those to be made.

    `asked` are the seed, the metrics and whether predictions are kept, `rules` what
    settles a failure, `sums` the checksums of the folds of each run. `found` and
    `failed` fill while it works; `kept` is what the cache had.
    """

    dataset: Dataset
    folds: Folds
    panel: Panel
    asked: dict[str, Any]
    rules: dict[str, Any]
    exclude: bool
    cache: CountsCache
    sums: dict[int, str]
    recount: bool
    progress: Callable[[int], object]
    found: dict[str, dict[int, Entry]] = field(default_factory=dict)
    kept: dict[str, dict[int, Entry]] = field(default_factory=dict)
    failed: dict[str, Failure] = field(default_factory=dict)

    @property
    def columns(self) -> list[str]:
        """Name the numbers of a cell: counts, and what is measured."""
        return [*COLUMNS[4:], *measured_columns(self.asked)]

    def read(self) -> None:
        """Take what is kept, or what a recount is compared with."""
        for classifier in self.panel.classifiers:
            name = classifier.name
            read, renamed = self.cache.read, not self.recount
            kept = read(name, self.sums, self.columns, renamed=renamed)
            if self.asked["predictions"]:
                kept = {run: x for run, x in kept.items() if x.predictions}
            self.kept[name], self.found[name] = kept, {} if self.recount else {**kept}
            if not self.exclude or self.recount:
                continue
            if failure := self.cache.read_failure(name, self.rules):
                self.failed[name] = Failure(self.dataset.name, **failure)

    def missing(self) -> dict[int, set[str]]:
        """Name the classifiers to be made, by run in order; none that failed."""
        able = self.found.keys() - self.failed
        by_run = {
            run: {name for name in able if run not in self.found[name]}
            for run in self.sums
        }
        return {run: names for run, names in by_run.items() if names}

    def do(self, *, threads: int) -> None:
        """Make what is missing; if a classifier fails, the finished runs are kept.

        Runs are made in their order, so that the first failure is the same whatever
        was kept. Classifiers that lack the same runs are made together, for the folds
        are shared.
        """
        try:
            while missing := self.missing():
                names = next(iter(missing.values()))
                runs = [run for run in missing if missing[run] == names]
                self._make(names, runs, threads=threads)
        finally:
            self.cache.write()

    def _make(self, names: set[str], runs: list[int], *, threads: int) -> None:
        """Make runs of some classifiers, until one of them fails."""
        classifiers = [c for c in self.panel.classifiers if c.name in names]
        predict = find_engine(self.panel.engine).predict_folds
        on, asked = (self.dataset, self.folds, classifiers), {"runs": runs} | self.asked
        try:
            with closing(predict(*on, threads=threads, **asked)) as cells:
                for run in runs:
                    count = len(classifiers) * self.folds.folds
                    self._put(itertools.islice(cells, count), names, run)
                    self.progress(count)
        except ClassifierError as error:
            if not self.exclude:
                raise
            _log.warning("%s; left out", error, exc_info=True)
            self.leave_out(error.failure)

    def _put(self, cells: Iterator[Prediction], names: set[str], run: int) -> None:
        """Count, measure and keep one run of some classifiers."""
        rows: dict[str, list[list[Any]]] = {name: [] for name in names}
        metrics, seeds = self.asked["metrics"], self.asked["seeds"]
        found: dict[str, list[Prediction]] = {name: [] for name in names}
        warned: dict[str, dict[str, Any]] = {name: {} for name in names}
        for prediction in cells:
            row = evaluate_fold(self.dataset, prediction, metrics=metrics, seeds=seeds)
            trained = prediction, *prediction.further
            chosen = [x.chosen for x in trained if x.chosen]
            rows[prediction.classifier].append([*row[4:], *chosen])
            kinds = warned[prediction.classifier]
            for kind, text in ChainMap(*(x.warned for x in trained)).items():
                kinds.setdefault(kind, [text, 0])[1] += 1
            if self.asked["predictions"]:
                found[prediction.classifier].append(prediction)
        for name in names:
            before = self.kept[name].get(run)
            written = before.predictions if before else ""
            if self.asked["predictions"] and not before:
                path = self.cache.predictions(name, run)
                write_predictions(found[name], self.dataset, path)
                written = sha256_of(path)
            told = dict(list(warned[name].values())[:MOST_KINDS])
            entry = Entry(self.sums[run], rows[name], written, told)
            if before:
                self._compare(name, run, before, entry)
            else:
                self.cache.put(name, run, entry)
            self.found[name][run] = entry
        self.cache.write(at_end=False)

    def _compare(self, name: str, run: int, kept: Entry, made: Entry) -> None:
        """Refuse counts that are not those that are kept."""
        cells = zip(kept.cells, made.cells, strict=True)
        for fold, (old, new) in enumerate(cells, start=1):
            if old[:2] != new[:2]:
                raise ValueError(
                    f"{self.dataset.name}, {name}, run {run}, fold {fold}: {new[1]} of "
                    f"{new[0]} instances are predicted rightly, but {old[1]} of "
                    f"{old[0]} are kept, with the same data, folds, settings and "
                    f"software; is the classifier not deterministic? Give it a "
                    f"`random_state` or a single thread"
                )

    def leave_out(self, failure: Failure) -> None:
        """Leave a classifier out that failed, and keep the failure."""
        self.failed[failure.classifier] = failure
        values = failure._asdict()
        del values["dataset"]
        self.cache.put_failure(failure.classifier, self.rules, values)

    def results(self) -> Results:
        """Return all rows, and with ``exclude`` the classifiers that failed."""
        dataset = self.dataset.name
        finished = {x: y for x, y in self.found.items() if x not in self.failed}
        width = len(self.columns)
        rows, chosen, warned = list[Any](), list[Any](), list[Any]()
        for name, entries in finished.items():
            for run in self.sums:
                told = entries[run].warned.items()
                warned += [(dataset, name, run, n, text) for text, n in told]
                for fold, numbers in enumerate(entries[run].cells, start=1):
                    cell = dataset, name, run, fold
                    rows.append((*cell, *numbers[:width]))
                    for seed, settings in enumerate(numbers[width:], start=1):
                        chosen += [(*cell, seed, *pair) for pair in settings.items()]
        failures = sorted(self.failed.values(), key=lambda x: (x.run or 0, x.fold or 0))
        found, kept = (sum(map(len, x.values())) for x in (self.found, self.kept))
        both = sum(len(self.kept[x].keys() & self.found[x]) for x in self.kept)
        read, compared = (0, both) if self.recount else (kept, 0)
        said = "%s: %d runs trained, %d of them compared, %d read from the cache"
        _log.info(said, dataset, found - read, compared, read)
        predictions = {
            f"{dataset}/{name}~{run:04d}.parquet": self.cache.predictions(name, run)
            for name, entries in finished.items()
            for run in entries
            if self.asked["predictions"]
        }
        used = self.cache.used
        return Results(rows, failures, compared, used, predictions, chosen, warned)
