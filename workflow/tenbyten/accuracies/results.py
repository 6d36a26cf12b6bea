"""Read results in whatever form people have them, and say what was taken for what."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pandas as pd

from tenbyten.accuracies.arrays import table_of_arrays
from tenbyten.accuracies.cells import read_numbers
from tenbyten.accuracies.design import CELL, design_of, name_cells
from tenbyten.accuracies.experimenter import Schemes
from tenbyten.accuracies.forms import Asked, Long, to_long
from tenbyten.accuracies.headings import (
    SEEDS,
    is_higher_better,
    known_metric,
    roles_of,
    squash,
)
from tenbyten.accuracies.missing import Missing, all_cells, complete
from tenbyten.accuracies.scales import rescale
from tenbyten.accuracies.sheets import Sheet
from tenbyten.accuracies.sizes import rho_of_sizes
from tenbyten.accuracies.sources import tables_of
from tenbyten.files import PathLike
from tenbyten.metrics import METRICS, NO_FOREIGN, Foreign
from tenbyten.tables.markup import MARKS
from tenbyten.words import count_of, describe_design, shorten

# Above it, floats do not represent every whole number.
_MOST = 2**53
_COUNTS = ("tested", "correct")
# Marks of footnotes behind a name; WEKA has a classifier K*.
_MARKED = rf"(?<=..)\s*+(?:[{MARKS}]++|\^[a-z0-9]{{1,2}})$"
# Names, titles and captions of tables of errors.
_ERRORS = re.compile(
    r"(?i)(?<!standard )(?<!without )(\b|_)(err|errors?(?!.?bars?)|loss|rmse)(\b|_|$)"
)
# The same of other losses and costs, and what excepts a title from them.
_LOSSES = re.compile(
    r"(?i)(?<![^\W\d_])(?:error.?rates?|[^\W\d_]*(?:fehler|miss?class)[^\W\d_]*|nll|brier"
    r"|[^\W\d_]*loss(?:es)?|[rms]*mse|s?mape|n?mae|perplexity|ppl|ece|missrate|wer|cer|eer"
    r"|mase|hinge|mcr|f[pn]r|kl|divergence|dist(?:ance)?s?|zero.?one|wrong(?:ly)?|ranks?"
    r"|deviance|deviation|regret|risk|log.?likelihood|cross.?entropy|hamming"
    r"|costs?(?!.?sensitive)"
    r"|(?:run)?times?(?!.?series)|latency|duration|seconds?|secs?"
    r"|(?:lower|smaller|less) is better)(?![^\W\d_])|↓"
)
_RIGHT = re.compile(r"(?i)accurac|\bacc\b|\bauc|\bf1\b|standard error|recall|kappa")
# Names of rows that sum up the others.
_SUMMING = re.compile(
    r"(?!(?:[pn]|no|of|over|datasets?|tests?|acc(?:uracy)?|scores?|se)+$)(?:[pn\u03c3]"
    r"|no|of|over\d*|datasets?|tests?|acc(?:uracy)?|scores?|se|sigma|average"
    r"|avg|ave|means?|medians?|overall|totals?|sum|grand|macro|micro|weighted|geometric"
    r"|geo|harmonic|all|number|counts?|rank(?:s|ing|ed)?|won|wins?|ties?|tied|draws?"
    r"|loss(?:es)?|lost|wl|wtl|wdl|wlt|best|worst|better|worse|top\d|firsts?|places?"
    r"|std|stdev|stddev|stderr|standard|deviation|dev|error|var|variance|sd|sem|ci|iqr"
    r"|min|max|minimum|maximum|range|quantile|pvalues?|pval|holm|wilcoxon|friedman"
    r"|nemenyi|bonferroni|ttest|sign|signed|criticaldifference|cd|significance|statistic"
    r"|summary|improvement|gain|borda|moyenne|médiane|mittelwert|mittel|durchschnitt"
    r"|gesamt|summe|siege|promedio|media(?:na)?|平均|中位数|标准差|合计)+"
)
# Of so many scores that are 0 or 1 each is of an item.
_ITEMS = 30

# A path, a pattern or a folder, or several of them; a table; arrays by classifier.
Source: TypeAlias = PathLike | Sequence[PathLike] | pd.DataFrame | Mapping[str, Any]


class Results(NamedTuple):
    """Results in long form, and how they were read.

    Attributes
    ----------
    table : DataFrame
        Columns dataset, classifier, run and fold; tested and correct, or accuracy,
        and further metrics, as far as the source has them.
    settings : dict
        Keys of a study that tell the metric, as far as they were not given.
    words : str
        What was taken for what, in two lines at most.
    partial : DataFrame, optional
        All cells, nan where results were missing; without it none was.
    """

    table: pd.DataFrame
    settings: dict[str, Any]
    words: str
    partial: pd.DataFrame | None = None


def has_accuracies(path: PathLike, metric: str) -> bool:
    """Return whether a file has all accuracies, where a study compares `metric`.

    True if that is accuracy: a file without it is refused when it is read.
    """
    if metric == "accuracy":
        return True
    for sheet in tables_of(path)[0]:
        roles = roles_of(sheet.table, {}, [], sheet.name)
        names = {"accuracy"} if "accuracy" in roles else {*_COUNTS}
        columns = [sheet.table[roles[x]] for x in names & roles.keys()]
        lacks = [read_numbers(column).values.isna().any() for column in columns]
        if len(columns) < len(names) or any(lacks):
            return False
    return True


def read_results(
    source: Source,
    *,
    columns: Mapping[str, str] | None = None,
    metric: str | None = None,
    metrics: Sequence[str] = (),
    classifiers: str | None = None,
    unit: str | None = None,
    better: str | None = None,
    sheet: str | None = None,
    foreign_metrics: Foreign = NO_FOREIGN,
    missing: Missing = "refuse",
    scale: str | Mapping[str, str] = "auto",
    schemes: Schemes | None = None,
    datasets: Sequence[str] = (),
    **of_arrays: Any,
) -> Results:
    """Read results, and tell what was taken for what.

    Parameters
    ----------
    source : path, sequence of paths, DataFrame or dict
        A file, a pattern such as ``results/*.csv``, or a folder: CSV, Excel, a table
        in LaTeX or Markdown; in memory a table, or arrays by classifier (`arrays`).
        A table is long, wide, transposed or of one classifier (`forms`).
    columns : dict of str to str, optional
        By role (dataset, classifier, run, fold, ...) a column of another heading.
    metric : str, optional
        What is compared, by default what the table has: accuracy where it has it.
    metrics : sequence of str
        Further metrics that are wanted.
    classifiers : {"columns", "rows", "files"}, optional
        Where they are, if no heading tells.
    unit : {"percent", "fraction"}, optional
        That of the metric, if no sign tells.
    better : {"higher", "lower"}, optional
        Which values of the metric are better, if its name does not tell.
    sheet : str, optional
        The one to read of an Excel file.
    foreign_metrics : dict of str to dict
        The study's key: directions of metrics.
    missing : {"refuse", "pairwise", "drop", "worst"} or {"constant": name}
        What becomes of missing results: `missing.complete`.
    scale : {"auto", "difference", "ratio", "order"} or {"minmax": name}
        The study's key; or rescale values on each data set, so that this classifier's
        mean is 0 and the best mean 1. By default ``order`` where the metric differs
        by data set.
    schemes : dict of str to tuple of (str, str), optional
        The study's classifiers with WEKA class and options, by which the schemes of
        WEKA's Experimenter are known. By default these are classifiers themselves.
    datasets : sequence of str
        The study's data sets; names that are known tell rows from columns.
    **of_arrays
        Of arrays: `runs` and `dataset`, see `arrays.table_of_arrays`.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If a column is missing, a cell is no number, or several readings are possible.
    """
    asked = Asked(
        columns or {}, metric, metrics, classifiers, datasets, schemes or (), better
    )
    if isinstance(source, Mapping):
        of_arrays |= {"classifiers": classifiers, "names": schemes or ()}
        of_arrays |= {"metric": metric or "accuracy", "datasets": datasets}
        source = table_of_arrays(source, **of_arrays)
    sheets, notes = tables_of(source, sheet, schemes)
    longs = [to_long(x, asked) for x in sheets]
    first, where = longs[0], longs[0].sheet.name
    forms = {", ".join([x.metric, *x.places, x.better or ""]) for x in longs}
    if len(forms) > 1:
        raise ValueError(
            f"{where} and others: not of one form, but {' and '.join(sorted(forms))}; "
            f"give files with the same columns"
        )
    tables = [_convert(x, [first.metric, *metrics], unit, missing) for x in longs]
    notes += [note for long in longs for note in long.notes]
    table = _number(pd.concat(tables, ignore_index=True), where, notes)
    for name, known in (("dataset", datasets), ("classifier", schemes or ())):
        given = table[name]
        marked = given.str.contains(_MARKED) & ~given.isin(known)
        plain = given.mask(marked, given.str.replace(_MARKED, "", regex=True))
        # Names that differ by marks alone keep them.
        if marked.any() and plain.nunique() == given.nunique():
            notes.append(f"marks of {', '.join(given[marked].unique())} left out")
            table[name] = plain
    names = [re.sub(r"\.\w+(, |$)", " ", Path(x.sheet.name).name) for x in longs]
    names = [re.sub(r"(?<=[a-z])(?=Error)", " ", name).strip() for name in names]
    if metric is None and (not first.headings or "score" in squash(first.metric)):
        _refuse_losses(names, [y for x in longs for y in x.sheet.notes], where)
    _refuse_summaries(longs, datasets)
    scores = table.get(first.metric, pd.Series())
    rows = table["dataset"].nunique()
    if rows >= _ITEMS and set(scores) == {0, 1} and table["fold"].max() == 1:
        raise ValueError(
            f"{where}: all scores of {rows:,} rows are 0 or 1; these are items, not "
            f"data sets: give the mean of the items of each data set"
        )
    settings: dict[str, Any] = {} if metric else {"metric": first.metric}
    are_splits = all(folds == 1 < runs for runs, folds in design_of(table).values())
    rho = rho_of_sizes(pd.concat([x.table for x in longs]), "dataset")
    if rho and are_splits:
        settings["rho"] = rho
        notes.append("rho by the sizes of train and test sets")
    better = better or first.better
    higher = is_higher_better(first.metric, better, foreign_metrics, where)
    if first.better and higher != (first.better == "higher"):
        raise ValueError(
            f"{where}: values are turned so that {first.better} is better; set "
            f"greater_is_better: {str(not higher).lower()} for {first.metric}"
        )
    if first.several and scale == "auto":
        settings["scale"] = "order"
        notes.append("compared by their order on each data set")
    elif first.several and scale in ("difference", "ratio"):
        raise ValueError(
            f"{where}: {first.several}: these have no common scale; set scale: order, "
            f"or scale: {{minmax: NAME}}"
        )
    if first.metric not in METRICS and not foreign_metrics:
        settings["foreign_metrics"] = {first.metric: {"greater_is_better": higher}}
    partial = None if missing == "refuse" else all_cells(table, first.metric)
    if partial is not None and not partial[first.metric].isna().any():
        partial = None
    if partial is not None:
        table, note = complete(partial, first.metric, missing, higher=higher)
        notes.append(note)
    scale = {"minmax": ""} if scale == "minmax" else scale
    if isinstance(scale, Mapping):
        name = f"rescaled_{first.metric}"
        for part in [table] if partial is None else [table, partial]:
            part[name] = rescale(part, first.metric, scale, higher=higher)
        foreign = {**foreign_metrics, name: {"greater_is_better": True}}
        settings = {"metric": name, "foreign_metrics": foreign}
        ends = f"0 is {scale['minmax']}, 1 the best mean"
        notes.append(f"{name}: on each data set {ends}")
    files = where + (f" and {len(longs) - 1} more" if len(longs) > 1 else "")
    direction = "higher" if higher else "lower"
    words = f"Read {files}: {_in_words(table, first)}: {direction} is better"
    words += f"\nNote: {'; '.join(dict.fromkeys(notes))}" if notes else ""
    return Results(table, settings, words, partial)


def _refuse_losses(names: Sequence[str], titles: Sequence[str], where: str) -> None:
    """Raise a ValueError if files or titles name a loss, which no heading tells."""
    told = [x[0] for text in (*names, *titles) for x in _ERRORS.finditer(text)]
    plain = [text for text in titles if not _RIGHT.search(text)]
    told += [x[0] for text in plain for x in _LOSSES.finditer(text)]
    # A classifier may be called so, not all of them.
    of_files = [[x[0] for x in _LOSSES.finditer(name)] for name in names]
    if told or (all(of_files) and not all(map(_RIGHT.search, names))):
        word = (told or of_files[0])[0].strip("_")
        name = known_metric(re.sub(r"\W+", "_", word.lower()))
        name = "error" if name == "_" or "better" in name else name
        raise ValueError(
            f"{where}: its name or title has {word!r}, a loss or a cost, and no "
            f"heading tells; say what is compared: --metric {name} --better lower, or "
            f"--metric accuracy"
        )


def _refuse_summaries(longs: Sequence[Long], datasets: Sequence[str]) -> None:
    """Raise a ValueError if a first or last data set has the name of a summary."""
    for long in longs:
        names = [*dict.fromkeys(long.table["dataset"].map(_text))]
        for name in {names[0], names[-1]}.difference(datasets):
            if len(names) > 1 and _SUMMING.fullmatch(squash(name)):
                raise ValueError(
                    f"{long.sheet.name}: {name!r} has the name of a summary of the "
                    f"others, not of a data set; delete it, or rename it if it is one"
                )


def _convert(
    long: Long, metrics: Sequence[str], unit: str | None, missing: Missing
) -> pd.DataFrame:
    """Convert the names of a long table to text, and its numbers to numbers."""
    table, sheet, columns = long.table, long.sheet, {}
    for name in filter(table.__contains__, CELL):
        columns[name] = table[name].map(_text)
        expected = "a name" if name in CELL[:2] else "a whole number"
        _refuse(table[columns[name] == ""], sheet, name, expected)
        is_seed = squash(long.places[name].removeprefix("column ")) in SEEDS
        are_names = read_numbers(table[name]).wrong.all()
        if name in CELL[2:] and not (is_seed or are_names):
            columns[name] = _whole(table, sheet, name)
    for name in filter(table.__contains__, _COUNTS):
        # Our own tables have accuracies alone where there are no counts.
        is_empty = table[name].isna() | (table[name] == "")
        if not ("accuracy" in table and is_empty.all()):
            columns[name] = _whole(table, sheet, name)
    for name in filter(table.__contains__, dict.fromkeys(["accuracy", *metrics])):
        values, wrong, is_percent, deviations = read_numbers(table[name])
        lacks = wrong | values.isna()
        # Accuracies beside what is compared may be incomplete.
        if name == "accuracy" != metrics[0] and lacks.any():
            continue
        if deviations.notna().any():
            long.notes.append("what follows ± or stands in brackets is not used")
        hint = "supply it"
        if not wrong.any():
            hint += ", or set missing: drop, worst or {constant: NAME}"
        kind, heading = METRICS.get(name), long.headings.get(name, "")
        may_lack = missing != "refuse" or (kind and kind.can_be_undefined)
        expected = "a fraction" if name == "accuracy" else "a number"
        _refuse(table[wrong if may_lack else lacks], sheet, name, expected, hint)
        is_share, odd = kind is not None and kind.largest == 1, None
        if unit is None and re.search("%|percent", heading.lower()):
            odd = (values <= 1) & (values.max() <= 1)
            expected = f"percentages, by the heading {heading}"
        elif unit is None and is_percent.any():
            odd = ~is_percent & values.notna() & (values != 0)
            expected = "a percent sign, as elsewhere"
        elif unit is None and is_share and values.between(1, 100, "right").any():
            odd = values.between(0, 1, "right")
            expected = "percentages, as other cells are above 1"
        if odd is not None:
            hint = "write all numbers alike, or say --unit percent or --unit fraction"
            _refuse(table[odd], sheet, name, expected, hint)
        if odd is not None or unit == "percent":
            # As decimals, so that 90.3 is 0.903.
            values = values.map(lambda x: float(Decimal(repr(x)) / 100), "ignore")
            long.notes.append(f"{name} in percent")
        columns[name] = values
    return pd.DataFrame(columns)


def _refuse(
    wrong: pd.DataFrame, sheet: Sheet, name: str, expected: str, hint: str = "supply it"
) -> None:
    """Raise a ValueError if there are rows with a wrong value in a column."""
    if len(wrong):
        value = wrong[name].iloc[0]
        shown = repr(value[:40]) if isinstance(value, str) else value
        place = f", line {wrong.index[0]}" if sheet.stem else f": row {wrong.index[0]}"
        if not sheet.stem and name not in CELL and set(CELL) <= set(wrong):
            place = f": {name_cells(wrong)}"
        problem = f"{place}: {name} is {shown}, expected {expected}; {hint}"
        raise ValueError(f"{sheet.name}{problem}")


def _text(name: object) -> str:
    """Write a name; a whole float, such as OpenML's id 31.0, as an integer."""
    if name is None or name is pd.NA or name != name:
        return ""
    is_whole = isinstance(name, float) and name.is_integer()
    return f"{name:.0f}" if is_whole else str(name).strip()


def _whole(table: pd.DataFrame, sheet: Sheet, name: str) -> pd.Series:
    """Read a column of whole numbers."""
    values = read_numbers(table[name]).values
    are_whole = (values % 1 == 0) & (values.abs() <= _MOST)
    _refuse(table[~are_whole], sheet, name, "a whole number")
    return values.astype("int64")


def _number(table: pd.DataFrame, where: str, notes: list[str]) -> pd.DataFrame:
    """Number runs and folds from 1; without a column there is but one.

    Names of them, such as seeds, are numbered in their order, for each data set alone;
    of numbers from 0 or 1 a gap is a missing one.
    """
    for name in filter(table.__contains__, CELL[2:]):
        labels, datasets = table[name], table["dataset"]
        is_number = pd.api.types.is_integer_dtype(labels)
        if is_number and (start := labels.min()) in (0, 1):
            firsts = labels.groupby(datasets, sort=False).min()
            if start == 0 and (others := list(firsts.index[firsts > 0])):
                raise ValueError(
                    f"{where}: {name}s count from 0 on {firsts.idxmin()} and not on "
                    f"{others[0]}, where the first is {firsts[others[0]]}; count from "
                    f"1 on all data sets, or supply the cells of {name} 0"
                )
            if start == 0:
                notes.append(f"{name}s count from 0; taken as counting from 1")
            table[name] = labels + 1 - start
            continue
        ordered = sorted(labels.unique(), key=lambda x: (len(str(x)), x))
        if is_number:
            some = shorten(", ".join(map(str, ordered)), 40)
            notes.append(f"{name}s {some} numbered in this order")
        places = labels.map({x: n for n, x in enumerate(ordered)})
        table[name] = places.groupby(datasets).rank("dense").astype("int64")
    cell = [name for name in CELL if name in table]
    missing = [name for name in CELL if name not in table]
    doubled = table[table.duplicated(cell)]
    if len(doubled) and missing:
        named = ", ".join(f"{name} {doubled.iloc[0][name]}" for name in cell)
        raise ValueError(
            f"{where}: several rows of {named}, and no column {' or '.join(missing)} "
            f"that tells them apart; remove one, name the column, such as --map "
            f"run=COLUMN, or number them from 1, alike for all classifiers on a fold"
        )
    return table.assign(**dict.fromkeys(missing, 1))


def _in_words(table: pd.DataFrame, first: Long) -> str:
    """Write what was taken for data set, classifier and metric."""
    sizes = [
        f"{count_of(table[role].nunique(), noun)} ({first.places[role]})"
        for role, noun in (("dataset", "data set"), ("classifier", "classifier"))
    ]
    heading = first.headings.get(first.metric, first.metric)
    heading = f" (column {heading})" if heading != first.metric else ""
    designs = {describe_design(*x) for x in design_of(table).values()}
    design = designs.pop() if len(designs) == 1 else "several numbers of runs and folds"
    return f"{' x '.join([*sizes, design])}; {first.metric}{heading}"
