"""Compile the native learners' kernels once, whichever job comes first."""

import fcntl
import hashlib
import logging
import platform
from collections.abc import Callable, Set

import numba
import numpy as np
from llvmlite import binding

from tenbyten.dataset import Attribute, Dataset
from tenbyten.engines.classifier import Classifier
from tenbyten.folds.assignment import Folds
from tenbyten.kernels import cache_folder

_log = logging.getLogger(__name__)

_BAYES: dict[str, list[tuple[str, ...]]] = {
    "NaiveBayes": [(), ("discretize",), ("impute",)],
    "AODE": [("discretize",), ("discretize", "impute")],
    "HNB": [("discretize", "impute")],
}
_TREES: dict[str, list[tuple[str, ...]]] = {
    learner: [(), ("discretize",)] for learner in ("J48", "J48graft")
}
# Parts that two jobs can compile at the same time: learners that share kernels, each
# with the preprocessing to train it with, and whether values are missing.
PARTS = {
    "Bayesian learners": (_BAYES, (False, True)),
    "trees": (_TREES, (False,)),
    "trees with missing values": (_TREES, (True,)),
}


def compile_once(
    train: Callable[[Dataset, Folds, Classifier], None],
    *,
    learners: Set[str],
    missing: bool,
) -> None:
    """Compile the kernels that are needed, by training, unless that has been done.

    Jobs that start together would each compile the same kernels; here each part is
    compiled by one of them, and the others do another part or wait. `train` trains
    and tests a classifier on every fold; `learners` are the names of those needed;
    `missing` says whether their data have missing values.

    Raises
    ------
    OSError
        If the folder for compiled kernels cannot be written.
    """
    folder = cache_folder()
    done = {
        part: folder / f"{_machine()}-{part.replace(' ', '-')}"
        for part, (by_learner, gaps) in PARTS.items()
        if learners & by_learner.keys() and (missing or False in gaps)
    }
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
            with open(f"{mark}.lock", "w") as lock:
                try:
                    # A job that ends, in whatever way, frees its locks.
                    fcntl.flock(lock, fcntl.LOCK_EX | wait)
                except BlockingIOError:
                    _log.info("another job compiles the %s", part)
                    waiting.append((part, mark))
                    continue
                if not mark.exists():
                    _log.info("compiling the %s, once after an installation", part)
                    for arguments in _training_of(part):
                        train(*arguments)
                    mark.touch()


def _machine():
    """Return a checksum of all that compiled code depends on besides its source."""
    parts = platform.python_version(), numba.__version__, binding.get_host_cpu_name()
    features = binding.get_host_cpu_features().flatten()
    return hashlib.sha256("|".join((*parts, features)).encode()).hexdigest()[:16]


def _training_of(part):
    """Yield small data sets, folds and classifiers that call every kernel of a part."""
    by_learner, gaps = PARTS[part]
    rng = np.random.default_rng(1)
    instances = 60
    truth = rng.integers(0, 3, instances)
    nominal = (truth + (rng.random((4, instances)) < 0.3)) % 3
    numeric = truth + rng.normal(0, 0.5, (3, instances))
    labels = ("x", "y", "z")
    attributes = [Attribute(f"nominal {i}", labels) for i in range(len(nominal))]
    attributes += [Attribute(f"numeric {i}") for i in range(len(numeric))]
    attributes.append(Attribute("class", labels))
    folds = Folds(np.array([np.arange(instances) % 2 + 1]), "weka", 1)
    for missing in gaps:
        columns = np.vstack([nominal, numeric, truth])
        if missing:
            columns[:-1][rng.random((7, instances)) < 0.05] = np.nan
        dataset = Dataset("compiling", tuple(attributes), columns.T.copy())
        for learner, choices in by_learner.items():
            for preprocessing in choices:
                named = Classifier(learner, learner, preprocessing=preprocessing)
                yield dataset, folds, named
