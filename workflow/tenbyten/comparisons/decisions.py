"""A subset's decisions in the layout of Corani & Benavoli's Table 4."""

from pathlib import Path

import pandas as pd

from tenbyten.report.latex import escape, latex_file, latex_table
from tenbyten.report.layout import (
    caption,
    heading,
    in_plain_markdown,
    markdown_row,
    p_of,
    probability,
)

_KEYS = ["row", "column"]


def decide(poisson, signed_rank):
    """Join both tests: one line a pair, decisions first, every number behind them.

    Parameters
    ----------
    poisson, signed_rank : DataFrame
        From `poisson.poisson_tests` and `signed_rank.signed_rank_tests`.

    Returns
    -------
    DataFrame
        row, column, poisson, signed_rank (1 where the column is better), then the
        numbers of both tests.
    """
    poisson = poisson.rename(columns={"decision": "poisson"})
    signed_rank = signed_rank.rename(columns={"decision": "signed_rank"})
    table = poisson.merge(signed_rank, on=_KEYS, validate="one_to_one")
    first = [*_KEYS, "poisson", "signed_rank"]
    return table[[*first, *table.columns.difference(first, sort=False)]]


def in_markdown(table, *, labels, span, policies):
    """Lay a subset's decisions out for reading.

    Parameters
    ----------
    table : DataFrame
        From `decide`.
    labels : dict of str to str
        The classifiers' names for people, in the order of rows and columns.
    span : tuple of (int, int)
        Numbers of the first and last data set.
    policies : dict
        The study's settings of the tests, for the caption.

    Returns
    -------
    str
        Table 4's layout, the significant pairs below its diagonal, the numbers
        behind the decisions, and the caption.
    """
    labels, policies = in_plain_markdown(labels, policies)
    names = list(labels.values())
    lines = [f"**{heading(span)}**", "", markdown_row(["", *names])]
    lines.append(markdown_row(["---", *[":---:"] * len(names)]))
    lines += [markdown_row(cells) for cells in _layout(table, labels)]
    lines += ["", caption(policies), "", _other_way_round(table, labels), ""]
    lines.append("| row | column | P(X > q/2) | P(X = q/2) | q | R+ | R- | z | p |")
    lines.append(markdown_row(["---", "---", *["---:"] * 7]))
    p = p_of(policies)
    for line in _upper(table, labels).itertuples():
        numbers = [
            probability(line.p_column),
            probability(line.p_tie),
            str(line.q),
            f"{line.rank_sum_column:g}",
            f"{line.rank_sum_row:g}",
            f"{line.z:.3f}",
            probability(getattr(line, p)),
        ]
        lines.append(markdown_row([labels[line.row], labels[line.column], *numbers]))
    return "\n".join(lines) + "\n"


def in_latex(table, *, labels, span, policies):
    """Lay a subset's decisions out for LaTeX.

    Parameters
    ----------
    table, labels, span, policies
        As in `in_markdown`.

    Returns
    -------
    str
        From `latex.latex_file`.
    """
    return latex_file(
        latex_table(
            ["", *labels.values()],
            [[*map(escape, cells)] for cells in _layout(table, labels)],
            alignment="l" + "c" * len(labels),
            title=heading(span),
            caption=caption(policies),
        )
    )


def read_decisions(paths):
    """Read tables of `decide` from CSV files: a dict by subset, the files' stems."""
    types = dict.fromkeys(_KEYS, str)
    return {
        Path(path).stem: pd.read_csv(path, dtype=types, keep_default_na=False)
        for path in paths
    }


def _upper(table, labels):
    """The pairs above the diagonal: the row's classifier comes first in the study."""
    place = {name: i for i, name in enumerate(labels)}
    return table[table["row"].map(place) < table["column"].map(place)]


def _layout(table, labels):
    """Cells of Table 4, the row's name first; the last classifier has no row."""
    decisions = {
        (line.row, line.column): f"{line.poisson}/{line.signed_rank}"
        for line in _upper(table, labels).itertuples()
    }
    names = list(labels)
    return [
        [labels[row], *(decisions.get((row, column), "-") for column in names)]
        for row in names[:-1]
    ]


def _other_way_round(table, labels):
    """A sentence on the pairs where the row's classifier is the better one."""
    lower = table.drop(_upper(table, labels).index)
    better = [
        f"{labels[line.column]} over {labels[line.row]} "
        f"({line.poisson}/{line.signed_rank})"
        for line in lower.itertuples()
        if line.poisson or line.signed_rank
    ]
    found = "; ".join(better) or "none"
    return (
        f"The other way round, the row significantly better than the column: {found}."
    )
