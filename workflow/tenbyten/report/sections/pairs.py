"""Pairs of classifiers over a subset: wins, tests, replicability."""

from functools import partial
from typing import Any

import pandas as pd

from tenbyten.report.captions import TEST_NAMES, caption, is_tested
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, Table, build, number_column
from tenbyten.report.formatting import (
    EMPTY,
    format_metric,
    format_number,
    format_probability,
)
from tenbyten.report.sections.columns import p_value_columns, pair_columns
from tenbyten.statistics.many_datasets import hierarchical_model as hierarchical_priors
from tenbyten.statistics.reliability.replicability import largest_error

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
_NOT_WANTED = "key hierarchical is false"


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
        caption=caption("wins", s=contents.settings),
        columns=[Column("", "l"), *map(Column, names.values())],
        rows=rows,
    )


def pairwise_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out every test of a pair over the data sets."""
    write, _ = format_metric(contents.metric, contents.settings["rope"])
    accuracy = contents.metric == "accuracy"
    points = "percentage points" if accuracy else contents.metric
    settings, left_out = contents.settings, ""
    run = is_tested(settings, "hierarchical")
    if frame["hierarchical_rope"].isna().all():
        left_out = settings.get("not_tested", {}).get("hierarchical", _NOT_WANTED)
    bayesian = {x: y for x, y in _BAYESIAN.items() if run or x != "hierarchical"}
    return build(
        frame,
        [
            *pair_columns(contents.labels),
            number_column("data sets", "n", partial(format_number, form="g")),
            number_column(f"difference ({points})", "mean_difference", write),
            *p_value_columns(_TESTS, contents),
            *((x, "r", partial(_regions, test=test)) for test, x in bayesian.items()),
            ("note", "l", lambda line: line.note or EMPTY),
        ],
        name="pairwise",
        title="Pairwise tests",
        caption=caption(
            "pairwise", s=settings, left_out=left_out, priors=hierarchical_priors
        ),
    )


def replicability_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out the replicability of every test, a line a pair."""
    labels, tests = contents.labels, list(dict.fromkeys(frame["test"]))
    error = largest_error(int(frame["draws"].min()))
    found: dict[tuple[str, str], dict[str, str]] = {}
    for line in frame.itertuples(index=False):
        texts = found.setdefault((line.row, line.column), {})
        texts["drawn"], texts["draws"] = f"{line.drawn:g}", f"{line.draws:g}"
        both = (line.replicability_e, line.replicability_p)
        texts[line.test] = " / ".join(format_number(value, ".2f") for value in both)
    shown = ["drawn", "draws", *tests]
    undrawn = bool(frame["replicability_e"].isna().any())
    rows = [
        [Cell(labels[row]), Cell(labels[column]), *(Cell(texts[x]) for x in shown)]
        for (row, column), texts in found.items()
    ]
    return Table(
        name="replicability",
        title="Replicability",
        caption=caption("replicability", error=error, few=EMPTY * undrawn),
        columns=[
            *(Column(head, "l") for head in ("row", "column")),
            *map(Column, ["data sets drawn", "draws"]),
            *(Column(TEST_NAMES[test]) for test in tests),
        ],
        rows=rows,
    )


def _regions(line: Any, test: str) -> str:
    """Write the three probabilities of a Bayesian test."""
    sides = (getattr(line, f"{test}_{side}") for side in ("row", "rope", "column"))
    texts = [format_probability(value, 2) for value in sides]
    return EMPTY if EMPTY in texts else " / ".join(texts)


def _counts(counts: tuple[float, ...], significant: tuple[float, ...]) -> Cell:
    """Write wins/ties/losses, and the significant ones in brackets."""
    together, bracketed = (
        "/".join(f"{count:g}" for count in group) for group in (counts, significant)
    )
    return Cell(together if pd.isna(significant[0]) else f"{together} ({bracketed})")
