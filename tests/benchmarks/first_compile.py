"""Time the compiling of the native learners, as in a first run after an installation.

usage: .venv/bin/python tests/benchmarks/first_compile.py [FOLDER]

Two processes that start together compile what study `demo` asks for, on data with
numeric and with nominal attributes, into an empty folder. FOLDER is another clone of
this repository, compared in turn with this one. Printed are the CPU seconds of both
processes (all that the system counts, their starts included) and the seconds until the
last of them is done, then the ratios.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
COMPILE = """
import numpy as np
from tenbyten.dataset.bundled import read_bundled
from tenbyten.engines.classifier import Classifier
from tenbyten.engines.native import ENGINE
from tenbyten.folds import Folds

names = {"J48": (), "J48graft": ()}
names |= dict.fromkeys(("NaiveBayes", "AODE", "HNB"), ("discretize",))
panel = [Classifier(x, x, {}, "", filters) for x, filters in names.items()]
for name in ("iris", "contact-lenses"):
    dataset = read_bundled(name)
    folds = Folds(np.array([np.arange(len(dataset.values)) % 2 + 1]), "weka", 1)
    list(ENGINE.predict_folds(dataset, folds, panel, seed=1))
"""


def seconds_in(folder):
    """Compile with the package in a clone; return CPU seconds and seconds."""
    started, before = time.monotonic(), _spent()
    with tempfile.TemporaryDirectory() as cache:
        there = {"NUMBA_CACHE_DIR": cache, "PYTHONPATH": str(folder / "workflow")}
        command = [sys.executable, "-c", COMPILE]
        jobs = [
            subprocess.Popen(command, env=os.environ | there, stderr=subprocess.DEVNULL)
            for _ in range(2)
        ]
        if any([job.wait() for job in jobs]):
            sys.exit(f"{folder}: it cannot be compiled")
    return _spent() - before, time.monotonic() - started


def _spent():
    """CPU seconds of all processes that this one has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    """Compile once in each clone."""
    folders = [*(Path(x).resolve() for x in sys.argv[1:]), HERE]
    taken = [seconds_in(folder) for folder in folders]
    for folder, (cpu, wall) in zip(folders, taken, strict=True):
        print(f"{folder}: {cpu:.1f} CPU s, {wall:.1f} s")
    if len(taken) == 2:
        (cpu, wall), (our_cpu, our_wall) = taken
        print(f"ratios: {cpu / our_cpu:.2f} (CPU), {wall / our_wall:.2f}")


if __name__ == "__main__":
    main()
