"""Read accuracies and metrics of other programs: our columns, or the Experimenter's."""

import re
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from tenbyten.accuracies.columns import SCHEME, columns_of, has_accuracies
from tenbyten.accuracies.design import CELL
from tenbyten.accuracies.shapes import as_cells, count_from_one
from tenbyten.files import PathLike
from tenbyten.metrics import METRICS

# WEKA class and options of every classifier.
Schemes = Mapping[str, tuple[str, str]]

# Columns of the Experimenter's CSV, and our names for them.
_EXPERIMENTER = {"Key_Dataset": "dataset", "Key_Run": "run", "Key_Fold": "fold"}
_SCHEME = (SCHEME, "Key_Scheme_options")
_COUNTS = {"Number_of_testing_instances": "tested", "Number_correct": "correct"}
_INTEGERS = ("run", "fold", "tested", "correct")
# Above it, a float does not tell whole numbers apart.
_MOST = 2**53


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
        A CSV with the columns dataset, classifier, run, fold and either tested and
        correct or accuracy (a fraction), with or without tested; or what WEKA's
        Experimenter writes, with Key_Dataset, Key_Run, Key_Fold, Key_Scheme and
        Percent_correct. Other columns are left aside. Without run or fold, and wide
        tables, as `shapes.as_cells` takes them.
    schemes : dict of str to tuple of (str, str)
        Every classifier of the study, with its WEKA class and options, which may be
        empty.
    metric : str, default="accuracy"
        Metric that is compared, which a wide table holds. If it is another than
        accuracy, it is one of `metrics`, and there need be no accuracy.
    metrics : sequence of str, default=()
        Metrics that are wanted too, each in a column of its name.

    Returns
    -------
    DataFrame
        Columns dataset, classifier, run, fold; tested, correct where the file has the
        counts, else accuracy, and tested where the file has it; and `metrics`.

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
    header = columns_of(path)
    if _SCHEME[0] in header:
        table = _from_experimenter(path, schemes, metrics)
        return count_from_one(table, str(path))
    table = _read(path)
    table.columns = table.columns.str.strip()
    table = as_cells(table, value=metric, where=str(path))
    if not has_accuracies(path, metric):
        _require(path, table, [*CELL, *metrics])
        found = _as_numbers(path, table[[*CELL, *metrics]])
        return count_from_one(found, str(path))
    has_tested, has_correct = (
        name in table and (table[name].str.strip() != "").any()
        for name in ("tested", "correct")
    )
    if counted := has_tested and has_correct:
        numbers = ["tested", "correct"]
    else:
        numbers = ["accuracy", "tested"] if has_tested else ["accuracy"]
    _require(path, table, [*CELL, *numbers, *metrics])
    if counted and "accuracy" in table:
        _check_agreement(path, table)
    found = _as_numbers(path, table[[*CELL, *numbers, *metrics]])
    return count_from_one(found, str(path))


def _read(path: PathLike, **how: Any) -> pd.DataFrame:
    """Read a CSV file as text, every line with as many cells as the first."""
    text = {"dtype": str, "keep_default_na": False, "index_col": False}
    try:
        with warnings.catch_warnings():
            # A longer line would lose its last cells, with a warning.
            warnings.simplefilter("error", pd.errors.ParserWarning)
            table = pd.read_csv(path, **text, **how)
    except (ValueError, pd.errors.ParserWarning) as error:
        raise ValueError(f"{path}: not a CSV file: {error}") from error
    short = table.isna().any(axis=1)
    if short.any():
        raise ValueError(
            f"{path}, line {int(short.idxmax()) + 2}: fewer cells than the header has; "
            f"supply them"
        )
    return table


def _from_experimenter(
    path: PathLike, schemes: Schemes, metrics: Sequence[str]
) -> pd.DataFrame:
    """Rename the Experimenter's columns and schemes."""
    table = _read(path, quotechar="'", escapechar="\\")
    _require(path, table, [*_EXPERIMENTER, _SCHEME[0], *metrics])
    if _SCHEME[1] not in table:
        table[_SCHEME[1]] = ""
    keys = list(zip(*(table[name] for name in _SCHEME), strict=True))
    names = {
        (scheme, options): _classifier_of(path, scheme, options, schemes)
        for scheme, options in dict.fromkeys(keys)
    }
    table["classifier"] = [names[scheme, options] for scheme, options in keys]
    counted = set(_COUNTS) <= set(table)
    if not counted:
        _require(path, table, ["Percent_correct"])
        percent = pd.to_numeric(table["Percent_correct"], errors="coerce")
        table["accuracy"] = percent / 100
    table = table.rename(columns=_EXPERIMENTER | _COUNTS)
    numbers = ["tested", "correct"] if counted else ["accuracy"]
    return _as_numbers(path, table[[*CELL, *numbers, *metrics]])


def _classifier_of(path: PathLike, scheme: str, options: str, schemes: Schemes) -> str:
    """Return the study's classifier that a scheme of the Experimenter is."""
    used = (scheme, " ".join(options.split()))
    for name, (learner, wanted) in schemes.items():
        if learner and used == (learner, " ".join(wanted.split())):
            return name
    # In a FilteredClassifier the learner stands behind the last -W.
    inner = re.findall(r"-W (\S+)", options)
    for candidate in (scheme, scheme.rsplit(".", 1)[-1], *reversed(inner)):
        for name in schemes:
            if name in (candidate, candidate.rsplit(".", 1)[-1]):
                return name
    raise ValueError(
        f"{path}: scheme {' '.join(used)} is no classifier of the study "
        f"({', '.join(schemes)}); name the classifier like the scheme's class, or take "
        f"its rows out"
    )


def _require(path: PathLike, table: pd.DataFrame, columns: Sequence[str]) -> None:
    """Refuse a table that lacks a column."""
    missing = [column for column in columns if column not in table]
    if missing:
        raise ValueError(
            f"{path}: no column {', '.join(missing)}; it has {', '.join(table)}; "
            f"rename the column that it is, or name its metric in the study"
        )


def _as_numbers(path: PathLike, table: pd.DataFrame) -> pd.DataFrame:
    """Turn text into numbers, naming the line of a cell that is none."""
    table = table.copy()
    names = ["dataset", "classifier"]
    table[names] = table[names].apply(lambda column: column.str.strip())
    for column in table.columns.difference(names):
        numbers = pd.to_numeric(table[column], errors="coerce")
        integer = column in _INTEGERS
        bad = numbers.isna() | (
            integer & ((numbers % 1 != 0) | (numbers.abs() > _MOST))
        )
        if column in METRICS and METRICS[column].can_be_undefined:
            bad &= table[column].str.strip() != ""
        if bad.any():
            # A row of a wide table is several of the long one.
            cell = str(table[column].to_numpy()[bad.to_numpy()][0])[:40]
            line = int(table.index[bad.to_numpy()][0])
            raise ValueError(
                f"{path}, line {line + 2}: {column} is {cell!r}, "
                f"expected a {_kind(column)}; supply it"
            )
        table[column] = numbers.astype("int64") if integer else numbers.astype(float)
    return table


def _kind(column: str) -> str:
    """Name the kind of numbers in a column."""
    if column in _INTEGERS:
        return "whole number"
    return "fraction" if column == "accuracy" else "number"


def _check_agreement(path: PathLike, table: pd.DataFrame) -> None:
    """Refuse accuracies that are not correct / tested."""
    values = table[["tested", "correct", "accuracy"]].apply(
        pd.to_numeric, errors="coerce"
    )
    off = (values["correct"] / values["tested"] - values["accuracy"]).abs() > 1e-6
    if off.any():
        line = int(off.idxmax())
        row = table.loc[line]
        raise ValueError(
            f"{path}, line {line + 2}: accuracy is {row['accuracy']}, but "
            f"{row['correct']} of {row['tested']} are correct; remove the wrong column"
        )
