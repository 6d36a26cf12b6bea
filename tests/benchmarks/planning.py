"""Time the planning of a large study: ``planning.py DATASETS CLASSIFIERS``.

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
ARFF = "@relation r\n@attribute a numeric\n@attribute c {x,y}\n@data\n1,x\n2,y\n"


def write_study(folder, *, datasets, classifiers):
    """Write a study file, its sheet and one ARFF file; return the study file."""
    (folder / "one.arff").write_text(ARFF)
    rows = [f"{i}\td{i}\tone.arff\n" for i in range(1, datasets + 1)]
    (folder / "large.tsv").write_text("number\tname\tarff\n" + "".join(rows))
    learner = "scikit_learn: {learner: sklearn.naive_bayes.GaussianNB}"
    names = [f"  c{i}: {{{learner}}}\n" for i in range(1, classifiers + 1)]
    study = folder / "large.yaml"
    study.write_text("datasets: large.tsv\nclassifiers:\n" + "".join(names))
    return study


def main():
    """Plan the study that the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("datasets", type=int)
    parser.add_argument("classifiers", type=int)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        study = write_study(Path(name), **vars(asked))
        command = [sys.executable, "-m", "snakemake", "--snakefile", ROOT / "Snakefile"]
        command += ["--directory", name, "--dry-run", "--quiet", "rules", "--config"]
        done = subprocess.run(
            [*command, f"study={study}"], capture_output=True, text=True, cwd=name
        )
    said = done.stdout + done.stderr
    if done.returncode:
        sys.exit(said)
    steps = re.findall(r"^total +(\d+)", said, re.MULTILINE)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime
    gigabytes = used.ru_maxrss / 1e6
    print(f"{steps[-1]} steps: {seconds:.0f} CPU seconds, {gigabytes:.1f} GB")


if __name__ == "__main__":
    main()
