"""Compare the decisions with published ones."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.comparisons.sensitivity import (
    Changes,
    join_changes,
    outcomes_of,
    smallest_changes,
)
from tenbyten.files import PathLike
from tenbyten.results.headings import squash
from tenbyten.results.sheets import read_sheets
from tenbyten.words import suggest

# By subset, row and column: the decisions of both tests, "1/0"; "-" for none.
Published = Mapping[str, Mapping[str, Mapping[str, str]]]
# Subset, row, column and test of one of them.
Cell = tuple[str, str, str, str]
# By changes of the study's policies: 1 where the column is better.
Marks = dict[Changes, int | None]

_TESTS = ("poisson", "signed_rank")
_PAIR = ["row", "column"]

# Of a table of published decisions headings, tests and decisions, in small letters and
# digits alone.
_HEADINGS = {
    "row": "row a classifier1 classifiera method1 algorithm1 model1",
    "column": "column b classifier2 classifierb method2 algorithm2 model2",
    "test": "test testname",
    "decision": "decision better winner outcome result verdict",
    "subset": "subset",
}
_TEST_WORDS = {
    "poisson": "poisson poissontest",
    "signed_rank": "signedrank signedranktest wilcoxon wilcoxontest wilcoxonsignedrank",
}
_DECISION_WORDS = {
    "column": "column columnbetter columnisbetter columnwins",
    "row": "row rowbetter rowisbetter rowwins",
    "none": "none neither nodifference notsignificant ns tie draw",
    **{"1": "1", "0": "0"},
}
# Marks of the pair, and of the same pair turned round; 1 and 0 leave the latter open.
_DIRECTIONS = {"column": "10", "row": "01", "none": "00", "1": "1", "0": "0"}


def read_published(
    path: PathLike, *, labels: Mapping[str, str], subsets: Collection[str]
) -> dict[str, Any]:
    """Read published decisions from a file, as the key ``published`` has them.

    Parameters
    ----------
    path : path
        A table. A row has two classifiers, by name or label, a test, and a decision:
        which of them is better, or none, which settles both directions of the pair;
        or, whether the column's is better, 1 or 0.
    labels : dict of str to str
        The classifiers' names for people.
    subsets : collection of str
        Names of the subsets; a row must name one of several.

    Returns
    -------
    dict
        ``source``, the file's name, and ``decisions``.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        Naming the line: if a column is missing or given twice, a cell means nothing, or
        something is decided twice.
    """
    if not Path(path).is_file():
        raise FileNotFoundError(f"published: no file {path}; correct the path")
    (sheet, *_), headings = read_sheets(path), _by_word(_HEADINGS)
    table = sheet.table.rename(columns=lambda x: headings.get(squash(x), x))
    if "subset" not in table and len(subsets) == 1:
        table["subset"] = next(iter(subsets))
    for role in _HEADINGS:
        if (found := list(table).count(role)) != 1:
            raise ValueError(
                f"{path}: {found} columns are a {role} among "
                f"{', '.join(sheet.table)}; give one the heading {role}"
            )
    names = {label: x for x, label in labels.items()} | {x: x for x in labels}
    known = {"row": names, "column": names, "test": _by_word(_TEST_WORDS)}
    known["subset"] = {x: x for x in subsets}
    marks: dict[Cell, str] = {}
    for line, cells in table.iterrows():
        where = f"{path}, line {line}"
        row, column, test, subset = (_meaning(cells, x, known[x], where) for x in known)
        sides = {row: "row", column: "column"}
        better = {x: sides[name] for x, name in names.items() if name in sides}
        words = _by_word(_DECISION_WORDS) | better
        directions = _DIRECTIONS[_meaning(cells, "decision", words, where)]
        both = (subset, row, column, test), (subset, column, row, test)
        for cell, mark in zip(both, directions, strict=False):
            if cell in marks:
                raise ValueError(
                    f"{where}: {test} decides twice on {row} and {column}; remove one"
                )
            marks[cell] = mark
    decisions: dict[str, dict[str, dict[str, str]]] = {}
    for subset, row, column, _ in marks:
        by_test = (marks.get((subset, row, column, test), "-") for test in _TESTS)
        decisions.setdefault(subset, {}).setdefault(row, {})[column] = "/".join(by_test)
    return {"source": Path(path).name, "decisions": decisions}


def _by_word(words: Mapping[str, str]) -> dict[str, str]:
    """Return what each word means."""
    return {word: meaning for meaning, x in words.items() for word in x.split()}


def _meaning(cells, role, known, where):
    """Return what a cell means, by its text or else by its letters alone."""
    for text in (cells[role], squash(cells[role])):
        if text in known:
            return known[text]
    meanings = list(dict.fromkeys(known.values()))
    hint = suggest(cells[role], meanings, f"give one of {', '.join(meanings)}")
    raise ValueError(f"{where}: {role} is {cells[role]!r}; {hint}")


def against_published(
    tables: Mapping[str, pd.DataFrame],
    variants: Mapping[str, pd.DataFrame],
    *,
    decisions: Published,
    policies: Mapping[str, Any],
) -> pd.DataFrame:
    """Set every published decision beside ours, and find what would reproduce it.

    Parameters
    ----------
    tables : dict of str to DataFrame
        From `decisions.decide`, by subset.
    variants, decisions, policies
        As in every module: see `tenbyten.comparisons`.

    Returns
    -------
    DataFrame
        One line a published decision: subset, row, column, test, published, ours,
        agrees, and number, our P(X > q/2) or p behind it; the last three are empty
        where the test could not run and is missing from `tables`. comes_out_under is
        ``study``, or the smallest changes of its policies but alpha that give the
        published decision (as in `sensitivity.sensitivity`), or ``none``; ``not
        tested`` where the test could not run.
    """
    sides = policies["signed_rank_sides"]
    numbers = dict(zip(_TESTS, ("p_column", f"p_{sides}_sided"), strict=True))
    indexed = {subset: tables[subset].set_index(_PAIR) for subset in decisions}
    lines = []
    for cell, published, outcomes in _published(variants, decisions, policies):
        subset, row, column, test = cell
        cells: tuple[Any, ...] = (pd.NA, pd.NA, np.nan, "not tested")
        if (own := outcomes[()]) is not None:
            line = indexed[subset].loc[(row, column)]
            ours, changes = int(line[test]), smallest_changes(outcomes, published)
            under = "study" if own == published else join_changes(changes) or "none"
            cells = ours, int(ours == published), line[numbers[test]], under
        lines.append((*cell, published, *cells))
    names = ["subset", *_PAIR, "test", "published", "ours", "agrees", "number"]
    return pd.DataFrame(lines, columns=[*names, "comes_out_under"]).astype(
        {"ours": "Int64", "agrees": "Int64"}
    )


def agreement_by_policy(
    variants: Mapping[str, pd.DataFrame],
    *,
    decisions: Published,
    policies: Mapping[str, Any],
) -> pd.DataFrame:
    """Count the published decisions that come out under each change of one policy.

    alpha is not changed.

    Parameters
    ----------
    variants, decisions, policies
        As in every module: see `tenbyten.comparisons`.

    Returns
    -------
    DataFrame
        One line a policy and subset: policy, ``study`` or one change of it; subset;
        agree, the published decisions that come out; of, those that the variant can
        decide.
    """
    published = list(_published(variants, decisions, policies))
    tried = dict.fromkeys(changes for *_, outcomes in published for changes in outcomes)
    lines = []
    for changes in sorted((x for x in tried if len(x) < 2), key=len):
        for subset in decisions:
            # A change of the other test's policies leaves the decision as it is.
            marks = [
                (mark, outcomes.get(changes, outcomes[()]))
                for key, mark, outcomes in published
                if key[0] == subset
            ]
            agree = sum(mark == ours for mark, ours in marks)
            decided = sum(ours is not None for _, ours in marks)
            lines.append((*(changes or ["study"]), subset, agree, decided))
    return pd.DataFrame(lines, columns=["policy", "subset", "agree", "of"])


def _published(
    variants: Mapping[str, pd.DataFrame],
    decisions: Published,
    policies: Mapping[str, Any],
) -> Iterator[tuple[Cell, int, Marks]]:
    """Yield every published decision, and the marks of its pair and test.

    Only the variants at the study's alpha count: a publication states its own.
    """
    known = {}
    for subset in decisions:
        table = variants[subset]
        table = table[np.isclose(table["alpha"], policies["alpha"])]
        known[subset] = outcomes_of(table, subset, policies)
    for cell, mark in _marks(decisions):
        subset, row, column, test = cell
        if test not in set(variants[subset]["test"]):
            yield cell, mark, {(): None}
            continue
        better, outcomes = "column", known[subset].get((row, column, test))
        if outcomes is None:
            better, outcomes = "row", known[subset][column, row, test]
        marks = {
            changes: None if decision is None else int(decision in (better, "both"))
            for changes, decision in outcomes.items()
        }
        yield cell, mark, marks


def _marks(decisions: Published) -> Iterator[tuple[Cell, int]]:
    """Yield subset, row, column and test of every published decision, and its mark."""
    for subset, rows in decisions.items():
        for row, columns in rows.items():
            for column, cell in columns.items():
                for test, mark in zip(_TESTS, cell.split("/"), strict=True):
                    if mark != "-":
                        yield (subset, row, column, test), int(mark)
