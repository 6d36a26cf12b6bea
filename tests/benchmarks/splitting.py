"""Time a heavy classifier on a large data set, on one core and on two.

Usage: ``splitting.py [--instances 20000] [--trees 500] [--folds 10]``, on a machine
with nothing else to do. A random forest is cross-validated in ten runs on random data
with twenty attributes, in a temporary folder: on one core in a single job, on two cores
in the jobs that the workflow chooses. (A study needs two classifiers and two data sets:
the others are small.) Printed are the seconds of both from start to
accuracies, CPU seconds, and the ratio; it ends with an error where the accuracies
differ. 500 trees and ten folds take hours.
"""

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ATTRIBUTES = 20
STUDY = """datasets: heavy.tsv
runs: 10
folds: {folds}
classifiers:
  forest:
    scikit_learn:
      learner: sklearn.ensemble.RandomForestClassifier
      settings: {{n_estimators: {trees}}}
  bayes: {{scikit_learn: {{learner: sklearn.naive_bayes.GaussianNB}}}}
"""


def write_study(folder, asked):
    """Write a study file, its sheet and an ARFF file."""
    draw = random.Random(1)
    lines = ["@relation heavy"]
    lines += [f"@attribute a{i} numeric" for i in range(ATTRIBUTES)]
    lines += ["@attribute class {x,y}", "@data"]
    for _ in range(asked.instances):
        row = [draw.gauss(0, 1) for _ in range(ATTRIBUTES)]
        label = "x" if row[0] + row[1] * row[2] + draw.gauss(0, 1) > 0 else "y"
        lines.append(",".join([f"{value:.3f}" for value in row] + [label]))
    small = len(lines) - asked.instances + 40
    (folder / "heavy.arff").write_text("\n".join(lines) + "\n")
    (folder / "small.arff").write_text("\n".join(lines[:small]) + "\n")
    rows = "1\theavy\theavy.arff\n2\tsmall\tsmall.arff\n"
    (folder / "heavy.tsv").write_text("number\tname\tarff\n" + rows)
    text = STUDY.format(trees=asked.trees, folds=asked.folds)
    (folder / "heavy.yaml").write_text(text)


def timed(folder, cores, *settings):
    """Make the accuracies anew; return seconds, CPU seconds and the accuracies."""
    with tempfile.TemporaryDirectory(dir=folder) as work:
        command = [sys.executable, "-m", "snakemake", "--snakefile", ROOT / "Snakefile"]
        command += ["--directory", work, "--cores", str(cores), "--until", "collect"]
        command += ["--config", f"study={folder / 'heavy.yaml'}", *settings]
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
        done = subprocess.run(command, capture_output=True, text=True)
        seconds, after = (
            time.time() - start,
            resource.getrusage(resource.RUSAGE_CHILDREN),
        )
        if done.returncode:
            sys.exit(done.stdout + done.stderr)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        accuracies = Path(work, "results", "heavy", "accuracies.csv").read_bytes()
    print(f"{cores} cores: {seconds:.1f} s, {used:.1f} CPU seconds", flush=True)
    return seconds, accuracies


def main():
    """Compare one core with two."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--instances", type=int, default=20_000)
    parser.add_argument("--trees", type=int, default=500)
    parser.add_argument("--folds", type=int, default=10)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_study(folder, parser.parse_args())
        one, accuracies = timed(folder, 1, "runs_per_job=10")
        two, found = timed(folder, 2)
    if found != accuracies:
        sys.exit("the accuracies differ")
    print(f"two cores take {two / one:.2f} of the time of one")


if __name__ == "__main__":
    main()
