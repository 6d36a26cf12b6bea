"""Pairs of classifiers over a subset: wins, tests, replicability."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.report.captions import (
    TEST_NAMES,
    is_tested,
    rho_in_words,
    rope_in_words,
)
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, Table, build, number_column
from tenbyten.report.formatting import (
    EMPTY,
    format_metric,
    format_number,
    format_probability,
)
from tenbyten.report.sections.columns import bold_caption, p_value_columns, pair_columns
from tenbyten.statistics.many_datasets.hierarchical_priors import (
    ALPHA,
    BETA,
    DELTA0,
    SPREADS,
)
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
    names, tested = contents.labels, is_tested(contents.settings)
    rows = [
        [Cell(names[row]), *(cells.get((row, x), Cell(EMPTY)) for x in names)]
        for row in names
    ]
    return Table(
        name="wins",
        title="Wins, ties and losses",
        caption="Data sets on which the column's classifier is better than the row's, "
        f"equal, worse.{_significant(contents.settings) if tested else ''}",
        columns=[Column("", "l"), *map(Column, names.values())],
        rows=rows,
    )


def _significant(settings: Mapping[str, Any]) -> str:
    """Explain the counts in brackets."""
    rho = rho_in_words("The t-test", settings)
    return (
        f" In brackets those on which it is significantly better, worse: corrected "
        f"resampled t-test, two-sided, alpha = {settings['alpha']}, not adjusted for "
        f"the number of tests.\n\n{rho}"
    )


def pairwise_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out every test of a pair over the data sets."""
    write, _ = format_metric(contents.metric, contents.settings["rope"])
    accuracy = contents.metric == "accuracy"
    points = "percentage points" if accuracy else contents.metric
    run = is_tested(contents.settings, "hierarchical")
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
        caption="A difference is positive where the column is better. p are two-sided "
        f"and not adjusted for the number of pairs. {bold_caption(contents)} P: row / "
        "rope / column.\n\np: t is of the paired t-test on the mean differences, t, "
        "relative of that on each divided by the average of both means, where the "
        "metric has no values below 0. Both assume normal distributions, which a few "
        "data sets cannot show and outliers break."
        f"\n\n{_posteriors(frame, contents.settings)}",
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
    few = f" {EMPTY}: there are not more data sets than would be drawn." * undrawn
    rows = [
        [Cell(labels[row]), Cell(labels[column]), *(Cell(texts[x]) for x in shown)]
        for (row, column), texts in found.items()
    ]
    return Table(
        name="replicability",
        title="Replicability",
        caption="R(e) / R(p) of each test on random subsets of the data sets. R(e): "
        "the probability that two such subsets lead to the same decision. R(p): one "
        "minus twice the variance of p. Both are 1 at most; their Monte Carlo standard "
        f"error is {error:.2g} at most.\n\nBoth measure agreement, not power: a test "
        "that never rejects has R(e) = 1. All tests are one-sided, for the column. "
        "Random subsets share data sets; experiments on new data sets are likely to "
        f"agree less.{few}",
        columns=[
            *(Column(head, "l") for head in ("row", "column")),
            *map(Column, ["data sets drawn", "draws"]),
            *(Column(TEST_NAMES[test]) for test in tests),
        ],
        rows=rows,
    )


def _posteriors(frame: pd.DataFrame, settings: Mapping[str, Any]) -> str:
    """Say what the Bayesian tests give the probability of, and their priors."""
    side = settings["prior_place"]
    place = "in the rope" if side == "rope" else f"on the side of the {side}"
    words = (
        f"P are not the probabilities that a classifier is better: each is the "
        f"posterior probability that its region is the most probable of three, that "
        f"the row is better by more than the rope of {rope_in_words(settings)}, that "
        f"the two are practically equivalent, that the column is better by more than "
        f"the rope. Bayesian sign test: on one data set like these; signed-rank test: "
        f"for the mean of the differences on two data sets like these (prior of both: "
        f"weight {settings['prior_strength']:g} of a data set, {place}; "
        f"{settings['bayesian_draws']} draws)."
    )
    if frame["hierarchical_rope"].isna().all():
        why = settings.get("not_tested", {}).get("hierarchical", _NOT_WANTED)
        return f"{words}\n\nThe hierarchical model is left out: {why}."
    low, high = DELTA0
    return (
        f"{words}\n\nP of the hierarchical model: on the next data set. Its "
        f"differences come from a t distribution; the priors are: location uniform "
        f"from {low:g} to {high:g}; scale uniform from 0 to {SPREADS} times the "
        f"standard deviation of the mean differences; degrees of freedom 1 + Gamma "
        f"with shape uniform from {ALPHA[0]:g} to {ALPHA[1]:g} and rate uniform from "
        f"{BETA[0]:g} to {BETA[1]:g}; standard deviation on each data set uniform from "
        f"0 to {SPREADS} times the mean of those found. "
        f"{rho_in_words('The model', settings)}"
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
