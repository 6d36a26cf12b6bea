"""Tests for classifiers compared by repeated cross-validation.

Every test takes arrays and returns arrays. The two classifiers of a pair are called row
and column, as in a table of pairs. Tests are grouped by question:

one_dataset : two classifiers on one data set
    `correlated_t`, `corrected_resampled_t` and the `posterior` behind both, for
    repeated cross-validation; `differences` and `mean_differences` of counts,
    `differences_of_values` and `mean_differences_of_values` of any metric;
    `mcnemar`, for the predictions of one run
many_datasets : two classifiers over many data sets
    `poisson_test`, `signed_rank`, `sign_test`, `paired_t`,
    `relative_differences`, `hodges_lehmann`, `rank_biserial`, `bayesian_sign`,
    `bayesian_signed_rank`, `hierarchical`; of new data sets `practical_equivalence`,
    `region_shares`, `tost`; `mean_interval`, `median_interval`; of all data sets but
    each `poisson_with_each_undecided`, `signed_rank_without_each`
many_classifiers : many classifiers over many data sets
    `rank_classifiers`, `average_ranks`, `friedman`, `iman_davenport`, `repeated_anova`,
    `nemenyi`, `tukey`, `adjust`, `performance_profiles`; all against a control
    `bonferroni_dunn`, `dunnett`; the critical differences of ranks are in the module
    ranks

A test's module is imported on first use: ``from tenbyten.statistics import friedman``.
The groups share `checks` of arguments, `rounding` and `p_values`. Distribution
functions are scipy.special's: scipy.stats takes a second to import.

A difference is positive where the column is better: accuracy of the column minus that
of the row, a fraction, so that 0.02 is two percentage points; or the column's gain in
another metric. Along the leading axes, ``...`` in a shape, each pair, data set or table
is tested by itself. A one-sided p is that of the null hypothesis that the column is not
better than the row. Results are arrays, or named tuples described by their class.
"""

from importlib import import_module
from typing import Any

_NAMES = {
    "one_dataset.correlated_t": "correlated_t corrected_resampled_t posterior",
    "one_dataset.differences": "differences mean_differences differences_of_values "
    "mean_differences_of_values",
    "one_dataset.mcnemar": "mcnemar",
    "many_datasets.poisson": "poisson_test",
    "many_datasets.signed_rank": "signed_rank hodges_lehmann rank_biserial",
    "many_datasets.sign_and_paired_t": "sign_test paired_t relative_differences",
    "many_datasets.bayesian": "bayesian_sign bayesian_signed_rank",
    "many_datasets.hierarchical": "hierarchical",
    "many_datasets.equivalence": "practical_equivalence region_shares tost",
    "many_datasets.intervals": "mean_interval median_interval",
    "many_datasets.leave_one_out": "poisson_with_each_undecided "
    "signed_rank_without_each",
    "many_classifiers.omnibus": "friedman iman_davenport repeated_anova",
    "many_classifiers.ranks": "rank_classifiers average_ranks nemenyi bonferroni_dunn",
    "many_classifiers.means": "tukey dunnett",
    "many_classifiers.adjusted_p": "adjust",
    "many_classifiers.profiles": "performance_profiles",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    """Import a test's module when the test is asked for."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    """List every test."""
    return __all__
