"""Cross-validate a panel on the data sets of a job, one after the other."""

import gc
import logging
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.dataset import Dataset
from tenbyten.engines import Panel, find_engine
from tenbyten.engines.cross_validation import Allotment, evaluate_panel
from tenbyten.engines.kept_counts import KeptCounts
from tenbyten.engines.made_from import made_from
from tenbyten.files import PathLike
from tenbyten.folds import Folds, run_sums
from tenbyten.jobs.preparing import Files, read_prepared
from tenbyten.scripting import each_of_job, logged_to
from tenbyten.software import study_folder_on_path

_log = logging.getLogger(__name__)

# What the counts of a classifier are made with, by its name.
Software = Mapping[str, Mapping[str, Any]]


class Task(NamedTuple):
    """A data set of a job.

    Attributes
    ----------
    name : str
        Its name.
    files : Files
        Its canonical table, its record and its folds.
    kept, predictions, part
        Where its counts and its predictions are kept, and the part of the counts that
        the job writes: arguments of `KeptCounts`.
    runs : sequence of int or None
        The runs that the job makes; None for all.
    """

    name: str
    files: Files
    kept: PathLike
    predictions: PathLike = ""
    part: str = ""
    runs: Sequence[int] | None = None


class Work(NamedTuple):
    """What a job does with each of its data sets.

    Attributes
    ----------
    panel : Panel
        The classifiers of the job, and the engine that runs them.
    split : mapping
        Splitter, runs, folds and seed of the study.
    asked : mapping
        `metrics`, `predictions`, `failures` and `fold_timeout` of `evaluate_panel`.
    folder : path
        The study file's folder, where classes of the user's own may be.
    allotted : Allotment
        Program, memory and cores of the job.
    log : path
        The log of the job.
    """

    panel: Panel
    split: Mapping[str, Any]
    asked: Mapping[str, Any]
    folder: PathLike
    allotted: Allotment
    log: PathLike


def evaluate_batch(tasks: Sequence[Task], work: Work) -> None:
    """Make the counts that are missing of a panel on every data set of a job.

    The engine is started once. Every data set has a log of its own beside that of the
    job, ``<dataset>.log`` or ``<dataset>~<part>.log``; it stays where nothing is
    missing. An error on a data set does not stop the others.

    Raises
    ------
    ValueError
        As `Engine.check`, or if a data set is not as it was prepared.
    ClassifierError
        If a classifier fails, and failures are not left out.
    RuntimeError
        That names the errors of all data sets, if several have one.
    """
    panel, allotted = work.panel, work.allotted
    study_folder_on_path(str(work.folder))
    engine, program = find_engine(panel.engine), str(allotted.program)
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as scratch:
        engine.start(program=program, mem_mb=allotted.mem_mb, scratch=scratch)
        engine.check(panel.classifiers, metrics=work.asked["metrics"])
        software = software_of(panel, allotted, work.folder)
        # What is loaded stays to the end; it need not be searched between data sets.
        gc.freeze()
        each_of_job(partial(_do, work, software), {task.name: task for task in tasks})


def _do(work: Work, software: Software, task: Task) -> None:
    """Do the work on a data set, with a log of its own beside that of the job."""
    evaluate = _find_work(task, work, software)
    if evaluate is None:
        _log.info("%s: nothing to do", task.name)
        return
    part = f"~{task.part}" if task.part else ""
    own = Path(work.log).with_name(f"{task.name}{part}.log")
    with logged_to(own):
        evaluate()
    _log.info("%s: done, see %s", task.name, own)


def software_of(panel: Panel, allotted: Allotment, folder: PathLike) -> Software:
    """Describe what the counts of each classifier are made with, by its name."""
    made_with = find_engine(panel.engine).made_with
    program, place = str(allotted.program), str(folder)
    return {
        c.name: made_with(c, program=program, folder=place) for c in panel.classifiers
    }


def read_wanted(
    task: Task, panel: Panel, split: Mapping[str, Any], software: Software
) -> tuple[Dataset, Folds, dict[str, dict[str, Any]]]:
    """Read a data set and its folds, and say what counts on it are made from."""
    dataset, folds = read_prepared(task.files, task.name, **split)
    settled = {key: split[key] for key in ("splitter", "folds", "seed")}
    settled |= {"engine": panel.engine, "dataset_sha256": dataset.checksum}
    wanted = {
        classifier.name: made_from(
            classifier, **settled, software=software[classifier.name]
        )
        for classifier in panel.classifiers
    }
    return dataset, folds, wanted


def _find_work(
    task: Task, work: Work, software: Software
) -> Callable[[], object] | None:
    """Return what makes the missing counts of a data set; None if there are none."""
    gc.collect()
    panel, asked = work.panel, work.asked
    dataset, folds, wanted = read_wanted(task, panel, work.split, software)
    sums = run_sums(folds)
    kept = KeptCounts(task.kept, part=task.part, predictions=task.predictions)
    missing = kept.missing(
        wanted,
        {run: sums[run] for run in task.runs or sums},
        metrics=asked["metrics"],
        predictions=asked["predictions"],
        exclude=asked["failures"] == "exclude",
        fold_timeout=asked["fold_timeout"],
    )
    if not missing:
        return None
    return partial(
        evaluate_panel,
        dataset,
        folds,
        panel,
        seed=work.split["seed"],
        kept=kept,
        wanted=wanted,
        runs=task.runs,
        allotted=work.allotted,
        **asked,
    )
