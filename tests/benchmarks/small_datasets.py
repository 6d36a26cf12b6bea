"""Compare a study of many small data sets with a plain loop of the same fits.

Usage, from the top folder of the project::

    PYTHONPATH=workflow python tests/benchmarks/small_datasets.py [--datasets 300]
        [--cores 2] [--profile]

Twenty classifiers of scikit-learn are cross-validated, two runs of five folds, on data
sets that are made up: some 100 to 200 instances of a few numeric and nominal
attributes, of which some miss values; two to four classes. The study starts from ARFF
files in an empty folder and ends with its table of accuracies. The loop is one warm
process of one thread that has the encoded columns and the seeds of every fold at hand;
it fits, predicts and counts. Printed are the CPU and wall seconds of both, and their
ratios. It ends with an error where a count differs. With ``--profile`` one job's worth
of data sets is cross-validated by the engine alone, under Python's profiler.
"""

import argparse
import cProfile
import csv
import json
import pstats
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
from sklearn.base import clone
from threadpoolctl import threadpool_limits

sys.path.append(str(Path(__file__).parent))
from scikit_learn_engine import prepared

ROOT = Path(__file__).resolve().parent.parent.parent
LEARNERS = {
    "gaussian": ("naive_bayes.GaussianNB", {}),
    "bernoulli": ("naive_bayes.BernoulliNB", {}),
    "dummy": ("dummy.DummyClassifier", {}),
    "centroid": ("neighbors.NearestCentroid", {}),
    "nearest": ("neighbors.KNeighborsClassifier", {"n_neighbors": 1}),
    "five_nearest": ("neighbors.KNeighborsClassifier", {}),
    "lda": ("discriminant_analysis.LinearDiscriminantAnalysis", {}),
    "ridge": ("linear_model.RidgeClassifier", {}),
    "logistic": ("linear_model.LogisticRegression", {}),
    "perceptron": ("linear_model.Perceptron", {}),
    "sgd": ("linear_model.SGDClassifier", {}),
    "tree": ("tree.DecisionTreeClassifier", {}),
    "small_tree": ("tree.DecisionTreeClassifier", {"max_depth": 3}),
    "random_tree": ("tree.ExtraTreeClassifier", {}),
    "svc": ("svm.SVC", {}),
    "linear_svc": ("svm.SVC", {"kernel": "linear"}),
    "forest": ("ensemble.RandomForestClassifier", {"n_estimators": 10}),
    "extra_trees": ("ensemble.ExtraTreesClassifier", {"n_estimators": 10}),
    "bagging": ("ensemble.BaggingClassifier", {"n_estimators": 10}),
    "boosting": ("ensemble.AdaBoostClassifier", {"n_estimators": 10}),
}


def write_arff(path, rng):
    """Make a data set up."""
    numeric, nominal, classes = rng.integers((3, 0, 2), (8, 5, 5))
    instances = int(rng.integers(100, 201))
    numbers = rng.normal(size=(instances, numeric)).round(3)
    labels = rng.integers(0, 3, size=(instances, nominal))
    noise = rng.normal(size=(instances, classes))
    target = np.argmax(noise + numbers @ rng.normal(size=(numeric, classes)), axis=1)
    cells = np.hstack([numbers.astype("U8"), labels.astype("U8")])
    cells[rng.random(cells.shape) < rng.choice([0, 0.03])] = "?"
    head = ["@relation made"]
    head += [f"@attribute n{i} numeric" for i in range(numeric)]
    head += [f"@attribute c{i} {{0,1,2}}" for i in range(nominal)]
    head += [f"@attribute class {{{','.join(map(str, range(classes)))}}}", "@data"]
    rows = [",".join((*row, str(c))) for row, c in zip(cells, target, strict=True)]
    path.write_text("\n".join(head + rows) + "\n", encoding="utf-8")


def write_study(folder, datasets):
    """Write the data sets, their sheet and the study file."""
    rng = np.random.default_rng(1)
    names = [f"d{i}" for i in range(1, datasets + 1)]
    for name in names:
        write_arff(folder / f"{name}.arff", rng)
    rows = [f"{i}\t{name}\t{name}.arff\n" for i, name in enumerate(names, 1)]
    (folder / "small.tsv").write_text("number\tname\tarff\n" + "".join(rows))
    classifiers = {
        name: {"scikit_learn": {"learner": f"sklearn.{learner}", "settings": settings}}
        for name, (learner, settings) in LEARNERS.items()
    }
    design = {"datasets": "small.tsv", "runs": 2, "folds": 5, "seed": 1}
    # JSON is YAML too.
    study = json.dumps({**design, "classifiers": classifiers})
    (folder / "small.yaml").write_text(study, encoding="utf-8")
    return names


def run_study(folder, cores, *targets):
    """Make files of the study; return CPU and wall seconds."""
    command = [sys.executable, "-m", "snakemake", "--snakefile", ROOT / "Snakefile"]
    command += [*targets, "--directory", folder, "--cores", str(cores)]
    command += ["--config", f"study={folder / 'small.yaml'}"]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return np.array([cpu, wall])


def counts_of(results):
    """Read the counts of the study, by data set and classifier."""
    counts = {}
    with open(results / "accuracies.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            cell = row["dataset"], row["classifier"]
            counts.setdefault(cell, []).append(int(row["correct"]))
    return counts


def learners():
    """Make every classifier as the study has it."""
    from tenbyten.engines import Classifier
    from tenbyten.engines.scikit_learn.instantiate import instantiate

    return {
        name: instantiate(Classifier(name, f"sklearn.{learner}", settings))
        for name, (learner, settings) in LEARNERS.items()
    }


def read(results, name):
    """Read a data set of the study, and its folds."""
    from tenbyten.dataset.parquet import read_dataset
    from tenbyten.folds import read_folds

    dataset = read_dataset(results / "data" / f"{name}.parquet", name=name)
    path = results / "folds" / f"{name}.csv"
    return dataset, read_folds(path, splitter="weka", seed=1)


def count(learner, ready):
    """Fit, predict and count in every fold, with nothing besides."""
    counts = []
    draws = learner.get_params().get("random_state", 0) is None
    for training, test, classes, truth, seed in ready:
        fitted = clone(learner)
        if draws:
            fitted.set_params(random_state=seed)
        predicted = fitted.fit(training, classes).predict(test)
        counts.append(int(np.sum(predicted == truth)))
    return counts


def run_loop(results, names):
    """Do the fits in a plain loop, once it is warm; return CPU and wall seconds."""
    expected, fitted, spent = counts_of(results), learners(), np.zeros(2)
    warnings.simplefilter("ignore")
    for warm, name in enumerate([names[0], *names]):
        ready = prepared(*read(results, name), "encoded")
        before = np.array([time.process_time(), time.perf_counter()])
        with threadpool_limits(1):
            found = {key: count(learner, ready) for key, learner in fitted.items()}
        after = np.array([time.process_time(), time.perf_counter()])
        spent += (after - before) * bool(warm)
        for key, counts in found.items():
            if counts != expected[name, key]:
                sys.exit(f"{name}, {key}: {counts} and {expected[name, key]}")
    return spent


def profile(results, names):
    """Cross-validate data sets by the engine, under Python's profiler."""
    from tenbyten.engines import Classifier, Panel
    from tenbyten.engines.cross_validation import evaluate_panel

    panel = Panel(
        "scikit_learn",
        [Classifier(name, f"sklearn.{x}", y) for name, (x, y) in LEARNERS.items()],
    )
    with cProfile.Profile() as profiler:
        for name in names[:20]:
            evaluate_panel(*read(results, name), panel, seed=1)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(40)


def main():
    """Run the study, then the loop."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--datasets", type=int, default=300)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--profile", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        results = folder / "results" / "small"
        names = write_study(folder, arguments.datasets)
        study = run_study(folder, arguments.cores, "results/small/accuracies.csv")
        files = ("data/{}.parquet", "folds/{}.csv")
        unpacked = [f"results/small/{x.format(name)}" for x in files for name in names]
        run_study(folder, arguments.cores, *unpacked)
        plain = run_loop(results, names)
        for who, (cpu, wall) in {"loop": plain, "study": study}.items():
            print(f"{who:6}{cpu:9.1f} CPU s{wall:9.1f} s")
        cpu, wall = study / plain
        print(f"{'ratio':6}{cpu:9.2f}      {wall:9.2f}")
        if arguments.profile:
            profile(results, names)


if __name__ == "__main__":
    main()
