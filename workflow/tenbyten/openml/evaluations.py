"""Read per-fold accuracies of runs that are at OpenML."""

import json
from collections.abc import Iterator
from functools import partial

from tenbyten.openml.client import ask, read, several
from tenbyten.openml.task import describe_task
from tenbyten.web.asking import Connection

COLUMNS = ("dataset", "classifier", "run", "fold", "accuracy")


def read_evaluations(
    tasks: dict[str, int], sought: dict[str, tuple[str, str]], connection: Connection
) -> Iterator[tuple[object, ...]]:
    """Read the accuracies of classifiers in each fold of OpenML's tasks.

    Parameters
    ----------
    tasks : mapping of str to int
        OpenML's id of a task by the name of its data set.
    sought : mapping of str to tuple of str
        The runs of each classifier, by its name: ``flow``, ``setup`` or ``run``,
        and ids between commas. There must be one run for each task.

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
    how = {"instead": "bring accuracies as a CSV file", "connection": connection}
    sizes = []
    for name, task in tasks.items():
        subject = f"{name}: OpenML task {task}"
        question = partial(describe_task, task_id=task, subject=subject)
        sizes.append(ask(question, subject=subject, **how)["sizes"])
    for classifier, (kind, ids) in sought.items():
        path = f"task/{','.join(map(str, tasks.values()))}/{kind}/{ids}"
        subject = f"{classifier}: evaluations of OpenML {kind} {ids}"
        listed = ask(partial(_listed, path=path), subject=subject, **how)
        for (name, task), (runs, folds) in zip(tasks.items(), sizes, strict=True):
            found = {run: values for of, run, values in listed if of == task}
            counts = {run: len(values) for run, values in found.items()}
            if [*counts.values()] != [runs * folds]:
                raise ValueError(
                    f"{name} (OpenML task {task}), {classifier}: OpenML has "
                    f"{len(found)} runs of {kind} {ids} (accuracies by run: {counts}), "
                    f"the task has {runs} repeats of {folds} folds; name another flow, "
                    f"a setup, or one run a task, or leave the data set out"
                )
            for n, accuracy in enumerate(found.popitem()[1]):
                yield name, classifier, n // folds + 1, n % folds + 1, accuracy


def _listed(attempt, path):
    """List evaluations: task, run, and the accuracies of its folds."""

    def evaluation(x):
        values = [float(value) for value in json.loads(x["oml:values"])]
        return int(x["oml:task_id"]), int(x["oml:run_id"]), values

    def reader(document):
        return [evaluation(x) for x in several(document["oml:evaluation"])]

    start, found = "evaluation/list/function/predictive_accuracy/per_fold/true", []
    while True:
        page = f"{start}/limit/10000/offset/{len(found)}/{path}"
        found += (more := read(attempt, page, "oml:evaluations", reader))
        if len(more) < 10_000:
            return found
