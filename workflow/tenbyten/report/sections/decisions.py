"""Decisions over a subset or on one data set."""

import itertools
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.comparisons.decisions import tests_of
from tenbyten.comparisons.many_classifiers import pairs_of_top
from tenbyten.report import captions
from tenbyten.report.contents import Contents
from tenbyten.report.document import ColumnOfLines, Table, build, grid, number_column
from tenbyten.report.formatting import (
    EMPTY,
    format_difference,
    format_interval,
    format_number,
    format_posterior,
    format_probability,
    is_order,
    scale_words,
)
from tenbyten.report.sections.columns import (
    adjusted_p_column,
    better_column,
    estimate_column,
    headings,
    pair_columns,
    verdict_column,
)


def decision_tables(contents: Contents, subset: str, heading: str) -> list[Table]:
    """Lay out the decisions over a subset, or on the only data set.

    Parameters
    ----------
    contents : Contents
        Its settings `Study.policies` are enough; with `top`, of many classifiers only
        the pairs that are tested in full are shown.
    subset : str
    heading : str
        Begins the titles.

    Returns
    -------
    list of Table
        The adjusted decisions, those in the layout of Corani and Benavoli's Table 4,
        and the numbers behind them. Without sizes, or on one data set, the first alone.
    """
    if contents.on_one_dataset:
        return [on_one_dataset_table(contents, subset)]
    adjusted = adjusted_table(contents, subset, heading)
    if top := contents.settings.get("top"):
        tables, control = contents.by_subset[subset], contents.settings["control"]
        pairs = tables["adjusted"][["row", "column"]].to_numpy().tolist()
        full = pairs_of_top(tables["ranks"], pairs, top=top, control=control)
        adjusted = adjusted._replace(rows=[*itertools.compress(adjusted.rows, full)])
    if is_order(contents.settings):
        return [adjusted]
    return [adjusted, *corani_benavoli_tables(contents, subset, heading)]


# Over a subset, adjusted for the number of pairs, with effect sizes


def adjusted_table(contents: Contents, subset: str, heading: str) -> Table:
    """Lay out the adjusted decisions over a subset, one line for each pair.

    The arguments are those of `decision_tables`.
    """
    frame, policies = contents.by_subset[subset]["adjusted"], contents.settings
    labels, span = contents.labels, contents.spans[subset]
    words, (write, unit) = scale_words(policies), format_difference(policies)
    many = len(frame) > 1
    confidence = f"{100 * (1 - policies['alpha']):g}%"
    family = frame["family_p"].count() if frame["family_p"].isna().any() else 0
    verdicts = frame.get("rope_verdict", pd.Series())
    said = frame[verdicts != "undecided"] if policies["rope"] else frame[:0]

    two_decimals = partial(format_number, form="z.2f")
    sizes = [
        number_column(f"mean {words.difference} ({unit})", "mean_difference", write),
        number_column("median", "median_difference", write),
        estimate_column(
            f"pseudomedian ({confidence} interval)",
            "pseudomedian",
            "pseudomedian_",
            write,
            words.times,
        ),
        many and _simultaneous(confidence, write),
        number_column("rank-biserial correlation", "rank_biserial", two_decimals),
    ]
    return build(
        frame,
        [
            *pair_columns(labels),
            frame["n"].nunique() > 1 and number_column("data sets", "n", str),
            *([] if is_order(policies) else sizes),
            number_column("p", "p", format_probability),
            many and adjusted_p_column("Holm's p", "holm"),
            many
            and frame["shaffer_p"].notna().any()
            and adjusted_p_column("Shaffer's p", "shaffer"),
            family > 0
            and number_column("with the control", "family_p", format_probability),
            better_column(labels),
            policies["rope"] > 0 and verdict_column(labels, "rope_verdict"),
        ],
        name=f"adjusted-{span[0]}-{span[1]}",
        title=f"{heading}: decisions adjusted for the number of pairs",
        caption=captions.caption(
            "adjusted",
            s=policies,
            pairs=len(frame),
            datasets=frame["n"].max(),
            unit=unit,
            family=family,
            wrong=sum(1 - x for x in said.get("rope_posterior", ())),
            said=len(said),
            shaffer=frame["shaffer_p"].notna().any(),
        ),
    )


def _simultaneous(confidence: str, write: Callable[[float], str]) -> ColumnOfLines:
    """Return the column of the simultaneous intervals."""

    def interval(line: Any) -> str:
        if pd.isna(line.family_p):
            return EMPTY
        return format_interval(line.family_low, line.family_high, write)

    return f"simultaneous {confidence} interval", "r", interval


# Over a subset, in the layout of Corani & Benavoli's Table 4

BOTH = "!"


def corani_benavoli_tables(
    contents: Contents, subset: str, heading: str
) -> tuple[Table, Table]:
    """Lay out the decisions over a subset, and the numbers behind them.

    The arguments are those of `decision_tables`.

    Returns
    -------
    layout : Table
        In the layout of Table 4, both triangles filled.
    behind : Table
        A line for each pair whose row comes first in the study.
    """
    decisions, policies = contents.decisions[subset], contents.settings
    labels, (first, last) = contents.best(subset), contents.spans[subset]
    tests = tests_of(decisions)
    texts = {
        (line["row"], line["column"]): "/".join(
            BOTH if line[f"{test}_contradictory"] else str(line[test]) for test in tests
        )
        for line in decisions.to_dict("records")
    }
    layout = grid(
        ["", *labels.values()],
        [
            [labels[x], *("-" if x == y else texts[x, y] for y in labels)]
            for x in labels
        ],
        align="c",
        name=f"decisions-{first}-{last}",
        title=f"{heading}: decisions of single tests, not adjusted",
        caption=captions.caption(
            "layout",
            s=policies,
            pairs=len(decisions) // 2,
            datasets=len(contents.subsets[subset]),
            contradictory=any(BOTH in text for text in texts.values()),
        ),
    )
    behind = _behind(decisions, labels, f"p_{policies['signed_rank_sides']}_sided")
    return layout, behind._replace(name=f"behind-{first}-{last}")


def _behind(decisions: pd.DataFrame, labels: Mapping[str, str], p: str) -> Table:
    """Lay out the numbers behind the decisions, of both directions of each pair."""
    rank_sum = partial(format_number, form="g")
    order = {name: i for i, name in enumerate(labels)}
    upper = decisions["row"].map(order) < decisions["column"].map(order)
    poisson, sided = "poisson" in tests_of(decisions), p == "p_one_sided"
    of_poisson = headings("poisson") if poisson else {}
    of_row = {p: "p_of_row"} | ({"p_column": "row_wins"} if poisson else {})
    turned = decisions[["row", "column", *of_row]].rename(
        columns={"row": "column", "column": "row", **of_row}
    )
    return build(
        decisions[upper].merge(turned, on=["row", "column"], validate="one_to_one"),
        [
            *pair_columns(labels),
            *(number_column(y, x, format_posterior) for x, y in of_poisson.items()),
            poisson and number_column("q", "q", str),
            number_column("R+", "rank_sum_column", rank_sum),
            number_column("R-", "rank_sum_row", rank_sum),
            number_column("z", "z", format_number),
            number_column("p: column" if sided else "p", p, format_probability),
            sided and number_column("p: row", "p_of_row", format_probability),
        ],
        name="behind",
        title="Numbers behind the decisions",
        caption=f"{'P and p' if poisson else 'p'}: for the column as the better "
        "one, and for the row.",
    )


# On the only data set of a study


def on_one_dataset_table(contents: Contents, subset: str) -> Table:
    """Lay out the decisions on one data set, one line for each pair."""
    frame, policies = contents.decisions[subset], contents.settings
    labels = contents.labels
    words, (write, unit) = scale_words(policies), format_difference(policies)
    level = f"{100 * (1 - policies['alpha']):g}%"
    many, has_rope = len(frame) > 1, policies["rope"] > 0

    dataset = frame["dataset"].iloc[0]
    return build(
        frame.assign(verdict=frame["verdict"].replace("rope", "equivalent")),
        [
            *pair_columns(labels),
            estimate_column(
                f"mean {words.difference} ({unit}, {level} interval)",
                "mean_difference",
                "",
                write,
                words.times,
            ),
            many and _simultaneous(level, write),
            number_column("p", "p", format_probability),
            many and adjusted_p_column("Holm's p", "holm"),
            better_column(labels),
            number_column("P: row better", "p_row_better", format_posterior),
            has_rope and number_column("P: equivalent", "p_rope", format_posterior),
            number_column("P: column better", "p_column_better", format_posterior),
            has_rope and verdict_column(labels, "verdict"),
        ],
        name="decisions-on-one-data-set",
        title=f"Data set {dataset}: decisions by the correlated t-test",
        caption=captions.caption(
            "on_one_dataset", s=policies, pairs=len(frame), unit=unit
        ),
    )
