"""Time the `paper` study, from ARFF files to the report, and say which rules take it.

Usage, from the top folder of the project (the UCI tables needed)::

    python tests/benchmarks/paper_study.py [--uci FOLDER] [--cores 2] [--times 1]
        [--against CLONE]

Every study is a `snakemake` of its own in an empty folder. Printed are its wall time
and the CPU seconds of all its processes (user and system), of each rule's jobs from
their start to their end, and of Snakemake itself. With ``--against`` the study is made
by another clone too, whose environment is in its folder `.venv`: in turn, so many
`times` each, of which the medians are printed, their ratio, and which results differ. A
study that compiled native learners says so: make it again.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
# Has each Python process say at its end what it and those that it waited for took.
# Benchmark files miss what a job does after they looked at it last.
TELL = """
import atexit, os, sys
def tell():
    words = f"{os.getppid()} {sum(os.times()[:4])} {sys.argv[0]}"
    open(os.path.join(os.environ["TOLD"], str(os.getpid())), "w").write(words)
atexit.register(tell)
"""
# What holds numbers, and nothing of when or where it was made.
NUMBERS = ("accuracies.csv", "comparisons", "tables", "figures/index.csv")


class Spent(NamedTuple):
    """What a study took: seconds, CPU seconds, and by rule its jobs' CPU seconds."""

    wall: float
    cpu: float
    by_rule: dict[str, list[float]]


def make(clone, python, folder, arguments):
    """Make the study by a clone in an empty folder; return what it took."""
    command = [python, "-m", "snakemake", "--snakefile", clone / "Snakefile"]
    command += ["--directory", folder, "--cores", arguments.cores, "--config"]
    command += ["study=paper", f"arff_folder={arguments.uci.resolve()}"]
    told, log = folder / "told", folder / "said.txt"
    told.mkdir()
    (told / "sitecustomize.py").write_text(TELL, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(told), "TOLD": str(told)}
    words, began = [str(word) for word in command], time.monotonic()
    with open(log, "w", encoding="utf-8") as said:
        process = subprocess.Popen(words, stdout=said, stderr=said, env=env)
        _, status, usage = os.wait4(process.pid, 0)
    wall, said = time.monotonic() - began, log.read_text(encoding="utf-8")
    if status:
        sys.exit(f"{said}\n{clone}: the study failed")
    if "to compile" in said:
        print(f"{clone}: compiled native learners as well", flush=True)
    cpu = usage.ru_utime + usage.ru_stime
    return Spent(wall, cpu, by_rule(told, process.pid))


def by_rule(told, snakemake):
    """Read the CPU seconds of every job, which Snakemake started, by rule."""
    found = defaultdict(list)
    for path in told.glob("[0-9]*"):
        parent, seconds, program = path.read_text(encoding="utf-8").split(" ", 2)
        if int(parent) == snakemake:
            found[Path(program).stem.partition(".")[2]].append(float(seconds))
    return found


def numbers_in(folder):
    """Read the files that hold numbers, by name."""
    results = folder / "results" / "paper"
    paths = [results / name for name in NUMBERS]
    files = [p for path in paths for p in (path, *path.rglob("*")) if p.is_file()]
    return {str(file.relative_to(results)): file.read_bytes() for file in files}


def show(what, values, jobs=""):
    """Print one line of a table, and the ratio of its two values."""
    line = f"{what:26}{jobs:>5}" + "".join(f"{value:9.1f}" for value in values)
    if len(values) == 2 and values[0]:
        line += f"{values[1] / values[0]:9.2f}"
    print(line, flush=True)


def show_all(names, spent):
    """Print the medians of what each clone took."""
    print(f"{'':26}{'jobs':>5}" + "".join(f"{name:>9}" for name in names))
    show("wall s", [median(x.wall for x in each) for each in spent])
    show("CPU s", [median(x.cpu for x in each) for each in spent])
    rules = {rule for each in spent for rule in each[0].by_rule}
    in_jobs = {
        rule: [median(sum(x.by_rule.get(rule, [])) for x in each) for each in spent]
        for rule in rules
    }
    for rule in sorted(rules, key=lambda rule: -in_jobs[rule][0]):
        show(rule, in_jobs[rule], len(spent[0][0].by_rule.get(rule, [])))
    rest = [
        median(x.cpu - sum(map(sum, x.by_rule.values())) for x in each)
        for each in spent
    ]
    show("Snakemake", rest)


def main():
    """Make the study as often as asked for, by one clone or two."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    top = HERE.parent.parent
    uci = os.environ.get("TENBYTEN_UCI", top.parent / "shared" / "uci")
    parser.add_argument("--uci", type=Path, default=Path(uci))
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--against", type=Path)
    arguments = parser.parse_args()
    clones, names = {top: sys.executable}, ["here"]
    if arguments.against:
        other = arguments.against.resolve()
        clones[other] = other / ".venv" / "bin" / "python"
        names += ["there", "ratio"]
    spent = {clone: [] for clone in clones}
    for _ in range(arguments.times):
        numbers = []
        for clone, python in clones.items():
            with tempfile.TemporaryDirectory() as folder:
                spent[clone].append(make(clone, python, Path(folder), arguments))
                numbers.append(numbers_in(Path(folder)))
    show_all(names, list(spent.values()))
    if arguments.against:
        ours, theirs = numbers
        differ = [x for x in {**ours, **theirs} if ours.get(x) != theirs.get(x)]
        print(f"{len(ours)} files of numbers; differing: {', '.join(differ) or 'none'}")


if __name__ == "__main__":
    main()
