"""Time the data sets of Nadeau & Bengio's problems beside scikit-learn and NumPy.

Usage, from the top folder of the project::

    PYTHONPATH=workflow:tests/simulation python tests/benchmarks/resampled.py [DATASETS]

Printed are, for each case of the three studies, the processor's seconds of a data set
with all its splits and tests (DATASETS data sets, 20 if not given; letters on generated
images), and the minutes of the whole study. Then, for populations of 200 and 2000
instances, the microseconds of a split into nine tenths and one, and how many times as
long scikit-learn's regression tree and NumPy's least squares take.
"""

import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from letter_images import images, write_images
from sklearn.tree import DecisionTreeRegressor

from tenbyten.simulation.random import generator
from tenbyten.simulation.resampled.design import draw_splits
from tenbyten.simulation.resampled.populations import Populations
from tenbyten.study.reading import read_study

ROOT = Path(__file__).resolve().parents[2]


def seconds(function, *arguments, **keywords):
    """Return the processor's seconds of a call."""
    before = time.process_time()
    function(*arguments, **keywords)
    return time.process_time() - before


def plain(data, train, test):
    """Take the losses of populations split by split, by others' code."""
    x, y = data[:2].T, data[2]
    errors = np.empty((*test.shape, 2))
    for split, (rows, tested) in enumerate(zip(train, test, strict=True)):
        tree = DecisionTreeRegressor(min_samples_split=10, min_samples_leaf=5)
        leaves = tree.fit(x[rows], y[rows]).predict(x[tested])
        plane = np.column_stack([np.ones(len(rows)), x[rows]])
        (constant, *slopes), *_ = np.linalg.lstsq(plane, y[rows])
        errors[split, :, 0] = (leaves > 0.5) != y[tested]
        errors[split, :, 1] = (constant + x[tested] @ slopes > 0.5) != y[tested]
    return errors


def time_studies(datasets, files):
    """Print the time of a data set of each case, and that of each whole study."""
    for name in ("regression", "gaussians", "letters"):
        study = read_study(f"nadeau-bengio-{name}", root=ROOT)
        problem, whole = study.find_problem(), 0.0
        experiments = problem.experiments(study.settings)
        for cell, keys in problem.cells(study.settings).items():
            problem.simulate(range(1), files=files, **keys)  # compiles
            taken = seconds(problem.simulate, range(datasets), files=files, **keys)
            whole += taken / datasets * experiments
            print(f"{name:11}{cell:8}{taken / datasets:9.4f} s a data set")
        print(f"{name:11}all     {whole / 60:9.2f} min")


def compare(splits):
    """Print the time of a split of populations, and how much longer others take."""
    for instances in (200, 2000):
        task, state = Populations(instances, 0.5), generator(1)
        data = task.draw(state)
        rows = np.arange(instances)[np.newaxis]
        train, test = draw_splits(state, rows, instances // 10, splits)
        ours = seconds(task.losses, data, train, test)
        ratio = seconds(plain, data, train, test) / ours
        print(f"{instances} instances: {1e6 * ours / splits:.0f} us, {ratio:.0f} times")


def main():
    """Time the studies, then compare."""
    datasets = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "letter.arff")
        write_images(*images(20_000), path)
        time_studies(datasets, {"letter": path})
    compare(300)


if __name__ == "__main__":
    main()
