"""Compare CPU seconds of the `paper` study by the number of data sets in a job.

Usage, from the top folder of the project (the UCI tables needed; a JDK and WEKA 3.6
with ``--java``)::

    python tests/benchmarks/job_sizes.py [--uci FOLDER] [--sizes 1 8 54]
        [--java] [--jar WEKA_JAR] [DATASET ...]

Native learners cross-validate all data sets in jobs of each size, one job after the
other: ten runs of ten folds, five classifiers. A job does all that the workflow's does
but for what Snakemake adds. Printed are, for each size, the CPU seconds of all jobs
(all threads, user and system), how many of these a start takes, the highest peak
memory and, with ``--java``, the ratio to bare loops of WEKA (BareLoop.java). Kernels
are compiled before. It ends with an error where the counts of two sizes, or Java's,
differ.
"""

import argparse
import csv
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
from engine import CLASSIFIERS, HERE, compile_loop, read_sheet, spent

SPLIT = {"splitter": "weka", "runs": 10, "folds": 10, "seed": 1}
ASKED = {"metrics": [], "predictions": False, "failures": "stop", "fold_timeout": None}


def do_job(folder, kept, runs, *names):
    """Do the job whose time is taken, up to a number of runs."""
    from tenbyten.engines import Classifier, Panel
    from tenbyten.engines.cross_validation import Allotment
    from tenbyten.jobs.cross_validating import Work, cross_validate, write_counts
    from tenbyten.jobs.scripting import log_to

    kept = Path(kept)
    log_to(kept / "job.log")
    classifiers = [
        Classifier(name, name, preprocessing=preprocessing)
        for name, _, _, preprocessing in CLASSIFIERS
    ]
    settings = {
        "datasets": names,
        "runs": range(1, int(runs) + 1),
        "classifiers": {x.name: x._asdict() for x in classifiers},
        "split": SPLIT,
        "asked": ASKED,
    }
    panel, software = (
        Panel("native", classifiers),
        {x.name: {"libraries": {}} for x in classifiers},
    )
    counted = cross_validate(
        Work(panel, settings, software, folder, kept / "cache", "", Allotment())
    )
    write_counts(counted, [], counts=kept / f"{names[0]}.csv")


def prepare_all(uci, folder, names):
    """Prepare all data sets as the study does."""
    from tenbyten.jobs.preparing import prepare

    sheet = read_sheet(uci)
    for name in names or sheet:
        of_sheet = sheet[name]
        row = {
            "target": of_sheet["target"],
            "drop": of_sheet["drop"] or None,
            "impute_before_splitting": of_sheet["impute"] == "yes",
        }
        settings = {"source": ["arff", of_sheet["file"]], "row": row, "split": SPLIT}
        settings |= {"missing_class": "error"}
        files = {"source": uci / of_sheet["file"]}
        prepare(name, settings, files, folder, where=name)
    return names or list(sheet)


def count(kept):
    """Sum the correct predictions of every classifier on every data set."""
    total = Counter()
    for path in kept.glob("*.csv"):
        with open(path, encoding="utf-8") as file:
            for row in csv.DictReader(file):
                total[row["classifier"]] += int(row["correct"])
    return total


def do_jobs(folder, names, size, *, runs=10):
    """Do all jobs of a size; return CPU seconds, jobs, the highest peak and counts."""
    with tempfile.TemporaryDirectory(dir=folder) as kept:
        command = [sys.executable, str(Path(__file__).resolve()), "--job", str(folder)]
        batches = [names[i : i + size] for i in range(0, len(names), size)]
        used = [spent([*command, kept, str(runs), *batch])[:2] for batch in batches]
        seconds, peaks = zip(*used, strict=True)
        return sum(seconds), len(batches), max(peaks), count(Path(kept))


def do_java(jar, folder, names):
    """Run the bare loop on all data sets; return CPU seconds and counts."""
    sys.path.append(str(HERE.parent))
    from arff_writer import write_arff
    from tenbyten.datasets.parquet import read_dataset

    loop = compile_loop(jar, folder, heap_mb=1000)
    by_class = {java: name for name, java, _, _ in CLASSIFIERS}
    total, counts = 0.0, Counter()
    for name in names:
        arff = folder / f"{name}.arff"
        write_arff(read_dataset(folder / f"{name}.parquet", name=name), arff)
        seconds, _, printed = spent([*loop, str(arff), "10", "10"])
        total += seconds
        for line in printed.splitlines():
            java, correct = line.split()
            counts[by_class[java]] += int(correct)
    return total, counts


def compare(arguments, folder):
    """Do the study in jobs of every size, and perhaps in Java; print the cost."""
    names = prepare_all(arguments.uci, folder, arguments.datasets)
    do_jobs(folder, names, len(names), runs=1)  # compiles what is not compiled yet
    java, counts = 0.0, None
    if arguments.java:
        java, counts = do_java(arguments.jar, folder, names)
        print(f"WEKA, {len(names)} loops: {java:.1f} CPU seconds", flush=True)
    print(f"{'data sets':>10}{'jobs':>6}{'CPU s':>8}{'MB':>6}{'ratio':>7}", flush=True)
    measured = []
    for size in arguments.sizes:
        seconds, jobs, peak, found = do_jobs(folder, names, size)
        ratio = f"{java / seconds:7.1f}" if java else f"{'':7}"
        print(f"{size:10}{jobs:6}{seconds:8.1f}{peak:6.0f}{ratio}", flush=True)
        if (counts := counts or found) != found:
            sys.exit(f"the counts differ: {dict(counts)} and {dict(found)}")
        measured.append((jobs, seconds))
    (most, slow), (fewest, fast) = max(measured), min(measured)
    if most > fewest:
        start = (slow - fast) / (most - fewest)
        print(f"a start takes {start:.2f} s: {most * start / slow:.0%} of {slow:.1f} s")


def main():
    """Compare the sizes that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    uci = os.environ.get("TENBYTEN_UCI", HERE.parent.parent.parent / "shared" / "uci")
    jar = os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar")
    parser.add_argument("--uci", type=Path, default=Path(uci))
    parser.add_argument("--jar", type=Path, default=Path(jar))
    parser.add_argument("--sizes", type=int, nargs="*", default=[1, 8, 54])
    parser.add_argument("--java", action="store_true")
    parser.add_argument("datasets", nargs="*")
    with tempfile.TemporaryDirectory() as folder:
        compare(parser.parse_args(), Path(folder))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--job"]:
        do_job(*sys.argv[2:])
    else:
        main()
