"""Keep the predictions of a classifier in a run as a Parquet file.

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

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tenbyten.dataset import Dataset
from tenbyten.dataset.parquet import in_memory
from tenbyten.engines.classifier import Ints, Prediction
from tenbyten.engines.kept_file import Entry
from tenbyten.files import PathLike, atomic_open, sha256_of

PROBABILITY = "probability_"
# What `made_from` gives of a classifier.
Parts = Mapping[str, Any]


class KeptPredictions:
    """The predictions on a data set: a file for every run of a classifier.

    Parameters
    ----------
    folder : path
        Where they are.
    thorough : bool, default=False
        Whether the checksum of every file is taken by `there`, not only of one that is
        newer than the counts.

    Notes
    -----
    In all methods `name` is a classifier's, whose counts are made from `made_from`, and
    `entries` has those of its runs, which name the checksums of their predictions.
    """

    def __init__(self, folder: PathLike = "", *, thorough: bool = False) -> None:
        self._folder, self._thorough = folder, thorough

    def put(
        self, predictions: Sequence[Prediction], dataset: Dataset, made_from: Parts
    ) -> str:
        """Put the predictions of one run of one classifier, before its counts."""
        first = predictions[0]
        path = self._file(first.classifier, made_from, first.run)
        return write_predictions(predictions, dataset, path)

    def there(
        self,
        name: str,
        made_from: Parts,
        entries: Mapping[int, Entry],
        written: int | None = None,
    ) -> dict[int, Entry]:
        """Return those of the entries whose predictions are there.

        What changed since the time `written` is looked into, as `is_there` does.
        """
        written = None if self._thorough else written
        return {
            run: entry
            for run, entry in entries.items()
            if entry.predictions
            and is_there(self._file(name, made_from, run), entry.predictions, written)
        }

    def read(
        self, name: str, made_from: Parts, run: int, entry: Entry, dataset: Dataset
    ) -> list[Prediction]:
        """Read the predictions of a run, one a fold; none if the file is not whole."""
        path = self._file(name, made_from, run)
        if not is_whole(path, entry.predictions):
            return []
        return read_predictions(path, dataset, len(entry.counts.split()))

    def files(
        self, name: str, made_from: Parts, entries: Mapping[int, Entry]
    ) -> Iterator[Path]:
        """Yield the files of the entries, each held to its checksum.

        Raises
        ------
        ValueError
            If a file is not the one that belongs to the counts. It is removed, so that
            another run of the study makes it again.
        """
        for run, entry in entries.items():
            path = self._file(name, made_from, run)
            if not is_whole(path, entry.predictions):
                path.unlink(missing_ok=True)
                raise ValueError(
                    f"{path}: not the predictions that belong to the counts; run "
                    f"the same command again: they are made anew"
                )
            yield path

    def _file(self, name: str, made_from: Parts, run: int) -> Path:
        """Return where the predictions of a run are."""
        return file_of(self._folder, made_from["engine"], name, run)


def link(path: Path, folder: PathLike) -> None:
    """Put a file into a folder, taking no more room."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    to = Path(folder, path.name)
    to.unlink(missing_ok=True)
    try:
        os.link(path, to)
    except OSError:
        # Not every file system has links.
        shutil.copyfile(path, to)


def file_of(folder: PathLike, engine: str, classifier: str, run: int) -> Path:
    """Return where the predictions of a run are kept."""
    return Path(folder, engine, f"{classifier}~{run:04d}.parquet")


def write_predictions(
    predictions: Sequence[Prediction], dataset: Dataset, path: Path
) -> str:
    """Write the predictions of one classifier for all folds of one run, atomically.

    Returns
    -------
    str
        Size and SHA-256 of the file, for `is_there` and `is_whole`.
    """
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
    return f"{path.stat().st_size} {sha256_of(path)}"


def is_there(path: Path, kept: str, written: int | None = None) -> bool:
    """Return whether a file is there that should have a size and a checksum.

    The checksum is taken only if the file has changed since the time `written`, of
    which it is older by right (`os.stat_result.st_mtime_ns`).
    """
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    if written is not None and found.st_mtime_ns <= written:
        return str(found.st_size) == kept.partition(" ")[0]
    return is_whole(path, kept)


def is_whole(path: Path, kept: str) -> bool:
    """Return whether a file is there with its size and its checksum."""
    try:
        return f"{os.stat(path).st_size} {sha256_of(path)}" == kept
    except (FileNotFoundError, NotADirectoryError):
        return False


def read_predictions(path: Path, dataset: Dataset, folds: int) -> list[Prediction]:
    """Read what `write_predictions` wrote of a run with so many folds, one a fold."""
    from pyarrow import parquet

    table = parquet.read_table(in_memory(path), use_threads=False)
    labels = dataset.class_labels
    predicted = _codes(table["predicted"], labels)
    rows = table["row"].to_numpy()
    of_fold = table["fold"].to_numpy()
    probabilities = None
    if len(table.column_names) > len(labels):
        names = [PROBABILITY + label for label in labels]
        if names[0] in table.column_names:
            columns = [table[name].to_numpy() for name in names]
            probabilities = np.column_stack(columns)
    classifier, run = path.stem.rsplit("~", 1)
    found = []
    for fold in range(1, folds + 1):
        here = of_fold == fold
        some = None if probabilities is None else probabilities[here]
        found.append(
            Prediction(classifier, int(run), fold, rows[here], predicted[here], some)
        )
    return found


def _categories(codes: Ints, labels: Sequence[str]) -> Any:
    """Return codes of labels as a dictionary column, empty where a code is -1."""
    import pyarrow as pa

    indices = pa.array(codes, pa.int32(), mask=codes < 0)
    return pa.DictionaryArray.from_arrays(indices, pa.array(labels, pa.string()))


def _codes(column: Any, labels: Sequence[str]) -> Ints:
    """Return the label indices of a dictionary column, -1 where it is empty."""
    found = column.combine_chunks()
    place = {label: index for index, label in enumerate(labels)}
    places = np.array([place[x] for x in found.dictionary.to_pylist()], dtype=np.int64)
    indices = found.indices.fill_null(0).to_numpy(zero_copy_only=False)
    empty = found.indices.is_null().to_numpy(zero_copy_only=False)
    return np.where(empty, -1, places[indices]).astype(np.int64)
