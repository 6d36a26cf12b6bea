"""Show how the native learners' time and memory grow with rows and attributes.

Usage, from the top folder of the project::

    PYTHONPATH=workflow python tests/benchmarks/native_scaling.py [LEARNER ...]

One training fold (nine tenths) and its test fold of synthetic data of three classes,
half of the attributes nominal with four labels, half numeric: discretised and, for
NaiveBayes, raw too. Each measurement is a process of its own, after one
that compiles. Printed are the seconds of the start, which is what is done once a
data set, those of one fold, and the peak memory of the process.
"""

import resource
import subprocess
import sys
import time

import numpy as np

# Learners, and what is done to the data before.
FILTERS = {
    "NaiveBayes": ("discretize", ""),
    "AODE": ("discretize",),
    "HNB": ("discretize",),
    "J48": ("discretize",),
    "J48graft": ("discretize",),
}
SIZES = (
    (10_000, 20),
    (100_000, 20),
    (1_000_000, 20),
    (100_000, 5),
    (100_000, 10),
    (100_000, 40),
)


def synthetic(rows, attributes):
    """Make a data set of so many rows and predictors."""
    from tenbyten.dataset import Attribute, Dataset

    rng = np.random.default_rng(1)
    classes = rng.integers(0, 3, rows)
    values = np.empty((rows, attributes + 1))
    values[:, -1] = classes
    described = []
    for place in range(attributes):
        if place % 2:
            noise = rng.random(rows) < 0.7
            values[:, place] = np.where(noise, rng.integers(0, 4, rows), classes)
            described.append(Attribute(f"a{place}", tuple("pqrs")))
        else:
            values[:, place] = np.round(rng.normal(size=rows) + classes / 2, 2)
            described.append(Attribute(f"a{place}"))
    described.append(Attribute("class", ("x", "y", "z")))
    return Dataset("synthetic", tuple(described), values)


def measure(learner, preprocessing, rows, attributes):
    """Print seconds of the start and of one fold, and the peak memory in MB."""
    from tenbyten.engines import Classifier
    from tenbyten.engines.native import ENGINE
    from tenbyten.folds import Folds

    dataset = synthetic(rows, attributes)
    folds = Folds(np.arange(rows)[None] % 10 + 1, "scikit_learn", 1)
    filters = tuple(preprocessing.split())
    classifier = Classifier(learner, learner, preprocessing=filters)
    before = time.perf_counter()
    predictions = ENGINE.predict_folds(dataset, folds, [classifier], seed=1)
    next(predictions)
    first = time.perf_counter()
    next(predictions)
    fold = time.perf_counter() - first
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{first - before - fold:9.2f}{fold:9.2f}{peak_mb:9.0f}")


def in_a_process(*arguments):
    """What `measure` prints in a process of its own."""
    command = [sys.executable, __file__, "--measure", *map(str, arguments)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.rstrip("\n")


def main():
    """Measure every learner asked for on every size."""
    print(f"{'learner':12}{'filter':12}{'rows':>9}{'attributes':>11}", end="")
    print(f"{'start s':>9}{'fold s':>9}{'MB':>9}")
    for learner in sys.argv[1:] or FILTERS:
        for filters in FILTERS[learner]:
            in_a_process(learner, filters, 1000, 4)
            for rows, attributes in SIZES:
                measured = in_a_process(learner, filters, rows, attributes)
                print(f"{learner:12}{filters:12}{rows:9}{attributes:11}{measured}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(*sys.argv[2:4], *map(int, sys.argv[4:]))
    else:
        main()
