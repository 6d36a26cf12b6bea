"""Write the predictions of a classifier in a run as a Parquet file.

A line is an instance of a test fold. The columns are

classifier, run, fold
    As in the tables of accuracies.
row
    The instance's row in the canonical data set, from 0.
truth, predicted
    Labels of its class and of the predicted one, empty where it was left unclassified:
    categories, all labels of the data set in their order.
probability_<label>
    Of each label, as the classifier gave it; not there if it gives none.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tenbyten.datasets import Dataset
from tenbyten.engines.classifier import Ints, Prediction
from tenbyten.files import atomic_open

PROBABILITY = "probability_"


def write_predictions(
    predictions: Sequence[Prediction], dataset: Dataset, path: Path
) -> None:
    """Write the predictions of one classifier for all folds of one run, atomically."""
    import pyarrow as pa
    from pyarrow import parquet

    labels = dataset.class_labels
    rows = np.concatenate([p.rows for p in predictions])
    sizes = [len(p.rows) for p in predictions]
    folds = np.repeat([p.fold for p in predictions], sizes)
    name, run = predictions[0].classifier, predictions[0].run
    predicted = np.concatenate([p.predicted for p in predictions])
    columns = {
        "classifier": _categories(np.zeros(len(rows), int), [name]),
        "run": pa.array(np.full(len(rows), run), pa.int32()),
        "fold": pa.array(folds, pa.int32()),
        "row": pa.array(rows, pa.int64()),
        "truth": _categories(dataset.classes[rows], labels),
        "predicted": _categories(predicted, labels),
    }
    given = [p.probabilities for p in predictions if p.probabilities is not None]
    if given:
        every = np.concatenate(given)
        for label, column in zip(labels, every.T, strict=True):
            columns[PROBABILITY + label] = pa.array(column, pa.float64())
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_open(path, "wb") as file:
        parquet.write_table(pa.table(columns), file, compression="zstd")


def _categories(codes: Ints, labels: Sequence[str]) -> Any:
    """Return codes of labels as a dictionary column, empty where a code is -1."""
    import pyarrow as pa

    indices = pa.array(codes, pa.int32(), mask=codes < 0)
    return pa.DictionaryArray.from_arrays(indices, pa.array(labels, pa.string()))
