"""Assignment of instances to test folds, in every run."""

from tenbyten.folds.assignment import Folds, check_folds, read_folds, write_folds

__all__ = ["Folds", "check_folds", "read_folds", "write_folds"]
