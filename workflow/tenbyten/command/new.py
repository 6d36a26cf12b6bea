"""Write a study of the data files in a folder, with the sheet that lists them.

Both are written into the folder: FOLDER.yaml, which says what is compared and how, and
FOLDER-sheet.tsv, with a row for each file: which column is the class, and which columns
are left out. Both are commented; correct them in any editor. Nothing is overwritten.

The class of a file is the column that --target names; else one called class, target,
label or outcome; else the last column, else the first, unless it holds numbers with
fractions or many different values. Every guess is printed, and so is every file that is
left aside, with the reason.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

import numpy as np

from tenbyten.command import add_words
from tenbyten.datasets.canonical import canonical
from tenbyten.datasets.readers.column_types import is_number
from tenbyten.datasets.readers.tabular import is_unnamed, open_table
from tenbyten.datasets.sources import SUFFIXES
from tenbyten.datasets.table import Dataset, RawTable, hint_at_labels
from tenbyten.files import write_text
from tenbyten.report import TEMPLATES
from tenbyten.study.names import fold_case, unique_name
from tenbyten.study.schema import commented_key, read_schema
from tenbyten.words import REGRESSION, count_of, shorten

# Keys that are written with their meaning and default.
_KEYS = ("runs", "folds", "seed", "missing_class", "alpha", "rope")
# scikit-learn's boosting takes columns of at most so many categories.
_MOST_CATEGORIES = 255
_CLASSES_SHOWN = 5

# What a class is often called, the best first.
NAMES = ("class", "target", "label", "outcome")
# Whole numbers of more different values are rather a quantity than a class.
MOST_NUMBERS = 10
# A class of a larger share of the rows hides what classifiers do on the others.
_MAJORITY = 0.9
# What groups of rows are called; how texts number them; and how many rows a group has
# on average, at most, if it is called otherwise.
_OF_GROUPS = re.compile(
    "(?i:(patient|subject|person|participant|user|customer|client|household|family|"
    "speaker|author|student|donor|animal|session|batch|hospital|site|group)s?"
    "([ _.-]?(id|no|number|code|name))?|(.*[ _.-])?id)|.*[a-z]I[dD]"
)
_CODE, _OF_A_GROUP = re.compile("[A-Za-z_ -]+(?=[0-9]+$)"), 6
# A sign before a number, or a sign or unit behind it.
_WITH_UNIT = re.compile("([^\\w.+-]?) ?[+-]?[0-9][0-9.,']*( ?[^0-9]{0,12})")

_ASKED, _BY_NAME = "named by --target", "by its name"
_LAST, _FIRST = "the last column", "the first column"


_RAW = "raw # missing values and categories as they are"
_ORDINAL = "ordinal # a column has too many categories for `columns: raw`"


# The keys of a study, read once.
_study_keys = cache(lambda: read_schema("study")["properties"])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "folder", type=Path, help="a folder with data files, or one such file"
    )
    add_words(parser, "--target", "COLUMN", "the class of the files that have it")


def run(given: argparse.Namespace) -> None:
    """Write the study and its sheet."""
    folder = given.folder
    if not folder.exists():
        raise FileNotFoundError(
            f"no folder {folder}; give one with data files, or one such file"
        )
    if folder.is_file():
        name, files, folder = folder.name.partition(".")[0], [folder], folder.parent
    else:
        name, files = folder.resolve().name, sorted(folder.iterdir())
    name = unique_name(name, otherwise="study")
    study, sheet = folder / f"{name}.yaml", folder / f"{name}-sheet.tsv"
    for path in (study, sheet):
        if path.exists():
            raise ValueError(f"{path} is there; move it away first")
    guesses, aside = _guess_all(files, given.target)
    left = [f"{file.name} is left aside: {why}" for file, why in aside.items()]
    if not guesses:
        raise ValueError("\n".join([f"{folder}: no file can be a data set", *left]))
    write_text(_sheet(study, guesses), sheet)
    write_text(_study(study, sheet, [*guesses.values()]), study)
    print(*map(_describe, guesses, guesses.values()), *left, sep="\n")
    classes = {x.dataset.class_attribute.name for x in guesses.values()}
    for target in sorted(set(given.target) - classes):
        print(f"--target {target}: the class of none of these files")
    print(
        f"\nWritten: {study} and {sheet} ({len(guesses)} of "
        f"{count_of(len(files), 'file')}).\n"
        f"If a class is wrong, correct column target of {sheet}.\n"
        f"Now run: tenbyten run {quote(str(study))}"
    )


def _guess_all(
    files: Iterable[Path], targets: Sequence[str]
) -> tuple[dict[Path, Guess], dict[Path, str]]:
    """Guess what files are, and say why some are left aside; hidden ones are not."""
    guesses: dict[Path, Guess] = {}
    aside: dict[Path, str] = {}
    for file in files:
        if file.name.startswith("."):
            continue
        # A suffix may be of two parts.
        ends = [x for x in reversed(SUFFIXES) if file.name.lower().endswith(x)]
        try:
            if file.is_dir():
                raise ValueError("is a folder; only the files beside it are looked at")
            if not ends:
                raise ValueError(f"has none of the suffixes {', '.join(SUFFIXES)}")
            if not file.name.isprintable():
                raise ValueError("has a name that cannot be printed; rename it")
            taken = {fold_case(guessed.dataset.name) for guessed in guesses.values()}
            name = unique_name(file.name[: -len(ends[0])], taken, otherwise="data")
            guessed = guess(file, name, targets=targets)
            rows = sum(guessed.counts.values())
            if rows < _study_keys()["folds"]["default"]:
                too_few = "with a class: too few for ten folds"
                raise ValueError(f"{count_of(rows, 'row')} {too_few}")
            guesses[file] = guessed
        except (ValueError, OSError) as error:
            aside[file] = str(error)
    return guesses, aside


def _describe(file: Path, guess: Guess) -> str:
    """Say what was guessed of a file."""
    dataset, counts = guess.dataset, guess.counts
    classes = [f"{len(counts)} classes"]
    if len(counts) <= _CLASSES_SHOWN:
        classes = [f"{shorten(label, 60)} ({count})" for label, count in counts.items()]
    rows = count_of(len(dataset.values), "row")
    attributes = count_of(len(dataset.attributes) - 1, "attribute")
    lines = [
        f"{file.name}: {rows}, {attributes}, class "
        f"{dataset.class_attribute.name!r} ({guess.why}): {', '.join(classes)}"
    ]
    if guess.unlabelled:
        without = f"{count_of(guess.unlabelled, 'row')} without a class"
        lines.append(f"  {without} {'is' if guess.unlabelled == 1 else 'are'} left out")
        if 2 * guess.unlabelled > len(dataset.values):
            lines[-1] += f", most of the {rows}: is this the class?"
    folds = _study_keys()["folds"]["default"]
    if few := [label for label, count in counts.items() if count < folds]:
        lines.append(f"  classes of fewer rows than folds: {', '.join(few)}")
    label, most = max(counts.items(), key=lambda x: x[1])
    if most > _MAJORITY * sum(counts.values()):
        lines.append(
            f"  more than 90% of the rows are of class {label!r}, which hides the "
            f"others in accuracy; write `metrics: [mcc]` and `metric: mcc` in the study"
        )
    lines += [f"  {x!r} is left out: {why}" for x, why in guess.dropped.items()]
    lines += [f"  {hint}" for hint in guess.hints]
    return "\n".join(lines)


def _sheet(study: Path, guesses: Mapping[Path, Guess]) -> str:
    """Write the sheet."""
    lines = [_template("new_sheet.tsv").format(study=study.name)]
    lines[0] += "name\tfile\ttarget\tdrop\tinstances"
    for file, guess in guesses.items():
        lines += [f"# {line.strip()}" for line in _describe(file, guess).splitlines()]
        dataset = guess.dataset
        cells = dataset.name, file.name, dataset.class_attribute.name
        rows = str(sum(guess.counts.values()))
        lines.append("\t".join([*cells, ";".join(guess.dropped), rows]))
    return "\n".join(lines) + "\n"


def _study(study: Path, sheet: Path, guesses: Sequence[Guess]) -> str:
    """Write the study."""
    values = {key: _study_keys()[key]["default"] for key in _KEYS}
    if any(guess.unlabelled for guess in guesses):
        values["missing_class"] = "drop"
    many = max(x.dataset.n_values[:-1].max() for x in guesses)
    columns = _RAW if many <= _MOST_CATEGORIES else _ORDINAL
    names = {"name": study.stem, "path": quote(str(study)), "sheet": sheet.name}
    keys = "\n".join(commented_key(x, _study_keys()[x], values[x]) for x in _KEYS)
    return _template("new_study.yaml").format(**names, columns=columns, keys=keys)


def _template(name: str) -> str:
    """Read a template of `str.format`."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


class Guess(NamedTuple):
    """A file as a data set.

    Attributes
    ----------
    dataset : Dataset
        Without the columns that are `dropped`, with the rows that have no class.
    why : str
        Why its class is the class, in a few words.
    dropped : dict of str to str
        Columns that can be no attributes, with the reason.
    hints : list of str
        On columns that may not be meant as they are read.
    """

    dataset: Dataset
    why: str
    dropped: dict[str, str]
    hints: list[str]

    @property
    def unlabelled(self) -> int:
        """How many rows have no class."""
        return int((self.dataset.classes < 0).sum())

    @property
    def counts(self) -> dict[str, int]:
        """How many rows each class has, of those that occur."""
        labels = self.dataset.class_labels
        classes = self.dataset.classes
        counts = np.bincount(classes[classes >= 0], minlength=len(labels))
        return {x: int(n) for x, n in zip(labels, counts, strict=True) if n}


def guess(path: Path, name: str, *, targets: Sequence[str] = ()) -> Guess:
    """Guess which column of a file is the class, and which can be no attributes.

    If the file has a column that `targets` name, that is the class. Else it is the
    first of these that can be: a column called as in `NAMES`, in upper or lower case;
    the last; the first. The last and the first are no class if they hold whole numbers
    of more than `MOST_NUMBERS` different values, unless the file declares labels.
    Columns that are neither nominal nor numeric are dropped.

    A file that cannot be read or has no such class raises a ValueError, which does not
    name the file.
    """
    faults = []
    try:
        names, decide = open_table(path)
        if not names:
            raise ValueError("has no columns")
        of_sheets = read_schema("dataset")["properties"].keys()
        if "name" in names and set(names) <= of_sheets:
            raise ValueError("is a data-set sheet")
        if {"dataset", "classifier"} <= set(names):
            raise ValueError(f"is a table of accuracies; `tenbyten compare {path}`")
        for target, why in _candidates(names, targets):
            try:
                return _guess(decide, path, name, target, why)
            except ValueError as error:
                faults.append(str(error).partition("; name another target")[0])
        reasons = "; ".join(dict.fromkeys(faults))
        if REGRESSION in reasons:
            reasons = reasons.replace(f": this {REGRESSION}", "")
            reasons += (
                f": this {REGRESSION}; of numbers that are codes of classes write a "
                f"sheet with `as_nominal`"
            )
        raise ValueError(
            f"{reasons}; if another column is the class, name it by --target"
        )
    except ValueError as error:
        raise ValueError(str(error).replace(f"{path}: ", "")) from None


def _candidates(
    names: Sequence[str], targets: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """List the columns that may be the class, the best first, each with the reason."""
    if asked := [target for target in targets if target in names]:
        yield asked[0], _ASKED
        return
    reasons: dict[str, str] = {}
    for word in NAMES:
        reasons |= {x: _BY_NAME for x in names if x.strip().lower() == word}
    named = [x for x in names if not is_unnamed(x)]
    if named:
        reasons.setdefault(named[-1], _LAST)
        reasons.setdefault(named[0], _FIRST)
    yield from reasons.items()


def _guess(
    decide: Callable[..., RawTable], path: Path, name: str, target: str, why: str
) -> Guess:
    """Take a column for the class; one that cannot be raises a ValueError."""
    raw = decide(target=target)
    dropped = {
        column: ": ".join(filter(None, (kind, raw.reasons.get(column))))
        for column, kind in raw.textual.items()
        if column != target
    }
    for column in (target, *dropped):
        if not column.strip() or not column.isprintable():
            raise ValueError(f"column {column!r} has a name that no sheet has; name it")
    for column in dropped:
        if ";" in column or column != column.strip():
            raise ValueError(
                f"column {column!r} can be no attribute ({dropped[column]}), and its "
                f"name has a `;`, or blanks at an end; rename it"
            )
    wanted: dict[str, Any] = {"target": target, "drop": list(dropped)}
    dataset = canonical(raw, name=name, **wanted, missing_class="keep", where=path)
    texts = [x for x in dropped if raw.textual[x] in ("text", "identifier")]
    whole = decide(target=target, nominal=texts) if texts else raw
    guessed = Guess(dataset, why, dropped, [*_hints(whole, target, dropped)])
    # Labels without a reason are declared.
    is_declared = not raw.reasons or target in raw.declared
    by_place = why in (_LAST, _FIRST) and not is_declared
    different = len(guessed.counts)
    if by_place and different > MOST_NUMBERS and all(map(is_number, guessed.counts)):
        raise ValueError(
            f"{why}, {target!r}, has {different} different whole numbers, which is "
            f"rather a quantity than a class"
        )
    return guessed


def _hints(raw: RawTable, target: str, dropped: Collection[str]) -> Iterator[str]:
    """Say of columns that they may be groups, or numbers with a unit, or too many."""
    for attribute, values in zip(raw.attributes, raw.values.T, strict=True):
        name, labels = attribute.name, attribute.labels or ()
        known = values[~np.isnan(values)]
        rows, different = len(known), len(np.unique(known))
        if name == target or different <= MOST_NUMBERS:
            continue
        found = [*map(_WITH_UNIT.fullmatch, labels)]
        units = {x and (x[1] + x[2]).strip().rstrip("s") for x in found}
        codes = {x and x[0] for x in map(_CODE.match, labels)}
        of_group = _OF_GROUPS.fullmatch(name) and (labels or not (known % 1).any())
        of_group = of_group or (len(codes) == 1 and None not in codes)
        of_group = of_group or (labels and rows < _OF_A_GROUP * different)
        if None not in units and len(units - {""}) == 1:
            yield (
                f"{name!r} is read as texts, of numbers with a sign or unit such as "
                f"{labels[-1]!r}; write plain numbers into the file, or `drop` it"
            )
        elif of_group and 1.2 * different < rows:
            yield (
                f"{name!r} has {different:,} values in {rows:,} rows; if rows of one "
                f"belong together, such as a patient's, put it into a column "
                f"`split_group` of the sheet, and write `splitter: groups`"
            )
        elif name not in dropped:
            encoded = "a classifier of `encoded` columns"
            if hint := hint_at_labels(name, labels, encoded):
                yield hint
