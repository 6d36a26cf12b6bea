"""Decisions on the only data set of a study."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tenbyten.report import captions
from tenbyten.report.document import ColumnOfLines, Table, build, number_column
from tenbyten.report.formatting import format_difference, format_probability
from tenbyten.report.sections.columns import (
    NONE_FOUND,
    adjusted_p_column,
    better_column,
    pair_columns,
    verdict_column,
)


def on_one_dataset_table(
    frame: pd.DataFrame,
    *,
    labels: Mapping[str, str],
    policies: Mapping[str, Any],
) -> Table:
    """Lay out the decisions on one data set, one line a pair.

    `frame` is from `comparisons.decisions.decide_on_one_dataset`.
    """
    write, unit = format_difference(policies["metric"], policies["rope"])
    level = f"{100 * (1 - policies['alpha']):g}%"
    adjusted: list[ColumnOfLines] = []
    if len(frame) > 1:
        adjusted = [adjusted_p_column("Holm's p", "holm")]
    within: list[ColumnOfLines] = []
    verdict: list[ColumnOfLines] = []
    if policies["rope"]:
        within = [number_column("P: equivalent", "p_rope", format_probability)]
        verdict = [verdict_column(labels, "verdict")]

    def difference(line: Any) -> str:
        low, high = write(line.low), write(line.high)
        return f"{write(line.mean_difference)} ({low} to {high})"

    dataset = frame["dataset"].iloc[0]
    return build(
        frame,
        [
            *pair_columns(labels),
            (f"mean difference ({unit}, {level} interval)", "r", difference),
            number_column("p", "p", format_probability),
            *adjusted,
            better_column(labels),
            number_column("P: row better", "p_row_better", format_probability),
            *within,
            number_column("P: column better", "p_column_better", format_probability),
            *verdict,
        ],
        name="decisions-on-one-data-set",
        title=f"Data set {dataset}: decisions by the correlated t-test",
        caption=_caption(frame, policies),
    )


def _caption(frame: pd.DataFrame, policies: Mapping[str, Any]) -> str:
    """Explain the columns: the test, its family, the posterior, what it is about."""
    alpha, pairs = policies["alpha"], len(frame)
    level, _, unit = 1 - alpha, *format_difference(policies["metric"], policies["rope"])
    title = f"{policies['title']}. " if policies["title"] else ""
    family, better = "There is one pair: nothing to adjust.", "its p"
    if pairs > 1:
        family = f"Adjusted by Holm's procedure over all {pairs} pairs."
        better = "Holm's p"
    first = (
        f"{title}Two-sided correlated t-test of {captions.design_in_words(policies)}. "
        f"{family}"
    )
    test = (
        f"p: of the corrected resampled t-test. better: the classifier that is "
        f"{captions.better_by(policies['metric'])}, where {better} is below alpha = "
        f"{alpha}; {NONE_FOUND} is no evidence of equality. Differences are in {unit}, "
        f"positive where the column is better. The interval is the test's confidence "
        f"interval and the posterior's credible interval in one. It is not adjusted, "
        f"so that it can miss 0 where no difference is found."
    )
    rho = captions.rho_in_words("The correlated t-test", policies)
    return "\n\n".join([first, f"{test} {rho}", _posterior(policies, level), SCOPE])


# What no test on one data set can say.
SCOPE = (
    "All of this is about classifiers trained on samples like this one data set. It "
    "says nothing of other data sets; more runs do not change that."
)


def _posterior(policies: Mapping[str, Any], level: float) -> str:
    """Explain the probabilities, and the verdict by the rope where there is one."""
    posterior = "P: posterior probability, by the Bayesian correlated t-test, that"
    if not policies["rope"]:
        return f"{posterior} the row, or the column, is better."
    rope = captions.rope_in_words(policies)
    return (
        f"{posterior} the row is better by more than the rope of {rope}, that both are "
        f"practically equivalent, that the column is better by more than the rope. By "
        f"the rope: the one of the three with a probability above {level:g}; else "
        f"undecided. None of it is adjusted for the number of pairs."
    )
