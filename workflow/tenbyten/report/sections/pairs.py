"""Pairs of classifiers over a subset: wins, tests, replicability."""

from functools import partial
from typing import Any

import pandas as pd

from tenbyten.report.captions import TEST_NAMES
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, Table, build, number_column
from tenbyten.report.formatting import EMPTY, format_metric, format_number, format_three
from tenbyten.report.sections.columns import bold_caption, p_value_columns, pair_columns

_TESTS = {
    "sign_p": "p: sign",
    "t_p": "p: t",
    "relative_t_p": "p: t, relative",
    "signed_rank_p": "p: signed-rank",
}
_BAYESIAN = {
    "bayesian_sign": "P: Bayesian sign",
    "bayesian_signed_rank": "P: Bayesian signed-rank",
    "hierarchical": "P: hierarchical",
}


def wins_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Count wins, ties and losses of every column against every row."""
    cells = {}
    for line in frame.itertuples(index=False):
        counts = (line.wins, line.ties, line.losses)
        significant = (line.significant_wins, line.significant_losses)
        cells[line.row, line.column] = _counts(counts, significant)
        cells[line.column, line.row] = _counts(counts[::-1], significant[::-1])
    names = contents.labels
    rows = [
        [Cell(names[row]), *(cells.get((row, x), Cell(EMPTY)) for x in names)]
        for row in names
    ]
    return Table(
        name="wins",
        title="Wins, ties and losses",
        caption="Data sets on which the column's classifier is better than the row's, "
        "equal, worse. In brackets those on which it is significantly better, worse: "
        f"corrected resampled t-test, two-sided, alpha = {contents.settings['alpha']}.",
        columns=[Column("", "l"), *map(Column, names.values())],
        rows=rows,
    )


def pairwise_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out every test of a pair over the data sets."""
    write, _ = format_metric(contents.metric)
    accuracy = contents.metric == "accuracy"
    points = "percentage points" if accuracy else contents.metric
    return build(
        frame,
        [
            *pair_columns(contents.labels),
            number_column("data sets", "n", partial(format_number, form="g")),
            number_column(f"difference ({points})", "mean_difference", write),
            *p_value_columns(_TESTS, contents),
            *((x, "r", partial(_regions, test=test)) for test, x in _BAYESIAN.items()),
            ("note", "l", lambda line: line.note or EMPTY),
        ],
        name="pairwise",
        title="Pairwise tests",
        caption="A difference is positive where the column is better. p are two-sided. "
        "P are the probabilities that the row is better / both are practically equal "
        f"(rope = {contents.settings['rope']:g}) / the column is better. "
        f"{bold_caption(contents)}",
    )


def replicability_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out the replicability of every test, a line a pair."""
    keys = ["row", "column", "drawn", "draws"]
    tests = list(dict.fromkeys(frame["test"]))
    both = ["replicability_e", "replicability_p"]
    rows = []
    for (row, column, *counts), part in frame.groupby(keys, sort=False):
        texts = [contents.labels[row], contents.labels[column]]
        texts += [format_number(count, "g") for count in counts]
        for values in part.set_index("test").loc[tests, both].to_numpy():
            texts.append(" / ".join(format_number(value, ".2f") for value in values))
        rows.append([Cell(text) for text in texts])
    return Table(
        name="replicability",
        title="Replicability",
        caption="R(e) / R(p) of each test on random subsets of the data sets. R(e): "
        "the probability that two such subsets lead to the same decision. R(p): one "
        "minus twice the variance of p. One is the best for both.",
        columns=[
            *(Column(head, "l") for head in ("row", "column")),
            *map(Column, ["data sets drawn", "draws"]),
            *(Column(TEST_NAMES[test]) for test in tests),
        ],
        rows=rows,
    )


def _regions(line: Any, test: str) -> str:
    """Write the three probabilities of a Bayesian test."""
    sides = ("row", "rope", "column")
    return format_three(getattr(line, f"{test}_{side}") for side in sides)


def _counts(counts: tuple[float, ...], significant: tuple[float, ...]) -> Cell:
    """Write wins/ties/losses, and the significant ones in brackets."""
    together, bracketed = (
        "/".join(f"{count:g}" for count in group) for group in (counts, significant)
    )
    return Cell(f"{together} ({bracketed})")
