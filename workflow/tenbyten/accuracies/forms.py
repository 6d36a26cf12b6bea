"""Recognise the form of a table of results: which column is what.

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

from tenbyten.accuracies.cells import read_numbers
from tenbyten.accuracies.design import CELL
from tenbyten.metrics import DURATIONS, METRICS
from tenbyten.words import shorten

# Headings of columns, in small letters and digits alone, in the order in which they are
# looked for. Those of WEKA's Experimenter are among them.
_HEADINGS = {
    "dataset": "dataset datasetname dataname keydataset data task taskname problem "
    "problemname database datasetid taskid tid did",
    "classifier": "classifier classifiername method methodname model modelname "
    "framework algorithm algorithmname learner learnername estimator system approach",
    "run": "run repeat repetition rep replicate resample resampling keyrun",
    "fold": "fold foldid cvfold keyfold split",
    "tested": "tested numberoftestinginstances",
    "correct": "correct numbercorrect",
    "metric": "metric metricname measure scoring",
    "accuracy": "accuracy acc testaccuracy testacc percentcorrect predictiveaccuracy",
    "auc": "auc rocauc areaunderroc",
    "log_loss": "logloss",
    "balanced_accuracy": "balancedaccuracy balacc bac",
}
# The roles of columns that are not values.
_CELLS = (*CELL, "metric")
# They number runs only where nothing else tells the rows of a cell apart.
_SEEDS = ("seed", "randomstate", "randomseed", "trial", "iteration")
# Headings of values that do not name a metric.
_VALUES: Sequence[str] = (
    *("result", "score", "testscore", "meantestscore", "value", "metricerror"),
    *("error", "errorrate", "loss"),
)
# Parts of the names of metrics of which less is better, or more.
_LOWER = re.compile(r"err|loss|rmse|mse|mae|mape|time|second|duration|cost|brier|nll")
_HIGHER = re.compile(r"acc|auc|score|f1|r2|kappa|mcc|precision|recall")
# What programs that track experiments write before a heading.
_TRACKED = re.compile(r"^(params?|metrics?|config|summary|tags)[./]")
# How tracked experiments that came to an end are marked.
_STATUS = ("status", "state")
_FINISHED = {"finished", "success", "ok", "completed", "complete", "done"}
_FAILED = {"failed", "fail", "killed", "crashed", "error", "timeout", "running"}
# The parts of a data set that are not tested on.
_TRAINED_ON = {"train", "training", "valid", "validation", "val"}
_TESTED_ON = {"test", "testing"}
# What stands beside or below a printed table, and is no data set.
_SUMMARIES = re.compile(
    r"(average|avg|mean|overall|rank)+(acc(uracy)?|score|auc|error)?"
)
# What columns of deviations end with, and of runs.
_DEVIATIONS = re.compile(r"(std|sd|stdev|stddev|stderr)$")
_RUN = "(resample|run|fold|seed|rep|repeat|split|trial)s?"
# Names of classifiers; others end with ``Classifier``.
_CLASSIFIERS = {
    *("j48", "c45", "naivebayes", "nb", "aode", "hnb", "knn", "ibk", "smo", "svm"),
    *("svc", "rf", "randomforest", "xgboost", "xgb", "lightgbm", "catboost", "mlp"),
    *("logisticregression", "decisiontree", "adaboost", "gradientboosting"),
}
# Of a table with several results in a row: what rows and columns are, by where the
# classifiers are.
FORMS = {
    "columns": ("dataset", "classifier"),
    "rows": ("classifier", "dataset"),
    "files": ("dataset", "run"),
}


class Asked(NamedTuple):
    """What a caller says of a table.

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
    """

    columns: Mapping[str, str] = {}
    metric: str | None = None
    metrics: Sequence[str] = ()
    classifiers: str | None = None
    datasets: Collection[str] = ()
    names: Collection[str] = ()


class Long(NamedTuple):
    """A table in long form.

    Attributes
    ----------
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
        What was left out, in words.
    """

    table: pd.DataFrame
    metric: str
    headings: dict[str, str]
    places: dict[str, str]
    notes: list[str]


def squash(name: object) -> str:
    """Return a heading in small letters and digits alone."""
    return re.sub(r"[\W_]+", "", _TRACKED.sub("", str(name).strip().lower()))


def headings_of(role: str) -> list[str]:
    """List the headings of a metric, or of a part of a cell."""
    return _HEADINGS.get(role, squash(role)).split()


def known_metric(name: str) -> str:
    """Return the name of a metric that has it as a heading, or the name itself."""
    return next((x for x in METRICS if squash(name) in headings_of(x)), name)


def has_metric(table: pd.DataFrame, metric: str) -> bool:
    """Return whether a heading of a table names a metric, or the counts of accuracy."""
    roles = _roles(table, Asked(), "")
    return metric in roles or (metric == "accuracy" and _has_counts(roles))


def _has_counts(roles: Collection[str]) -> bool:
    """Return whether there are columns for both counts."""
    return "tested" in roles and "correct" in roles


def to_long(table: pd.DataFrame, asked: Asked, *, where: str, stem: str) -> Long:
    """Return a table in long form.

    Parameters
    ----------
    table : DataFrame
        Of text or numbers; its headings are text, each there once but for empty ones.
    asked : Asked
    where : str
        What errors begin with: the file or function that read the table.
    stem : str
        Name of the file, for the data set or the classifier that has no column; empty
        for a table in memory.

    Raises
    ------
    ValueError
        If a column is missing, or if several readings are possible.
    """
    roles = _roles(table, asked, where)
    table, notes = _finished(table, roles, where)
    table, asked = _of_one_metric(table, roles, asked, where)
    metric = _metric_of(table, roles, asked)
    is_long = {"dataset", "classifier"} <= roles.keys() or _first(
        table, [*METRICS, *_VALUES]
    )
    if metric is None and not is_long:
        return _melt(table, roles, asked, notes, where=where, stem=stem)
    if metric is None:
        raise ValueError(
            f"{where}: no column {asked.metric or 'of a metric'}; it has "
            f"{', '.join(table)}; name the one that is compared by --metric, or by "
            f"--map {asked.metric or 'accuracy'}=COLUMN"
        )
    places = {role: f"column {roles[role]}" for role in CELL if role in roles}
    table = table.rename(columns={name: role for role, name in roles.items()})
    others = [x for x in table if x not in roles and read_numbers(table[x]).wrong.any()]
    for role in CELL[:2]:
        if role not in roles:
            if not stem or others:
                raise ValueError(
                    f"{where}: no column {role}; it has {', '.join(table)}; name the "
                    f"one that it is by columns: {{{role!r}: NAME}}"
                )
            table, places[role] = table.assign(**{role: stem}), "name of the file"
    cell = [role for role in CELL if role in table]
    seed = _first(table, _SEEDS)
    if seed and "run" not in roles and table.duplicated(cell).any():
        table = table.rename(columns={seed: "run"})
        places["run"] = f"column {seed}"
    return Long(table, metric, roles, places, notes)


def is_seed(place: str) -> bool:
    """Return whether runs were found in a column of seeds."""
    return squash(place.removeprefix("column ")) in _SEEDS


def higher_is_better(metric: str) -> bool | None:
    """Return whether higher values of a metric are better, as far as its name tells."""
    if metric in METRICS:
        return METRICS[metric].higher_is_better
    name = squash(metric)
    if name.startswith("neg"):
        return True
    is_lower, is_higher = bool(_LOWER.search(name)), bool(_HIGHER.search(name))
    # 1 - accuracy, a skill score, the accuracy of time series.
    return None if is_lower == is_higher or name.startswith("1") else is_higher


def _first(columns: Iterable[str], headings: Sequence[str]) -> str | None:
    """Return the column that has the first of some headings that is there."""
    squashed = {squash(name): name for name in columns}
    return next((squashed[x] for x in headings if x in squashed), None)


def _roles(table: pd.DataFrame, asked: Asked, where: str) -> dict[str, str]:
    """Return the column of each role that is told by its heading, or by the caller."""
    if unknown := [x for x in asked.columns.values() if x not in table]:
        raise ValueError(
            f"{where}: no column {unknown[0]!r}, which is mapped; it has "
            f"{', '.join(table)}"
        )
    wanted = [*METRICS, *asked.metrics, *([asked.metric] if asked.metric else [])]
    left = [name for name in table if name not in asked.columns.values()]
    roles = {role: _first(left, headings_of(role)) for role in [*_HEADINGS, *wanted]}
    roles |= asked.columns
    for role in dict.fromkeys([*METRICS, *wanted]):
        same = [x for x in left if squash(x) in headings_of(role)]
        if len(same) > 1 and role not in asked.columns:
            raise ValueError(
                f"{where}: {' and '.join(same)} may both be {role}; say which: --map "
                f"{role}={same[0]!r}"
            )
    return {role: name for role, name in roles.items() if name is not None}


def _finished(
    table: pd.DataFrame, roles: dict[str, str], where: str
) -> tuple[pd.DataFrame, list[str]]:
    """Keep rows of test parts, and no values of runs that did not come to an end."""
    notes = []
    if "fold" in roles and squash(roles["fold"]) == "split":
        parts = table[roles["fold"]].astype(str).str.strip().str.lower()
        is_test = parts.isin(_TESTED_ON)
        if is_test.any() and (is_test | parts.isin(_TRAINED_ON)).all():
            table = table[is_test]
            del roles["fold"]
            notes.append("rows of other splits than test left out")
        elif parts.isin({*_TESTED_ON, *_TRAINED_ON}).any():
            raise ValueError(
                f"{where}: {roles['fold']} has {_some(parts.unique())}; leave the rows "
                f"that are compared, and remove the others"
            )
    if status := _first(table, _STATUS):
        ended = table[status].astype(str).map(squash)
        failed = ended.isin(_FAILED)
        if failed.any() and (failed | ended.isin(_FINISHED)).all():
            values = [x for role, x in roles.items() if role not in _CELLS]
            table = table.astype(dict.fromkeys(values, object))
            table.loc[failed, values] = ""
            named = ", ".join(sorted(set(table.loc[failed, status].astype(str))))
            notes.append(f"values of {status} {named} taken for missing")
            # What failed and was done again is there.
            cells = pd.MultiIndex.from_frame(
                table[[roles[x] for x in CELL if x in roles]]
            )
            table = table[~(failed & cells.isin(cells[~failed]))]
    return table, notes


def _of_one_metric(
    table: pd.DataFrame, roles: dict[str, str], asked: Asked, where: str
) -> tuple[pd.DataFrame, Asked]:
    """Keep the rows of one metric, of a table with a column of their names."""
    column, value = roles.pop("metric", None), _first(table, _VALUES)
    if column is None or value is None or _is_numeric(table[column]):
        return table, asked
    names = table[column].map(squash)
    if _LOWER.search(squash(value)) and names.nunique() == 1:
        # An error of the metric.
        return table, asked
    metric = asked.metric
    if metric is None and names.nunique() == 1:
        name = re.sub(r"\W+", "_", table[column].iloc[0]).strip("_")
        metric = known_metric(name)
    if metric is None or not names.isin(headings_of(metric)).any():
        raise ValueError(
            f"{where}: {column} has {_some(table[column].unique())}; say which is "
            f"compared: --metric NAME"
        )
    roles[metric] = value
    return table[names.isin(headings_of(metric))], asked._replace(metric=metric)


def _metric_of(table: pd.DataFrame, roles: dict[str, str], asked: Asked) -> str | None:
    """Return the metric that is compared, None if no heading names one.

    It is the heading itself of values whose heading names no known metric.
    """
    if asked.metric is not None:
        is_there = asked.metric in roles or (
            asked.metric == "accuracy" and _has_counts(roles)
        )
        return asked.metric if is_there else None
    if "accuracy" in roles or _has_counts(roles):
        return "accuracy"
    known = [role for role in roles if role in METRICS and role not in DURATIONS]
    if len(known) == 1:
        return known[0]
    values = [name for name in table if squash(name) in _VALUES]
    value = values[0] if len(values) == 1 else None
    if not values and {"dataset", "classifier"} <= roles.keys():
        others = [name for name in table if name not in roles.values()]
        numbers = [name for name in others if _is_numeric(table[name])]
        value = numbers[0] if len(numbers) == 1 else None
    if value is None:
        return None
    metric = re.sub(r"\W+", "_", value).strip("_")
    roles[metric] = value
    return metric


def _is_numeric(column: pd.Series) -> bool:
    """Return whether a column has numbers, empty or wrong cells excepted."""
    numbers = read_numbers(column)
    return bool(numbers.values.notna().sum() >= numbers.wrong.sum())


def _melt(
    table: pd.DataFrame,
    roles: dict[str, str],
    asked: Asked,
    notes: list[str],
    *,
    where: str,
    stem: str,
) -> Long:
    """Make a long table of one that has several results in a row."""
    value = asked.metric or "accuracy"
    cell = {role: roles[role] for role in ("run", "fold") if role in roles}
    label = roles.get("dataset", roles.get("classifier"))
    seed = _first(table, _SEEDS)
    if seed and "run" not in cell and (not label or table.duplicated(label).any()):
        cell["run"] = seed
    known = {x for role in CELL for x in headings_of(role)} | {"index", *_SEEDS}
    left = [x for x in table if x != label and not x.startswith("Unnamed: ")]
    columns = [x for x in left if x not in cell.values() and squash(x) not in known]
    if label is None:
        others = [x for x in table if x not in cell.values()]
        label = _label(table[others], [] if cell else columns)
        columns = [x for x in columns if x != label]
    for name in columns:
        if not _is_numeric(table[name]):
            raise ValueError(
                f"{where}: no column of classifiers, and {name!r} holds words, such as "
                f"{_word(table[name])!r}; if these are the classifiers, --map "
                f"classifier={name!r}; else remove the column, or supply the numbers"
            )
    for name in list(columns):
        start = _DEVIATIONS.sub("", squash(name))
        if start != squash(name) and any(
            squash(x).startswith(start) for x in columns if x != name
        ):
            columns.remove(name)
            notes.append(f"column {name} left out")
    if metrics := _metrics_among(columns, asked):
        raise ValueError(
            f"{where}: columns are named by {' and '.join(metrics)}; keep those of one "
            f"metric, and say which: --metric NAME"
        )
    if label is None:
        if all(map(_is_number, columns)):
            raise ValueError(f"{where}: no names in the first line; add them")
        label, names = "dataset", range(1, len(table) + 1)
        if not cell:
            notes.append("no column names the data sets, which are numbered")
        table = table.assign(dataset=stem or "data" if cell else names)
        roles = {**roles, "dataset": label}
    side = asked.classifiers or _side(table[label], columns, roles, asked)
    if side is None or (side == "files" and "classifier" in roles):
        raise ValueError(
            f"{where}: which are the classifiers, the columns ({_some(columns)}) or "
            f"the rows ({_some(table[label])})? Say --classifiers columns or "
            f"--classifiers rows; if columns are runs of one, --classifiers files"
        )
    rows, across = FORMS[side]
    table = table.rename(columns={label: rows} | {x: y for y, x in cell.items()})
    is_summary = table[rows].map(_is_summary)
    summaries = [*table.loc[is_summary, rows], *filter(_is_summary, columns)]
    notes += [f"{str(name).strip()} left out" for name in summaries]
    table, columns = table[~is_summary], [x for x in columns if x not in summaries]
    places = {rows: f"column {label}", across: "columns"}
    places |= {role: f"column {name}" for role, name in cell.items()}
    if side == "files":
        table, places["classifier"] = table.assign(classifier=stem), "names of files"
    table = table.melt(
        id_vars=[x for x in CELL if x in places and x != across],
        value_vars=columns,
        var_name=across,
        value_name=value,
        ignore_index=False,
    )
    return Long(table, value, {}, places, notes)


def _label(table: pd.DataFrame, columns: Sequence[str]) -> str | None:
    """Return the first column that holds names, of a table without such a heading."""
    for name in table:
        numbers = read_numbers(table[name])
        is_index = list(numbers.values) in (
            [*range(len(table))],
            [*range(1, len(table) + 1)],
        )
        is_unnamed = name.startswith("Unnamed: ")
        if not _is_numeric(table[name]) or (is_unnamed and not is_index):
            return name
    # Numbers may be names, as those of OpenML's data sets are.
    whole = [(read_numbers(table[name]).values % 1 == 0).all() for name in columns]
    return columns[0] if whole and whole[0] and not all(whole) else None


def _is_summary(name: object) -> bool:
    """Return whether a row or column sums up the others."""
    return bool(_SUMMARIES.fullmatch(squash(name)))


def _metrics_among(columns: Sequence[str], asked: Asked) -> set[str]:
    """Return parts of headings that name metrics, if these are several or errors."""
    parts = [
        match[0]
        for name in columns
        if (match := _HIGHER.search(squash(name)) or _LOWER.search(squash(name)))
    ]
    is_error = len(parts) == len(columns) and _LOWER.fullmatch(parts[0])
    is_known = asked.metric is not None and len(set(parts)) < 2
    return set() if is_known or not (len(set(parts)) > 1 or is_error) else set(parts)


def _side(
    labels: pd.Series,
    columns: Sequence[str],
    roles: Mapping[str, str],
    asked: Asked,
) -> str | None:
    """Tell where the classifiers are; None where nothing says so."""
    are_numbered = all(
        _is_number(x) or re.search(rf"{_RUN}\d+$", squash(x)) for x in columns
    )
    if are_numbered and re.fullmatch(_RUN, squash(labels.name)):
        return "files"
    if {"dataset", "classifier"} & roles.keys() and not are_numbered:
        return "columns" if "dataset" in roles else "rows"
    known = set(map(squash, asked.datasets)), {*map(squash, asked.names), *_CLASSIFIERS}
    in_rows, in_columns = (_kinds(names, *known) for names in (labels, columns))
    sides = {("dataset", "classifier"): "columns", ("classifier", "dataset"): "rows"}
    decided = {
        side
        for kinds, side in sides.items()
        if in_rows <= {kinds[0]} and in_columns <= {kinds[1]} and in_rows | in_columns
    }
    return decided.pop() if len(decided) == 1 else None


def _kinds(
    names: Iterable[object], datasets: Collection[str], classifiers: Collection[str]
) -> set[str]:
    """Return the kinds of which some names are known."""
    kinds = set()
    for name in map(squash, names):
        if name in classifiers or name.endswith("classifier"):
            kinds.add("classifier")
        elif name in datasets:
            kinds.add("dataset")
    return kinds


def _is_number(name: str) -> bool:
    """Return whether a heading is a number."""
    return bool(pd.notna(pd.to_numeric(name, errors="coerce")))


def _word(column: pd.Series) -> str:
    """Return the first cell of a column that is no number."""
    return str(column[read_numbers(column).wrong].iloc[0])


def _some(names: Iterable[object]) -> str:
    """Write some names."""
    return shorten(", ".join(map(str, names)), 60)
