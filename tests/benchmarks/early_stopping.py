"""Make studies with and without `early_stopping`, and print what each took.

Usage, from the top folder of the project (the UCI tables needed)::

    python tests/benchmarks/early_stopping.py [--uci FOLDER] [--cores 2] [--trees 300]
        [--only paper] [--runs 10]

The studies are `paper`, and three kinds of forests of scikit-learn on the data sets of
`demo`. Each is made twice in empty folders, of `paper` everything but the report.
Printed are fits, CPU seconds of all processes, wall seconds, and how many decisions
between pairs and verdicts by the rope differ; verdicts need not be alike.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pandas as pd

TOP = Path(__file__).resolve().parents[2]
DECISIONS = ["family", "rope_verdict"]
FORESTS = ("RandomForestClassifier", "ExtraTreesClassifier", "BaggingClassifier")


def text_of(name, options):
    """Return a study file."""
    if name == "paper":
        text = (TOP / "config" / "paper.yaml").read_text(encoding="utf-8")
        text = text.replace("paper.tsv", f"{TOP}/config/paper.tsv")
        return text.replace("runs: 10", f"runs: {options.runs}")
    settings = f"settings: {{n_estimators: {options.trees}}}"
    lines = [
        f"datasets: {TOP}/config/demo.tsv",
        f"runs: {options.runs}",
        "classifiers:",
    ]
    for name in FORESTS:
        learner = f"learner: sklearn.ensemble.{name}, {settings}"
        lines.append(f"  {name}: {{scikit_learn: {{{learner}}}}}")
    return "\n".join(lines)


def make(name, early, options):
    """Make a study in an empty folder; return what it took, and its decisions."""
    with tempfile.TemporaryDirectory() as folder:
        study = Path(folder, f"{name}.yaml")
        study.write_text(text_of(name, options) + f"\nearly_stopping: {early}\n")
        results, usage = Path(folder, "results", name), os.times()
        command = [sys.executable, "-m", "snakemake", "--snakefile", TOP / "Snakefile"]
        command += ["--directory", folder, "--cores", options.cores, "--config"]
        command += [f"study={study}", f"arff_folder={options.uci}", "--quiet", "all"]
        command += ["--", f"results/{name}/comparisons/all/adjusted.csv"]
        began = time.monotonic()
        subprocess.run(list(map(str, command)), check=True, cwd=folder)
        wall, cpu = time.monotonic() - began, sum(os.times()[2:4]) - sum(usage[2:4])
        fits = len(pd.read_csv(results / "accuracies.csv"))
        decided = pd.read_csv(results / "comparisons" / "all" / "adjusted.csv")
        return (fits, cpu, wall), decided[DECISIONS].fillna("")


def main():
    """Make each study with the key and without."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    uci = os.environ.get("TENBYTEN_UCI", TOP.parent / "shared" / "uci")
    parser.add_argument("--uci", type=Path, default=Path(uci))
    for name, number in {"cores": 2, "trees": 300, "runs": 10}.items():
        parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--only", choices=["paper", "forests"])
    options = parser.parse_args()
    for name in [options.only] if options.only else ["forests", "paper"]:
        decisions = []
        for early, what in {"true": "stopped early", "false": "all runs"}.items():
            spent, decided = make(name, early, options)
            fits, cpu, wall = spent
            print(f"{name}, {what}: {fits} fits, {cpu:.0f} CPU s, {wall:.0f} s wall")
            decisions.append(decided)
        differ = (decisions[0] != decisions[1]).sum().to_dict()
        print(f"{len(decided)} pairs; differing: {differ}", flush=True)


if __name__ == "__main__":
    main()
