"""Time a cross-validation job of the WEKA engine against a bare loop in Java.

Usage, from the top folder of the project (a JDK, WEKA 3.6 and the UCI tables needed)::

    PYTHONPATH=workflow python tests/benchmarks/weka_engine.py [--uci FOLDER]
        [--jar WEKA_JAR] [--runs 10] [--repeats 3] [--heap-mb 500] [DATASET ...]

Both do the `paper` study on one data set: the same folds, the same five classifiers
in the same filters, one JVM of the same heap and garbage collector. The bare loop
(BareLoop.java) reads an ARFF file and counts. The job does all that a job does:
starts Python and the JVM, reads the data set and the fold file, cross-validates,
writes the counts. Printed are the seconds of both (the least of the repeats, which
take turns) with the peak memory of the job, their ratio, and the ratio of the sums.
It ends with an error where the counts differ.
"""

import argparse
import csv
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATASETS = ("iris", "labor", "vowel", "kr-vs-kp", "splice", "mushroom", "nursery")
# Java class, options, preprocessing: as in BareLoop.java.
CLASSIFIERS = (
    ("weka.classifiers.bayes.NaiveBayes", "", ("discretize",)),
    ("weka.classifiers.bayes.AODE", "", ("discretize", "impute")),
    ("weka.classifiers.bayes.HNB", "", ("discretize", "impute")),
    ("weka.classifiers.trees.J48", "-C 0.25 -M 2", ("discretize",)),
    ("weka.classifiers.trees.J48graft", "-C 0.25 -M 2", ("discretize",)),
)


def do_job(data, folds, counts, jar, heap_mb):
    """Do the job whose time is taken."""
    from tenbyten.dataset.parquet import read_dataset
    from tenbyten.engines import Classifier, Panel, cross_validation
    from tenbyten.engines.weka import BESIDE_THE_HEAP_MB
    from tenbyten.folds import read_folds
    from tenbyten.jobs.cross_validating import Counted, write_counted

    classifiers = [
        Classifier(learner, learner, {}, options, preprocessing)
        for learner, options, preprocessing in CLASSIFIERS
    ]
    mem_mb = int(heap_mb) + BESIDE_THE_HEAP_MB
    rows = cross_validation.evaluate_panel(
        read_dataset(data, name="benchmark"),
        read_folds(folds, splitter="weka", seed=1),
        Panel("weka", classifiers),
        seed=1,
        allotted=cross_validation.Allotment(jar, mem_mb),
    ).rows
    write_counted(Counted(rows, [], [], {}), [], counts=counts)
    peak_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak_kb / 1024)


def prepare(uci, name, runs, scratch):
    """Write the canonical data set, imputed where the sheet says so, and its folds."""
    sys.path.append(str(HERE.parent))
    from arff_writer import write_arff
    from tenbyten.dataset.canonical import canonical
    from tenbyten.dataset.parquet import write_dataset
    from tenbyten.dataset.readers.arff import read_arff
    from tenbyten.folds import write_folds
    from tenbyten.folds.weka import weka_folds
    from tenbyten.preprocessing.imputation import impute

    with open(uci / "datasets.tsv", encoding="utf-8") as file:
        sheet = {row["name"]: row for row in csv.DictReader(file, delimiter="\t")}
    row = sheet[name]
    dataset = canonical(
        read_arff(uci / row["file"]),
        name=name,
        target=row["target"],
        drop=[attribute for attribute in row["drop"].split(";") if attribute],
        where=row["file"],
    )
    if row["impute"] == "yes":
        dataset = impute(dataset)
    write_arff(dataset, scratch / "data.arff")
    write_dataset(dataset, scratch / "data.parquet")
    folds = weka_folds(dataset.classes, runs=runs, folds=10, seed=1)
    write_folds(folds, scratch / "folds.csv")


def timed(command):
    """Seconds that a command took, and what it printed."""
    start = time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return time.perf_counter() - start, done.stdout


def compare(arguments, name, scratch):
    """Time both on one data set: seconds of the loop, of the job, and its memory."""
    prepare(arguments.uci, name, arguments.runs, scratch)
    data, counts = scratch / "data.arff", scratch / "counts.csv"
    heap = f"-Xmx{arguments.heap_mb}m"
    classpath = f"{arguments.jar}{os.pathsep}{arguments.classes}"
    loop = ["java", heap, "-XX:+UseSerialGC", "-cp", classpath, "BareLoop"]
    loop += [str(data), str(arguments.runs), "10"]
    job = [sys.executable, str(Path(__file__).resolve()), "--job"]
    job += [str(scratch / "data.parquet"), str(scratch / "folds.csv"), str(counts)]
    job += [str(arguments.jar)]
    job += [str(arguments.heap_mb)]
    loop_seconds, job_seconds = [], []
    for _ in range(arguments.repeats):
        seconds, printed = timed(loop)
        loop_seconds.append(seconds)
        seconds, peak_mb = timed(job)
        job_seconds.append(seconds)
    theirs = dict(line.split() for line in printed.splitlines())
    ours = Counter()
    with open(counts, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            ours[row["classifier"]] += int(row["correct"])
    if {learner: str(correct) for learner, correct in ours.items()} != theirs:
        sys.exit(f"{name}: the counts differ: {dict(ours)} and {theirs}")
    return min(loop_seconds), min(job_seconds), float(peak_mb)


def main():
    """Compare on every data set asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    top = HERE.parent.parent
    uci = os.environ.get("TENBYTEN_UCI", top.parent / "shared" / "uci")
    jar = os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar")
    parser.add_argument("--uci", type=Path, default=Path(uci))
    parser.add_argument("--jar", type=Path, default=Path(jar))
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--heap-mb", type=int, default=500)
    parser.add_argument("datasets", nargs="*", default=DATASETS)
    arguments = parser.parse_args()
    print(f"{'data set':24}{'Java s':>9}{'job s':>9}{'ratio':>7}{'job MB':>8}")
    results = []
    with tempfile.TemporaryDirectory() as folder:
        arguments.classes = folder
        compiler = ["javac", "-nowarn", "-cp", str(arguments.jar), "-d", folder]
        subprocess.run([*compiler, str(HERE / "BareLoop.java")], check=True)
        for name in arguments.datasets:
            loop, job, peak_mb = compare(arguments, name, Path(folder))
            results.append((loop, job))
            ratio = job / loop
            print(
                f"{name:24}{loop:9.2f}{job:9.2f}{ratio:7.2f}{peak_mb:8.0f}", flush=True
            )
    loop, job = map(sum, zip(*results, strict=True))
    print(f"{'sum':24}{loop:9.2f}{job:9.2f}{job / loop:7.2f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--job"]:
        do_job(*sys.argv[2:])
    else:
        main()
