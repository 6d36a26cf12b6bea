"""Compare the scikit-learn engine with a plain loop of the same fits.

Usage, from the top folder of the project::

    PYTHONPATH=workflow python tests/benchmarks/scikit_learn_engine.py [--runs 3]
        [--repeats 5] [--columns encoded] [CLASSIFIER ...]

Both cross-validate RandomForestClassifier(100), a decision tree and
HistGradientBoostingClassifier, ten folds a run, on tables that are made up: 300
instances of ten numeric attributes, and 1,000 of ten numeric and ten nominal ones, of
which every twentieth cell is missing; three classes. The loop has the encoded columns
of each fold at hand, the very seeds that the engine draws, and one thread; it fits,
predicts and counts. The engine does all that it does between its start and the counts,
encoding in every fold among it. They take turns; printed are the least CPU and wall
seconds of each, and their ratios. It ends with an error where the counts differ.
"""

import argparse
import sys
import time

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from tenbyten.dataset import Attribute, Dataset
from tenbyten.engines import Classifier, Panel
from tenbyten.engines.cross_validation import evaluate_panel
from tenbyten.engines.scikit_learn.columns import Columns, Cut
from tenbyten.folds.weka import weka_folds

PLAIN = {
    "forest": RandomForestClassifier(100, n_jobs=1),
    "tree": DecisionTreeClassifier(),
    "boosting": HistGradientBoostingClassifier(),
}
SEED = 1


def tables():
    """Make the tables up."""
    rng = np.random.default_rng(1)
    for instances, numeric, nominal in ((300, 10, 0), (1000, 10, 10)):
        values = rng.normal(size=(instances, numeric + nominal))
        values[:, numeric:] = rng.integers(0, 4, size=(instances, nominal))
        signal = values[:, :3] + rng.normal(size=(instances, 3))
        values[rng.random(values.shape) < (nominal > 0) / 20] = np.nan
        labels = tuple("wxyz")
        attributes = [Attribute(f"n{i}") for i in range(numeric)]
        attributes += [Attribute(f"c{i}", labels) for i in range(nominal)]
        attributes.append(Attribute("class", labels[:3]))
        name = f"{instances} x {numeric + nominal}"
        columns = np.column_stack([values, np.argmax(signal, axis=1)])
        yield Dataset(name, tuple(attributes), columns)


def cells(folds):
    """Run and fold, in order."""
    runs, numbers = range(1, folds.runs + 1), range(1, folds.folds + 1)
    return [(run, fold) for run in runs for fold in numbers]


def prepared(dataset, folds, form):
    """Every fold's training and test set, with the classes and the seed."""
    columns, found = Columns(dataset), []
    for cell in cells(folds):
        rows = folds.training_rows(*cell), folds.test_rows(*cell)
        sets = Cut(cell, columns, dataset.classes, *rows).of(form)
        seed = np.random.SeedSequence((SEED, *cell)).generate_state(1) >> 1
        found.append((*sets, *(dataset.classes[part] for part in rows), int(seed[0])))
    return found


def loop(learner, ready):
    """Fit, predict and count, with nothing besides."""
    counts = []
    with threadpool_limits(1):
        for training, test, classes, truth, seed in ready:
            fitted = type(learner)(**learner.get_params() | {"random_state": seed})
            predicted = fitted.fit(training, classes).predict(test)
            counts.append(int(np.sum(predicted == truth)))
    return counts


def engine(learner, dataset, folds, form):
    """Do what a job does with a panel of this classifier."""
    path = f"{type(learner).__module__}.{type(learner).__qualname__}"
    settings = {"n_estimators": 100} if "Forest" in path else {}
    panel = Panel("scikit_learn", [Classifier("it", path, settings, columns=form)])
    results = evaluate_panel(dataset, folds, panel, seed=SEED)
    return [row[5] for row in results.rows]


def timed(function, *arguments):
    """CPU and wall seconds of a call, and what it returns."""
    wall, cpu = time.perf_counter(), time.process_time()
    found = function(*arguments)
    return (time.process_time() - cpu, time.perf_counter() - wall), found


def compare(name, dataset, arguments):
    """Print the line of a classifier on a table."""
    folds = weka_folds(dataset.classes, runs=arguments.runs, folds=10, seed=1)
    learner, form = PLAIN[name], arguments.columns
    ready = prepared(dataset, folds, form)
    seconds = {"loop": [], "engine": []}
    for _ in range(arguments.repeats):
        spent, expected = timed(loop, learner, ready)
        seconds["loop"].append(spent)
        spent, counts = timed(engine, learner, dataset, folds, form)
        seconds["engine"].append(spent)
        if counts != expected:
            sys.exit(
                f"{name} on {dataset.name}: the counts differ: {counts} {expected}"
            )
    plain, ours = (np.min(seconds[who], axis=0) for who in ("loop", "engine"))
    cpu, wall = ours / plain
    print(
        f"{name:10}{dataset.name:>12}{plain[0]:9.3f}{ours[0]:9.3f}{cpu:7.3f}"
        f"{plain[1]:9.3f}{ours[1]:9.3f}{wall:7.3f}",
        flush=True,
    )


def main():
    """Compare all classifiers asked for on all tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--columns", default="encoded")
    parser.add_argument("classifiers", nargs="*", default=list(PLAIN))
    arguments = parser.parse_args()
    print(f"{'':22}{'CPU s':>9}{'':9}{'ratio':>7}{'wall s':>9}{'':9}{'ratio':>7}")
    for dataset in tables():
        for name in arguments.classifiers:
            compare(name, dataset, arguments)


if __name__ == "__main__":
    main()
