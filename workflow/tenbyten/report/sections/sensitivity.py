"""Decisions that a policy, a single data set or groups of data sets change."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.comparisons.sensitivity import ALPHAS, APART, METHODS, RHOS, ROPES, SIDES
from tenbyten.layout import FILES
from tenbyten.report.captions import (
    ROPE_WORDS,
    TEST_NAMES,
    caption,
    described,
    in_sentence,
    is_tested,
    rho,
)
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Table, build, cells, grid
from tenbyten.report.formatting import join_words, shorten_list
from tenbyten.report.sections.columns import NONE_FOUND, decision_columns
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE

# Policies and single data sets

# No more data sets are named in a cell.
_shortened = partial(shorten_list, most=5)

_WORDS = {
    "neither": "no difference found",
    "both": "contradictory",
    "rope": ROPE_WORDS["rope"],
    "undecided": "undecided",
}


def sensitivity_tables(
    sensitivity: pd.DataFrame, *, labels: Mapping[str, str], policies: Mapping[str, Any]
) -> tuple[Table, Table, Table]:
    """Lay out counts of stable decisions, the unstable ones, and those set apart.

    `sensitivity` is from `comparisons.sensitivity.sensitivity`. What a single key of
    the study file or a single data set changes comes first. Set apart are decisions
    that only policies of publications change.
    """
    lines = sensitivity.assign(
        key=[_depends_on_a_key(ways) for ways in sensitivity["hangs_on"]],
        data_set=sensitivity["data_sets"] != "",
    )
    lines["several"] = (lines["stable"] == 0) & ~lines["key"] & ~lines["data_set"]

    def decision(line: Any) -> str:
        return _in_words(line.decision, line, labels)

    named = [*decision_columns(labels), ("decision", "l", decision)]
    hanging = build(
        lines[lines["stable"] == 0].sort_values("several", kind="stable"),
        [
            *named,
            ("becomes", "l", partial(_becomes, labels=labels)),
            ("under", "l", lambda line: line.hangs_on),
            ("or without", "l", lambda line: _shortened(line.data_sets)),
        ],
        **described("unstable", "Decisions that are not stable"),
    )
    apart = build(
        lines[lines["apart"] != ""],
        [*named, ("another under", "l", lambda line: line.apart)],
        name="apart",
        title="What policies of publications would change",
        caption=f"{join_words(_apart(policies))} are tried only because published "
        "decisions were made so. No decision is called unstable for them.",
    )
    return _counts(lines, labels, policies), hanging, apart


def sensitivity_section(contents: Contents) -> list[Table]:
    """Return the tables on decisions that a policy or a single data set changes.

    The page lists those of its main subset; the files have all.
    """
    if contents.sensitivity is None:
        return []
    settings = {"labels": contents.labels, "policies": contents.settings}
    counts, *_ = sensitivity_tables(contents.sensitivity, **settings)
    main = contents.sensitivity[contents.sensitivity["subset"] == contents.main]
    _, *lists = sensitivity_tables(main, **settings)
    csv, tex = FILES["sensitivity_summary"], FILES["sensitivity_summary_latex"]
    here = f": {in_sentence(contents.heading(contents.main))}"
    lists = [table._replace(title=f"{table.title}{here}") for table in lists]
    shown = [counts, *(table for table in lists if table.rows)]
    return [table._replace(csv=csv, tex=tex) for table in shown]


def _counts(
    lines: pd.DataFrame, labels: Mapping[str, str], policies: Mapping[str, Any]
) -> Table:
    """Count the decisions of every subset and test by what changes them."""
    rows = []
    for (subset, test), part in lines.groupby(["subset", "test"], sort=False):
        counts = [part[name].sum() for name in ("stable", "key", "data_set", "several")]
        rows.append([subset, TEST_NAMES[str(test)], *map(str, [len(part), *counts])])
    apart = _apart(policies)
    heads = ("decisions", "stable", "hang on a key", "on a data set", "only on more")
    return grid(
        ["subset", "test", *heads],
        rows,
        left=2,
        **described(
            "sensitivity",
            "What the decisions hang on",
            s=policies,
            rhos=", ".join(f"{x}/folds" for x in RHOS),
            alphas=", ".join(f"{alpha:g}" for alpha in ALPHAS),
            ropes=", ".join(f"{factor:g}" for factor in ROPES if factor != 1),
            sides=SIDES,
            methods=METHODS,
            zero_variance=[
                x for x in ZERO_VARIANCE if f"zero_variance = {x}" not in apart
            ],
            apart=apart,
            stable=_stable_findings(lines, labels),
        ),
    )


def _depends_on_a_key(ways: str) -> bool:
    """Return whether changing a single key of the study file changes the decision."""
    return any(
        " and " not in way and not way.startswith("zeros")
        for way in filter(None, ways.split("; "))
    )


def _becomes(line: Any, *, labels: Mapping[str, str]) -> str:
    """Write the other decisions in words."""
    others = line.becomes.split("; ")
    return " or ".join(_in_words(other, line, labels) for other in others)


def _in_words(decision: str, line: Any, labels: Mapping[str, str]) -> str:
    """Write a decision on the pair of a line."""
    if decision in ("column", "row"):
        return f"{labels[getattr(line, decision)]} better"
    return _WORDS[decision]


def _stable_findings(lines: pd.DataFrame, labels: Mapping[str, str]) -> str:
    """Name the differences that no variation of policies or data sets removes."""
    stable = lines[lines["stable"] == 1]
    stable = stable[stable["decision"].isin(["column", "row"])]
    found = []
    for subset, part in stable.groupby("subset", sort=False):
        tests: dict[str, list[str]] = {}
        for line in part.itertuples(index=False):
            better, worse = line.column, line.row
            if line.decision == "row":
                better, worse = worse, better
            pair = f"{labels[better]} over {labels[worse]}"
            tests.setdefault(pair, []).append(TEST_NAMES[line.test])
        pairs = [f"{pair} ({' and '.join(names)})" for pair, names in tests.items()]
        found.append(f"{subset}: {', '.join(pairs)}")
    return "; ".join(found)


def _apart(policies: Mapping[str, Any]) -> list[str]:
    """Return the policies tried only for publications, without the study's own."""
    own = f"zero_variance = {policies['zero_variance']}", f"rho = {rho(policies)}"
    return [change for change in APART if change not in own]


# One value for each group of data sets

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
    """Return a table for each subset that has two data sets of one group."""
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
        test: (
            _marks(tables["grouped"], test),
            _ungrouped_marks(contents, subset, test),
        )
        for test in tests
    }
    heads = ["row", "column", *(f"better: {name}" for name in tests.values())]
    rows = [
        cells([labels[row], labels[column]])
        + [_decision(row, column, *marks[test], labels) for test in tests]
        for row, column in tables["adjusted"][["row", "column"]].to_numpy()
    ]
    differ = [row for row in rows if any(cell.strong for cell in row)]
    groups, values = _groups(contents, subset)
    return grid(
        heads,
        rows if len(rows) <= _MOST_LINES else differ,
        left=len(heads),
        name=f"{subset}-grouped",
        title=f"One value for each group: {in_sentence(contents.heading(subset))}",
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
    """List the groups of a subset, and count the values with one for each group."""
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


def _ungrouped_marks(contents: Contents, subset: str, test: str) -> _Marks:
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
    """Write a pair's decision, in bold if it differs from that over all data sets."""

    def better(marks: _Marks) -> str:
        found = [pair[1] for pair in ((row, column), (column, row)) if pair in marks]
        if len(found) > 1:
            return "contradictory"
        return labels[found[0]] if found else NONE_FOUND

    now, before = better(marks), better(over_all)
    if now == before:
        return Cell(now)
    return Cell(f"{now} (ungrouped: {before})", strong=True, words="differs")
