"""Count and measure the predictions of a fold."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tenbyten.dataset import Dataset
from tenbyten.engines.classifier import Prediction
from tenbyten.engines.failures import attributed
from tenbyten.metrics import measure

CELL = ("dataset", "classifier", "run", "fold")
COLUMNS = (*CELL, "tested", "correct")


def evaluate_fold(
    dataset: Dataset, prediction: Prediction, *, metrics: Sequence[str]
) -> tuple[Any, ...]:
    """Make one row of `COLUMNS` and of metrics from one prediction."""
    truth = dataset.classes[prediction.rows]
    correct = int(np.count_nonzero(prediction.predicted == truth))
    cell = (dataset.name, prediction.classifier, prediction.run, prediction.fold)
    with attributed(*cell, plain=(ValueError,)):
        measured = measure(metrics, truth, *prediction[4:])
    return (*cell, len(prediction.rows), correct, *measured)
