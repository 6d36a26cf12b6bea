"""McNemar's test of every pair on every data set, on the predictions of each run."""

import logging
from collections.abc import Iterable

import numpy as np
import pandas as pd

from tenbyten import statistics
from tenbyten.accuracies.predictions import Right
from tenbyten.comparisons.on_each_dataset import Pairs

_log = logging.getLogger(__name__)


def mcnemar_tests(predictions: Iterable[Right], *, pairs: Pairs) -> pd.DataFrame:
    """Compare every pair by the instances of a run that one alone gets right.

    Parameters
    ----------
    predictions : iterable of Right
        From `accuracies.predictions.read_right`.

    Returns
    -------
    DataFrame
        One line a data set, run and pair: dataset, run, row, column; only_row and
        only_column, the instances that just this one predicts correctly; p_one_sided
        and p_two_sided, both exact.

    Notes
    -----
    In a run of a cross-validation every instance is tested once. The test takes them
    for independent test instances of two classifiers. There is a classifier for each
    fold, though, and their training sets overlap: it says nothing of how much results
    vary with the training set (Dietterich 1998; Neural Computation 10, 1895-1923).
    Runs test the same instances, so that their counts are not to be added.
    """
    found = []
    for dataset, run, right in predictions:
        names = list(right)
        table = np.array([right[name] for name in names], dtype=np.float64)
        # Of two classifiers, the instances that the first alone gets right.
        alone = np.rint(table @ (1 - table).T).astype(np.int64)
        place = {name: index for index, name in enumerate(names)}
        for row, column in pairs:
            first, second = place[row], place[column]
            counts = alone[first, second], alone[second, first]
            found.append((dataset, run, row, column, *counts))
    columns = ["dataset", "run", "row", "column", "only_row", "only_column"]
    lines = pd.DataFrame(found, columns=columns)
    test = statistics.mcnemar(
        lines["only_row"].to_numpy(np.int64), lines["only_column"].to_numpy(np.int64)
    )
    _log.info("%d tests of %d pairs", len(lines), len(pairs))
    return lines.assign(p_one_sided=test.p_one_sided, p_two_sided=test.p_two_sided)
