"""Check a study before any job starts, and describe it.

`panels` are `Study.panels`, `machine` is the machine's configuration.
"""

from __future__ import annotations

import multiprocessing
import shlex
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from glob import glob
from typing import Any
from urllib.parse import urlsplit

import psutil

from tenbyten.datasets.folds.splitters import MARK_COLUMNS
from tenbyten.datasets.sources import Source
from tenbyten.engines import Classifier, Panel, find_engine
from tenbyten.study.study import Study
from tenbyten.versions import add_to_path
from tenbyten.words import count_of, describe_design

# Words for kinds of sources; for other kinds their host is named.
_SOURCES = {
    "bundled": "bundled",
    "file": "from files",
    "arff": "from ARFF files",
    "openml": "from OpenML",
    "uci": "from UCI",
    "openml_task": "from OpenML tasks",
}

# The column of the sheet that a splitter takes.
_COLUMNS = {"openml": "openml_task", "file": "folds"} | MARK_COLUMNS

_TRIAL_MB = 430
# Messages for a classifier that asks for more than is offered.
_ELSEWHERE = "give less, or run where there is more (`--workflow-profile slurm`)"
_OFFERED = {
    "threads": "this call has {0} (`--cores`); give at most {0}, or more `--cores`",
    "gpu": "the machine has {} (key `gpus` of config/config.yaml); " + _ELSEWHERE,
    "mem_mb": "this machine has {} MB; " + _ELSEWHERE,
}


def check_elsewhere(study: Study) -> None:
    """Refuse a design or metric that only results from elsewhere have."""
    if foreign := ", ".join(study["foreign_metrics"]):
        raise ValueError(
            f"{study.path}: key foreign_metrics: {foreign}, which is for results from "
            f"elsewhere; bring them by accuracies=FILE.csv, or take the key out"
        )
    usual, single = study["runs"], study["splitter"] in ("holdout", "predefined")
    designs = {"folds": (usual, study["folds"])}
    designs |= {f"designs.{name}": own for name, own in study.own_designs.items()}
    for key, (runs, folds) in designs.items():
        if runs != usual or (folds == 1) != single:
            value = folds if key == "folds" else describe_design(runs, folds)
            raise ValueError(
                f"{study.path}: key {key}: is {value}, which is for results from "
                f"elsewhere; for random train/test splits leave it out and set "
                f"`splitter: {{holdout: {{test_size: 0.1}}}}`, else give all data sets "
                f"{usual} runs of 2 folds or more, or bring the results by "
                f"accuracies=FILE.csv"
            )


def check_python() -> None:
    """Refuse a Python whose path Snakemake, which does not quote it, cannot start.

    Raises
    ------
    ValueError
        If the path has a blank or another sign of the shell.
    """
    if shlex.quote(sys.executable) != sys.executable:
        raise ValueError(
            f"Python is {sys.executable}: Snakemake starts no jobs by a path with a "
            f"blank or a sign of the shell; install in a folder without them"
        )


def check_ready(
    study: Study, panels: Mapping[str, Panel], *, machine: Mapping[str, Any]
) -> None:
    """Refuse a study whose jobs would fail, without running its code.

    Classes of scikit-learn and of tenbyten are instantiated; no foreign Python class is
    imported, and no isolated engine is started.

    Parameters
    ----------
    study : Study
    panels : dict of str to Panel
        `Study.panels`.
    machine : mapping
        The machine's configuration.

    Raises
    ------
    ValueError
        If a data set has fewer instances than folds, or lacks the column of the sheet
        that the splitter takes; or if a classifier asks for more threads than it has,
        is unknown, refuses its settings, or cannot give what a metric needs.
    FileNotFoundError
        If a panel needs a program that is missing, such as WEKA or Java, or if a file
        of folds does not exist.
    ModuleNotFoundError
        If a panel needs a Python package that is not installed, such as JPype.
    """
    for name, row in study.datasets.items():
        where = study.where(name)
        folds, splitter = study.folds_of(name), study["splitter"]
        if row.get("instances", folds) < folds:
            raise ValueError(
                f"{where}: {row['instances']} instances, but {study.path} asks for "
                f"{folds} folds; ask for fewer, or leave it out"
            )
        column = _COLUMNS.get(splitter, "name")
        if splitter == "predefined" and column not in row and "folds" in row:
            column = "folds"
        if column not in row:
            raise ValueError(
                f"{where}: no {column}, but {study.path} has the splitter {splitter}; "
                f"fill in column {column}, or choose another splitter"
            )
        path = study.sheet.parent / row.get("folds", "")
        if column == "folds" and not path.is_file():
            raise FileNotFoundError(
                f"{where}: no file of folds at {path}; correct column folds"
            )
    checks: list[Callable[[], None]] = []
    for panel in panels.values():
        program = find_engine(panel.engine).find_program(machine)
        named = {"panel": panel, "program": program, "metrics": study["metrics"]}
        checks += [partial(_check_unmade, c, **named) for c in panel.classifiers]
    _check_all(checks)


def check_offered(
    study: Study, *, machine: Mapping[str, Any], cores: int | None
) -> list[str]:
    """Refuse classifiers that ask for more than the machine of their jobs has.

    Parameters
    ----------
    study : Study
    machine : mapping
        The machine's configuration. Memory and graphics processors are known only if
        jobs run here.
    cores : int or None
        Cores of the call, if it names them.

    Returns
    -------
    list of str
        An option to add, so that jobs wait for graphics processors whose number was
        given; the default profile has those that are counted.

    Raises
    ------
    ValueError
        If classifiers ask for too much; it names all of them.
    """
    is_local, given = machine["jobs_run"] == "here", machine["gpus"]
    offered = {"threads": cores, "gpu": None if given == "counted" else given}
    if is_local:
        offered["mem_mb"] = psutil.virtual_memory().total // 10**6
    if is_local and given == "counted":
        offered["gpu"] = len(glob("/dev/nvidia[0-9]*"))
    faults = [
        f"{study.path}: key classifiers.{name}.{key}: is {entry[key]}, and "
        + _OFFERED[key].format(most)
        for name, entry in study["classifiers"].items()
        for key, most in offered.items()
        if most is not None and (entry.get(key) or 0) > most
    ]
    _raise_together([ValueError(fault) for fault in faults])
    known = given if is_local and given != "counted" else 0
    asks = any(entry["gpu"] for entry in study["classifiers"].values())
    hint = f"Add `--resources gpu={known}`: jobs wait for a graphics processor then"
    return [hint] if known and asks else []


def check_made(
    study: Study, panels: Mapping[str, Panel], *, machine: Mapping[str, Any]
) -> None:
    """Instantiate the classifiers that `check_ready` does not, before the first job.

    These are classifiers of isolated engines, which start in another process, and those
    with a Python class that is not of scikit-learn or tenbyten, whose import runs its
    module. Errors are those of `Engine.check` and `Engine.start`.
    """
    add_to_path(study.path.parent)
    metrics, checks = study["metrics"], list[Callable[[], None]]()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        for panel in panels.values():
            engine = find_engine(panel.engine)
            if engine.isolated:
                program = engine.find_program(machine)
                checked = pool.submit(_start_and_check, panel, program, metrics)
                checks.append(checked.result)
            else:
                waiting = filter(engine.foreign, panel.classifiers)
                checks += [partial(engine.check, [c], metrics=metrics) for c in waiting]
        _check_all(checks)


def _check_all(checks: Iterable[Callable[[], None]]) -> None:
    """Call all checks, and raise their ValueErrors as one, a line each or more."""
    faults = []
    for check in checks:
        try:
            check()
        except ValueError as error:
            faults.append(error)
    _raise_together(faults)


def _raise_together(faults: Sequence[ValueError]) -> None:
    """Raise several errors, if there are any, as one, a line each or more."""
    if faults:
        said = "\n".join(map(str, faults))
        raise ValueError(said) from ExceptionGroup("all checks", faults)


def _check_unmade(
    classifier: Classifier, *, panel: Panel, program: str, metrics: Sequence[str]
) -> None:
    """Check a classifier without running code of the study."""
    engine = find_engine(panel.engine)
    engine.check_names([classifier], program=program)
    if (asked := engine.threads_at_once(classifier)) > panel.threads:
        raise ValueError(
            f"classifier {classifier.name}: its settings ask for {asked} threads at "
            f"once (`n_jobs` or the like), its key `threads` gives it {panel.threads}; "
            f"set `threads: {asked}`, or -1 in the settings for all of `threads`"
        )
    if not engine.isolated and not engine.foreign(classifier):
        engine.check([classifier], metrics=metrics)


def _start_and_check(panel: Panel, program: str, metrics: Sequence[str]) -> None:
    """Start an engine and instantiate every classifier of a panel."""
    engine = find_engine(panel.engine)
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as scratch:
        engine.start(program=program, mem_mb=_TRIAL_MB, scratch=scratch)
        _check_all(
            partial(engine.check, [c], metrics=metrics) for c in panel.classifiers
        )


def describe(
    study: Study, panels: Mapping[str, Panel], sources: Mapping[str, Source]
) -> str:
    """Summarise in one line the data sets, classifiers by engine, and folds.

    The line also says if the splitter ignores the column folds of the sheet.

    Parameters
    ----------
    study : Study
    panels : dict of str to Panel
        `Study.panels`.
    sources : dict of str to Source
        Of every data set.
    """
    counts = Counter(
        _SOURCES.get(source.kind) or f"from {urlsplit(str(source.at)).netloc}"
        for source in sources.values()
    )
    data = ", ".join(f"{count} {words}" for words, count in counts.items())
    engines = Counter(p.engine for p in panels.values() for _ in p.classifiers)
    by_engine = ", ".join(f"{count} by {engine}" for engine, count in engines.items())
    splitter, unused = study["splitter"], ""
    in_file = splitter in ("file", "predefined")
    if not in_file and any("folds" in row for row in study.datasets.values()):
        unused = f" by {splitter} (column folds of the sheet is for `splitter: file`)"
    return (
        f"Study {study.name}: {count_of(len(sources), 'data set')} ({data}), "
        f"{sum(engines.values())} classifiers ({by_engine}), "
        f"{describe_design(study['runs'], study['folds'])}{unused}"
    )


def describe_limits(study: Study) -> list[str]:
    """Name the subsets with too few data sets for any significant difference.

    The smallest two-sided p of the exact signed-rank test on n data sets, 2 / 2**n
    (Demsar 2006, section 3.1.3), adjusted by Holm, is not below alpha there.
    """
    # They import scipy, which Snakemake's own process does not need otherwise.
    from tenbyten.statistics.many_datasets.signed_rank import (
        fewest_datasets,
        smallest_p,
    )

    alpha, control = study["alpha"], study["control"]
    pairs, compared = len(study.unordered_pairs), ""
    if control:
        pairs = len(study["classifiers"]) - 1
        compared = f"{count_of(pairs, 'comparison')} with {control}"
    enough = fewest_datasets(alpha, pairs=pairs)
    return [
        f"Subset {subset}: on {len(names)} data sets no difference can be significant "
        f"at {alpha:g}: the smallest two-sided p of the signed-rank test is "
        f"{smallest_p(len(names)):.4g}, adjusted by Holm for "
        f"{compared or count_of(pairs, 'pair')} "
        f"{min(1.0, pairs * smallest_p(len(names))):.4g}; it takes {enough} data sets"
        for subset, names in study.datasets_by_subset.items()
        if 2 <= len(names) < enough
    ]
