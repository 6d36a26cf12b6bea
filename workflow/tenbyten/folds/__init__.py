"""Which instance is tested in which fold, in every run."""

from tenbyten.folds.assignment import Folds, check_folds, read_folds, write_folds

__all__ = ["Folds", "check_folds", "read_folds", "write_folds"]
