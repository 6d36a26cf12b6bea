"""Cut a simulation study into jobs, and find what they read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tenbyten.dataset.sources import Source
from tenbyten.layout import study_of
from tenbyten.simulation import Problem
from tenbyten.study import Simulation
from tenbyten.words import count_of

# Some experiments of a cell, from the first to the last.
PART_PATTERN = r"\d+-\d+"

# The data sets that problems read, as rows of a data-set sheet.
ROWS: dict[str, dict[str, Any]] = {
    "letter": {
        "name": "letter",
        "openml_id": 6,
        "arff": "letter.arff",
        "instances": 20000,
        "attributes": 17,
        "classes_present": 26,
    }
}

# An estimate of the time of a job may be too low by this factor.
_SLOWER = 4


def parts(problem: Problem, settings: Mapping[str, Any]) -> list[str]:
    """Cut the experiments of a cell into parts, such as ``0-4999``.

    More experiments leave the parts that were full as they are.

    Examples
    --------
    >>> class Ten:
    ...     experiments_of_job = 4
    ...     def experiments(self, settings):
    ...         return 10
    >>> parts(Ten(), {})
    ['0-3', '4-7', '8-9']
    """
    total, of_job = problem.experiments(settings), problem.experiments_of_job
    first = range(0, total, of_job)
    return [f"{start}-{min(start + of_job, total) - 1}" for start in first]


def experiments_of(part: str) -> range:
    """Return the experiments of a part."""
    first, last = map(int, part.split("-"))
    return range(first, last + 1)


def minutes(problem: Problem, cell: Mapping[str, Any], part: str) -> int:
    """Return the minutes that a job may take for a part of a cell."""
    seconds = problem.seconds(dict(cell), len(experiments_of(part)))
    return 5 + math.ceil(_SLOWER * seconds / 60)


def find_accuracies(study: Simulation, machine: Mapping[str, Any]) -> str:
    """Return the table of accuracies that a problem reads.

    The machine's `accuracies` go before the study's own, whose path starts at the
    folder that the workflow runs in. Where there is none, a FileNotFoundError says
    what to run or to give.
    """
    path = machine["accuracies"] or study["simulation"].get("accuracies", "")
    needs = f"{study.path}: {_reader(study)} reads a table of accuracies"
    if not path:
        raise FileNotFoundError(
            f"{needs}; add `accuracies=FILE.csv` to the command, such as the "
            f"accuracies.csv of a study that was run"
        )
    if not Path(path).is_file():
        run = study_of(path)
        first = f"run `--config study={run}` first" if run else "correct the path"
        raise FileNotFoundError(
            f"{needs}, and there is no {path}; {first}, or add `accuracies=FILE.csv` "
            f"to the command"
        )
    return str(path)


def check_no_accuracies(study: Simulation, machine: Mapping[str, Any]) -> None:
    """Refuse accuracies that a study would not read."""
    if path := machine["accuracies"]:
        raise ValueError(
            f"{study.path}: {_reader(study)} reads no accuracies, but the key "
            f"`accuracies` of the command or of config.yaml is {path}; leave it out"
            f"{', or take `sizes` out, to plan from a pilot' * study.plans}"
        )


def find_dataset(study: Simulation, machine: Mapping[str, Any], name: str) -> Source:
    """Choose where a data set comes from that a problem reads.

    It is a file of `arff_folder` if that is given, else OpenML's.
    """
    row, folder = ROWS[name], machine["arff_folder"]
    if not folder:
        return Source("openml", row["openml_id"])
    path = Path(folder, row["arff"])
    if not path.is_file():
        raise FileNotFoundError(
            f"{study.path}: {_reader(study)} reads the data set {name}, and "
            f"arff_folder, {folder}, holds no {row['arff']}; put it there, or leave "
            f"arff_folder out: OpenML has it, as data set {row['openml_id']}"
        )
    return Source("arff", str(path))


def _reader(study: Simulation) -> str:
    """Call a problem as the study file does."""
    return "planning" if study.plans else f"problem {study.problem}"


def describe(study: Simulation, sources: Mapping[str, Source], jobs: int) -> str:
    """Summarise in one line what a study simulates, from what, in how many jobs."""
    problem = study.find_problem()
    cells = problem.cells(study.settings)
    experiments = problem.experiments(study.settings)
    seconds = sum(problem.seconds(cell, experiments) for cell in cells.values())
    data = "".join(
        f", {name} from {'OpenML' if source.kind == 'openml' else source.at}"
        for name, source in sources.items()
    )
    return (
        f"Study {study.name}: {_reader(study)}, {count_of(len(cells), 'cell')} of "
        f"{experiments:,} experiments{data}; {count_of(jobs, 'job')} to simulate them, "
        f"about {_in_words(seconds)} on one core if none is done"
    )


def _in_words(seconds: float) -> str:
    """Return a time to two digits or so."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
