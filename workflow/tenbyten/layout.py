"""Name every file of ``results/<study>/``, once."""

import re

from tenbyten.files import PathLike

# Every test over a subset, a file each; a study need not have them all.
COMPARISONS = (
    "poisson",
    "signed_rank",
    "pairwise",
    "adjusted",
    "hierarchical",
    "ranks",
    "omnibus",
    "post_hoc",
    "control",
    "replicability",
    "rope",
    "sensitivity",
    "leave_one_out",
    "false_marks",
    "grouped",
)

# What jobs leave here is gone when a run ends.
PLANNED = "planned"

# By what a file holds, its path within the folder; braces are wildcards.
FILES = {
    "study": "study.json",
    "fetched_dataset": "fetched/datasets/{dataset}",
    "fetched_task": "fetched/tasks/{dataset}",
    "dataset": "data/{dataset}.parquet",
    "origin": "data/{dataset}.json",
    "folds": "folds/{dataset}.csv",
    "kept": "kept/{panel}/{dataset}.json",
    "kept_predictions": "kept_predictions/{dataset}",
    "predictions": "predictions",
    "prepare_receipt": "planned/prepare/{batch}",
    "receipt": "planned/crossvalidate/{panel}/{batch}",
    "panel_accuracies": "accuracies/{panel}/{dataset}.csv",
    "accuracies": "accuracies.csv",
    "metrics": "metrics.csv",
    "failures": "failures.csv",
    "datasets": "datasets.json",
    "correlated_t": "comparisons/correlated_t.csv",
    "mcnemar": "comparisons/mcnemar.csv",
    **{table: f"comparisons/{{subset}}/{table}.csv" for table in COMPARISONS},
    "decisions": "tables/{subset}.csv",
    "decisions_markdown": "tables/{subset}.md",
    "decisions_latex": "tables/{subset}.tex",
    "published": "tables/published.csv",
    "published_markdown": "tables/published.md",
    "sensitivity_summary": "tables/sensitivity.csv",
    "sensitivity_summary_markdown": "tables/sensitivity.md",
    "sensitivity_summary_latex": "tables/sensitivity.tex",
    "parity": "tables/parity.csv",
    "parity_markdown": "tables/parity.md",
    "exported": "tables/exported",
    "simulated_tables": "tables",
    "statements": "statements.csv",
    "figures": "figures",
    "figure_index": "figures/index.csv",
    "provenance": "provenance.json",
    "report": "report.html",
    "simulated": "simulated/{cell}/{part}.csv",
    "collected": "{table}.csv",
    "records": "made",
}


class Layout:
    """Paths of a study's files below a folder, for rules ``results/{study}``.

    Examples
    --------
    >>> Layout("results/{study}").folds
    'results/{study}/folds/{dataset}.csv'
    >>> Layout("results/demo").decisions.format(subset="all")
    'results/demo/tables/all.csv'
    """

    def __init__(self, folder: PathLike) -> None:
        self._folder = str(folder)

    def __getattr__(self, name: str) -> str:
        """Return the path of the file that `FILES` calls `name`."""
        if name not in FILES:
            raise AttributeError(f"layout: no file is called {name!r}")
        return f"{self._folder}/{FILES[name]}"

    def log(self, job: str) -> str:
        """Return the path of a job's log, such as ``split/{dataset}``."""
        return f"{self._folder}/logs/{job}.log"

    def benchmark(self, job: str) -> str:
        """Return the path of a job's time and memory."""
        return f"{self._folder}/benchmarks/{job}.tsv"

    def record(self, job: str) -> str:
        """Return the path of a job's record."""
        return f"{self.records}/{job}.json"


def layout_of(study: str) -> Layout:
    """Return the paths of a study's files, from the folder that the workflow runs in.

    Examples
    --------
    >>> layout_of("demo").report
    'results/demo/report.html'
    """
    return Layout(f"results/{study}")


def is_receipt(path: PathLike) -> bool:
    """Return whether a file only says, for a while, that a job is done."""
    return "/planned/" in str(path)


def split_log(path: PathLike) -> tuple[str, str]:
    """Return the folder of a job's study, and the job, from the path of its log.

    Examples
    --------
    >>> split_log("results/demo/logs/run_poisson/all.log")
    ('results/demo', 'run_poisson/all')
    """
    found = re.fullmatch(r"((?:.*?/)?results/[^/]+)/logs/(.+)\.log", str(path))
    if found is None:
        raise ValueError(f"{path}: no job's log is there, but at results/*/logs/*.log")
    return found[1], found[2]


def study_of(path: PathLike) -> str:
    """Return the study whose accuracies are at a path, empty if it is none's.

    Examples
    --------
    >>> study_of("results/paper/accuracies.csv")
    'paper'
    """
    found = re.fullmatch(r"results/([^/]+)/accuracies\.csv", str(path))
    return found[1] if found else ""
