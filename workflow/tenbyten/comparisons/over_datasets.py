"""Run every test over a subset except Poisson and signed-rank."""

import itertools
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.accuracies.values import means_of
from tenbyten.comparisons import many_classifiers as many
from tenbyten.comparisons.decisions import adjusted_decisions, grouped_decisions
from tenbyten.comparisons.files import round_as_written
from tenbyten.comparisons.new_datasets import new_datasets
from tenbyten.comparisons.on_each_dataset import Names, Pairs
from tenbyten.comparisons.pairwise import (
    hierarchical_tests,
    pairwise_tests,
    rope_curves,
)
from tenbyten.comparisons.sensitivity import leave_one_out, policy_variants
from tenbyten.metrics import NO_FOREIGN, Foreign, metric_of

Test = Callable[..., pd.DataFrame]

# Tables without any line, and columns that are left out, on the scale of order alone.
_HAVE_SIZES = ("pairwise", "adjusted", "ranks", "post_hoc", "control")
_EMPTY_BY_ORDER = ("new_datasets", "profiles", "rope")
_SIZES = re.compile(
    r"mean|median|pseudomedian|rank_biserial|family_(low|high)|.*rope|bayesian_"
    r"|hierarchical_|(relative_)?t_|note|tukey|dunnett|signed_rank_"
)


def compare_over_datasets(
    values: pd.DataFrame,
    posteriors: pd.DataFrame,
    *,
    datasets: Names,
    pairs: Pairs,
    metric: str,
    arguments: Mapping[str, Mapping[str, Any]],
    foreign_metrics: Foreign = NO_FOREIGN,
    scale: str = "difference",
    threads: int = 1,
    top: int | None = None,
) -> dict[str, pd.DataFrame]:
    """Compare the classifiers over a subset by every other test.

    Parameters
    ----------
    values : DataFrame
        The long table behind `posteriors`, with `metric`.
    pairs : sequence of (str, str)
        Each two classifiers in one order only.
    arguments : dict of str to dict
        By table the other arguments of the function that makes it: ``pairwise``,
        ``adjusted``, ``new_datasets``, ``omnibus``, ``rope``, ``sensitivity``,
        ``leave_one_out`` and, where they are wanted, ``hierarchical``, ``control`` and
        ``grouped``.
    threads : int, default=1
        Number of threads of the hierarchical model; no table depends on it.
    top : int, optional
        Test in full only the pairs of `many_classifiers.pairs_of_top`; by default all.
        ``adjusted``, ``pairwise``, ``post_hoc`` and ``grouped`` have a line for each of
        the others too, without Bayesian tests and Tukey's, and adjust for all pairs, as
        ``new_datasets`` does. Holm's procedure bounds the probability of any error
        among all pairs, and so among those that are chosen by the same results.

    Returns
    -------
    dict of str to DataFrame
        ``pairwise``, ``adjusted``, ``new_datasets``, ``ranks``, ``profiles``,
        ``omnibus``, ``post_hoc``, ``rope``, ``sensitivity``, ``leave_one_out``;
        ``hierarchical``, ``control`` and ``grouped`` where they are wanted.

    Notes
    -----
    On the scale ``order`` differences are signs, of which the signed-rank test is the
    sign test, ties left out: it is called by its usual name in ``sensitivity`` and
    ``leave_one_out``. What compares sizes is left out.
    """
    means = means_of(values, metric, scale=scale)
    kind = metric_of(metric, foreign_metrics, scale)
    tables: dict[str, pd.DataFrame] = {}
    subset_means = means.loc[list(datasets)]
    better: dict[str, Any] = {"higher_is_better": kind.higher_is_better}
    tables["ranks"] = many.rank_table(subset_means, **better)
    control = arguments.get("control", {}).get("control")
    full = many.pairs_of_top(tables["ranks"], pairs, top=top, control=control)
    tested = list(itertools.compress(pairs, full))
    subset: dict[str, Any] = {"pairs": tested, "datasets": datasets}
    of_all: dict[str, Any] = {"pairs": pairs, "full": full}

    def made(name: str, test: Test, *others: Any, **more: Any) -> pd.DataFrame:
        return test(posteriors, *others, **{**subset, **arguments[name], **more})

    if "hierarchical" in arguments:
        fitted = made("hierarchical", hierarchical_tests, threads=threads)
        tables["hierarchical"] = round_as_written(fitted)
    of_model = {"kind": kind, "hierarchical": tables.get("hierarchical")}
    pairwise = made("pairwise", pairwise_tests, means, **of_model, **of_all)
    tables["pairwise"] = pairwise
    tables["new_datasets"] = made("new_datasets", new_datasets, kind=kind, **of_all)
    equivalence = np.full(len(pairs), np.nan)
    equivalence[full] = tables["new_datasets"]["equivalence"]
    of_family = {"equivalence": equivalence, "pairs": pairs}
    tables["adjusted"] = made("adjusted", adjusted_decisions, pairwise, **of_family)
    tables["profiles"] = many.profile_table(subset_means, kind=kind)
    tables["omnibus"] = many.omnibus_tests(subset_means, **arguments["omnibus"])
    tables["post_hoc"] = many.post_hoc_tests(subset_means, pairwise, **of_all, **better)
    if control:
        tables["control"] = many.control_tests(subset_means, control=control, **better)
    curves = made("rope", rope_curves, pairwise[full], kind=kind)
    tables["rope"] = round_as_written(curves)
    if "grouped" in arguments:
        tables["grouped"] = made("grouped", grouped_decisions, values, pairs=pairs)
    tables["sensitivity"] = made("sensitivity", policy_variants, tables["rope"])
    tables["leave_one_out"] = made("leave_one_out", leave_one_out)
    return by_order(tables) if scale == "order" else tables


def by_order(tables: Mapping[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """Keep what follows from the order of the classifiers on each data set."""
    kept = {}
    for name, table in tables.items():
        if name in _EMPTY_BY_ORDER:
            table = table[:0]
        elif name == "pairwise":
            table = table.assign(sign_p=table["signed_rank_p"])
        elif "test" in table:
            table = table[~table["test"].isin(["anova", "bayesian_signed_rank"])]
        if name in _HAVE_SIZES:
            table = table.drop(columns=[x for x in table if _SIZES.match(x)])
        kept[name] = table
    return kept
