"""Time the plan of a large study: ``jobs_planned.py DATASETS CLASSIFIERS``.

A dry run of a study of so many data sets and scikit-learn classifiers, in a temporary
folder. Printed are the steps that Snakemake plans, CPU seconds and peak memory.
"""

import argparse
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HEAD = "@relation r\n@attribute a numeric\n@attribute c {x,y}\n@data\n"


def write_study(folder, *, datasets, classifiers):
    """Write a study file, its sheet and one ARFF file; return the study file."""
    rows = [f"{i * 7 % 20},{'xy'[i % 3 % 2]}\n" for i in range(20)]
    (folder / "one.arff").write_text(HEAD + "".join(rows))
    rows = [f"{i}\td{i}\tone.arff\n" for i in range(1, datasets + 1)]
    (folder / "large.tsv").write_text("number\tname\tarff\n" + "".join(rows))
    learner = "scikit_learn: {learner: sklearn.naive_bayes.GaussianNB}"
    names = [f"  c{i}: {{{learner}}}\n" for i in range(1, classifiers + 1)]
    study = folder / "large.yaml"
    design = "datasets: large.tsv\nruns: 2\nfolds: 2\nclassifiers:\n"
    study.write_text(design + "".join(names))
    return study


def snakemake(folder, *arguments):
    """Run Snakemake on the study in a folder; return what it printed, and its cost."""
    command = [sys.executable, "-m", "snakemake", "--snakefile", ROOT / "Snakefile"]
    command += ["--directory", folder, *arguments]
    command += ["--quiet", "rules", "--config", f"study={folder / 'large.yaml'}"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    said = done.stdout + done.stderr
    if done.returncode:
        sys.exit(said)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    return said, f"{seconds:.0f} CPU seconds, {used.ru_maxrss / 1e6:.1f} GB"


def plan(folder):
    """Plan the study, and print how many steps there are and what that cost."""
    said, cost = snakemake(folder, "--dry-run", "--cores", "2")
    steps = re.findall(r"^total +(\d+)", said, re.MULTILINE) or ["no"]
    print(f"{steps[-1]} steps planned: {cost}", flush=True)


def main():
    """Plan the study that the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("datasets", type=int)
    parser.add_argument("classifiers", type=int)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_study(folder, datasets=asked.datasets, classifiers=asked.classifiers)
        plan(folder)


if __name__ == "__main__":
    main()
