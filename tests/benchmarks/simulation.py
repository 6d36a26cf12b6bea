"""Time Corani & Benavoli's simulations, and compare them with plain ones.

Usage: ``simulation.py [--experiments 5000] [--plain 2]``. The studies
corani-benavoli-4.2 and 4.3 are simulated in one process, kernels compiled anew, without
Snakemake. Then as many experiments as `--plain` says are done twice without kernels,
tests included: with arrays of instances in NumPy, and instance by instance with
scikit-learn's DummyClassifier and tables of probabilities, as the tests' reference
does. Printed are CPU seconds and ratios.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
STUDIES = ("corani-benavoli-4.2", "corani-benavoli-4.3")
POLICIES = ("half", "win", "drop")
THETA, DATASETS, RUNS, FOLDS = 0.55, 50, 10, 10
SIZES = [25, 50, 100, 250, 500, 1000]


def time_studies(experiments):
    """Simulate both studies; return CPU seconds of all cells, and of an experiment.

    The second is the mean over all cells but the first, which compiles.
    """
    from tenbyten.simulation import find_problem
    from tenbyten.study.reading import read_study

    problem, each = find_problem("network"), []
    for name in STUDIES:
        for key, cell in problem.cells(read_study(name, ROOT).settings).items():
            start = time.process_time()
            problem.simulate(range(experiments), files={}, **cell)
            each.append(time.process_time() - start)
            print(f"{name}, {key}: {each[-1]:.1f} s", flush=True)
    return sum(each), sum(each[1:]) / len(each[1:]) / experiments


def count_in_arrays(train, test, rng):
    """Count correct predictions in a fold: both classifiers on arrays."""
    import numpy as np

    (features, labels), classes = train.T, np.bincount(train[:, 1], minlength=2)
    constant = rng.integers(2) if classes[0] == classes[1] else np.argmax(classes)
    table = np.bincount(2 * features + labels, minlength=4).reshape(2, 2)
    predicted = np.argmax(table, axis=1)
    ties = table[:, 0] == table[:, 1]
    predicted[ties] = rng.integers(2, size=ties.sum())
    right = predicted[test[:, 0]] == test[:, 1]
    return np.sum(test[:, 1] == constant), np.sum(right)


def count_by_instance(train, test, rng):
    """Count correct predictions in a fold: the reference of the tests."""
    from per_instance import count_correct

    return count_correct(train, test, False, int(rng.integers(8)))


def experiment(rng, counted):
    """Do an experiment as one would write it, and let the tests decide."""
    import numpy as np

    from tenbyten import statistics

    correct = np.empty((2, DATASETS, RUNS * FOLDS), dtype=int)
    tested = np.empty((DATASETS, RUNS * FOLDS), dtype=int)
    for dataset in range(DATASETS):
        size = rng.choice(SIZES)
        labels = rng.integers(2, size=size)
        agree = rng.random(size) < THETA
        table = np.column_stack([np.where(agree, labels, 1 - labels), labels])
        for first in range(0, RUNS * FOLDS, FOLDS):
            dealt = rng.permutation(size) % FOLDS
            for fold in range(FOLDS):
                train, test = table[dealt != fold], table[dealt == fold]
                correct[:, dataset, first + fold] = counted(train, test, rng)
                tested[dataset, first + fold] = len(test)
    for runs in (1, RUNS):
        some = slice(runs * FOLDS)
        for q in (DATASETS // 2, DATASETS):
            of_both = *correct[:, :q, some], tested[:q, some]
            found = statistics.posterior(statistics.differences(*of_both), runs=runs)
            for policy in POLICIES:
                statistics.poisson_test(found.column_wins(policy), alpha=0.05)
            for zeros in ("split", "drop", "pratt"):
                means = statistics.mean_differences(*of_both)
                statistics.signed_rank(means, zeros=zeros)


def time_plain(counted, experiments):
    """Return the CPU seconds of an experiment without kernels."""
    import numpy as np

    rng = np.random.default_rng(1)
    start = time.process_time()
    for _ in range(experiments):
        experiment(rng, counted)
    return (time.process_time() - start) / experiments


def main():
    """Print the times of both studies, and how many times as long plain ones take."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--experiments", type=int, default=5000)
    parser.add_argument("--plain", type=int, default=2)
    asked = parser.parse_args()
    sys.path[:0] = [
        str(ROOT / "workflow"),
        *(str(ROOT / "tests" / "simulation" / room) for room in ("", "network")),
    ]
    # One thread, so that CPU seconds are those of one core.
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    with tempfile.TemporaryDirectory() as cache:
        os.environ["NUMBA_CACHE_DIR"] = cache
        total, one = time_studies(asked.experiments)
    print(f"both studies: {total:.0f} s, compiling included")
    print(f"an experiment: {1000 * one:.2f} ms")
    for name, counted in {
        "arrays": count_in_arrays,
        "instance by instance": count_by_instance,
    }.items():
        plain = time_plain(counted, asked.plain)
        print(f"{name}: {plain:.2f} s, {plain / one:,.0f} times as long")


if __name__ == "__main__":
    main()
