"""Read accuracies and metrics of other programs: our columns, or the Experimenter's."""

import re
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from tenbyten.accuracies.columns import (
    SCHEME,
    columns_of,
    has_accuracies,
    separator_of,
)
from tenbyten.accuracies.design import CELL
from tenbyten.accuracies.validate import convert_types, to_long
from tenbyten.files import PathLike
from tenbyten.metrics import METRICS

# WEKA class and options of every classifier.
Schemes = Mapping[str, tuple[str, str]]

# Columns of the Experimenter's CSV, and our names for them.
_EXPERIMENTER = {"Key_Dataset": "dataset", "Key_Run": "run", "Key_Fold": "fold"}
_EXPERIMENTER |= {"Number_of_testing_instances": "tested", "Number_correct": "correct"}
_EXPERIMENTER |= {"Percent_correct": "accuracy"}
_OPTIONS = "Key_Scheme_options"


def read_imported(
    path: PathLike,
    *,
    schemes: Schemes,
    metric: str = "accuracy",
    metrics: Sequence[str] = (),
) -> pd.DataFrame:
    """Read accuracies that another program made.

    Parameters
    ----------
    path : path
        A CSV, its cells parted by commas, tabs or semicolons, with the columns
        dataset, classifier, run, fold and either tested and correct or accuracy (a
        fraction), with or without tested; or what WEKA's Experimenter writes, with
        Key_Dataset, Key_Run, Key_Fold, Key_Scheme and Percent_correct. Other columns
        are ignored. Without run or fold, and wide tables, as `validate.to_long` takes
        them.
    schemes : dict of str to tuple of (str, str)
        Every classifier of the study, with its WEKA class and options, which may be
        empty. Without any, schemes are classifiers under their own names.
    metric : str, default="accuracy"
        Metric that is compared, which a wide table holds. If it is another than
        accuracy, it is one of `metrics`, and there need be no accuracy.
    metrics : sequence of str, default=()
        Metrics that are wanted too, each in a column of its name.

    Returns
    -------
    DataFrame
        Columns dataset, classifier, run, fold; tested, correct, accuracy where the file
        has them; and `metrics`.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If it is no CSV in UTF-8 whose lines all have the header's cells, a column is
        missing or doubled, a cell is no number, or a scheme is no classifier of the
        study.
    """
    if metric not in ("accuracy", *metrics):
        metrics = [*metrics, metric]
    theirs: dict[str, str] = {}
    if SCHEME in columns_of(path):
        theirs = {ours: name for name, ours in _EXPERIMENTER.items()}
        table = _from_experimenter(path, schemes)
    else:
        table = _read(path)
        table.columns = table.columns.str.strip()
        table = to_long(table, value=metric, where=str(path))
    numbers = []
    if has_accuracies(path, metric):
        numbers = [name for name in ("tested", "correct") if name in table]
        if len(numbers) < 2 or "accuracy" in table:
            numbers.append("accuracy")
    wanted = [*CELL, *numbers, *metrics]
    if missing := [theirs.get(name, name) for name in wanted if name not in table]:
        raise ValueError(
            f"{path}: no column {', '.join(missing)}; it has {', '.join(table)}; "
            f"rename the column that it is, or name its metric in the study"
        )
    return convert_types(
        table[wanted],
        [*numbers, *metrics],
        where=str(path),
        # A row of a wide table is several of the long one.
        place=lambda wrong, _: f", line {wrong.index[0] + 2}",
        can_lack=lambda name: name in METRICS and METRICS[name].can_be_undefined,
    )


def _read(path: PathLike, **how: Any) -> pd.DataFrame:
    """Read a CSV file as text, every line with as many cells as the first."""
    text = {"dtype": str, "keep_default_na": False, "index_col": False}
    try:
        with warnings.catch_warnings():
            # A longer line would lose its last cells, with a warning.
            warnings.simplefilter("error", pd.errors.ParserWarning)
            separator = separator_of(path)
            table = pd.read_csv(path, sep=separator, **text, **how)
    except (ValueError, pd.errors.ParserWarning) as error:
        raise ValueError(f"{path}: not a CSV file: {error}") from error
    if separator == ";":
        # Its cells may have decimal commas.
        table = table.replace(r"^(\s*-?\d+),(\d+\s*)$", r"\1.\2", regex=True)
    short = table.isna().any(axis=1)
    if short.any():
        raise ValueError(
            f"{path}, line {int(short.idxmax()) + 2}: fewer cells than the header has; "
            f"supply them"
        )
    return table


def _from_experimenter(path: PathLike, schemes: Schemes) -> pd.DataFrame:
    """Rename the Experimenter's columns and schemes."""
    table = _read(path, quotechar="'", escapechar="\\")
    if _OPTIONS not in table:
        table[_OPTIONS] = ""
    keys = list(zip(table[SCHEME], table[_OPTIONS], strict=True))
    names = {key: _classifier_of(path, *key, schemes) for key in dict.fromkeys(keys)}
    table["classifier"] = [names[key] for key in keys]
    table = table.rename(columns=_EXPERIMENTER)
    if {"tested", "correct"} <= set(table):
        return table.drop(columns="accuracy", errors="ignore")
    if "accuracy" in table:
        table["accuracy"] = pd.to_numeric(table["accuracy"], errors="coerce") / 100
    return table


def _classifier_of(path: PathLike, scheme: str, options: str, schemes: Schemes) -> str:
    """Return the study's classifier that a scheme of the Experimenter is."""
    used = (scheme, " ".join(options.split()))
    if not schemes:
        return " ".join([scheme.rpartition(".")[2], used[1]]).strip()
    for name, (learner, wanted) in schemes.items():
        if learner and used == (learner, " ".join(wanted.split())):
            return name
    # In a FilteredClassifier the learner stands behind the last -W.
    inner = re.findall(r"-W (\S+)", options)
    paths = (scheme, *reversed(inner))
    for candidate in (x for path in paths for x in (path, path.rsplit(".", 1)[-1])):
        if candidate in schemes:
            return candidate
    raise ValueError(
        f"{path}: scheme {' '.join(used)} is no classifier of the study "
        f"({', '.join(schemes)}); name the classifier like the scheme's class, or take "
        f"its rows out"
    )
