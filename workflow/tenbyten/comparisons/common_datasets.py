"""Compare every pair on the data sets that both have, where results are missing."""

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.comparisons.by_order import in_order
from tenbyten.comparisons.decisions import adjust_together, adjusted_decisions
from tenbyten.comparisons.files import round_as_written
from tenbyten.comparisons.many_classifiers import pairs_of_top
from tenbyten.comparisons.new_datasets import new_datasets
from tenbyten.comparisons.on_each_dataset import Names, Pairs, compare_on_each
from tenbyten.comparisons.pairwise import pairwise_tests
from tenbyten.metrics import NO_FOREIGN, Foreign, metric_of
from tenbyten.results.long_table import collect, collect_metrics
from tenbyten.results.values import means_of


def compare_on_common(
    table: pd.DataFrame,
    *,
    design: Mapping[str, Any],
    datasets: Names,
    pairs: Pairs,
    metric: str,
    ranks: pd.DataFrame,
    alpha: float,
    rope: float,
    control: str | None,
    correlated_t: Mapping[str, Any],
    bayesian: Mapping[str, Any],
    predicted: Mapping[str, Any],
    foreign_metrics: Foreign = NO_FOREIGN,
    scale: str = "difference",
    top: int | None = None,
) -> dict[str, pd.DataFrame]:
    """Compare every pair over the data sets of a subset that both have.

    Parameters
    ----------
    table : DataFrame
        Long; missing results are nan.
    design : dict
        As of `results.long_table.collect`.
    pairs : sequence of (str, str)
        Each two classifiers in one order only, and all of them.
    ranks : DataFrame
        From `many_classifiers.rank_table`.
    correlated_t : dict
        Arguments of `compare_on_each`.
    bayesian : dict
        As of `pairwise_tests`.
    predicted : dict
        Arguments of `new_datasets`.
    top : int, optional
        Test in full only the pairs of `pairs_of_top`; by default all.

    Returns
    -------
    dict of str to DataFrame
        ``pairwise`` and ``adjusted``, with the number of data sets of each pair as n.
        p are adjusted by Holm's procedure; Shaffer's counts hypotheses that can be true
        together, which says nothing of different data sets: empty.
    """
    kind = metric_of(metric, foreign_metrics, scale)
    has = table[metric].notna().groupby([table["dataset"], table["classifier"]]).all()
    complete = has.unstack().loc[list(datasets)]
    # Pairs with the same data sets are compared at once.
    groups: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for pair in pairs:
        common = complete.index[complete[[*pair]].all(axis=1)]
        groups.setdefault(tuple(common), []).append(pair)
    settings: dict[str, Any] = {"alpha": alpha, "rope": rope}
    settings |= {"comparisons": sum(control in (None, *pair) for pair in pairs)}
    alone = {**predicted, "control": None}
    lines: dict[str, list[pd.DataFrame]] = {"pairwise": [], "adjusted": []}
    for common, some in groups.items():
        names = list(dict.fromkeys(itertools.chain.from_iterable(some)))
        own = table[table["dataset"].isin(common) & table["classifier"].isin(names)]
        cells: Any = {**design, "datasets": common, "classifiers": names}
        if metric == "accuracy":
            values = collect(own, **cells)
        else:
            cells |= {"metrics": [metric], "foreign_metrics": foreign_metrics}
            values = collect_metrics(own, **cells)
        both = {**correlated_t, "pairs": [*some, *(pair[::-1] for pair in some)]}
        posteriors = round_as_written(compare_on_each(values, **both))
        full = pairs_of_top(ranks, some, top=top, control=control)
        # Tests take a pair at least.
        full[0] |= not full.any()
        subset: Any = {"pairs": some, "datasets": common}
        of_tests: Any = {**subset, "kind": kind, "full": full}
        means = means_of(values, metric, scale=scale)
        how: Any = {"alpha": alpha, "bayesian": bayesian}
        pairwise = pairwise_tests(posteriors, means, **of_tests, **how)
        equivalence = np.full(len(some), np.nan)
        equivalence[full] = new_datasets(posteriors, **of_tests, **alone)["equivalence"]
        settings["equivalence"] = equivalence
        adjusted = adjusted_decisions(posteriors, pairwise, **subset, **settings)
        lines["pairwise"].append(pairwise)
        lines["adjusted"].append(adjusted)
    keys = pd.MultiIndex.from_tuples(pairs, names=["row", "column"])
    tables = {
        name: pd.concat(parts).set_index(keys.names).loc[keys].reset_index()
        for name, parts in lines.items()
    }
    adjusted = adjust_together(tables["adjusted"], alpha=alpha, control=control)
    tables["adjusted"] = adjusted
    if scale == "order":
        tables = {name: in_order(name, table) for name, table in tables.items()}
    return {name: round_as_written(table) for name, table in tables.items()}
