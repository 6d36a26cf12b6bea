"""Words that captions share: names of subsets and tests, policies of the decisions."""

from collections.abc import Mapping
from typing import Any

from tenbyten.statistics.many_datasets.signed_rank import EXACT_UP_TO, is_exact

TEST_NAMES = {"poisson": "Poisson", "signed_rank": "signed-rank"}
TEST_NAMES |= {"sign": "sign", "paired_t": "paired t"}

_ZERO_VARIANCE = {
    "half": "counts 1/2",
    "win": "counts as a win of the column",
    "drop": "leaves the data set out",
}
# Demsar (2006), section 3.1.3: up to so many data sets books have exact tables.
_EXACT_IN_BOOKS = 25


def heading(span: tuple[int, int]) -> str:
    """Name a subset by the numbers of its first and last data set."""
    first, last = span
    return f"Data sets {first}-{last}" if first != last else f"Data set {first}"


def named_heading(span: tuple[int, int], subset: str) -> str:
    """Name a subset by its numbers and, if that is another one, its own name."""
    words = heading(span)
    return words if words == subset else f"{words} ({subset})"


def p_column(policies: Mapping[str, Any]) -> str:
    """Return the name of the column of p-values that decide the signed-rank test."""
    return f"p_{policies['signed_rank_sides']}_sided"


def signed_rank_method(policies: Mapping[str, Any], data_sets: int) -> str:
    """Say how the p-values of the signed-rank test over so many data sets were made."""
    if is_exact(policies["signed_rank"], data_sets):
        return "exact given ties and zeros"
    if policies["signed_rank"] != "approximate":
        return (
            f"by the normal approximation corrected for ties and zeros (more than "
            f"{EXACT_UP_TO} data sets)"
        )
    rough = f", which is rough below {_EXACT_IN_BOOKS} data sets (here {data_sets})"
    return "by the normal approximation" + rough * (data_sets < _EXACT_IN_BOOKS)


def policy_caption(policies: Mapping[str, Any], *, data_sets: int) -> str:
    """Explain the marks of Table 4's layout, and state the policies behind them.

    ``left_out`` of `policies`, if present, names the data sets that are left out
    (`accuracies.left_out.described`).
    """
    poisson = "exact"
    if policies["poisson"] == "simulated":
        poisson = f"from {policies['poisson_draws']} draws, seed {policies['seed']}"
    title = f"{policies['title']}. " if policies["title"] else ""
    if left_out := policies.get("left_out", ""):
        left_out = f" Left out, because a classifier failed: {left_out}."
    metric = policies["metric"]
    better = "more accurate" if metric == "accuracy" else f"better by {metric}"
    return (
        f"{title}Each cell is Poisson/signed-rank: 1 where the test finds the column's "
        f"classifier significantly {better} than the row's, else 0 (alpha = "
        f"{policies['alpha']}). {policies['runs']} runs of {policies['folds']}-fold "
        f"cross-validation. Poisson test: P(X > q/2) > 1 - alpha, {poisson}; "
        f"correlated t-test with rho = {policies['rho']}; an all-zero "
        f"difference {_ZERO_VARIANCE[policies['zero_variance']]}. Signed-rank test: "
        f"{policies['signed_rank_sides']}-sided, "
        f"{signed_rank_method(policies, data_sets)}, zeros split evenly.{left_out}"
    )
