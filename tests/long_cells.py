"""Long tables with a row a cell, to which tests add what was counted or measured."""

from itertools import product

import pandas as pd

CELL = ["dataset", "classifier", "run", "fold"]


def cells_of(datasets, classifiers, runs, folds):
    """All cells in order; runs and folds are their numbers, or how many there are."""
    numbers = (range(1, x + 1) if isinstance(x, int) else x for x in (runs, folds))
    return pd.DataFrame(product(datasets, classifiers, *numbers), columns=CELL)
