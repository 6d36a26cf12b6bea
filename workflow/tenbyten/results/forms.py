"""Recognise the form of a table of results, and make it long.

A table is long (a row a result; columns name its data set and its classifier), wide (a
row a data set, a column a classifier), transposed (a row a classifier, a column a data
set), or it has one classifier (a row a data set, a column a run). Where no heading
tells which, the names of known classifiers and data sets do, or the caller; the shape
of a table never does.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from tenbyten.metrics import DURATIONS, METRICS, Foreign
from tenbyten.results import headings
from tenbyten.results.cells import read_numbers
from tenbyten.results.design import CELL
from tenbyten.results.headings import first_of, headings_of, side_of, squash
from tenbyten.results.missing import Missing
from tenbyten.results.scales import orient
from tenbyten.results.sheets import Sheet
from tenbyten.words import shorten

# How tracked experiments that came to no end are marked.
_STATUS = ("status", "state")
_FAILED = {"failed", "fail", "killed", "crashed", "error", "timeout", "running"}
# The parts of a data set that are not tested on, and the one that is.
_TRAINED_ON = {"train", "training", "valid", "validation", "val"}
_TESTED_ON = {"test", "testing"}
# What headings of deviations end or begin with, and of the means beside them; of runs.
_DEVIATIONS = re.compile(r"(?i)(std|sd|stdev|stddev|stderr)$|^(std|sd|stdev)[\W_]+")
_MEANS = re.compile(r"(?i)[\W_]+(mean|acc|accuracy)$|^(mean|acc|accuracy)[\W_]+")
_RUN = "(resample|run|fold|seed|rep|repeat|split|trial)s?"
# Of a table with several results in a row: what rows and columns are, by where the
# classifiers are.
FORMS = {
    "columns": ("dataset", "classifier"),
    "rows": ("classifier", "dataset"),
    "files": ("dataset", "run"),
}


class Asked(NamedTuple):
    """What a caller says of results: the arguments of `results.read_results`.

    Attributes
    ----------
    columns : dict of str to str
        By role (dataset, classifier, run, fold, ...) the column that has it.
    metric : str, optional
        The metric that is compared; by default the table's.
    metrics : sequence of str
        Further metrics that are wanted.
    classifiers : {"columns", "rows", "files"}, optional
        Where the classifiers are.
    datasets, names : collection of str
        Known names of data sets, and of classifiers.
    better : {"higher", "lower"}, optional
        Which values are.
    unit : {"percent", "fraction"}, optional
    missing : {"refuse", "pairwise", "drop", "worst"} or {"constant": name}
    scale : {"auto", "difference", "ratio", "order"} or {"minmax": name}
    foreign_metrics : dict of str to dict
    """

    columns: Mapping[str, str]
    metric: str | None
    metrics: Sequence[str]
    classifiers: str | None
    datasets: Collection[str]
    names: Collection[str]
    better: str | None
    unit: str | None
    missing: Missing
    scale: str | Mapping[str, str]
    foreign_metrics: Foreign


class Long(NamedTuple):
    """A table in long form.

    Attributes
    ----------
    sheet : Sheet
        Where it comes from.
    table : DataFrame
        Columns dataset and classifier, run and fold as far as the table has them, and
        those of values; a row keeps the index of the one that it comes from.
    metric : str
        The values that are compared; ``accuracy`` also where there are counts.
    headings : dict of str to str
        By role the heading that the column had.
    places : dict of str to str
        Where each part of a cell was found, in words.
    notes : list of str
        What was decided in reading the sheet, and what was left out.
    better : {"higher", "lower"}, optional
        Which values are, where each data set's metric tells.
    several : str
        Which metrics values are of, in words; empty if it is one.
    """

    sheet: Sheet
    table: pd.DataFrame
    metric: str
    headings: dict[str, str]
    places: dict[str, str]
    notes: list[str]
    better: str | None = None
    several: str = ""


def to_long(sheet: Sheet, asked: Asked) -> Long:
    """Return a table in long form.

    Raises
    ------
    ValueError
        If a column is missing, or if several readings are possible.
    """
    where, wanted = sheet.name, [*asked.metrics, asked.metric or "accuracy"]
    roles = headings.roles_of(sheet.table, asked.columns, wanted, where)
    table, notes = _finished(sheet, roles)
    table, metric = _choose_metric(table, roles, asked.metric, where)
    seed, cell = first_of(table, headings.SEEDS), [roles[x] for x in CELL if x in roles]
    if seed and "run" not in roles and (not cell or table.duplicated(cell).any()):
        roles["run"] = seed
    has_value = first_of(table, [*METRICS, *headings.VALUES])
    if not (metric or has_value or {"dataset", "classifier"} <= roles.keys()):
        return _melt(sheet._replace(table=table), roles, asked, notes)
    if metric is None:
        raise ValueError(
            f"{where}: no column {asked.metric or 'of a metric'}; it has "
            f"{', '.join(table)}; say --metric NAME, or --map {wanted[-1]}=COLUMN"
        )
    places = {role: f"column {roles[role]}" for role in CELL if role in roles}
    table = table.rename(columns={name: role for role, name in roles.items()})
    others = [x for x in table if x not in roles and read_numbers(table[x]).wrong.any()]
    for role in [x for x in CELL[:2] if x not in roles]:
        # The name of a file names a data set or a classifier, not both.
        if not sheet.stem or others or not {"dataset", "classifier"} & places.keys():
            raise ValueError(
                f"{where}: no column {role}; it has {', '.join(table)}; name the one "
                f"that it is by columns: {{{role!r}: NAME}}"
            )
        table, places[role] = table.assign(**{role: sheet.stem}), "name of the file"
    long = Long(sheet, table, metric, roles, places, notes)
    names = table["metric"] if "metric" in roles else None
    found = metric not in METRICS and orient(table, metric, names, asked.better, where)
    if not found:
        return long
    values, better, more, several = found
    table, notes = table.assign(**{metric: values}), [*notes, *more]
    return long._replace(table=table, notes=notes, better=better, several=several)


def _finished(sheet: Sheet, roles: dict[str, str]) -> tuple[pd.DataFrame, list[str]]:
    """Keep rows of test parts, and no values of runs that did not come to an end."""
    table, notes = sheet.table, [*sheet.notes]
    if squash(roles.get("fold")) == "split":
        parts = table[roles["fold"]].map(squash)
        is_test, is_other = parts.isin(_TESTED_ON), parts.isin(_TRAINED_ON)
        if is_test.any() and (is_test | is_other).all():
            table = table[is_test]
            del roles["fold"]
            notes.append("rows of other splits than test left out")
        elif (is_test | is_other).any():
            raise ValueError(
                f"{sheet.name}: {roles['fold']} has {_some(parts.unique())}; leave the "
                f"rows that are compared, and remove the others"
            )
    if status := first_of(table, _STATUS):
        ended = table[status].map(squash)
        if (failed := ended.isin(_FAILED)).any():
            notes.append(f"values of {status} {_some(ended[failed].unique())} missing")
            values = [x for role, x in roles.items() if role not in (*CELL, "metric")]
            table = table.astype(dict.fromkeys(values, object))
            table.loc[failed, values] = ""
            # What failed and was done again is there.
            if cell := [table[roles[x]] for x in CELL if x in roles]:
                done = (~failed).groupby(cell, dropna=False).transform("any")
                table = table[~(failed & done)]
    return table, notes


def _choose_metric(
    table: pd.DataFrame, roles: dict[str, str], asked: str | None, where: str
) -> tuple[pd.DataFrame, str | None]:
    """Return the rows of the metric that is compared, and its name.

    None if no heading names one; the heading itself of values whose heading names no
    known metric. The role of a column of metrics stays where each data set has its own.
    """
    column, value = roles.pop("metric", None), first_of(table, headings.VALUES)
    if column and value and not _is_numeric(table[column]):
        names, is_one = table[column].map(squash), table[column].nunique() == 1
        if not is_one and asked in (None, value) and "dataset" in roles:
            by_dataset = names.groupby(table[roles["dataset"]])
            if (by_dataset.nunique() == 1).all():
                roles |= {"metric": column, _as_name(value): value}
                return table, _as_name(value)
        # An error of one metric is named by its own heading.
        if not (is_one and headings.LOWER.search(squash(value))):
            if asked is None and is_one:
                asked = headings.known_metric(_as_name(table[column].iloc[0]))
            is_asked = names.isin(headings_of(asked or ""))
            if asked is None or not is_asked.any():
                raise ValueError(
                    f"{where}: {column} has {_some(table[column].unique())}; say which "
                    f"is compared: --metric NAME"
                )
            roles[asked] = value
            return table[is_asked], asked
    has_accuracy = "accuracy" in roles or {"tested", "correct"} <= roles.keys()
    if asked is not None:
        is_there = asked in roles or (has_accuracy and asked == "accuracy")
        return table, asked if is_there else None
    known = [role for role in roles if role in METRICS and role not in DURATIONS]
    if has_accuracy or len(known) == 1:
        return table, "accuracy" if has_accuracy else known[0]
    values = [name for name in table if squash(name) in headings.VALUES]
    if not values and {"dataset", "classifier"} <= roles.keys():
        others = [name for name in table if name not in roles.values()]
        values = [name for name in others if _is_numeric(table[name])]
    if len(values) != 1:
        return table, None
    roles[_as_name(values[0])] = values[0]
    return table, _as_name(values[0])


def _as_name(heading: str) -> str:
    """Return a heading as the name of a metric."""
    return re.sub(r"\W+", "_", heading).strip("_")


def _is_numeric(column: pd.Series) -> bool:
    """Return whether a column has numbers, empty or wrong cells excepted."""
    numbers = read_numbers(column)
    return bool(numbers.values.notna().sum() >= numbers.wrong.sum())


def _melt(sheet: Sheet, roles: dict[str, str], asked: Asked, notes: list[str]) -> Long:
    """Make a long table of one that has several results in a row."""
    table, where = sheet.table, sheet.name
    cell = {roles[role]: role for role in ("run", "fold") if role in roles}
    label = roles.get("dataset", roles.get("classifier"))
    known = {x for role in CELL for x in headings_of(role)} | {"index", *headings.SEEDS}
    columns = [x for x in table if x not in (label, *cell) and squash(x) not in known]
    columns = [x for x in columns if not x.startswith("Unnamed: ")]
    if label is None:
        label = _label(table.drop(columns=[*cell]), [] if cell else columns)
        columns = [x for x in columns if x != label]
    for name in columns:
        if not _is_numeric(table[name]):
            word = table[name][read_numbers(table[name]).wrong].iloc[0]
            raise ValueError(
                f"{where}: no column of classifiers, and {name!r} has words, such as "
                f"{shorten(str(word), 40)!r}; remove it, or if these are, --map "
                f"classifier={name!r}"
            )
    count = len(columns)
    for name in list(columns):
        rest, others = squash(_DEVIATIONS.sub("", name)), map(squash, columns)
        alike = [x for x in others if x.startswith(rest) or x.endswith(rest)]
        # LSD is no deviation of LDA.
        if rest != squash(name) and (
            rest in alike or (len(alike) > 1 and len(rest) != 1)
        ):
            columns.remove(name)
            notes.append(f"column {name} left out")
    if len(columns) < count and all(map(_MEANS.search, columns)):
        means = {name: _MEANS.sub("", name) for name in columns}
        table, columns = table.rename(columns=means), [*means.values()]
    found = [headings.METRIC.search(squash(x)) for x in columns]
    metrics = {x[0] for x in found if x}
    is_other = all(found) and metrics - {"acc"} and asked.metric is None
    if len(metrics) > 1 or is_other:
        raise ValueError(
            f"{where}: columns are named by {', '.join(sorted(metrics))}; keep those "
            f"of one metric, and say which: --metric NAME"
        )
    if label is None:
        if all(squash(x).isdigit() for x in columns):
            raise ValueError(f"{where}: no names in the first line; add them")
        label, numbers = "dataset", [str(n) for n in range(1, len(table) + 1)]
        if not cell:
            notes.append("no column names the data sets, which are numbered")
        table = table.assign(dataset=sheet.stem or "data" if cell else numbers)
        roles = {**roles, "dataset": label}
    side = asked.classifiers or _side(table, label, columns, roles, asked)
    if side is None or (side == "files" and "classifier" in roles):
        raise ValueError(
            f"{where}: which are the classifiers, the columns ({_some(columns)}) or "
            f"the rows ({label}: {_some(table[label])})? Say --classifiers columns or "
            f"--classifiers rows; if columns are runs of one, --classifiers files"
        )
    rows, across = FORMS[side]
    table = table.rename(columns={label: rows, **cell})
    is_summary = table[rows].map(headings.sums_up)
    summaries = [*table.loc[is_summary, rows], *filter(headings.sums_up, columns)]
    notes += [f"{str(name).strip()} left out" for name in summaries]
    places = {rows: f"column {label}", across: "columns"}
    places |= {role: f"column {name}" for name, role in cell.items()}
    if side == "files":
        table, places["classifier"] = table.assign(classifier=sheet.stem), "file names"
    value = asked.metric or "accuracy"
    cells = [x for x in CELL if x in places and x != across]
    columns = [x for x in columns if x not in summaries]
    table = table[~is_summary]
    table = table.melt(cells, columns, across, value, ignore_index=False)
    return Long(sheet, table, value, {}, places, notes)


def _label(table: pd.DataFrame, columns: Sequence[str]) -> str | None:
    """Return the first column that holds names, of a table without such a heading."""
    for name in table:
        numbers = list(read_numbers(table[name]).values)
        is_index = numbers in ([*range(len(table))], [*range(1, len(table) + 1)])
        if not _is_numeric(table[name]) or (name[:8] == "Unnamed:" and not is_index):
            return name
    # Numbers may be names, as those of OpenML's data sets are.
    whole = [(read_numbers(table[name]).values % 1 == 0).all() for name in columns]
    return columns[0] if whole and whole[0] and not all(whole) else None


def _side(
    table: pd.DataFrame,
    label: str,
    columns: Sequence[str],
    roles: Mapping[str, str],
    asked: Asked,
) -> str | None:
    """Tell where the classifiers are; None where nothing says so."""
    are_numbered = all(re.search(rf"(^|{_RUN})\d+$", squash(x)) for x in columns)
    if are_numbered and re.fullmatch(_RUN, squash(label)):
        return "files"
    if {"dataset", "classifier"} & roles.keys() and not are_numbered:
        return "columns" if "dataset" in roles else "rows"
    for side in ("columns", "rows"):
        if squash(table.columns.name) in headings_of(FORMS[side][1]):
            return side
    return side_of(table[label], columns, asked.datasets, asked.names)


def _some(names: Iterable[object]) -> str:
    """Write some names."""
    return shorten(", ".join(map(str, names)), 60)
