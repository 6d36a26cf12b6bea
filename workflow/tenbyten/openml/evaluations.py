"""Read per-fold accuracies of runs that are at OpenML."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tenbyten.openml.client import ask, read, several
from tenbyten.openml.task import describe_task
from tenbyten.web.asking import Connection

_INSTEAD = "bring the accuracies as a CSV file"
COLUMNS = ("dataset", "classifier", "run", "fold", "accuracy")
KINDS = ("flow", "setup", "run")
# Evaluations that the server lists at once.
_LIMIT = 10_000


class Sought(NamedTuple):
    """Runs that stand for a classifier: those of a flow or setup, or by their ids."""

    kind: str
    ids: tuple[int, ...]


def read_evaluations(
    tasks: Mapping[str, int],
    classifiers: Mapping[str, Sought],
    *,
    connection: Connection,
) -> Iterator[tuple[Any, ...]]:
    """Read the accuracies of classifiers in each fold of OpenML's tasks.

    Parameters
    ----------
    tasks : mapping of str to int
        OpenML's id of a task by the name of its data set.
    classifiers : mapping of str to Sought
        The runs of each classifier, by its name. There must be one for each task.

    Yields
    ------
    tuple
        A row of `COLUMNS`; run and fold count from 1.

    Raises
    ------
    ConnectionError
        If the server cannot be reached, or answers nonsense, in every attempt.
    ValueError
        If a classifier has no run or several runs on a task, or a run has no
        accuracies of as many folds as the task has.
    """
    sizes = {name: _folds_of(name, task, connection) for name, task in tasks.items()}
    for classifier, sought in classifiers.items():
        found = _evaluations_of(classifier, sought, [*tasks.values()], connection)
        for name, task in tasks.items():
            where = f"{name} (OpenML task {task}), {classifier}"
            accuracies = _accuracies(found.get(task, {}), sizes[name], sought, where)
            folds = sizes[name][1]
            for number, accuracy in enumerate(accuracies):
                run, fold = divmod(number, folds)
                yield name, classifier, run + 1, fold + 1, accuracy


def _folds_of(name, task_id, connection):
    """Return the numbers of repeats and folds of a task."""
    subject = f"{name}: OpenML task {task_id}"

    def sizes(attempt):
        asked = describe_task(attempt, task_id, subject)["parameters"]
        return int(asked["number_repeats"]), int(asked["number_folds"])

    return ask(sizes, subject=subject, instead=_INSTEAD, connection=connection)


def _evaluations_of(classifier, sought, tasks, connection):
    """Return the accuracies by task and run."""
    ids = ",".join(map(str, sought.ids))
    found: dict[int, dict[int, list[float]]] = {}

    def values(listed):
        for x in several(listed["oml:evaluation"]):
            by_run = found.setdefault(int(x["oml:task_id"]), {})
            by_run[int(x["oml:run_id"])] = json.loads(x["oml:values"])
        return len(several(listed["oml:evaluation"]))

    def question(attempt):
        offset, count = 0, _LIMIT
        while count == _LIMIT:
            path = (
                f"evaluation/list/function/predictive_accuracy/per_fold/true/limit/"
                f"{_LIMIT}/offset/{offset}/task/{','.join(map(str, tasks))}/"
                f"{sought.kind}/{ids}"
            )
            count = read(attempt, path, "oml:evaluations", values)
            offset += count
        return found

    subject = f"{classifier}: evaluations of OpenML {sought.kind} {ids}"
    return ask(question, subject=subject, instead=_INSTEAD, connection=connection)


def _accuracies(by_run, sizes, sought, where):
    """Return the accuracies of the one run that there must be."""
    if len(by_run) != 1:
        there = ", ".join(map(str, list(by_run)[:10])) or "none"
        remedy = "name another flow or setup, or leave the data set out"
        if by_run:
            remedy = "name a setup, or the runs themselves, one for each task"
        raise ValueError(
            f"{where}: OpenML has {len(by_run)} runs of {sought.kind} "
            f"{', '.join(map(str, sought.ids))} ({there}); {remedy}"
        )
    ((run, values),) = by_run.items()
    repeats, folds = sizes
    if values is None or len(values) != repeats * folds:
        raise ValueError(
            f"{where}: run {run} has {len(values or ())} accuracies, the task has "
            f"{repeats} repeats of {folds} folds; choose another run"
        )
    return values
