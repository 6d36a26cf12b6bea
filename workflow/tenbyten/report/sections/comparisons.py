"""Other tests over a subset: of all classifiers together, of pairs, of predictions."""

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.layout import FILES
from tenbyten.report.captions import caption, described, is_tested
from tenbyten.report.contents import Contents
from tenbyten.report.document import (
    Cell,
    ColumnOfLines,
    Table,
    build,
    grid,
    number_column,
)
from tenbyten.report.formatting import (
    EMPTY,
    format_difference,
    format_metric,
    format_number,
    format_percent,
    format_posterior,
    format_probability,
    p_equals,
    scale_words,
)
from tenbyten.report.sections.columns import (
    estimate_column,
    headings,
    name_column,
    p_value_columns,
    pair_columns,
)
from tenbyten.statistics.many_datasets import hierarchical_model

# All classifiers together


def ranks_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out average rank and mean of every classifier, the best first."""
    write, unit = format_metric(contents.settings)
    return build(
        frame.sort_values("average_rank", kind="stable"),
        [
            name_column("classifier", contents.labels),
            ("average rank", "r", lambda line: format_number(line.average_rank, ".2f")),
            "mean" in frame and number_column(f"mean {unit}", "mean", write),
        ],
        **described("ranks", "Average ranks"),
    )


def omnibus_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out the tests that all classifiers perform alike."""
    return build(
        frame,
        [
            name_column("test", headings("omnibus")),
            number_column("statistic", "statistic", format_number),
            ("degrees of freedom", "r", _degrees),
            number_column("critical value", "critical", format_number),
            *p_value_columns(frame, {"p": "p"}, contents),
            ("note", "l", lambda line: line.note or EMPTY),
        ],
        **described(
            "omnibus", "Tests of all classifiers together", s=contents.settings
        ),
    )


def post_hoc_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out the adjusted p-values of all pairs."""
    title, who = "All pairs, p adjusted for their number", pair_columns(contents.labels)
    return _adjusted(frame, contents, "post_hoc", title, who)


def control_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out the adjusted p-values of every classifier against the control."""
    control = contents.labels[contents.settings["control"]]
    title = f"Against the control {control}, p adjusted"
    who = [name_column("classifier", contents.labels)]
    return _adjusted(frame, contents, "control", title, who)


def _adjusted(
    frame: pd.DataFrame,
    contents: Contents,
    name: str,
    title: str,
    who: list[ColumnOfLines],
) -> Table:
    """Lay out differences of average ranks, and adjusted p-values."""
    columns = [
        *who,
        number_column(
            "rank difference", "rank_difference", partial(format_number, form=".2f")
        ),
        number_column("z", "z", format_number),
        number_column("p", "p", format_probability),
        *p_value_columns(frame, headings(name), contents),
    ]
    return build(frame, columns, **described(name, title, s=contents.settings))


def mark_only_if_rejected(
    table: Table, omnibus: pd.DataFrame, contents: Contents
) -> Table:
    """Remove bold type from p of ranks and means unless Friedman's test rejects.

    Signed-rank tests of each pair keep it, since they do not need Friedman's test.
    """
    p = omnibus.set_index("test")["p"]["friedman"]
    if p < contents.settings["alpha"]:
        return table
    alone = {y for x, y in headings("post_hoc").items() if x.startswith("signed_rank")}
    kept = [column.heading in alone for column in table.columns]
    settings, of_pairs = contents.settings, any(kept)
    rejected = caption("not_rejected", s=settings, p=p_equals(p), of_pairs=of_pairs)
    said = table.caption.replace(caption("bold", s=settings), rejected)
    rows = [
        [x if keep else Cell(x.text) for x, keep in zip(row, kept, strict=True)]
        for row in table.rows
    ]
    return table._replace(caption=said, rows=rows)


def _degrees(line: Any) -> str:
    """Write one or two degrees of freedom."""
    degrees = [f"{x:g}" for x in (line.df1, line.df2) if not pd.isna(x)]
    return ", ".join(degrees) or EMPTY


# Pairs of classifiers

_TOST = {"tost_t{}_p": "p: TOST, t", "tost_signed_rank{}_p": "p: TOST, signed-rank"}


def wins_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Count wins, ties and losses of every column against every row."""
    counted: dict[tuple[str, str], str] = {}
    for line in frame.itertuples(index=False):
        counts = (line.wins, line.ties, line.losses)
        significant = (line.significant_wins, line.significant_losses)
        counted[line.row, line.column] = _counts(counts, significant)
        counted[line.column, line.row] = _counts(counts[::-1], significant[::-1])
    kept = {*frame["row"], *frame["column"]}
    names = {x: label for x, label in contents.labels.items() if x in kept}
    return grid(
        ["", *names.values()],
        [[names[x], *(counted.get((x, y), EMPTY) for y in names)] for x in names],
        **described("wins", "Wins, ties and losses", s=contents.settings),
    )


def pairwise_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out every test of a pair over the data sets."""
    settings, left_out = contents.settings, ""
    write, points = format_difference(settings, sign="")
    word = scale_words(settings).difference
    if frame["hierarchical_rope"].isna().all():
        why = settings.get("not_tested", {})
        left_out = why.get("hierarchical", "key hierarchical is false")
    bayesian = dict(headings("bayesian"))
    if not is_tested(settings, "hierarchical"):
        del bayesian["hierarchical"]
    return build(
        frame,
        [
            *pair_columns(contents.labels),
            number_column("data sets", "n", partial(format_number, form="g")),
            number_column(f"{word} ({points})", "mean_difference", write),
            *p_value_columns(frame, headings("pairwise"), contents),
            *((x, "r", partial(_regions, test=test)) for test, x in bayesian.items()),
            ("note", "l", lambda line: line.note or EMPTY),
        ],
        **described(
            "pairwise",
            "Pairwise tests",
            s=settings,
            left_out=left_out,
            priors=hierarchical_model,
        ),
    )


def new_datasets_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out predictions: shares, typical differences, equivalence."""
    settings, pairs = contents.settings, math.comb(len(contents.labels), 2)
    write, unit = format_difference(settings)
    control = contents.labels.get(settings["control"], "")
    family = len(contents.labels) - 1 if control else pairs
    shares, tost = (headings("shares"), _TOST) if settings["rope"] else ({}, {})
    adjusted = "_holm" if family > 1 else ""
    tests = {field.format(adjusted): head for field, head in tost.items()}
    whole = partial(format_percent, form=".0f")
    return build(
        frame,
        [
            *pair_columns(contents.labels),
            number_column("data sets", "n", partial(format_number, form="g")),
            *(estimate_column(y, x, f"{x}_", whole) for x, y in shares.items()),
            bool(shares)
            and number_column("P: equivalent", "equivalence", format_probability),
            estimate_column("mean", "mean_difference", "mean_", write),
            estimate_column("median", "median", "median_", write),
            *p_value_columns(frame, tests, contents),
        ],
        **described(
            "new_datasets",
            "New data sets",
            s=settings,
            datasets=frame["n"].max(),
            unit=unit,
            control=control,
            family=family,
        ),
    )


def _regions(line: Any, test: str) -> str:
    """Write the three probabilities of a Bayesian test."""
    sides = (getattr(line, f"{test}_{side}") for side in ("row", "rope", "column"))
    texts = [format_posterior(value, 2) for value in sides]
    return EMPTY if EMPTY in texts else " / ".join(texts)


def _counts(counts: tuple[float, ...], significant: tuple[float, ...]) -> str:
    """Write wins/ties/losses and, in brackets, the significant ones."""
    together, bracketed = (
        "/".join(f"{count:g}" for count in group) for group in (counts, significant)
    )
    return together if pd.isna(significant[0]) else f"{together} ({bracketed})"


# Predictions of single runs


def mcnemar_section(contents: Contents) -> Iterator[Table]:
    """Count the data sets on which McNemar's test finds a difference, by pair."""
    if contents.mcnemar is None:
        return
    several = contents.mcnemar["run"].nunique() > 1
    yield build(
        _significant(contents.mcnemar, contents.settings["alpha"]),
        [
            *pair_columns(contents.labels),
            number_column("column better", "better", str),
            number_column("row better", "worse", str),
            several and number_column("column better, all runs", "better_range", str),
            several and number_column("row better, all runs", "worse_range", str),
        ],
        **described(
            "mcnemar",
            "McNemar's test on each data set",
            s=contents.settings,
            datasets=contents.mcnemar["dataset"].nunique(),
        ),
        csv=FILES["mcnemar"],
    )


def _significant(tests: pd.DataFrame, alpha: float) -> pd.DataFrame:
    """Count the data sets with a difference for and against the column of each pair."""
    found = tests["p_two_sided"] < alpha
    sides = {
        "better": found & (tests["only_column"] > tests["only_row"]),
        "worse": found & (tests["only_column"] < tests["only_row"]),
    }
    lines = tests[["row", "column", "run"]].assign(**sides)
    by_run = lines.groupby(["row", "column", "run"], sort=False)[[*sides]].sum()
    by_pair = by_run.groupby(["row", "column"], sort=False)

    def write(counts: pd.Series) -> str:
        least, most = counts.min(), counts.max()
        return f"{least}" if least == most else f"{least} to {most}"

    return by_pair.first().join(by_pair.agg(write).add_suffix("_range")).reset_index()
