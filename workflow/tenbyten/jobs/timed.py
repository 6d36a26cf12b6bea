"""Cross-validate the data sets of a job, in a study that limits the time of a fold."""

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tenbyten.engines.failures import ClassifierError
from tenbyten.engines.fold_timeout import call_with_timeout
from tenbyten.engines.kept_counts import KeptCounts
from tenbyten.folds import run_sums
from tenbyten.jobs.cross_validating import (
    Task,
    Work,
    evaluate_batch,
    read_wanted,
    software_of,
)

_log = logging.getLogger(__name__)
_REMEDY = "; raise it, or leave the data set out by `failures: exclude`"


def evaluate_in_time(tasks: Sequence[Task], work: Work) -> None:
    """Do `evaluate_batch`, and make a fold that takes too long a failure.

    With a `fold_timeout` in `asked` that is done in a child process. When a classifier
    takes longer, it is killed, the failure is kept, and another one goes on: without
    the classifier on that data set, or, where failures are not left out, without the
    data set. Arguments and errors are those of `evaluate_batch`.
    """
    panel, split, asked, folder, allotted, _ = work
    if not asked["fold_timeout"]:
        evaluate_batch(tasks, work)
        return
    by_name = {task.name: task for task in tasks}
    first: ClassifierError | None = None
    while by_name:
        try:
            call_with_timeout(
                partial(evaluate_batch, list(by_name.values()), work),
                fold_timeout=asked["fold_timeout"],
                mem_mb=allotted.mem_mb,
            )
            break
        except ClassifierError as error:
            if error.fold_timeout is None:
                raise
            name = error.failure.dataset
            if asked["failures"] == "exclude":
                _log.warning("%s; left out", error)
                software = software_of(panel, allotted, folder)
                _, folds, wanted = read_wanted(by_name[name], panel, split, software)
                _keep(error, by_name[name], wanted, run_sums(folds), asked["metrics"])
            else:
                _log.error("%s%s", error, _REMEDY)
                first = first or error
                del by_name[name]
    if first:
        reason = first.failure.reason + _REMEDY
        raise ClassifierError(first.failure._replace(reason=reason))


def _keep(
    error: ClassifierError,
    task: Task,
    wanted: Mapping[str, Mapping[str, Any]],
    sums: Mapping[int, str],
    metrics: Sequence[str],
) -> None:
    """Keep a failure with the counts."""
    failure = error.failure
    kept = KeptCounts(task.kept, part=task.part)
    kept.put_failure(
        failure,
        made_from=wanted[failure.classifier],
        run_sum=sums[failure.run or 0],
        metrics=metrics,
        fold_timeout=error.fold_timeout,
    )
    kept.write()
