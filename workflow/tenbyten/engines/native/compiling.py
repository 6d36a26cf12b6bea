"""Compile the native learners' kernels once, whichever job comes first."""

import fcntl
import hashlib
import logging
import platform
from collections.abc import Callable, Collection

import numba
import numpy as np
from llvmlite import binding

from tenbyten.dataset import Attribute, Dataset
from tenbyten.engines.classifier import Classifier
from tenbyten.engines.native.compiled import lock_of, mark_of, parts_of
from tenbyten.engines.native.fold import NativeData, NativeFold
from tenbyten.folds.assignment import Folds
from tenbyten.kernel_cache import cache_folder
from tenbyten.learners.trees.building import graft, leaf
from tenbyten.learners.trees.j48 import rows_of

_log = logging.getLogger(__name__)


def compile_once(
    train: Callable[[Dataset, Folds, Classifier], None],
    *,
    classifiers: Collection[Classifier],
    numeric: bool,
    missing: bool,
) -> None:
    """Compile the kernels that are needed, by training, unless that has been done.

    Jobs that start together would each compile the same kernels; here each part is
    compiled by one of them, and the others do another part or wait. `train` trains
    and tests a classifier on every fold; `classifiers` are those needed; `numeric` and
    `missing` say whether their data have numeric attributes and missing values.

    Raises
    ------
    OSError
        If the folder for compiled kernels cannot be written.
    """
    machine, folder = _machine(), cache_folder()
    parts = parts_of(classifiers, numeric=numeric, missing=missing)
    done = {part: mark_of(part, machine) for part in parts}
    if all(mark.exists() for mark in done.values()):
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _compile(done, train)
    except OSError as error:
        raise OSError(
            f"{folder}: compiled learners cannot be kept here ({error.strerror}); set "
            f"the environment variable NUMBA_CACHE_DIR to a folder that you can write."
        ) from error


def _compile(done, train):
    """Compile the parts that no other job compiles, then wait for the others."""
    waiting = []
    for wait in (fcntl.LOCK_NB, 0):
        for part, mark in done.items() if wait else waiting:
            if mark.exists():
                continue
            with open(lock_of(mark), "w") as lock:
                try:
                    # A job that ends, in whatever way, frees its locks.
                    fcntl.flock(lock, fcntl.LOCK_EX | wait)
                except BlockingIOError:
                    _log.info("another job compiles %s", part)
                    waiting.append((part, mark))
                    continue
                if not mark.exists():
                    _log.info("compiling %s, once after an installation", part)
                    _train_part(part, train)
                    mark.touch()


def _machine():
    """Return a checksum of all that compiled code depends on besides its source."""
    parts = platform.python_version(), numba.__version__, binding.get_host_cpu_name()
    features = binding.get_host_cpu_features().flatten()
    return hashlib.sha256("|".join((*parts, features)).encode()).hexdigest()[:16]


def _train_part(part, train):
    """Train on a small data set, which calls every kernel of a part."""
    dataset = _dataset_of(part.numeric, part.missing)
    folds = Folds(np.array([np.arange(len(dataset.values)) % 2 + 1]), "weka", 1)
    learner, preprocessing = part.learner, part.preprocessing
    if learner == "J48graft":
        _graft_leaf(dataset, folds, preprocessing)
    else:
        train(dataset, folds, Classifier(learner, learner, preprocessing=preprocessing))


def _graft_leaf(dataset, folds, preprocessing):
    """Graft a leaf: it takes no kernel that grows a tree."""
    rows = folds.training_rows(1, 1)
    fold = NativeFold(NativeData(dataset), rows, folds.test_rows(1, 1), rows)
    rows = rows_of(fold.prepared(preprocessing))
    graft(leaf(rows.n_classes), rows)


def _dataset_of(numeric, missing):
    """Make a data set with nominal attributes and, if asked for, numeric ones."""
    rng = np.random.default_rng(1)
    instances = 60
    truth = rng.integers(0, 3, instances)
    nominal = (truth + (rng.random((4, instances)) < 0.3)) % 3
    numbers = truth + rng.normal(0, 0.5, (3 if numeric else 0, instances))
    labels = ("x", "y", "z")
    attributes = [Attribute(f"nominal {i}", labels) for i in range(len(nominal))]
    attributes += [Attribute(f"numeric {i}") for i in range(len(numbers))]
    attributes.append(Attribute("class", labels))
    columns = np.vstack([nominal, numbers, truth])
    if missing:
        columns[:-1][rng.random((len(columns) - 1, instances)) < 0.05] = np.nan
    return Dataset("compiling", tuple(attributes), columns.T.copy())
