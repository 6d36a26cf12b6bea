"""Split a data set by the splitter that a study names."""

import logging

from tenbyten.dataset import Dataset
from tenbyten.files import PathLike
from tenbyten.folds.assignment import Folds

_log = logging.getLogger(__name__)


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
) -> Folds:
    """Assign every instance to a test fold, in every run.

    Parameters
    ----------
    splitter : {"weka", "scikit_learn", "openml"}
        Maker of the folds.
    where : str
        Sheet, row and name of the data set, for errors.
    splits : path, optional
        The folder of a fetched task, for ``openml``.
    openml_id : int, optional
        OpenML's id of the data set, where the sheet has it beside the task.

    Raises
    ------
    ValueError
        If there are more folds than instances, or if a task's splits do not fit.
    """
    told = f"{runs} runs of {folds} folds by {splitter}, seed {seed}"
    _log.info("%s: %s", dataset.name, told)
    sizes = {"runs": runs, "folds": folds, "seed": seed}
    if splitter == "openml":
        return by_openml(dataset, splits, openml_id, where=where, **sizes)
    by = by_weka if splitter == "weka" else by_scikit_learn
    return by(dataset, **sizes)


# Each imports what it needs and no other: their code is what folds are made from. The
# first runs are the same, however many there are.


def by_weka(dataset: Dataset, **sizes: int) -> Folds:
    """Assign instances to folds as WEKA does."""
    from tenbyten.folds.weka import weka_folds

    return weka_folds(dataset.classes, **sizes)


def by_scikit_learn(dataset: Dataset, **sizes: int) -> Folds:
    """Assign instances to folds by scikit-learn."""
    from tenbyten.folds.scikit_learn import scikit_learn_folds

    return scikit_learn_folds(dataset.classes, **sizes)


def by_openml(
    dataset: Dataset,
    splits: PathLike,
    openml_id: int | None,
    *,
    where: str,
    **sizes: int,
) -> Folds:
    """Take the folds of a fetched task, which must be on this data set."""
    from tenbyten.openml.task import task_dataset, task_folds

    openml_id = openml_id or task_dataset(splits, where=where)[0]
    of_dataset = {"openml_id": openml_id, "instances": len(dataset.values)}
    return task_folds(splits, where=where, **of_dataset, **sizes)
