"""Assignment of instances to test folds, in every run.

Arguments of the same name mean the same in every module:

dataset : Dataset
    The data set to be split.
classes : ndarray of shape (instances,), int
    Label index of every instance's class, in file order.
runs, folds : int
    Number of runs, and of folds in each run.
seed : int
    The study's seed.
"""

from tenbyten.datasets.folds.assignment import (
    Folds,
    check_folds,
    read_folds,
    run_checksums,
    write_folds,
)

__all__ = ["Folds", "check_folds", "read_folds", "run_checksums", "write_folds"]
