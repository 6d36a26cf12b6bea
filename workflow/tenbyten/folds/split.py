"""Split a data set by the splitter that a study names."""

import logging
from collections.abc import Sequence
from typing import Any

from tenbyten.dataset import Dataset
from tenbyten.files import PathLike
from tenbyten.folds.assignment import Folds, check_folds

_log = logging.getLogger(__name__)


# What all splitters go by, and what some of them need.
def split(
    dataset: Dataset,
    *,
    splitter: str,
    runs: int,
    folds: int,
    seed: int,
    where: str,
    splits: PathLike = "",
    openml_id: int | None = None,
    dropped: Sequence[int] = (),
) -> Folds:
    """Assign every instance to a test fold, in every run.

    Parameters
    ----------
    splitter : {"weka", "scikit_learn", "openml", "file"}
        Maker of the folds.
    where : str
        Sheet, row and name of the data set, for errors.
    splits : path, optional
        The folder of a fetched task, for ``openml``; the file, for ``file``.
    openml_id : int, optional
        OpenML's id of the data set, where the sheet has it beside the task.
    dropped : sequence of int
        Rows of the source, from 1, that the data set is without: a task's splits have
        them, a file of folds may have them.

    Raises
    ------
    ValueError
        If there are more folds than instances, if a task's splits or the folds of a
        file do not fit, or if a fold tests no instance that has a class.
    """
    told = f"{runs} runs of {folds} folds by {splitter}, seed {seed}"
    _log.info("%s: %s", dataset.name, told)
    sizes: dict[str, Any] = {"runs": runs, "folds": folds, "seed": seed}
    instances = len(dataset.values)
    how: dict[str, Any]
    # Each imports what it needs alone. The first runs are the same, however many
    # there are.
    if splitter == "file":
        from tenbyten.folds.own import own_folds

        how = {"where": where, "instances": instances, "dropped": dropped}
        made = own_folds(splits, **how, **sizes)
    elif splitter == "openml":
        from tenbyten.openml.task import task_dataset, task_folds

        # A fetched task, which must be on this data set.
        openml_id = openml_id or task_dataset(splits, where=where)[0]
        how = {"where": where, "openml_id": openml_id}
        how |= {"instances": instances + len(dropped)}
        made = task_folds(splits, **how, **sizes).without(dropped)
    elif splitter == "weka":
        from tenbyten.folds.weka import weka_folds

        made = weka_folds(dataset.classes, **sizes)
    else:
        from tenbyten.folds.scikit_learn import scikit_learn_folds

        made = scikit_learn_folds(dataset.classes, **sizes)
    if dropped:
        _check_left(made, folds, where)
    check_folds(made, dataset, where=where)
    return made


def _check_left(made: Folds, folds: int, where: str) -> None:
    """Refuse a fold that had nothing but instances that were dropped."""
    for run, test_fold in enumerate(made.test_fold, start=1):
        if empty := set(range(1, folds + 1)) - set(test_fold.tolist()):
            raise ValueError(
                f"{where}: nothing is left in fold {min(empty)} of run {run} without "
                f"the instances that lack a class; set `missing_class: keep`, or give "
                f"other folds"
            )
