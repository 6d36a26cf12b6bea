"""Time large tables: made canonical, split, and used in one fold.

Usage: ``large_tables.py [--folder FOLDER]``, on a machine with nothing else to do. In
FOLDER (a temporary one by default; a gigabyte) are written

- 1,000,000 instances of 20 attributes, half of them nominal,
- 60,000 of 785, whole numbers from 0 to 255 of which most are 0, as images have them,
- 8,000 of these.

The first two go through a study's jobs, each in a process of its own: rule `prepare`
(read ARFF, write the canonical table and ten runs of ten folds by WEKA's way), and what
a cross-validation job does up to the end of its first fold, with naive Bayes on
discretised attributes (the second: on Gaussians). Its kernels are compiled before.
Printed are seconds, CPU seconds and the peak of memory. Of the third, the seconds and
memory of reading it from ARFF are printed beside those of ``pandas.read_csv`` on the
same cells, both in this run.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

SPLIT = {"splitter": "weka", "runs": 10, "folds": 10, "seed": 1}
WORDS = ("red", "green", "blue", "black", "white")
# By name: instances, attributes, what they are, preprocessing.
TABLES = {
    "million": (1_000_000, 20, "mixed", ("discretize",)),
    "images": (60_000, 785, "pixels", ()),
    "part": (8_000, 785, "pixels", ()),
}


def write_table(folder, name):
    """Write a table as ARFF and as CSV, piece by piece."""
    import pandas as pd

    instances, attributes, kind, _ = TABLES[name]
    rng = np.random.default_rng(1)
    nominal = attributes // 2 if kind == "mixed" else 0
    header = ["@relation r"]
    header += [f"@attribute w{i} {{{','.join(WORDS)}}}" for i in range(nominal)]
    header += [f"@attribute x{i} numeric" for i in range(attributes - 1 - nominal)]
    header += [f"@attribute class {{{','.join('abcdefghij')}}}", "@data"]
    arff, csv = folder / f"{name}.arff", folder / f"{name}.csv"
    arff.write_text("\n".join(header) + "\n")
    csv.unlink(missing_ok=True)
    for _ in range(0, instances, 2000):
        classes = rng.integers(0, 10, 2000)
        shape = 2000, attributes - 1 - nominal
        numbers = rng.integers(0, 256, shape) * (rng.random(shape) < 0.2)
        if kind == "mixed":
            numbers = np.round(rng.normal(classes[:, np.newaxis] / 4, 1, shape), 4)
        words = np.array(WORDS)[rng.integers(0, len(WORDS), (2000, nominal))]
        columns = [*words.T, *numbers.T, np.array(list("abcdefghij"))[classes]]
        text = pd.DataFrame(dict(enumerate(columns))).to_csv(header=False, index=False)
        for path in (arff, csv):
            with path.open("a") as file:
                file.write(text)


def prepare(folder, name):
    """Do what rule `prepare` does."""
    from tenbyten.jobs import preparing

    settings = {"source": ["arff", ""], "row": {}, "split": SPLIT}
    settings |= {"missing_class": "error"}
    files = {"source": str(folder / f"{name}.arff")}
    preparing.prepare(name, settings, files, folder, where=name)


def fold(folder, name):
    """Do what a cross-validation job does, up to the end of its first fold."""
    from tenbyten.engines import Classifier, find_engine
    from tenbyten.folds import run_sums
    from tenbyten.jobs.preparing import read_prepared

    dataset, folds = read_prepared(folder, name, splitter="weka", seed=1)
    run_sums(folds)
    bayes = Classifier("bayes", "NaiveBayes", preprocessing=TABLES[name][3])
    predicted = next(
        find_engine("native").predict_folds(dataset, folds, [bayes], seed=1)
    )
    assert len(predicted.predicted) == len(dataset.values) // 10


def read_arff(folder, name):
    """Read a table from ARFF."""
    from tenbyten.dataset.readers import arff

    arff.read_arff(folder / f"{name}.arff")


def read_csv(folder, name):
    """Read a table as pandas does."""
    import pandas as pd

    pd.read_csv(folder / f"{name}.csv", header=None)


STEPS = {
    step.__name__: step for step in (write_table, prepare, fold, read_arff, read_csv)
}


def spent(step, folder, name):
    """Seconds, CPU seconds and the peak of memory, in MB, of a step in a process."""
    command = [sys.executable, __file__, "--step", step, "--folder", folder]
    start = time.perf_counter()
    process = subprocess.Popen([*command, "--name", name])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    seconds = time.perf_counter() - start
    return np.array([seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024])


def tell(what, measured):
    """Print what a step needed."""
    seconds, cpu, megabytes = measured
    print(f"{what}: {seconds:.1f} s ({cpu:.1f} s CPU), {megabytes:.0f} MB", flush=True)


def measure(folder):
    """Measure everything."""
    for name, (instances, attributes, _, _) in TABLES.items():
        spent("write_table", folder, name)
        size = f"{instances:,} x {attributes}"
        if name == "part":
            arff, csv = (spent(x, folder, name) for x in ("read_arff", "read_csv"))
            tell(f"{size}, ARFF", arff)
            tell(f"{size}, pandas.read_csv", csv)
            print("ratios of seconds, CPU, memory:", *np.round(arff / csv, 2))
            continue
        prepared = spent("prepare", folder, name)
        tell(f"{size}, prepared", prepared)
        spent("fold", folder, name)
        first = spent("fold", folder, name)
        tell(f"{size}, first fold", first)
        tell(f"{size}, both", [*(prepared + first)[:2], max(prepared[2], first[2])])


def main():
    """Measure, or do one step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--step", choices=STEPS, help=argparse.SUPPRESS)
    parser.add_argument("--name", choices=TABLES, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.step:
        STEPS[asked.step](asked.folder, asked.name)
    elif asked.folder:
        measure(asked.folder)
    else:
        with tempfile.TemporaryDirectory() as folder:
            measure(Path(folder))


if __name__ == "__main__":
    main()
