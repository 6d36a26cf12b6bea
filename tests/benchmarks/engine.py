"""Compare the CPU time of an engine with a bare loop in Java.

Usage, from the top folder of the project (a JDK, WEKA 3.6 and the UCI tables needed)::

    PYTHONPATH=workflow python tests/benchmarks/engine.py [--engine native]
        [--uci FOLDER] [--jar WEKA_JAR] [--runs 10] [--heap-mb 1000] [DATASET ...]

Both do the `paper` study on one data set after the other, each in a process of its
own: the same folds, the same five classifiers in the same filters. The loop
(BareLoop.java) reads an ARFF file and counts. The job does all that a job does: starts
Python, with ``--engine weka`` a JVM of the same heap, reads the data set and the fold
file, cross-validates, writes the counts; native kernels are compiled before. Printed
are the CPU seconds of both (all threads, user and system) with the peak memory of the
job, and their ratio, on every data set and in sum. It ends with an error where the
counts differ.
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Learner, its class in WEKA, options, preprocessing: as in BareLoop.java.
CLASSIFIERS = (
    ("NaiveBayes", "weka.classifiers.bayes.NaiveBayes", "", ("discretize",)),
    ("AODE", "weka.classifiers.bayes.AODE", "", ("discretize", "impute")),
    ("HNB", "weka.classifiers.bayes.HNB", "", ("discretize", "impute")),
    ("J48", "weka.classifiers.trees.J48", "-C 0.25 -M 2", ("discretize",)),
    ("J48graft", "weka.classifiers.trees.J48graft", "-C 0.25 -M 2", ("discretize",)),
)
# As Snakemake sets them for a job of one thread.
ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")}


def do_job(engine, jar, heap_mb, data, folds, counts):
    """Do the job whose time is taken."""
    from tenbyten.datasets.folds import read_folds
    from tenbyten.datasets.parquet import read_dataset
    from tenbyten.engines import Classifier, Panel
    from tenbyten.engines.cross_validation import Allotment, evaluate_panel
    from tenbyten.engines.weka import BESIDE_THE_HEAP_MB
    from tenbyten.jobs.cross_validating import write_counts

    classifiers = [
        Classifier(java, java, {}, options, preprocessing)
        if engine == "weka"
        else Classifier(java, learner, preprocessing=preprocessing)
        for learner, java, options, preprocessing in CLASSIFIERS
    ]
    counted = evaluate_panel(
        read_dataset(data, name="benchmark"),
        read_folds(folds, splitter="weka", seed=1),
        Panel(engine, classifiers),
        seed=1,
        allotted=Allotment(jar, int(heap_mb) + BESIDE_THE_HEAP_MB),
    )
    write_counts(counted, [], counts=counts)


def read_sheet(uci):
    """Read the rows of the UCI tables, by name."""
    with open(uci / "datasets.tsv", encoding="utf-8") as file:
        return {row["name"]: row for row in csv.DictReader(file, delimiter="\t")}


def prepare(uci, name, runs, scratch):
    """Write the canonical data set, imputed where the sheet says so, and its folds."""
    sys.path.append(str(HERE.parent))
    from arff_writer import write_arff
    from tenbyten.datasets.canonical import canonical
    from tenbyten.datasets.folds import write_folds
    from tenbyten.datasets.folds.weka import weka_folds
    from tenbyten.datasets.making import impute
    from tenbyten.datasets.parquet import write_dataset
    from tenbyten.datasets.readers.arff import read_arff

    row = read_sheet(uci)[name]
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


def compile_loop(jar, folder, heap_mb):
    """Compile the bare loop into a folder; return the command that runs it."""
    compiler = ["javac", "-nowarn", "-cp", str(jar), "-d", str(folder)]
    subprocess.run([*compiler, str(HERE / "BareLoop.java")], check=True)
    command = ["java", f"-Xmx{heap_mb}m", "-XX:+UseSerialGC"]
    return [*command, "-cp", f"{jar}{os.pathsep}{folder}", "BareLoop"]


def compare(arguments, loop, name, scratch):
    """CPU seconds of the loop and of the job on a data set, and the job's memory."""
    program = arguments.engine, str(arguments.jar), str(arguments.heap_mb)
    files = [str(scratch / f) for f in ("data.parquet", "folds.csv", "counts.csv")]
    job = [sys.executable, str(Path(__file__).resolve()), "--job", *program, *files]
    if arguments.engine == "native":  # compiles what is not compiled yet
        prepare(arguments.uci, name, 1, scratch)
        spent(job)
    prepare(arguments.uci, name, arguments.runs, scratch)
    asked = [str(scratch / "data.arff"), str(arguments.runs), "10"]
    java, _, printed = spent([*loop, *asked])
    seconds, peak_mb, _ = spent(job)
    ours = Counter()
    with open(scratch / "counts.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            ours[row["classifier"]] += int(row["correct"])
    theirs = {java: int(n) for java, n in map(str.split, printed.splitlines())}
    if ours != theirs:
        sys.exit(f"{name}: the counts differ: {dict(ours)} and {theirs}")
    return java, seconds, peak_mb


def show(name, java, seconds, peak_mb):
    """Print one line of the table."""
    ratio = java / seconds
    print(f"{name:26}{java:9.2f}{seconds:9.2f}{ratio:7.1f}{peak_mb:8.0f}", flush=True)


def main():
    """Compare on every data set asked for, or on all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    top = HERE.parent.parent
    uci = os.environ.get("TENBYTEN_UCI", top.parent / "shared" / "uci")
    jar = os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar")
    parser.add_argument("--engine", choices=("native", "weka"), default="native")
    parser.add_argument("--uci", type=Path, default=Path(uci))
    parser.add_argument("--jar", type=Path, default=Path(jar))
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--heap-mb", type=int, default=1000)
    parser.add_argument("datasets", nargs="*")
    arguments = parser.parse_args()
    print(f"{'data set':26}{'Java s':>9}{'job s':>9}{'ratio':>7}{'MB':>8}", flush=True)
    measured = []
    with tempfile.TemporaryDirectory() as folder:
        loop = compile_loop(arguments.jar, folder, arguments.heap_mb)
        for name in arguments.datasets or read_sheet(arguments.uci):
            measured.append(compare(arguments, loop, name, Path(folder)))
            show(name, *measured[-1])
    java, seconds, peaks = zip(*measured, strict=True)
    show("sum, highest peak", sum(java), sum(seconds), max(peaks))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--job"]:
        do_job(*sys.argv[2:])
    else:
        main()
