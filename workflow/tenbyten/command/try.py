"""Try a study in seconds, without Snakemake: what breaks, and how long the whole takes.

Data sets are read, small files first, and none is begun after half a minute; those of
servers only once a run has fetched them. On the smallest each classifier trains and
predicts one fold, in a process of its own, within the study's `fold_timeout`. All that
breaks is told at once, and the exit status is 1 if anything does. No results are left;
what classifiers print and whole traces are in a log among temporary files.

The estimate multiplies the seconds of that fold by how much longer the other data sets
take by the formulas that also settle the size of jobs. It is coarse.
"""

import argparse
import math
import multiprocessing
import os
import tempfile
import time
from contextlib import ExitStack, closing
from typing import Any

from tenbyten.command import add_config, config_of
from tenbyten.datasets import Dataset
from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds import Folds
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import Panel, find_engine
from tenbyten.engines.cross_validation import Allotment, start_engine
from tenbyten.engines.fold_timeout import call_with_timeout
from tenbyten.jobs.preparing import place_in_sheet, prepare, read_prepared
from tenbyten.jobs.setup import Comparison, set_up
from tenbyten.metrics import DURATIONS
from tenbyten.study.readiness import check_offered, check_python, check_ready, describe
from tenbyten.versions import add_to_path
from tenbyten.words import count_of, duration

# To begin to read a data set, and for a job to start.
_READING_SECONDS, _JOB_SECONDS = 30.0, 3.0
_SIZE = "instances", "attributes"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("study", help="the study file, or the name of one in config/")
    add_config(parser)
    how: Any = {"type": int, "default": os.cpu_count(), "metavar": "N"}
    parser.add_argument("--cores", **how, help="of the estimate; left out, all")


def run(given: argparse.Namespace) -> int:
    """Print what breaks, seconds of each classifier, and an estimate of the whole."""
    setup = set_up(config_of(given))
    if not isinstance(setup, Comparison) or setup.is_imported:
        raise ValueError(f"{setup.study.path}: nothing is trained; `tenbyten run` it")
    study, faults = setup.study, list[str]()
    print(describe(study, setup.panels, setup.sources))
    try:
        check_python()
        check_offered(study, machine=setup.machine, cores=given.cores)
        check_ready(study, setup.panels, machine=setup.machine)
    except (ValueError, OSError, ImportError) as error:
        faults.append(str(error))
    sizes, on, folds = _read_datasets(setup, faults)
    tried = dict(zip(_SIZE, on.values.shape, strict=True))
    jobs = len(setup.amounts)
    total = jobs * _JOB_SECONDS
    file, log = tempfile.mkstemp(prefix=f"tenbyten-try-{study.name}-", suffix=".log")
    for panel in setup.panels.values():
        engine = find_engine(panel.engine)
        for x in panel.classifiers:
            alone, ratio = panel._replace(classifiers=[x]), 1.0
            try:
                fit, predict = _train(setup, alone, on, folds, file)
                ratio = (fit + predict) / engine.seconds(x, **tried, folds=1)
                print(f"{x.name}: trains in {fit:.2g} s, predicts in {predict:.2g} s")
            except Exception as error:
                print(f"{x.name}: fails")
                fault = "\n".join([str(error), *getattr(error, "__notes__", [])])
                if isinstance(error, ChildProcessError):
                    fault = f"{x.name}: ended its process, or crashed in it"
                # `check_ready` tells some, too.
                fault = fault.removeprefix("ValueError: ")
                faults += [fault] * (fault not in "\n".join(faults))
            for name, size in sizes.items():
                seconds = engine.seconds(x, **size, folds=study.folds_of(name))
                seconds *= study["seeds"] if engine.takes_seeds else 1
                total += ratio * panel.threads * study["runs"] * seconds
    cores = max(1, min(given.cores, jobs))
    print(
        f"The whole: {sum(x for x, _ in setup.amounts.values()):,} folds in "
        f"{count_of(jobs, 'job')}, {duration(total)} of CPU time, "
        f"{duration(total / cores)} on {count_of(cores, 'core')}, by a coarse estimate"
    )
    more = [f"log: {log}"] if faults and os.path.getsize(log) else []
    if not more:
        os.unlink(log)
    if faults:
        print("", f"{count_of(len(faults), 'fault')}:", *faults, *more, sep="\n")
    return 1 if faults else 0


def _read_datasets(
    setup: Comparison, faults: list[str]
) -> tuple[dict[str, dict[str, int]], Dataset, Folds]:
    """Return the sizes of all data sets, and the smallest that was read with its folds.

    A bundled one takes its place where none was. Sizes that were not read are stated.
    """
    study, plan, until = setup.study, setup.plan, time.monotonic() + _READING_SECONDS
    files = {x: plan.inputs_of(x, setup.here) for x in study.datasets}
    there = [x for x in files if all(map(os.path.exists, files[x].values()))]
    there.sort(key=lambda x: sum(map(os.path.getsize, files[x].values())))
    sizes: dict[str, dict[str, int]] = {}
    iris = read_bundled("iris")
    on = iris, weka_folds(iris.classes, runs=1, folds=2, seed=1)
    how = study.pick("splitter seed") | {"window": study.split_options.get("window")}
    for name in there:
        if time.monotonic() > until:
            break
        try:
            with tempfile.TemporaryDirectory(prefix="tenbyten-") as folder:
                asked = plan.settings_of_data(name), files[name], folder
                prepare(name, *asked, where=place_in_sheet(study.sheet, name))
                read = read_prepared(folder, name, **how)
        except Exception as error:
            faults.append(str(error))
            continue
        on = min(on, read, key=lambda x: x[0].values.size) if sizes else read
        sizes[name] = dict(zip(_SIZE, read[0].values.shape, strict=True))
    others = " (others fail, are not fetched or took too long)"
    print(
        f"Read {len(sizes)} of {count_of(len(files), 'data set')}"
        f"{others * (len(sizes) < len(files))}; tried on {on[0].name}, "
        f"{'the smallest of them' if sizes else 'which is bundled'}"
    )
    return {x: plan.size_of(x) for x in files} | sizes, *on


def _train(
    setup: Comparison, panel: Panel, on: Dataset, folds: Folds, file: int
) -> list[float]:
    """Train a classifier and predict one fold; return the seconds of both.

    What is printed meanwhile goes to the descriptor `file`.
    """
    study, engine = setup.study, find_engine(panel.engine)
    memory = engine.resources(panel, seconds=0, cells=on.values.size).megabytes
    allotted = Allotment(engine.find_program(setup.machine), memory)
    asked = study.pick("seed predictions") | {"runs": [1], "threads": panel.threads}
    asked["metrics"] = [*study["metrics"], *DURATIONS]
    seconds = multiprocessing.Array("d", 2)

    def work() -> None:
        os.dup2(file, 1)
        os.dup2(file, 2)
        add_to_path(study.path.parent)
        with ExitStack() as stack:
            start_engine(panel, allotted, stack)
            cells = engine.predict_folds(on, folds, panel.classifiers, **asked)
            first = next(stack.enter_context(closing(cells)))
        seconds[:] = first.fit_seconds, first.predict_seconds

    call_with_timeout(work, fold_timeout=study["fold_timeout"] or math.inf)
    return seconds[:]
