"""Compare the CPU time of the native engine with a bare loop in Java.

Usage, from the top folder of the project (a JDK, WEKA 3.6 and the UCI tables needed)::

    PYTHONPATH=workflow python tests/benchmarks/native_engine.py [--uci FOLDER]
        [--jar WEKA_JAR] [--runs 10] [--heap-mb 1000] [--by-learner] [DATASET ...]

Both do the `paper` study on one data set after the other, each in a process of its
own: the same folds, the same five classifiers in the same filters. The loop
(BareLoop.java) reads an ARFF file and counts. The job does all that a job does:
starts Python, reads the data set and the fold file, cross-validates, writes the
counts; its kernels were compiled before. Printed are the CPU seconds of both (all
threads, user and system) with the peak memory of the job, and their ratio, on every
data set and in sum. With ``--by-learner`` each learner is also run alone, in both.
It ends with an error where the counts differ.
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parent))
from weka_engine import HERE, prepare

JAVA_CLASSES = {
    "NaiveBayes": "weka.classifiers.bayes.NaiveBayes",
    "AODE": "weka.classifiers.bayes.AODE",
    "HNB": "weka.classifiers.bayes.HNB",
    "J48": "weka.classifiers.trees.J48",
    "J48graft": "weka.classifiers.trees.J48graft",
}
# As Snakemake sets them for a job of one thread.
ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")}


def do_job(data, folds, counts, *learners):
    """Do the job whose time is taken."""
    from tenbyten.dataset.parquet import read_dataset
    from tenbyten.engines import Classifier, Panel
    from tenbyten.engines.cross_validation import evaluate_panel
    from tenbyten.folds import read_folds
    from tenbyten.jobs.cross_validating import Counted, write_counted

    needs_imputation = ("AODE", "HNB")
    classifiers = [
        Classifier(
            learner,
            learner,
            preprocessing=("discretize", "impute")
            if learner in needs_imputation
            else ("discretize",),
        )
        for learner in learners
    ]
    rows = evaluate_panel(
        read_dataset(data, name="benchmark"),
        read_folds(folds, splitter="weka", seed=1),
        Panel("native", classifiers),
        seed=1,
    ).rows
    write_counted(Counted(rows, [], [], {}), [], counts=counts)


def spent(command):
    """CPU seconds and peak memory in MB of a command, and what it printed."""
    with tempfile.TemporaryFile("w+") as printed:
        environment = {**os.environ, **ONE_THREAD}
        process = subprocess.Popen(command, stdout=printed, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        printed.seek(0)
        seconds = usage.ru_utime + usage.ru_stime
        return seconds, usage.ru_maxrss / 1024, printed.read()


def job(scratch, learners):
    """Command of the job on the data set and folds in `scratch`."""
    files = [
        str(scratch / file) for file in ("data.parquet", "folds.csv", "counts.csv")
    ]
    return [sys.executable, str(Path(__file__).resolve()), "--job", *files, *learners]


def compare(arguments, name, scratch, learners):
    """CPU seconds of the loop and of the job on a prepared data set, and its memory."""
    classpath = f"{arguments.jar}{os.pathsep}{scratch}"
    loop = ["java", f"-Xmx{arguments.heap_mb}m", "-XX:+UseSerialGC", "-cp", classpath]
    loop += ["BareLoop", str(scratch / "data.arff"), str(arguments.runs), "10"]
    if len(learners) == 1:
        loop.append(JAVA_CLASSES[learners[0]])
    java_seconds, _, printed = spent(loop)
    job_seconds, peak_mb, _ = spent(job(scratch, learners))
    theirs = dict(line.split() for line in printed.splitlines())
    ours = Counter()
    with open(scratch / "counts.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            ours[row["classifier"]] += int(row["correct"])
    for learner in learners:
        if theirs[JAVA_CLASSES[learner]] != str(ours[learner]):
            sys.exit(f"{name}: the counts of {learner} differ: {theirs} and {ours}")
    return np.array([java_seconds, job_seconds, peak_mb])


def show(name, what, measured):
    """Print one line of the table."""
    java_seconds, job_seconds, peak_mb = measured
    print(
        f"{name:26}{what:12}{java_seconds:9.2f}{job_seconds:9.2f}"
        f"{java_seconds / job_seconds:7.1f}{peak_mb:8.0f}",
        flush=True,
    )


def compare_all(arguments, names, panels, scratch):
    """Compare on all data sets; print, and then the sums and the highest peaks."""
    compiler = ["javac", "-nowarn", "-cp", str(arguments.jar), "-d", str(scratch)]
    subprocess.run([*compiler, str(HERE / "BareLoop.java")], check=True)
    for name in names:  # compiles what is not compiled yet
        prepare(arguments.uci, name, 1, scratch)
        spent(job(scratch, JAVA_CLASSES))
    head = (
        f"{'data set':26}{'learners':12}{'Java s':>9}{'job s':>9}{'ratio':>7}{'MB':>8}"
    )
    print(head, flush=True)
    measured = {what: [] for what in panels}
    for name in names:
        prepare(arguments.uci, name, arguments.runs, scratch)
        for what, learners in panels.items():
            measured[what].append(compare(arguments, name, scratch, learners))
            show(name, what, measured[what][-1])
    for what, rows in measured.items():
        java_seconds, job_seconds, _ = np.sum(rows, axis=0)
        peak_mb = np.max(rows, axis=0)[2]
        show("sum, highest peak", what, (java_seconds, job_seconds, peak_mb))


def main():
    """Compare on every data set asked for, or on all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    top = HERE.parent.parent
    uci = os.environ.get("TENBYTEN_UCI", top.parent / "shared" / "uci")
    jar = os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar")
    parser.add_argument("--uci", type=Path, default=Path(uci))
    parser.add_argument("--jar", type=Path, default=Path(jar))
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--heap-mb", type=int, default=1000)
    parser.add_argument("--by-learner", action="store_true")
    parser.add_argument("datasets", nargs="*")
    arguments = parser.parse_args()
    names = arguments.datasets
    if not names:
        with open(arguments.uci / "datasets.tsv", encoding="utf-8") as file:
            names = [row["name"] for row in csv.DictReader(file, delimiter="\t")]
    panels = {"all": tuple(JAVA_CLASSES)}
    if arguments.by_learner:
        panels |= {learner: (learner,) for learner in JAVA_CLASSES}
    with tempfile.TemporaryDirectory() as folder:
        compare_all(arguments, names, panels, Path(folder))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--job"]:
        do_job(*sys.argv[2:])
    else:
        main()
