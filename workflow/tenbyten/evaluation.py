"""Cross-validate classifiers on tables in memory, without Snakemake."""

import logging
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import pandas as pd

from tenbyten import stages
from tenbyten.accuracies.files import read_failures
from tenbyten.dataset import Dataset
from tenbyten.dataset.readers.frames import dataset_of
from tenbyten.engines import ENGINES, Classifier, Panel, find_engine, read_offers
from tenbyten.engines.classifier import COLUMNS as FORMS
from tenbyten.engines.cross_validation import COLUMNS, Allotment, evaluate_panel
from tenbyten.engines.engine import resembling
from tenbyten.folds import Folds
from tenbyten.folds.rare import rare_classes, told
from tenbyten.folds.split import split
from tenbyten.metrics import METRICS
from tenbyten.study.reading import read_machine, unknown_metric
from tenbyten.study.schema import check_against_schema, read_schema

_log = logging.getLogger(__name__)

# The others take their folds from files.
_SPLITTERS = ("weka", "scikit_learn")
# Memory of an engine that starts once in a process: a JVM takes what it needs of it.
_ROOMY_MB = 8000


def evaluate(
    data: Mapping[str, tuple[Any, Any]],
    classifiers: Mapping[str, Any],
    *,
    runs: int = 10,
    folds: int = 10,
    seed: int = 1,
    splitter: str = "weka",
    metrics: Sequence[str] = (),
    verbose: bool = False,
    **others: Any,
) -> pd.DataFrame:
    """Cross-validate classifiers on tables in memory, as the workflow does on files.

    The counts are those of the workflow for the same data, classifiers and settings.
    It uses one process: a large comparison is a study for the workflow.

    Parameters
    ----------
    data : dict of str to (X, y)
        By the data set's name a DataFrame or array of shape (instances, attributes),
        and a Series or array of classes. Categories and truth values are nominal,
        numbers numeric, and texts are judged as in a file: config/README.md, "Types of
        columns".
    classifiers : dict of str to estimator or dict
        By its name a classifier with scikit-learn's interface, which is cloned for
        each fold and gets the columns and the seeds that a study's classifier gets;
        the same with `columns` of a study file, ``{"estimator": ..., "columns":
        "raw"}``; or an entry of a study file, ``{"native": {"learner": "J48"}}``.
    runs, folds, seed
        As in a study file.
    splitter : {"weka", "scikit_learn"}, default="weka"
        As in a study file.
    metrics : sequence of str, default=()
        Measured besides accuracy, as in a study file.
    verbose : bool, default=False
        Whether to print on standard error what the logger ``tenbyten`` logs: types of
        columns, every run, warnings of classifiers.
    others
        Refused with a hint: other keys of a study file are for the workflow.

    Returns
    -------
    DataFrame
        Columns dataset, classifier, run, fold, tested, correct, accuracy, and one for
        each of `metrics`: what `compare` takes.

    Raises
    ------
    ValueError
        If a table has no classes to tell apart or a column that is neither nominal nor
        numeric, if a classifier is none, or if a setting is out of its range or one of
        the `others`, for which a study is needed.
    ClassifierError
        If a classifier fails.
    """
    _refuse_others(others)
    settings = _checked(
        runs=runs, folds=folds, seed=seed, splitter=splitter, metrics=list(metrics)
    )
    panels = _panels(classifiers)
    if not data:
        raise ValueError("evaluate: no data; give at least one data set")
    with _told(verbose), _unchanged_environment():
        # All are checked before the first is evaluated.
        datasets = [_dataset(name, table) for name, table in data.items()]
        cells = max(dataset.values.size for dataset in datasets)
        allotted = [_allotted(panel, cells) for panel in panels]
        rows = []
        for place, dataset in enumerate(datasets, start=1):
            size = len(dataset.values), len(dataset.attributes)
            at = f"{dataset.name} ({place} of {len(datasets)})"
            _log.info("%s: %d instances, %d attributes", at, *size)
            sizes = {key: settings[key] for key in ("runs", "folds", "seed")}
            assigned = _split(dataset, splitter=splitter, **sizes)
            for panel, allotment in zip(panels, allotted, strict=True):
                results = evaluate_panel(
                    dataset,
                    assigned,
                    panel,
                    seed=settings["seed"],
                    metrics=settings["metrics"],
                    allotted=allotment,
                )
                rows += results.rows
    table = pd.DataFrame(rows, columns=[*COLUMNS, *settings["metrics"]])
    design = {"datasets": list(data), "classifiers": list(classifiers)}
    design |= {"runs": settings["runs"], "folds": settings["folds"]}
    counted = stages.collect_accuracies([table], read_failures([]), **design)
    cell = ["dataset", "classifier", "run", "fold"]
    return counted.merge(table[[*cell, *settings["metrics"]]], on=cell)


def _refuse_others(others: Mapping[str, Any]) -> None:
    """Refuse what is no argument, and say where it is one."""
    for key in others:
        hint = "see help(tenbyten.evaluate) for those that there are"
        if key in read_schema("study")["properties"]:
            hint = "a study file has this key, and so may `compare`: give it there"
        if key == "missing_class":
            hint = "leave rows without a class out of X and y, or give it in a study"
        raise ValueError(f"evaluate: has no argument {key!r}; {hint}")


def _checked(**settings: Any) -> dict[str, Any]:
    """Check settings by the schema of study files."""
    known = read_schema("study")
    schema = known | {
        "properties": {key: known["properties"][key] for key in settings},
        "required": [],
    }
    checked = check_against_schema(settings, schema, where="evaluate")
    for name in checked["metrics"]:
        if name == "accuracy" or name not in METRICS:
            raise ValueError(f"evaluate: key metrics: {unknown_metric(name)}")
    if checked["splitter"] not in _SPLITTERS:
        raise ValueError(
            f"evaluate: splitter is {checked['splitter']!r}, whose folds are in files; "
            f"give one of {', '.join(_SPLITTERS)}, or run a study"
        )
    return checked


def _dataset(name: str, table: Any) -> Any:
    """Make a data set of a pair of tables."""
    where = f"evaluate: data set {name!r}"
    if not (isinstance(table, tuple | list) and len(table) == 2):
        raise ValueError(
            f"{where}: is of type {type(table).__name__}; give a pair (X, y) of "
            f"predictors and classes"
        )
    return dataset_of(*table, name=name, where=where)


def _split(dataset: Dataset, *, folds: int, **settings: Any) -> Folds:
    """Assign the instances to folds, and warn of classes with one instance."""
    where = f"evaluate: data set {dataset.name!r}"
    assigned = split(dataset, folds=folds, where=where, **settings)
    if warning := told({dataset.name: rare_classes(dataset, folds=folds)}):
        _log.warning(warning)
    return assigned


def _panels(classifiers: Mapping[str, Any]) -> list[Panel]:
    """Group the classifiers by engine."""
    if not classifiers:
        raise ValueError("evaluate: no classifiers; give at least one")
    panels: dict[str, Panel] = {}
    for name, given in classifiers.items():
        engine, classifier = _classifier(name, given)
        panels.setdefault(engine, Panel(engine, [])).classifiers.append(classifier)
    return list(panels.values())


def _allotted(panel: Panel, cells: int) -> Allotment:
    """Find the program that an engine needs, and estimate the memory for its data.

    What starts only once in a process is started here, with room for later data.
    """
    engine = find_engine(panel.engine)
    memory = engine.resources(panel, seconds=0, cells=cells).megabytes
    allotment = Allotment(engine.find_program(read_machine({})), memory)
    if engine.isolated:
        allotment = allotment._replace(mem_mb=max(memory, _ROOMY_MB))
        program, scratch = allotment.program, _scratch_of_process().name
        engine.start(program=program, mem_mb=allotment.mem_mb, scratch=scratch)
    return allotment


@cache
def _scratch_of_process() -> tempfile.TemporaryDirectory[str]:
    """Make a folder that is removed when the process ends."""
    return tempfile.TemporaryDirectory(prefix="tenbyten-")


def _classifier(name: str, given: Any) -> tuple[str, Classifier]:
    """Return a classifier and its engine."""
    where, columns = f"evaluate: classifier {name!r}", next(iter(FORMS))
    if isinstance(given, dict) and "estimator" in given:
        _refuse_unknown(given, ("estimator", "columns"), where)
        given, columns = given["estimator"], given.get("columns", columns)
        if columns not in FORMS:
            raise ValueError(
                f"{where}: columns is {columns!r}; give one of {', '.join(FORMS)}"
            )
    if isinstance(given, dict):
        classifiers = read_schema("study")["properties"]["classifiers"]
        schema = classifiers["additionalProperties"]
        offers = read_offers(name, check_against_schema(given, schema, where=where))
        if not offers:
            raise ValueError(
                f"{where}: names no engine; give an entry such as "
                f'{{"native": {{"learner": "J48"}}}}'
            )
        return next(iter(offers.items()))
    kind = type(given)
    if isinstance(given, type) or not hasattr(given, "get_params"):
        said = f"is {given!r}" if isinstance(given, str | type) else f"is a {kind}"
        raise ValueError(
            f"{where}: {said}; give a classifier with scikit-learn's interface, made "
            f"but not trained, or an entry of a study file"
        )
    path = f"{kind.__module__}.{kind.__qualname__}"
    engine = next(x for x in ENGINES if find_engine(x).takes_estimators)
    return engine, Classifier(name, path, columns=columns, estimator=given)


def _refuse_unknown(given: Iterable[Any], known: Sequence[str], where: str) -> None:
    """Refuse keys that are not known."""
    for key in given:
        if key not in known:
            near = resembling(str(key), known)
            meant = f"; did you mean {near}?" if near else "."
            raise ValueError(
                f"{where}: unknown key {key!r}{meant} Known are {', '.join(known)}"
            )


@contextmanager
def _told(verbose: bool) -> Iterator[None]:
    """Print what is logged, if that is asked for."""
    logger, handler = logging.getLogger("tenbyten"), logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    level = logger.level
    if verbose:
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


@contextmanager
def _unchanged_environment() -> Iterator[None]:
    """Undo what an engine sets for a job's process, such as numbers of threads."""
    before = dict(os.environ)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
