"""Cross-validate classifiers on tables in memory, without Snakemake."""

import logging
import math
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

import pandas as pd
from tqdm import tqdm

from tenbyten.datasets import Dataset
from tenbyten.datasets.folds import rare_classes, single_instance_warning
from tenbyten.datasets.folds.split import split
from tenbyten.datasets.folds.splitters import MARK_COLUMNS, check_marks
from tenbyten.datasets.readers.frames import check_index, make_dataset
from tenbyten.engines import ENGINES, Classifier, Panel, find_engine, read_offers
from tenbyten.engines.classifier import COLUMNS as FORMS
from tenbyten.engines.cross_validation import COLUMNS, Allotment, evaluate_panel
from tenbyten.metrics import METRICS, measured_columns, unknown_metric
from tenbyten.own_code import how_to_derive
from tenbyten.results.design import CELL
from tenbyten.results.long_table import collect
from tenbyten.study.reading import read_machine, settle_splitter
from tenbyten.study.schema import check_against_schema, read_schema
from tenbyten.tables import prefix_errors
from tenbyten.words import suggest

_log = logging.getLogger(__name__)

# Memory of an engine that starts once in a process; a JVM takes only what it needs.
_ROOMY_MB = 8000


def evaluate(
    data: Mapping[str, tuple[Any, ...]],
    classifiers: Mapping[str, Any],
    *,
    runs: int | None = None,
    folds: int | None = None,
    seed: int = 1,
    seeds: int = 1,
    splitter: str | Mapping[str, Any] = "weka",
    metrics: Sequence[str] = (),
    verbose: bool | None = None,
) -> pd.DataFrame:
    """Cross-validate classifiers on tables in memory, as the workflow does on files.

    The counts are those of the workflow for the same data, classifiers and settings.
    It uses one process: a large comparison is a study for the workflow.

    Parameters
    ----------
    data : dict of str to (X, y) or (X, y, groups)
        By the data set's name a DataFrame or array of shape (instances, attributes),
        and a Series or array of classes, those of polars and Arrow too. What an array
        masks is missing. Categories and truth values are nominal,
        numbers numeric, and texts are judged as in a file
        (`tenbyten docs sheets#types`). Third comes an array of the group of each
        instance, for the splitters ``groups`` and ``leave_one_group_out``; of its time,
        for ``time``; of train, test or unused, for ``predefined``. Classifiers are not
        given it.
    classifiers : dict of str to estimator or dict
        By its name a classifier with scikit-learn's interface, which is cloned for
        each fold and gets the columns and the seeds that a study's classifier gets;
        the same with `columns` of a study file, ``{"estimator": ..., "columns":
        "raw"}``; or an entry of a study file, ``{"native": {"learner": "J48"}}``.
    runs, folds, seed, seeds
        As in a study file: by default 10 runs of 10 folds, unless the splitter has
        others. Of ``leave_one_group_out`` each group of a data set is a fold.
    splitter : str or dict, default="weka"
        As in a study file, such as ``{"holdout": {"test_size": 0.2}}``; ``openml`` and
        ``file`` are for studies alone.
    metrics : sequence of str, default=()
        Measured besides accuracy, as in a study file.
    verbose : bool, optional
        By default a bar shows the progress in a terminal or a notebook. True prints
        what the logger ``tenbyten`` logs on standard error instead: types of columns,
        every run, warnings of classifiers. False shows nothing.

    Returns
    -------
    DataFrame
        Columns dataset, classifier, run, fold, tested, correct, accuracy, and one for
        each of `metrics`: what `compare` takes.

    Raises
    ------
    ValueError
        If a table has no classes to tell apart or a column that is neither nominal nor
        numeric, if an object is not a classifier, or if a setting is out of its range.
    ClassifierError
        If a classifier fails.
    """
    given = {"splitter": splitter, "metrics": list(metrics), "seed": seed}
    sizes = {"runs": runs, "folds": folds}
    given |= {key: size for key, size in sizes.items() if size is not None}
    settings = _check(given | {"seeds": seeds})
    splitting: Any = {key: settings[key] for key in ("splitter", "runs", "seed")}
    splitting["options"], runs = settings.get("split_options"), settings["runs"]
    for what, by_name, example in (
        ("data", data, "{'mine': (X, y)}"),
        ("classifiers", classifiers, "{'NB': GaussianNB()}"),
    ):
        if not isinstance(by_name, Mapping):
            raise ValueError(
                f"evaluate: {what} is of type {type(by_name).__name__}; give a dict by "
                f"name, such as {example}"
            )
        if not by_name:
            raise ValueError(f"evaluate: no {what}; give at least one")
    by_engine: dict[str, Panel] = {}
    for name, asked_for in classifiers.items():
        engine, classifier = _classifier(name, asked_for)
        by_engine.setdefault(engine, Panel(engine, [])).classifiers.append(classifier)
    panels = by_engine.values()
    # By default no progress bar unless stderr is a terminal.
    bar = tqdm(unit="fold", disable=None if verbose is None else True)
    with bar, _log_shown(verbose), patch.dict(os.environ):
        # All are checked before the first is evaluated.
        datasets = [_dataset(*x, settings["splitter"]) for x in data.items()]
        designs = {x.name: (runs, settings["folds"]) for x, _ in datasets}
        if settings["splitter"] == "leave_one_group_out":
            designs = {x.name: (runs, len({*y})) for x, y in datasets}
        bar.reset(len(classifiers) * sum(map(math.prod, designs.values())))
        asked: Any = {"seed": seed, "seeds": seeds, "metrics": metrics}
        asked["progress"] = bar.update
        cells = max(dataset.values.size for dataset, _ in datasets)
        allotted = [_allotted(panel, cells) for panel in panels]
        rows = []
        for place, (dataset, marks) in enumerate(datasets, start=1):
            size = dataset.name, place, len(datasets), *dataset.values.shape
            _log.info("%s (%d of %d): %d instances, %d attributes", *size)
            where = f"evaluate: data set {dataset.name!r}"
            folds = designs[dataset.name][1]
            assigned = split(
                dataset, marks=marks, folds=folds, where=where, **splitting
            )
            rare = {dataset.name: rare_classes(dataset, folds=folds)}
            if warning := single_instance_warning(rare):
                _log.warning(warning)
            for panel, allotment in zip(panels, allotted, strict=True):
                asked["allotted"] = allotment
                rows += evaluate_panel(dataset, assigned, panel, **asked).rows
    table = pd.DataFrame(rows, columns=[*COLUMNS, *measured_columns(asked)])
    design: dict[str, Any] = {"datasets": list(data), "classifiers": list(classifiers)}
    counted = collect(table, **design, runs=runs, folds=folds, designs=designs)
    return counted.merge(table[[*CELL, *metrics]], on=CELL)


def _check(given: Mapping[str, Any]) -> dict[str, Any]:
    """Check settings by the schema of study files, and fill in what is left out."""
    known = read_schema("study")
    properties = {key: known["properties"][key] for key in (*given, "runs", "folds")}
    schema = known | {"properties": properties, "required": []}
    settings = check_against_schema(given, schema, where="evaluate")
    settings |= settle_splitter(settings, given, where="evaluate")
    for name in settings["metrics"]:
        if name == "accuracy" or name not in METRICS:
            raise ValueError(f"evaluate: key metrics: {unknown_metric(name)}")
    if settings["splitter"] in ("openml", "file"):
        raise ValueError(
            f"evaluate: splitter is {settings['splitter']!r}, whose folds are in "
            f"files; give another, or run a study"
        )
    return settings


def _dataset(name: str, table: Any, splitter: str) -> tuple[Dataset, Any]:
    """Make a data set of a pair of tables, and the marks that a splitter takes."""
    where = f"evaluate: data set {name!r}"
    what, parts = "a pair (X, y) of predictors and classes", 2
    if splitter in MARK_COLUMNS:
        what, parts = f"(X, y, groups), for splitter {splitter} its third", 3
    if not (isinstance(table, tuple | list) and len(table) == parts):
        raise ValueError(f"{where}: is of type {type(table).__name__}; give {what}")
    with prefix_errors(where):
        dataset = make_dataset(*table[:2], name=name)
        if parts > 2:
            check_index(table[0], table[2], "groups")
    marks = check_marks(table[2], where=where) if parts > 2 else None
    if marks is not None and len(marks) != len(dataset.values):
        raise ValueError(
            f"{where}: {len(dataset.values)} rows, but {len(marks)} values for "
            f"splitter {splitter}; give one for each"
        )
    return dataset, marks


def _allotted(panel: Panel, cells: int) -> Allotment:
    """Find the program that an engine needs, and estimate the memory for its data.

    An engine that starts once in a process is started here, with room for later data.
    """
    engine = find_engine(panel.engine)
    memory = engine.resources(panel, seconds=0, cells=cells).megabytes
    program = engine.find_program(read_machine({}))
    if engine.isolated:
        memory, scratch = max(memory, _ROOMY_MB), _scratch_of_process().name
        engine.start(program=program, mem_mb=memory, scratch=scratch)
    return Allotment(program, memory)


@cache
def _scratch_of_process() -> tempfile.TemporaryDirectory[str]:
    """Make a folder that is removed when the process ends."""
    return tempfile.TemporaryDirectory(prefix="tenbyten-")


def _classifier(name: str, given: Any) -> tuple[str, Classifier]:
    """Return a classifier and its engine."""
    where, columns = f"evaluate: classifier {name!r}", next(iter(FORMS))
    if isinstance(given, dict) and "estimator" in given:
        if unknown := [key for key in given if key not in ("estimator", "columns")]:
            hint = suggest(str(unknown[0]), ("estimator", "columns"), "take it out")
            raise ValueError(f"{where}: unknown key {unknown[0]!r}; {hint}")
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
            f"but not trained, or an entry of a study file{how_to_derive(given)}"
        )
    path = f"{kind.__module__}.{kind.__qualname__}"
    engine = next(x for x in ENGINES if find_engine(x).takes_estimators)
    return engine, Classifier(name, path, columns=columns, estimator=given)


@contextmanager
def _log_shown(verbose: bool | None) -> Iterator[None]:
    """Print the log on standard error, if `verbose`."""
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
