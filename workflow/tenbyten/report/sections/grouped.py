"""Decisions with one value for each group of data sets."""

from collections.abc import Mapping

import pandas as pd

from tenbyten.layout import FILES
from tenbyten.report.captions import TEST_NAMES, caption, in_sentence, is_tested
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, Table
from tenbyten.report.formatting import join_words
from tenbyten.report.sections.columns import NONE_FOUND

_TESTS = {
    "poisson": TEST_NAMES["poisson"],
    "signed_rank": TEST_NAMES["signed_rank"],
    "holm": "signed-rank, Holm",
}
# Of more lines only those are shown where a decision differs.
_MOST_LINES = 40
# The pairs (row, column) whose column a test finds better.
_Marks = set[tuple[str, str]]


def grouped_section(contents: Contents) -> list[Table]:
    """Return a table of each subset in which a group has two data sets or more."""
    return [
        _grouped_table(contents, subset)
        for subset in contents.subsets
        if len(contents.by_subset[subset].get("grouped", ()))
    ]


def _grouped_table(contents: Contents, subset: str) -> Table:
    """Lay out the decisions with one value a group, and mark those that differ."""
    tables, labels = contents.by_subset[subset], contents.labels
    tests = {x: y for x, y in _TESTS.items() if is_tested(contents.settings, x)}
    marks = {
        test: (_marks(tables["grouped"], test), _over_all(contents, subset, test))
        for test in tests
    }
    rows = [
        [
            *(Cell(labels[name]) for name in (row, column)),
            *(_decision(row, column, *marks[test], labels) for test in tests),
        ]
        for row, column in tables["adjusted"][["row", "column"]].to_numpy()
    ]
    differ = [row for row in rows if any(cell.strong for cell in row)]
    groups, values = _groups(contents, subset)
    return Table(
        name=f"{subset}-grouped",
        title=f"One value for each group: {in_sentence(contents.heading(subset))}",
        columns=[
            *(Column(head, "l") for head in ("row", "column")),
            *(Column(f"better: {name}", "l") for name in tests.values()),
        ],
        rows=rows if len(rows) <= _MOST_LINES else differ,
        caption=caption(
            "grouped",
            s=contents.settings,
            differing=sum(cell.strong for row in differ for cell in row),
            made=len(tests) * len(rows),
            groups=groups,
            datasets=len(contents.subsets[subset]),
            values=values,
        ),
        csv=FILES["grouped"].format(subset=subset),
    )


def _groups(contents: Contents, subset: str) -> tuple[str, int]:
    """List the groups of a subset, and count the values that they leave."""
    datasets = contents.subsets[subset]
    groups = {
        group: [name for name in datasets if name in names]
        for group, names in contents.groups.items()
    }
    groups = {group: names for group, names in groups.items() if len(names) > 1}
    listed = "; ".join(f"{x}: {join_words(names)}" for x, names in groups.items())
    return listed, len(datasets) - sum(len(names) - 1 for names in groups.values())


def _marks(decisions: pd.DataFrame, test: str) -> _Marks:
    """Return the pairs whose column the test finds better."""
    found = decisions[decisions[test] == 1]
    return set(zip(found["row"], found["column"], strict=True))


def _over_all(contents: Contents, subset: str, test: str) -> _Marks:
    """Return the pairs whose column the test finds better over all data sets."""
    if test != "holm":
        return _marks(contents.decisions[subset], test)
    adjusted = contents.by_subset[subset]["adjusted"]
    turned = adjusted.rename(columns={"row": "column", "column": "row"})
    turned = turned.assign(holm=-turned["holm"])
    return _marks(adjusted, test) | _marks(turned, test)


def _decision(
    row: str, column: str, marks: _Marks, over_all: _Marks, labels: Mapping[str, str]
) -> Cell:
    """Write a pair's decision, in bold if it is another one over all data sets."""

    def better(marks: _Marks) -> str:
        found = [pair[1] for pair in ((row, column), (column, row)) if pair in marks]
        if len(found) > 1:
            return "contradictory"
        return labels[found[0]] if found else NONE_FOUND

    now, before = better(marks), better(over_all)
    if now == before:
        return Cell(now)
    return Cell(f"{now} (ungrouped: {before})", strong=True, words="differs")
