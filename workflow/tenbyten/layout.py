"""Name every file of ``results/<study>/`` once, and find the project's own files."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from tenbyten.files import PathLike

_PACKAGE = Path(__file__).resolve().parent
_SHARED = _PACKAGE / "share"

# The folder that holds `Snakefile`, `config/`, `profiles/` and, in `workflow/`,
# `rules/`, `scripts/`, `schemas/` and `report/`: the clone, or where a wheel has put
# them, `tenbyten/share` in site-packages. Nothing is written there: results are made
# below the working directory.
FOLDER = _SHARED if _SHARED.is_dir() else _PACKAGE.parents[1]
# Its pages, which `tenbyten docs` opens.
DOCUMENTATION = FOLDER / "workflow" / "docs"

# Tests over a subset, a file each; a study need not have them all.
COMPARISONS = (
    *("poisson", "signed_rank", "pairwise", "adjusted", "new_datasets", "hierarchical"),
    *("ranks", "profiles", "omnibus", "post_hoc", "control"),
    *("rope", "sensitivity", "leave_one_out", "grouped"),
)

# Paths below `results/<study>`, by the content of the file; braces are wildcards.
FILES = {
    "fetched_dataset": "fetched/datasets/{dataset}.zip",
    "fetched_task": "fetched/tasks/{dataset}.zip",
    "archive": "data/{batch}.zip",
    "dataset": "data/{dataset}.parquet",
    "origin": "data/{dataset}.json",
    "folds": "folds/{dataset}.csv",
    "counts": "counts/{panel}/{part}.csv",
    "failed": "counts/{panel}/{part}.failures.csv",
    "predictions": "predictions/{panel}/{part}.zip",
    "chosen_in_part": "counts/{panel}/{part}.chosen.csv",
    "warned_in_part": "counts/{panel}/{part}.warnings.csv",
    "look": "looks/{look}.json",
    "early_stopping": "early_stopping.json",
    "cache": "cache",
    "read": "read.txt",
    "accuracies": "accuracies.csv",
    "metrics": "metrics.csv",
    "failures": "failures.csv",
    "seeds": "seeds.csv",
    "chosen": "chosen.csv",
    "warnings": "warnings.csv",
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
    "figures": "figures",
    "figure_index": "figures/index.csv",
    "printed": "print",
    "provenance": "provenance.json",
    "study_copy": "study",
    "study_path": ".study",
    "report": "report.html",
    "details": "details.html",
    "summary": "summary.txt",
    "answer": "summary.json",
    "text_markdown": "text.md",
    "text_latex": "text.tex",
    "further": "metrics/{metric}",
    "checked": "checked/{fingerprint}.txt",
}
# The rule whose job writes the answer and the report.
ANSWERING = "analyse"


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
        self.folder = str(folder)

    def __getattr__(self, name: str) -> str:
        """Return the path of the file that `FILES` calls `name`."""
        if name not in FILES:
            raise AttributeError(f"layout: no file is called {name!r}")
        return f"{self.folder}/{FILES[name]}"

    def log(self, job: str) -> str:
        """Return the path of a job's log, such as ``split/{dataset}``."""
        return f"{self.folder}/logs/{job}.log"

    def benchmark(self, job: str) -> str:
        """Return the path of a job's time and memory."""
        return f"{self.folder}/benchmarks/{job}.tsv"

    def made(self, job: str) -> str:
        """Return the path of a job's record, such as that of ``prepare/{batch}``."""
        return f"{self.folder}/made/{job}.json"


def layout_of(study: str) -> Layout:
    """Return the paths of a study's files, from the folder that the workflow runs in.

    Examples
    --------
    >>> layout_of("demo").report
    'results/demo/report.html'
    """
    return Layout(f"results/{study}")


def study_in_path(path: PathLike) -> str:
    """Return the study whose results a file is among; empty if there is none.

    Examples
    --------
    >>> study_in_path("results/paper/accuracies.csv"), study_in_path("theirs.csv")
    ('paper', '')
    """
    study, slash, _ = f"/{path}".partition("/results/")[2].partition("/")
    return study if slash else ""


def path_in_study(path: PathLike, study: str) -> str:
    """Return a path relative to a study's folder; empty if it is elsewhere.

    Parameters
    ----------
    path : path
        Storage plugins put files into folders of their own, with the whole path below.
    study : str
        The study's name.

    Examples
    --------
    >>> path_in_study("store/results/demo/tables/all.csv", "demo")
    'tables/all.csv'
    """
    _, found, rest = f"/{path}".partition(f"/results/{study}/")
    return rest if found else ""


def check_rules(find: Callable[[str], str]) -> None:
    """Refuse rules and scripts of another version than this package.

    They are compared by their text, wherever they are: those of a Snakemake module are
    in another folder, in a repository or on a server. White space at the end of a file
    does not count, for Git removes it.

    The working folder is left out of the path, on which ``python -m snakemake`` puts it
    first: jobs do not search it unless ``PYTHONPATH`` names it.

    In a clone, also put the package first on the path of jobs. Snakemake imports it
    from beside the rules, but its jobs would search there last and could compute with
    an installed package or that of another clone.

    Parameters
    ----------
    find : callable
        Returns the place of a file by its path in the project, such as
        ``workflow/rules/compare.smk``.
    """
    own = [FOLDER / "workflow/Snakefile", *sorted(FOLDER.glob("workflow/rules/*.smk"))]
    own += sorted(FOLDER.glob("workflow/scripts/*.py"))
    differing = []
    for file in own:
        name = file.relative_to(FOLDER).as_posix()
        theirs = Path(find(name))
        text = theirs.read_text(encoding="utf-8") if theirs.is_file() else ""
        if text.rstrip() != file.read_text(encoding="utf-8").rstrip():
            differing.append(name)
    if differing:
        raise ValueError(
            f"the rules are not those of the package in {_PACKAGE}, which are in "
            f"{FOLDER}; they differ in {', '.join(differing)}; install the package "
            f"that belongs to them: pip install -e CLONE"
        )
    given = os.environ.get("PYTHONPATH", "")
    if os.getcwd() in set(sys.path).difference(given.split(os.pathsep)):
        sys.path.remove(os.getcwd())
    if not _SHARED.is_dir():
        paths = [str(_PACKAGE.parent), given]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
