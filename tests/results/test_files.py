"""Which of the predictions that a study keeps are right."""

from zipfile import ZipFile

import numpy as np
import pytest

from tenbyten.datasets import Attribute, Dataset
from tenbyten.engines.classifier import Prediction
from tenbyten.engines.counts_cache import write_predictions
from tenbyten.results.files import read_right

CLASSES = np.array([0, 1, 2, 1, 0])
DATASET = Dataset(
    "x",
    (Attribute("a"), Attribute("class", ("p", "q", "r"))),
    np.column_stack([np.zeros(5), CLASSES]),
)


def put(archive, name, run, predicted, folds=((3, 0), (1, 2, 4))):
    """Keep the predictions of two folds, `predicted` by row."""
    predictions = [
        Prediction(name, run, fold, np.array(rows), np.array(predicted)[list(rows)])
        for fold, rows in enumerate(folds, start=1)
    ]
    path = archive.with_name("one.parquet")
    write_predictions(predictions, DATASET, path)
    with ZipFile(archive, "a") as file:
        file.write(path, f"x/{name}~{run:04d}.parquet")


def test_what_is_right_is_read_by_run_and_row_out_of_several_archives(tmp_path):
    one, other = tmp_path / "one.zip", tmp_path / "other.zip"
    put(one, "A", 10, [0, 0, 0, 1, -1], folds=((0, 1), (4, 2, 3)))
    put(one, "B.c~", 10, [2, 1, 2, 0, 0])
    put(other, "A", 1, [0, 1, 2, 1, 0])
    put(other, "B.c~", 1, [-1, 1, 1, 1, 1], folds=((4, 3, 2), (1, 0)))
    found = list(read_right([one, other], ["x"]))
    assert [(dataset, run) for dataset, run, _ in found] == [("x", 1), ("x", 10)]
    first, second = (right for *_, right in found)
    assert {name: right.tolist() for name, right in first.items()} == {
        "A": [True] * 5,
        "B.c~": [False, True, False, True, False],
    }
    assert second["A"].tolist() == [True, False, False, True, False]
    assert list(read_right([one], [])) == []


def test_other_instances_are_refused(tmp_path):
    archive = tmp_path / "it.zip"
    put(archive, "A", 1, [0, 1, 2, 1, 0])
    put(archive, "B", 1, [0, 1, 2, 1, 0], folds=((3,), (1, 2, 4)))
    with pytest.raises(ValueError, match=r"x/B~0001.parquet has other instances than "):
        list(read_right([archive], ["x"]))
