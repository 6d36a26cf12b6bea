"""Read results in whatever form people have them, and say what was taken for what."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pandas as pd

from tenbyten.accuracies.arrays import table_of_arrays
from tenbyten.accuracies.cells import read_numbers
from tenbyten.accuracies.design import CELL, design_of, name_cells
from tenbyten.accuracies.experimenter import Schemes, name_schemes
from tenbyten.accuracies.forms import (
    Asked,
    Long,
    has_metric,
    higher_is_better,
    is_seed,
    to_long,
)
from tenbyten.accuracies.missing import Missing, complete
from tenbyten.accuracies.sheets import read_sheets
from tenbyten.files import PathLike
from tenbyten.metrics import METRICS, NO_FOREIGN, Foreign
from tenbyten.words import count_of, describe_design

# Above it, floats do not represent every whole number.
_MOST = 2**53
_COUNTS = ("tested", "correct")
# Names and titles of tables of errors.
_ERRORS = re.compile(r"(?i)(\b|_)(err|errors?|loss|rmse)(\b|_|$)")
_NAMES = CELL[:2]

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
    """

    table: pd.DataFrame
    settings: dict[str, Any]
    words: str


def has_accuracies(path: PathLike, metric: str) -> bool:
    """Return whether a file has accuracies, where a study compares `metric`.

    True if that is accuracy: a file without it is refused when it is read.
    """
    if metric == "accuracy":
        return True
    return any(has_metric(part.table, "accuracy") for part in _parts(path, None, None))


class _Part(NamedTuple):
    """A table of a source, where its rows stand, and names for what it has no column.

    `place` locates wrong rows, by the column that is wrong there; `stem` names the
    classifier or data set that the table is of.
    """

    table: pd.DataFrame
    where: str
    place: Callable[[pd.DataFrame, str], str]
    stem: str
    notes: Sequence[str] = ()

    def refuse(self, wrong: pd.DataFrame, name: str, expected: str, hint: str) -> None:
        """Raise a ValueError if there are rows with a wrong value in a column."""
        if len(wrong):
            value = wrong[name].iloc[0]
            shown = repr(value[:40]) if isinstance(value, str) else value
            raise ValueError(
                f"{self.where}{self.place(wrong, name)}: {name} is {shown}, expected "
                f"{expected}; {hint}"
            )


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
    missing : {"refuse", "drop", "worst"} or {"constant": name}, default="refuse"
        What becomes of missing results: `missing.complete`.
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
        columns=columns or {},
        metric=metric,
        metrics=metrics,
        classifiers=classifiers,
        datasets=datasets,
        names=schemes or (),
    )
    if isinstance(source, Mapping):
        source = table_of_arrays(source, metric=metric or "accuracy", **of_arrays)
    parts = _parts(source, sheet, schemes)
    longs = [
        to_long(part.table, asked, where=part.where, stem=part.stem) for part in parts
    ]
    first = longs[0]
    tables = [
        _convert(long, part, [*dict.fromkeys([first.metric, *metrics])], unit, missing)
        for long, part in zip(longs, parts, strict=True)
    ]
    if len({(x.metric, *x.places) for x in longs}) > 1:
        raise ValueError(
            f"{', '.join(part.where for part in parts)[:200]}: not of one form; give "
            f"files with the same columns"
        )
    notes = [note for part in parts for note in part.notes]
    notes += [note for long in longs for note in long.notes]
    table = _number(pd.concat(tables, ignore_index=True), parts[0].where, notes)
    titles = [note for part in parts for note in (part.stem, *part.notes)]
    if metric is None and not first.headings and any(map(_ERRORS.search, titles)):
        raise ValueError(
            f"{parts[0].where}: errors by its name, and no heading says so; say what "
            f"is compared: --metric error, or --metric accuracy"
        )
    settings: dict[str, Any] = {} if metric else {"metric": first.metric}
    higher = _is_higher_better(first.metric, better, foreign_metrics, parts[0].where)
    if first.metric not in METRICS and not foreign_metrics:
        settings["foreign_metrics"] = {first.metric: {"greater_is_better": higher}}
    if missing != "refuse":
        table, more = complete(table, first.metric, missing, higher=higher)
        notes += more
    words = _in_words(table, first, parts, notes, higher)
    return Results(table, settings, words)


def _is_higher_better(
    metric: str, better: str | None, foreign_metrics: Foreign, where: str
) -> bool:
    """Return whether higher values of a metric are better."""
    if metric in foreign_metrics:
        # What it lacks is refused with the other settings.
        described = foreign_metrics[metric]
        return isinstance(described, Mapping) and bool(
            described.get("greater_is_better")
        )
    named = higher_is_better(metric)
    if better is None and named is not None:
        return named
    if better not in ("higher", "lower"):
        raise ValueError(
            f"{where}: is a higher {metric} better, or a lower one? Say --better "
            f"higher or --better lower"
        )
    if metric in METRICS and (better == "higher") != named:
        raise ValueError(
            f"{where}: {better} {metric} is not better; leave out --better, or compare "
            f"another metric"
        )
    return better == "higher"


def _parts(
    source: PathLike | Sequence[PathLike] | pd.DataFrame,
    sheet: str | None,
    schemes: Schemes | None,
) -> list[_Part]:
    """List the tables of a source."""
    if isinstance(source, pd.DataFrame):
        if isinstance(source.columns, pd.MultiIndex):
            raise ValueError("compare: columns have several levels; give them one name")
        table = _with_index(source)
        table = table.rename(columns=lambda x: str(x).strip()).reset_index(drop=True)
        if not len(table):
            raise ValueError("compare: the table has no rows; supply them")
        if len(doubled := table.columns[table.columns.duplicated()]):
            raise ValueError(f"compare: two columns {doubled[0]!r}; remove one")
        return [_Part(table, "compare", _place_in_memory, "")]
    listed = [source] if isinstance(source, str | os.PathLike) else source
    paths = [path for given in listed for path in _files(given)]
    stems = _stems(paths)
    parts = []
    for path, stem in zip(paths, stems, strict=True):
        for read in read_sheets(path, sheet=sheet):
            table = name_schemes(read.table, schemes or {}, where=read.name)
            names = [x or f"Unnamed: {n}" for n, x in enumerate(table)]
            table = table.set_axis(names, axis=1)
            parts.append(_Part(table, read.name, _place(read.lines), stem, read.notes))
    return parts


def _files(given: PathLike) -> list[Path]:
    """List the files of a folder or of a pattern, by name, or the one file."""
    path = Path(given)
    if path.is_dir():
        files = [x for x in path.iterdir() if x.is_file() and x.name[0] != "."]
    elif glob.has_magic(str(path)) and not path.exists():
        files = [Path(x) for x in glob.glob(str(path), recursive=True)]
    else:
        return [path]
    if not files:
        raise FileNotFoundError(f"no files at {path}; correct the path")
    return sorted(files)


def _stems(paths: Sequence[Path]) -> list[str]:
    """Name files, without what the names of all end with, such as ``_accuracy``."""
    stems = [path.stem for path in paths]
    end = os.path.commonprefix([stem[::-1] for stem in stems])[::-1]  # noqa: RUF071
    cut = end[min((end.find(x) for x in "_-. " if x in end), default=len(end)) :]
    cut = cut if len(stems) > 1 else ""
    return [stem.removesuffix(cut) or stem for stem in stems]


def _place(lines: Sequence[int]) -> Callable[[pd.DataFrame, str], str]:
    """Locate rows of a file by their line."""
    return lambda wrong, _: f", line {lines[wrong.index[0]]}"


def _place_in_memory(wrong: pd.DataFrame, name: str) -> str:
    """Locate rows of a table by their cell, which has no name if it is wrong itself."""
    has_cells = name not in CELL and set(CELL) <= set(wrong)
    return f": {name_cells(wrong)}" if has_cells else f": row {wrong.index[0] + 1}"


def _with_index(table: pd.DataFrame) -> pd.DataFrame:
    """Make columns of an index that names something."""
    index = table.index
    is_plain = isinstance(index, pd.RangeIndex | pd.MultiIndex)
    if any(name is not None for name in index.names):
        named = [x for x in index.names if x is not None and x not in table.columns]
        return table.reset_index(level=named)
    is_long = {"dataset", "classifier"} & set(table.columns)
    return table if is_plain or is_long else table.rename_axis("").reset_index()


def _convert(
    long: Long,
    part: _Part,
    metrics: Sequence[str],
    unit: str | None,
    missing: Missing,
) -> pd.DataFrame:
    """Convert the names of a long table to text, and its numbers to numbers."""
    table, columns = long.table, {}
    for name in filter(table.__contains__, CELL):
        columns[name] = table[name].map(_text)
        expected = "a name" if name in _NAMES else "a whole number"
        part.refuse(table[columns[name] == ""], name, expected, "supply it")
        if name not in _NAMES and not is_seed(long.places[name]):
            columns[name] = _whole_numbers(table, name, part)
    given = [x for x in _COUNTS if x in table and not _is_empty(table[x]).all()]
    for name in dict.fromkeys([*given, "accuracy", *metrics]):
        if name not in table:
            continue
        values, wrong, is_percent, deviations = read_numbers(table[name])
        if name == "accuracy" != metrics[0] and (wrong | values.isna()).any():
            # It is not what is compared.
            continue
        if deviations.notna().any():
            long.notes.append("what follows ± or stands in brackets is not used")
        hint = "supply it"
        if not wrong.any() and name not in given:
            hint += ", or set missing: drop, worst or {constant: NAME}"
        if name in given:
            expected = "a whole number"
            wrong |= values.isna() | (values % 1 != 0) | (values.abs() > _MOST)
        else:
            expected = "a fraction" if name == "accuracy" else "a number"
            kind = METRICS.get(name)
            if missing == "refuse" and not (kind and kind.can_be_undefined):
                wrong |= values.isna()
        part.refuse(table[wrong], name, expected, hint)
        if name in given:
            columns[name] = values.astype("int64")
        else:
            heading = long.headings.get(name, "")
            columns[name] = _fractions(
                values, is_percent, table, name, part, unit, heading
            )
            if not columns[name].equals(values):
                long.notes.append(f"{name} in percent")
    return pd.DataFrame(columns)


def _text(name: object) -> str:
    """Write a name; a whole float, such as OpenML's id 31.0, as an integer."""
    if name is None or name is pd.NA or name != name:
        return ""
    whole = isinstance(name, float) and name.is_integer()
    return str(int(name) if whole else name).strip()  # type: ignore[call-overload]


def _is_empty(column: pd.Series) -> pd.Series:
    """Mark the cells of a column that are empty."""
    return column.isna() | (column.astype(str).str.strip() == "")


def _whole_numbers(table: pd.DataFrame, name: str, part: _Part) -> pd.Series:
    """Return runs or folds as integers; as texts if they are names, such as seeds."""
    values, wrong, *_ = read_numbers(table[name])
    if wrong.all():
        return table[name].map(_text)
    wrong |= values.isna() | (values % 1 != 0) | (values.abs() > _MOST)
    part.refuse(table[wrong], name, "a whole number", "supply it")
    return values.astype("int64")


def _fractions(
    values: pd.Series,
    is_percent: pd.Series,
    table: pd.DataFrame,
    name: str,
    part: _Part,
    unit: str | None,
    heading: str,
) -> pd.Series:
    """Divide percentages by 100, as decimals, so that 90.3 is 0.903."""
    is_share = name in METRICS and METRICS[name].largest == 1
    if unit is None and re.search("%|percent", heading.lower()):
        part.refuse(
            table[values <= 1] if values.max() <= 1 else table[:0],
            name,
            f"percentages, by the heading {heading}",
            "say --unit percent, or --unit fraction",
        )
        unit = "percent"
    elif unit is None and is_percent.any():
        odd = ~is_percent & values.notna() & (values != 0)
        part.refuse(
            table[odd], name, "a percent sign, as elsewhere", "write all numbers alike"
        )
        unit = "percent"
    elif unit is None and is_share and ((values > 1) & (values <= 100)).any():
        small = (values > 0) & (values <= 1)
        part.refuse(
            table[small],
            name,
            "percentages, as other cells are above 1",
            "write all numbers alike, or say --unit percent if it is one",
        )
        unit = "percent"
    if unit != "percent":
        return values
    return values.map(lambda x: float(Decimal(repr(x)) / 100), na_action="ignore")


def _number(table: pd.DataFrame, where: str, notes: list[str]) -> pd.DataFrame:
    """Number runs and folds from 1; without a column there is but one."""
    for name in filter(table.__contains__, CELL[2:]):
        if pd.api.types.is_string_dtype(table[name]):
            table[name] = _numbered(table, name, notes)
        else:
            table[name] = _from_one(table, name, where, notes)
    cell = [name for name in CELL if name in table]
    missing = [name for name in CELL if name not in table]
    doubled = table[table.duplicated(cell)]
    if len(doubled) and missing:
        named = ", ".join(f"{name} {doubled.iloc[0][name]}" for name in cell)
        raise ValueError(
            f"{where}: several rows of {named}, and no column {' or '.join(missing)} "
            f"that tells them apart; remove a repeated row, name the column, such as "
            f"--map run=COLUMN, or number them from 1, the same number for all "
            f"classifiers on the same fold"
        )
    return table.assign(**dict.fromkeys(missing, 1))


def _numbered(table: pd.DataFrame, name: str, notes: list[str]) -> pd.Series:
    """Number runs or folds that have names, such as seeds, in the order of these."""
    labels = table[name]
    numbers = pd.to_numeric(labels.str.extract(r"(\d+)$")[0])
    order = labels if numbers.isna().any() else numbers
    codes = pd.Series(pd.factorize(order, sort=True)[0], table.index)
    names = codes.groupby([table["dataset"], table["classifier"]]).agg(frozenset)
    group = ["dataset"]
    if (names.groupby("dataset").nunique() > 1).any():
        group.append("classifier")
        notes.append(f"classifiers have different {name}s, numbered for each alone")
    return codes.groupby([table[x] for x in group]).rank("dense").astype("int64")


def _from_one(
    table: pd.DataFrame, name: str, where: str, notes: list[str]
) -> pd.Series:
    """Count runs or folds from 1, if they count from 0 on all data sets."""
    first = table.groupby("dataset", sort=False)[name].min()
    if not (first == 0).any():
        return table[name]
    if others := list(first.index[first > 0]):
        raise ValueError(
            f"{where}: {name}s count from 0 on {first.idxmin()} and not on "
            f"{others[0]}, where the first is {first[others[0]]}; count from 1 on "
            f"all data sets, or supply the cells of {name} 0"
        )
    notes.append(f"{name}s count from 0; taken as counting from 1")
    return table[name] + 1


def _in_words(
    table: pd.DataFrame,
    first: Long,
    parts: Sequence[_Part],
    notes: Sequence[str],
    higher: bool,
) -> str:
    """Write what was taken for what, in two lines."""
    more = f" and {len(parts) - 1} more" if len(parts) > 1 else ""
    sizes = {
        role: f"{count_of(table[role].nunique(), noun)} ({first.places[role]})"
        for role, noun in (("dataset", "data set"), ("classifier", "classifier"))
    }
    heading = first.headings.get(first.metric, first.metric)
    heading = f" (column {heading})" if heading != first.metric else ""
    designs = {describe_design(*x) for x in design_of(table).values()}
    design = designs.pop() if len(designs) == 1 else "several numbers of runs and folds"
    lines = [
        f"Read {parts[0].where}{more}: {sizes['dataset']} x {sizes['classifier']} x "
        f"{design}; {first.metric}{heading}: "
        f"{'higher' if higher else 'lower'} is better"
    ]
    if notes:
        lines.append(f"Note: {'; '.join(dict.fromkeys(notes))}")
    return "\n".join(lines)
