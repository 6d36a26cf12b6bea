"""Decisions that a policy, a single data set or groups of data sets change."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.comparisons.sensitivity import ALPHAS, APART, METHODS, RHOS, ROPES, SIDES
from tenbyten.layout import FILES
from tenbyten.report import captions
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, ColumnOfLines, Table, build, cells, grid
from tenbyten.report.formatting import join_words, shorten_list
from tenbyten.report.sections.columns import NONE_FOUND, decision_columns, headings
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE

# Policies and single data sets

_WORDS = {
    "neither": "no difference found",
    "both": "contradictory",
    "rope": captions.ROPE_WORDS["rope"],
    "undecided": "undecided",
}


def sensitivity_tables(
    sensitivity: pd.DataFrame, *, labels: Mapping[str, str], policies: Mapping[str, Any]
) -> tuple[Table, Table, Table]:
    """Lay out counts of stable decisions, the unstable ones, and those set apart.

    Parameters
    ----------
    sensitivity : DataFrame
        From `comparisons.sensitivity.sensitivity`.
    labels : dict of str to str
        The classifiers' names for people.
    policies : mapping
        `Contents.settings`, or `Study.policies`.

    Returns
    -------
    counts, unstable, apart : Table
        Decisions that a single key of the study file or a single data set changes come
        first; those that only policies of publications change are set apart.
    """
    lines = sensitivity.assign(
        key=[_depends_on_a_key(ways) for ways in sensitivity["hangs_on"]],
        data_set=sensitivity["data_sets"] != "",
    )
    lines["several"] = (lines["stable"] == 0) & ~lines["key"] & ~lines["data_set"]

    in_words = partial(_in_words, labels=labels)
    named: list[ColumnOfLines] = [
        *decision_columns(labels),
        ("decision", "l", partial(in_words, field="decision")),
    ]
    hanging = build(
        lines[lines["stable"] == 0].sort_values("several", kind="stable"),
        [
            *named,
            ("becomes", "l", partial(in_words, field="becomes")),
            ("under", "l", lambda line: line.hangs_on),
            ("or without", "l", lambda line: shorten_list(line.data_sets, most=5)),
        ],
        **captions.described("unstable", "Decisions that are not stable"),
    )
    apart = build(
        lines[lines["apart"] != ""],
        [*named, ("another under", "l", lambda line: line.apart)],
        **captions.described(
            "apart",
            "What policies of publications would change",
            tried=join_words(_apart(policies)),
        ),
    )
    return _counts(lines, labels, policies), hanging, apart


def sensitivity_section(contents: Contents) -> list[Table]:
    """Return the tables on unstable decisions, which list those of the main subset."""
    if contents.sensitivity is None:
        return []
    settings = {"labels": contents.labels, "policies": contents.settings}
    counts, *_ = sensitivity_tables(contents.sensitivity, **settings)
    main = contents.sensitivity[contents.sensitivity["subset"] == contents.main]
    _, *lists = sensitivity_tables(main, **settings)
    csv, tex = FILES["sensitivity_summary"], FILES["sensitivity_summary_latex"]
    where = f": {captions.in_sentence(contents.heading(contents.main))}"
    lists = [table._replace(title=f"{table.title}{where}") for table in lists]
    shown = [counts, *(table for table in lists if table.rows)]
    return [table._replace(csv=csv, tex=tex) for table in shown]


def _counts(
    lines: pd.DataFrame, labels: Mapping[str, str], policies: Mapping[str, Any]
) -> Table:
    """Count the decisions of every subset and test by the changes that turn them."""
    rows = []
    for (subset, test), part in lines.groupby(["subset", "test"], sort=False):
        counts = [part[name].sum() for name in ("stable", "key", "data_set", "several")]
        name = captions.TEST_NAMES[str(test)]
        rows.append([subset, name, *map(str, [len(part), *counts])])
    apart = _apart(policies)
    heads = ("decisions", "stable", "hang on a key", "on a data set", "only on more")
    return grid(
        ["subset", "test", *heads],
        rows,
        left=2,
        **captions.described(
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


def _in_words(line: Any, *, field: str, labels: Mapping[str, str]) -> str:
    """Write the decisions of a field on the pair of a line."""
    sides = {
        side: f"{labels[getattr(line, side)]} better" for side in ("column", "row")
    }
    decisions = getattr(line, field).split("; ")
    return " or ".join((_WORDS | sides)[decision] for decision in decisions)


def _stable_findings(lines: pd.DataFrame, labels: Mapping[str, str]) -> str:
    """Name the differences that no variation of policies or data sets removes."""
    stable = lines[lines["stable"] == 1]
    stable = stable[stable["decision"].isin(["column", "row"])]
    found = []
    for subset, part in stable.groupby("subset", sort=False):
        tests: dict[str, list[str]] = {}
        for line in part.itertuples(index=False):
            worse = line.row if line.decision == "column" else line.column
            pair = f"{labels[getattr(line, line.decision)]} over {labels[worse]}"
            tests.setdefault(pair, []).append(captions.TEST_NAMES[line.test])
        pairs = [f"{pair} ({' and '.join(names)})" for pair, names in tests.items()]
        found.append(f"{subset}: {', '.join(pairs)}")
    return "; ".join(found)


def _apart(policies: Mapping[str, Any]) -> list[str]:
    """Return the policies tried only for publications, except the study's own."""
    rho = captions.caption("rho", s=policies)
    own = f"zero_variance = {policies['zero_variance']}", f"rho = {rho}"
    return [change for change in APART if change not in own]


# One value for each group of data sets

# A longer table shows only the lines in which a decision differs.
_MOST_LINES = 40


def grouped_section(contents: Contents) -> Iterator[Table]:
    """Return a table for each subset with two data sets of one group."""
    for subset in contents.subsets:
        if len(contents.by_subset[subset].get("grouped", ())):
            yield _grouped_table(contents, subset)


def _grouped_table(contents: Contents, subset: str) -> Table:
    """Lay out the decisions with one value a group, and mark those that differ."""
    tables, labels = contents.by_subset[subset], contents.labels
    grouped = headings("grouped").items()
    tests = {x: y for x, y in grouped if captions.is_tested(contents.settings, x)}
    over_all = dict.fromkeys(tests, contents.decisions[subset])
    over_all["holm"] = tables["adjusted"]
    better = [
        [_better(x, test, labels) for x in (tables["grouped"], over_all[test])]
        for test in tests
    ]
    heads = ["row", "column", *(f"better: {name}" for name in tests.values())]
    rows = []
    for pair in tables["adjusted"][["row", "column"]].to_numpy():
        rows.append(cells(labels[name] for name in pair))
        for of_test in better:
            now, before = (x.get(frozenset(pair), NONE_FOUND) for x in of_test)
            words = f"{now} (ungrouped: {before})"
            same = now == before
            rows[-1].append(Cell(now) if same else Cell(words, True, words="differs"))
    differ = [row for row in rows if any(cell.strong for cell in row)]
    groups, values = _groups(contents, subset)
    where = captions.in_sentence(contents.heading(subset))
    return grid(
        heads,
        rows if len(rows) <= _MOST_LINES else differ,
        left=len(heads),
        name=f"{subset}-grouped",
        title=f"One value for each group: {where}",
        caption=captions.caption(
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


def _better(
    decisions: pd.DataFrame, test: str, labels: Mapping[str, str]
) -> dict[frozenset[str], str]:
    """Name the classifier that a test finds better, by the pair."""
    found: dict[frozenset[str], list[str]] = {}
    for row, column, mark in decisions[["row", "column", test]].to_numpy():
        if mark in (1, -1):
            name = labels[column if mark == 1 else row]
            found.setdefault(frozenset((row, column)), []).append(name)
    return {x: y[0] if len(y) == 1 else "contradictory" for x, y in found.items()}
