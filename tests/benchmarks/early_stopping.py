"""Make studies with and without `early_stopping`, and print what each took.

Usage, from the top folder of the project (the UCI tables needed)::

    python tests/benchmarks/early_stopping.py [--uci FOLDER] [--cores 2] [--trees 300]
        [--only paper] [--runs 10]

The studies are `paper`; three kinds of forests of scikit-learn on the data sets of
`demo`; and four of one of its classifiers with several settings on small UCI tables.
Each is made twice in empty folders, everything but the report. Printed are fits, CPU
seconds of all processes, wall seconds, and how many decisions between pairs and
verdicts by the rope differ; verdicts need not be alike.
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
# The largest number of instances, a classifier, and the values of one of its settings.
REAL = {
    "linear": (400, "linear_model.LogisticRegression", "C", (0.01, 1, 100)),
    "kernels": (250, "svm.SVC", "C", (0.1, 1, 10, 100)),
    "neighbours": (700, "neighbors.KNeighborsClassifier", "n_neighbors", (1, 3, 9, 15)),
    "trees": (1000, "tree.DecisionTreeClassifier", "min_samples_leaf", (1, 2, 5, 20)),
}


def text_of(name, options, folder):
    """Return a study file; write its sheet where it has one of its own."""
    sheet = f"{TOP}/config/demo.tsv"
    if name == "paper":
        text = (TOP / "config" / "paper.yaml").read_text(encoding="utf-8")
        text = text.replace("paper.tsv", f"{TOP}/config/paper.tsv")
        return text.replace("runs: 10", f"runs: {options.runs}")
    if name == "forests":
        settings = f"n_estimators: {options.trees}"
        learners = [(f"ensemble.{x}", settings) for x in FORESTS]
    else:
        most, learner, setting, values = REAL[name]
        learners = [(learner, f"{setting}: {x}") for x in values]
        table = pd.read_csv(TOP / "config" / "paper.tsv", sep="\t", dtype=str)
        table = table[table["instances"].astype(int) <= most]
        table, sheet = (
            table.assign(number=range(1, len(table) + 1)),
            f"{folder}/uci.tsv",
        )
        table.to_csv(sheet, sep="\t", index=False)
    lines = [f"datasets: {sheet}", f"runs: {options.runs}", "classifiers:"]
    for number, (learner, settings) in enumerate(learners):
        learner = f"learner: sklearn.{learner}, settings: {{{settings}}}"
        lines.append(f"  C{number}: {{scikit_learn: {{{learner}}}}}")
    return "\n".join(lines)


def make(name, early, options):
    """Make a study in an empty folder; return what it took, and its decisions."""
    with tempfile.TemporaryDirectory() as folder:
        study = Path(folder, f"{name}.yaml")
        text = text_of(name, options, folder)
        study.write_text(f"{text}\nearly_stopping: {early}\n")
        results, usage = Path(folder, "results", name), os.times()
        command = [sys.executable, "-m", "snakemake", "--snakefile", TOP / "Snakefile"]
        command += [f"results/{name}/comparisons/all/adjusted.csv", "--quiet", "all"]
        command += ["--directory", folder, "--cores", options.cores, "--config"]
        uci = [] if name == "forests" else [f"arff_folder={options.uci}"]
        command = [str(x) for x in [*command, f"study={study}", *uci]]
        began = time.monotonic()
        subprocess.run(command, check=True, cwd=folder)
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
    parser.add_argument("--only", choices=["paper", "forests", *REAL])
    options = parser.parse_args()
    for name in [options.only] if options.only else ["forests", "paper", *REAL]:
        decisions = []
        for early, what in {"true": "stopped early", "false": "all runs"}.items():
            (fits, cpu, wall), decided = make(name, early, options)
            print(f"{name}, {what}: {fits} fits, {cpu:.0f} CPU s, {wall:.0f} s wall")
            decisions.append(decided)
        differ = (decisions[0] != decisions[1]).sum().to_dict()
        print(f"{len(decided)} pairs; differing: {differ}", flush=True)


if __name__ == "__main__":
    main()
