"""What is made again after a change: a table, held to `snakemake -n` by its test.

As a program this file writes the table into config/README.md:
``.venv/bin/python tests/robustness/changes.py``.
"""

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import edits
from edits import added, in_package, replaced, setting, sheet, upgraded

ROOT = Path(__file__).resolve().parent.parent.parent
REFERENCE = ROOT / "config" / "README.md"

# The rules of each step that the table names, from the data sets to the report.
STEPS = {
    "data sets": {"prepare"},
    "`accuracies.csv`": {"collect"},
    "tests": {"run_correlated_t", "run_poisson", "run_signed_rank", "run_other_tests"},
    "tables": {"tabulate", "assess_sensitivity"},
    "figures": {"draw"},
    "report": {"record_provenance", "report"},
}
TESTS, TABLES, FIGURES = (STEPS[step] for step in ("tests", "tables", "figures"))
REPORT = STEPS["report"]
FOLLOWING = TESTS | TABLES | FIGURES | REPORT
COUNTS = {"collect"} | FOLLOWING
DATA = {"prepare"} | COUNTS


def runs_of(*classifiers, runs=(1, 2), on="iris lenses monks leaves"):
    """Runs to be made: each a classifier, a data set, and the run."""
    return frozenset(itertools.product(classifiers, on.split(), runs))


EVERY = ("NaiveBayes", "J48", "Mine")


@dataclass(frozen=True)
class Change:
    """A change of the study traced.yaml, and what is to be made again."""

    changed: str
    alter: Callable
    rules: frozenset[str]
    # The runs to be made, in words for the reader and as the main process prints them.
    words: str = "nothing"
    runs: frozenset[tuple[str, str, int]] = frozenset()
    # Of the call: `env`, `config`, `checkout` for a copy of the project, and the state
    # that it starts from where that is not the finished study.
    how: dict = field(default_factory=dict)

    @property
    def line(self):
        """The change's row of the table."""
        steps = [step for step, rules in STEPS.items() if rules & self.rules]
        after = ", ".join(steps) or "nothing"
        if "prepare" in self.rules:
            after = "data set and folds, all that follows"
        elif "collect" in self.rules:
            after = "all from `accuracies.csv` on"
        return f"| {self.changed} | {self.words} | {after} |"


NEWER = {"env": {"PYTHONPATH": "newer"}}
CHECKOUT = {"checkout": True}
STUMP = """  Stump:
    scikit_learn: {learner: sklearn.tree.DecisionTreeClassifier}
runs: 2"""


def change(changed, alter, rules=(), words="nothing", runs=frozenset(), **how):
    """A row of the table."""
    jobs = frozenset(rules) | ({"crossvalidate"} if runs else frozenset())
    return Change(changed, alter, jobs, words, runs, how)


def of_j48(line):
    """A key that classifier J48 did not have."""
    return replaced("  J48:\n", f"  J48:\n    {line}\n")


NO_RESULT = [
    change("the folder moved or copied", edits.moved),
    change("`.snakemake` removed", edits.without_metadata),
    change("files newer, their contents the same", edits.touched),
    change(
        "`runs_per_job`, `datasets_per_job`, `--cores`",
        edits.nothing,
        config=["runs_per_job=1", "datasets_per_job=1"],
    ),
    change(
        "`weka_classpath`, where no classifier is WEKA's",
        edits.nothing,
        REPORT,
        config=["weka_classpath=mine.jar"],
    ),
    change("a classifier's `threads`", of_j48("threads: 2"), REPORT),
    change("a classifier's `mem_mb`, `runtime`", of_j48("mem_mb: 900"), REPORT),
    change("a comment in the study", added("# A comment.\n"), REPORT),
    change("`title`", setting(title="Traced"), TABLES | REPORT),
    change(
        "a classifier's `label`", of_j48("label: A tree"), TABLES | FIGURES | REPORT
    ),
]

SHEET = [
    change(
        "a fact in the sheet, such as `instances`",
        replaced("\t150", "\t", file="traced.tsv"),
        REPORT,
    ),
    change("the column `number` left out", sheet(edits.unnumbered), REPORT),
    change(
        "`group`",
        sheet(edits.grouped),
        {"run_other_tests"} | TABLES | FIGURES | REPORT,
    ),
    change(
        "a row added",
        added("5\twine\twine\t\t178\n", file="traced.tsv"),
        DATA,
        "that data set",
        runs_of(*EVERY, on="wine"),
    ),
    change(
        "a row removed, the others not numbered anew",
        replaced("3\tmonks\tmonks-1\t\t432\n", "", file="traced.tsv"),
        COUNTS,
    ),
    change("rows in another order", sheet(edits.reordered), COUNTS),
    change(
        "a data file of your own",
        added("2.5,smooth,a\n", file="leaves.arff"),
        DATA,
        "that data set",
        runs_of(*EVERY, on="leaves"),
    ),
]

FOLDS = [
    change(
        "more `runs`",
        setting(runs="3"),
        DATA,
        "the new runs",
        # Of what is left out for a failure, no run is to be made.
        runs_of(*EVERY, runs=[3]) - runs_of("Mine", runs=[3], on="lenses"),
    ),
    change("fewer `runs`", setting(runs="1"), DATA),
    change("`folds`", setting(folds="4"), DATA, "all", runs_of(*EVERY)),
    change("`seed`", setting(seed="7"), DATA, "all", runs_of(*EVERY)),
    change(
        "`missing_class`, where every row has a class",
        setting(missing_class="keep"),
        REPORT,
    ),
    change(
        "`splitter`",
        setting(splitter="scikit_learn"),
        DATA,
        "all",
        runs_of(*EVERY),
    ),
]

CLASSIFIERS = [
    change(
        "a classifier added",
        replaced("runs: 2", STUMP),
        COUNTS,
        "that classifier",
        runs_of("Stump"),
    ),
    change("a classifier removed", edits.without_j48, COUNTS),
    change("classifiers in another order", edits.exchanged, COUNTS),
    change(
        "a classifier's name",
        replaced("  J48:", "  Tree:"),
        COUNTS,
        "that classifier",
        runs_of("Tree"),
    ),
    change(
        "a classifier's settings",
        replaced("n_neighbors: 3", "n_neighbors: 5"),
        COUNTS,
        "that classifier",
        runs_of("Mine"),
    ),
    change(
        "a classifier's `preprocessing`",
        replaced("[discretize]", "[impute]"),
        COUNTS,
        "that classifier",
        runs_of("NaiveBayes"),
    ),
    change(
        "`metrics`, one more",
        setting(metrics="[f1, auc]"),
        COUNTS,
        "all, and the counts must be the same again",
        runs_of(*EVERY) - runs_of("Mine", on="lenses"),
    ),
    change(
        "`predictions: true`",
        setting(predictions="true"),
        COUNTS | {"run_mcnemar"},
        "all, and the counts must be the same again",
        runs_of(*EVERY) - runs_of("Mine", on="lenses"),
    ),
    change(
        "`metrics`, one less",
        setting(metrics="[]"),
        COUNTS,
        "what failed, for it may have been the metric",
        runs_of("Mine", on="lenses"),
    ),
    change(
        "`failures: stop` to `exclude` after a failure",
        setting(failures="exclude"),
        COUNTS,
        "what failed",
        runs_of("Mine", on="lenses"),
        start="stopped",
    ),
]

POLICIES = [
    change("`alpha`", setting(alpha="0.1"), FOLLOWING - {"run_correlated_t"}),
    change("`rope`", setting(rope="0.02"), FOLLOWING),
    change("`rho`", setting(rho="0.2"), FOLLOWING),
    change("`zero_variance`", setting(zero_variance="win"), FOLLOWING),
    change(
        "`subsets`",
        setting(subsets="{all: [1, 4], first: [1, 2]}"),
        FOLLOWING - {"run_correlated_t"},
    ),
    change(
        "`control`",
        setting(control="J48"),
        {"run_other_tests"} | TABLES | FIGURES | REPORT,
    ),
]

CODE = [
    change(
        "a module of your own",
        replaced("from few", "from some", file="mine.py"),
        COUNTS,
        "its classifiers",
        runs_of("Mine"),
    ),
    change(
        "a module of your own that it imports",
        replaced("FEWEST = 22", "FEWEST = 23", file="mine_checks.py"),
        COUNTS,
        "its classifiers",
        runs_of("Mine"),
    ),
    change(
        "a library that classifiers import, such as Numba",
        upgraded("numba", "numba"),
        COUNTS,
        "these classifiers",
        runs_of("NaiveBayes", "J48"),
        **NEWER,
    ),
    change("NumPy", upgraded("numpy", "numpy"), DATA, "all", runs_of(*EVERY), **NEWER),
    change(
        "code of one of this project's learners, such as J48",
        in_package("learners/trees/predicting.py", "import numpy as np"),
        COUNTS,
        "classifiers of that learner",
        runs_of("J48"),
        **CHECKOUT,
    ),
    change(
        "code of this project's Poisson test",
        in_package("statistics/many_datasets/poisson.py", "import numpy as np"),
        {"run_poisson", "run_other_tests"} | REPORT | TABLES | FIGURES,
        **CHECKOUT,
    ),
    change(
        "words and layout of the report",
        in_package("report/page.py", "from pathlib import Path"),
        REPORT,
        **CHECKOUT,
    ),
]

CHANGES = [*NO_RESULT, *SHEET, *FOLDS, *CLASSIFIERS, *POLICIES, *CODE]


def table():
    """The table, as config/README.md shows it."""
    head = ["| changed | cross-validated | made anew after that |"]
    return "\n".join([*head, "| --- | --- | --- |", *(c.line for c in CHANGES)])


def with_table(text):
    """The reference with the table in it written anew."""
    return re.sub(
        r"(<!-- table: changes -->\n+)(?:\|.*\n)*",
        lambda found: f"{found[1]}{table()}\n",
        text,
    )


if __name__ == "__main__":
    REFERENCE.write_text(with_table(REFERENCE.read_text("utf-8")), encoding="utf-8")
