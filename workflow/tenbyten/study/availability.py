"""Find the tests that cannot run on a study's results, and the reasons."""

from collections.abc import Mapping
from typing import Any

from tenbyten.metrics import NO_FOREIGN, Foreign, Metric, metric_of
from tenbyten.words import Design

# Tests and their names for people: on each data set; over data sets by folds; over data
# sets by means.
ON_EACH = {"correlated_t": "correlated t-test"}
BY_FOLDS = {"poisson": "Poisson test", "hierarchical": "hierarchical model"}
BY_MEANS = {
    "signed_rank": "signed-rank test",
    "sign": "sign test",
    "paired_t": "paired t-test",
    "bayesian_sign": "Bayesian sign test",
    "bayesian_signed_rank": "Bayesian signed-rank test",
    "friedman": "Friedman test",
    "iman_davenport": "Iman and Davenport's test",
    "anova": "repeated-measures ANOVA",
    "post_hoc": "post-hoc tests",
}
# Tests that compare sizes of differences between data sets.
_OF_SIZES = (*ON_EACH, *BY_FOLDS, "signed_rank", "paired_t", "bayesian_sign")
_OF_SIZES += ("bayesian_signed_rank", "anova")
TESTS = ON_EACH | BY_FOLDS | BY_MEANS
# Why the correlation of a splitter's folds is unknown. A user may know that of groups.
_NO_RHO = {
    "predefined": "one given split into train and test does not say how results vary",
    "time": "the training sets of folds in order of time grow or move on, and how far "
    "such folds are correlated is not known",
    "groups": "folds are whole groups, and how far such folds are correlated is not "
    "known; if you know it, set rho to a number",
}
_NO_RHO["leave_one_group_out"] = _NO_RHO["groups"]


def cannot_run(
    designs: Mapping[str, Design],
    *,
    metric: str,
    rho: float | str | Mapping[str, float],
    rope: float,
    foreign_metrics: Foreign = NO_FOREIGN,
    scale: str = "difference",
    splitter: str = "",
) -> dict[str, str]:
    """Find the tests that cannot run on some data sets together, and the reasons.

    Parameters
    ----------
    designs : dict of str to (int, int)
        Runs and folds of each data set: of a study, or of a subset.
    metric, rho, rope, foreign_metrics, scale, splitter
        The study's keys.

    Returns
    -------
    dict of str to str
        The reason by the names in `TESTS`; tests that the study has switched off are
        not included.
    """
    reasons, kind = {}, metric_of(metric, foreign_metrics, scale)
    is_known = rho != "1/folds" and splitter not in ("predefined", "time")
    why = "" if is_known else _NO_RHO.get(splitter, "")
    if why := why or _no_deviations(designs, rho):
        reasons = dict.fromkeys([*ON_EACH, *BY_FOLDS], why)
    elif why := _no_hierarchy(designs, metric, rope, kind):
        reasons["hierarchical"] = why
    if scale == "order":
        why = f"{metric} is compared by its order on each data set alone"
        reasons |= dict.fromkeys(_OF_SIZES, why)
    if len(designs) < 2:
        why = "there is one data set; a test over data sets takes two or more"
        reasons |= dict.fromkeys([*BY_FOLDS, *BY_MEANS], why)
    return {test: reasons[test] for test in TESTS if test in reasons}


def group_by_reason(reasons: Mapping[str, str]) -> dict[str, list[str]]:
    """Group the tests that cannot run by reason.

    Parameters
    ----------
    reasons : dict of str to str
        From `cannot_run`.

    Returns
    -------
    dict of str to list of str
        The tests' names for people by reason.
    """
    joined: dict[str, list[str]] = {}
    for test, why in reasons.items():
        joined.setdefault(why, []).append(TESTS[test])
    return joined


def _no_deviations(designs: Mapping[str, Design], rho: Any) -> str:
    """Return the reason why the variance of differences is unknown, if it is."""
    single = [name for name, design in designs.items() if design == (1, 1)]
    if single:
        return (
            f"there is one score a data set and classifier{_on(single, designs)}, "
            f"which says nothing of how it varies; give the score of every fold"
        )
    splits = [name for name, (_, folds) in designs.items() if folds == 1]
    if splits and rho == "1/folds":
        return (
            f"the results are of train/test splits{_on(splits, designs)}, of which "
            f"the study does not say how far they are correlated; set rho to the share "
            f"of the instances that each tests, such as rho: 0.1, or to a file with "
            f"the sizes of train and test set of each data set"
        )
    return ""


def _no_hierarchy(
    designs: Mapping[str, Design], metric: str, rope: float, kind: Metric
) -> str:
    """Return the reason why the hierarchical model cannot be fitted, if it cannot."""
    if kind.scale == "ratio":
        return f"it takes differences, and {metric} is compared by ratios"
    if not 0 <= kind.smallest <= kind.largest <= 1:
        return f"it takes a metric from 0 to 1, and {metric} is none"
    if not rope:
        return "it takes a rope above 0"
    few = [name for name, (runs, folds) in designs.items() if runs * folds < 3]
    if few:
        return f"it takes three folds or more, and there are two{_on(few, designs)}"
    return ""


def _on(names: list[str], designs: Mapping[str, Design]) -> str:
    """Name the data sets that a reason is about, unless it is about all."""
    if len(names) == len(designs):
        return ""
    others = len(names) - 1
    return f" on {names[0]}" + f" and {others} more" * (others > 0)
