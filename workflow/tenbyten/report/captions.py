"""Words that captions share: names of subsets and tests, policies of the decisions."""

from collections.abc import Mapping
from typing import Any

TEST_NAMES = {"poisson": "Poisson", "signed_rank": "signed-rank"}
TEST_NAMES |= {"sign": "sign", "paired_t": "paired t"}

_ZERO_VARIANCE = {
    "half": "counts 1/2",
    "win": "counts as a win of the column",
    "drop": "leaves the data set out",
}
_METHODS = {"approximate": "normal approximation", "exact": "exact"}


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


def policy_caption(policies: Mapping[str, Any]) -> str:
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
        f"{policies['signed_rank_sides']}-sided, {_METHODS[policies['signed_rank']]}, "
        f"zeros split evenly.{left_out}"
    )
