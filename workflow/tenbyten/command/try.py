"""Try a study in seconds, without Snakemake: what breaks, and how long the whole takes.

Data sets are read, small files first, and none is begun after half a minute; those of
servers only once a run has fetched them. Copies among them are told. On the smallest
each classifier trains and predicts one fold, or three if it is quick, in a process of
its own, within the study's `fold_timeout`, and the study's metrics are computed. All
that breaks is told at once, and the exit status is 1 if anything does. No results are
left; what classifiers print and whole traces are in a log among temporary files.

Classes and functions from elsewhere than scikit-learn and tenbyten can do whatever you
can: at a terminal you are asked before they run, unless you say --yes; else they are
named.

The estimate is that of a run, by the formulas that also settle the size of jobs, but by
the sizes that were read; and a classifier that takes a quarter of a second or more for
a fold takes as many times longer than its formula on all data sets. It is coarse.
"""

import argparse
import math
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, closing
from itertools import islice
from typing import Any

from tenbyten.command import add_config, config_of
from tenbyten.datasets import Dataset
from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds import Folds
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.datasets.table import hint_at_labels
from tenbyten.engines import Panel, find_engine
from tenbyten.engines.cross_validation import (
    COLUMNS,
    MOST_KINDS,
    Allotment,
    evaluate_fold,
    start_engine,
)
from tenbyten.engines.fold_timeout import call_with_timeout
from tenbyten.jobs.preparing import place_in_sheet, prepare, read_prepared
from tenbyten.jobs.progress import Run, Work
from tenbyten.jobs.setup import StudyJobs, set_up
from tenbyten.metrics import DURATIONS, UNDEFINED
from tenbyten.study.readiness import check_offered, check_python, check_ready, describe
from tenbyten.versions import add_to_path
from tenbyten.words import count_of, duration, list_first

# To begin to read a data set; of a fold that tells more than its start; and of one that
# is so quick that another is tried, up to so many.
_READING_SECONDS, _SLOW_SECONDS, _QUICK_SECONDS, _FOLDS = 30.0, 0.25, 0.3, 3
_SIZE = "instances", "attributes"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("study", help="the study file, or the name of one in config/")
    add_config(parser)
    parser.add_argument("--yes", action="store_true", help="run others' code unasked")
    parser.add_argument(
        "--cores",
        type=int,
        default=os.cpu_count(),
        metavar="N",
        help="of the estimate; left out, all",
    )


def run(given: argparse.Namespace) -> int:
    """Print what breaks, seconds of each classifier, and an estimate of the whole."""
    setup = set_up(config_of(given))
    if setup.is_imported:
        raise ValueError(f"{setup.study.path}: nothing is trained; `tenbyten run` it")
    study, faults = setup.study, list[str]()
    print(describe(study, setup.panels, setup.sources))
    try:
        check_python()
        check_offered(study, machine=setup.machine, cores=given.cores)
        check_ready(study, setup.panels, machine=setup.machine)
    except (ValueError, OSError, ImportError) as error:
        # Several faults are raised as one.
        cause = error.__cause__
        several = cause.exceptions if isinstance(cause, ExceptionGroup) else [error]
        faults += map(str, several)
    _ask(setup, is_allowed=given.yes)
    on, folds = _read_datasets(setup, faults)
    tried = dict(zip(_SIZE, on.values.shape, strict=True))
    file, log = tempfile.mkstemp(prefix=f"tenbyten-try-{study.name}-", suffix=".log")
    for panel in setup.panels.values():
        engine = find_engine(panel.engine)
        for x in panel.classifiers:
            alone = panel._replace(classifiers=[x])
            try:
                fit, predict, *warned = _train(setup, alone, on, folds, file)
                if fit + predict >= _SLOW_SECONDS:
                    by_formula = engine.seconds(x, **tried, folds=1)
                    setup.plan.paces[x.name] = (fit + predict) / by_formula
                print(f"{x.name}: trains in {fit:.2g} s, predicts in {predict:.2g} s")
                print(*(f"{x.name} warns: {text}\n" for text in warned), sep="", end="")
            except Exception as error:
                print(f"{x.name}: fails")
                fault = "\n".join([str(error), *getattr(error, "__notes__", [])])
                if isinstance(error, ChildProcessError):
                    fault = f"{x.name}: ended its process, or crashed in it"
                # `check_ready` tells some, too.
                fault = fault.removeprefix("ValueError: ")
                faults += [fault] * (fault not in "\n".join(faults))
    work = _forecast(setup, given.cores)
    print(
        f"The whole: {work.count()}, {duration(work.cpu_seconds)} of CPU time, "
        f"{work.forecast()} on {count_of(given.cores, 'core')}, by a coarse estimate"
    )
    more = [f"log: {log}"] if faults and os.path.getsize(log) else []
    if not more:
        os.unlink(log)
    if faults:
        print("", f"{count_of(len(faults), 'fault')}:", *faults, *more, sep="\n")
    return 1 if faults else 0


def _ask(setup: StudyJobs, *, is_allowed: bool) -> None:
    """Name the code from elsewhere that is going to run; at a terminal, ask first."""
    foreign = dict.fromkeys(
        path
        for panel in setup.panels.values()
        for x in panel.classifiers
        for path in find_engine(panel.engine).foreign(x)
    )
    if not foreign:
        return
    print(f"Code from elsewhere that runs now: {', '.join(foreign)}")
    if sys.stdin.isatty() and not is_allowed:
        print("Go on? [y/N] ", end="", flush=True)
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            where = setup.study.path.parent
            raise ValueError(f"nothing was run; read the modules in {where} first")


def _read_datasets(setup: StudyJobs, faults: list[str]) -> tuple[Dataset, Folds]:
    """Read data sets, note their sizes, and return the smallest with its folds.

    A bundled one takes its place where none was read.
    """
    study, plan, until = setup.study, setup.plan, time.monotonic() + _READING_SECONDS
    files = {x: plan.inputs_of(x, setup.paths) for x in study.datasets}
    names = [x for x in files if all(map(os.path.exists, files[x].values()))]
    names.sort(key=lambda x: sum(map(os.path.getsize, files[x].values())))
    sizes: dict[str, dict[str, int]] = {}
    checksums: dict[str, str] = {}
    every = [x for x in setup.panels.values() if find_engine(x.engine).takes_estimators]
    of_every = [x for panel in every for x in panel.classifiers]
    encoded = [x.name for x in of_every if x.columns == "encoded"]
    iris = read_bundled("iris")
    on = iris, weka_folds(iris.classes, runs=1, folds=2, seed=1)
    split = study.pick("splitter seed") | {"window": study.split_options.get("window")}
    for name in names:
        if time.monotonic() > until:
            break
        try:
            with tempfile.TemporaryDirectory(prefix="tenbyten-") as folder:
                asked = plan.settings_of_data(name), files[name], folder
                prepare(name, *asked, where=place_in_sheet(study.sheet, name))
                read = read_prepared(folder, name, **split)
        except Exception as error:
            faults.append(str(error))
            continue
        on = min(on, read, key=lambda x: x[0].values.size) if sizes else read
        checksums[name] = read[0].checksum
        for x in read[0].attributes[:-1] if encoded else ():
            listed = list_first(encoded, more=" and ")
            if hint := hint_at_labels(x.name, x.labels or (), listed):
                print(f"{name}: {hint}")
        sizes[name] = dict(zip(_SIZE, read[0].values.shape, strict=True))
    try:
        setup.refuse_copies(checksums)
    except ValueError as error:
        faults.append(str(error))
    others = " (others fail, are not fetched or took too long)"
    print(
        f"Read {len(sizes)} of {count_of(len(files), 'data set')}"
        f"{others * (len(sizes) < len(files))}; tried on {on[0].name}, "
        f"{'the smallest of them' if sizes else 'which is bundled'}"
    )
    plan.known_sizes.update(sizes)
    return on


def _forecast(setup: StudyJobs, cores: int) -> Work:
    """Return the jobs of a whole run."""
    setup.forecast()
    jobs = [job.split("/")[0] for jobs in setup.expected.values() for job in jobs]
    counts = Counter(x for x in jobs if x != "crossvalidate")
    counts.update(rule for rule, *_ in setup.amounts)
    run = Run(amounts=setup.amounts, unsized=setup.unsized)
    return Work(counts, run, at_once=cores)


def _train(
    setup: StudyJobs, panel: Panel, on: Dataset, folds: Folds, file: int
) -> list[Any]:
    """Train, predict and measure a fold or some; return seconds of both, and warnings.

    What is printed meanwhile goes to the descriptor `file`.
    """
    study, engine = setup.study, find_engine(panel.engine)
    memory = engine.resources(panel, seconds=0, cells=on.values.size).megabytes
    allotted = Allotment(engine.find_program(setup.machine), memory)
    asked = study.pick("seed predictions") | {"runs": [1], "threads": panel.threads}
    asked["metrics"] = [*study["metrics"], *DURATIONS]
    receiver, sender = multiprocessing.Pipe(duplex=False)

    def work() -> None:
        os.dup2(file, 1)
        os.dup2(file, 2)
        add_to_path(study.path.parent)
        with ExitStack() as stack:
            start_engine(panel, allotted, stack)
            cells = engine.predict_folds(on, folds, panel.classifiers, **asked)
            stack.enter_context(closing(cells))
            seconds, told = [math.inf, math.inf], dict[str, str]()
            for cell in islice(cells, _FOLDS):
                row = evaluate_fold(on, cell, metrics=study["metrics"])
                found = dict(zip(study["metrics"], row[len(COLUMNS) :], strict=True))
                for name in {study["metric"], *study.further} & found.keys():
                    if math.isnan(found[name]):
                        fold = f"fold {cell.fold} of {on.name}"
                        raise ValueError(f"{name} is undefined in {fold}; {UNDEFINED}")
                took = [cell.fit_seconds or 0.0, cell.predict_seconds or 0.0]
                seconds = min(seconds, took, key=sum)
                told |= cell.warned
                if sum(took) > _QUICK_SECONDS:
                    break
        sender.send([*seconds, *list(told.values())[:MOST_KINDS]])

    call_with_timeout(work, fold_timeout=study["fold_timeout"] or math.inf)
    return list(receiver.recv())
