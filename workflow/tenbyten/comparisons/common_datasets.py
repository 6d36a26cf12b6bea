"""Compare every pair on the data sets that both have, where results are missing."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tenbyten.accuracies.long_table import collect, collect_metrics
from tenbyten.accuracies.values import means_of
from tenbyten.comparisons.decisions import adjust_together, adjusted_decisions
from tenbyten.comparisons.files import round_as_written
from tenbyten.comparisons.new_datasets import new_datasets
from tenbyten.comparisons.on_each_dataset import Names, Pairs, compare_on_each
from tenbyten.comparisons.over_datasets import by_order
from tenbyten.comparisons.pairwise import pairwise_tests
from tenbyten.metrics import NO_FOREIGN, Foreign, metric_of


def compare_on_common(
    table: pd.DataFrame,
    *,
    design: Mapping[str, Any],
    datasets: Names,
    pairs: Pairs,
    metric: str,
    correlated_t: Mapping[str, Any],
    arguments: Mapping[str, Mapping[str, Any]],
    foreign_metrics: Foreign = NO_FOREIGN,
    scale: str = "difference",
) -> dict[str, pd.DataFrame]:
    """Compare every pair over the data sets of a subset that both have.

    Parameters
    ----------
    table : DataFrame
        Long; missing results are nan.
    design : dict
        As of `accuracies.long_table.collect`.
    pairs : sequence of (str, str)
        Each two classifiers in one order only, and all of them.
    correlated_t : dict
        Arguments of `compare_on_each`.
    arguments : dict of str to dict
        As of `over_datasets.compare_over_datasets`.

    Returns
    -------
    dict of str to DataFrame
        ``pairwise`` and ``adjusted``, with the number of data sets of each pair as n.
        p are adjusted by Holm's procedure; Shaffer's counts hypotheses that can be true
        together, which says nothing of different data sets: empty.
    """
    has = table[metric].notna().groupby([table["dataset"], table["classifier"]]).all()
    complete, kind = has.unstack(), metric_of(metric, foreign_metrics, scale)
    settings, control = dict(arguments["adjusted"]), arguments["adjusted"]["control"]
    settings["comparisons"] = sum(control in (None, *pair) for pair in pairs)
    settings["control"] = None
    lines = []
    for pair in pairs:
        common = [x for x in datasets if complete.loc[x, [*pair]].all()]
        own = table[table["dataset"].isin(common) & table["classifier"].isin(pair)]
        cells: Any = {**design, "datasets": common, "classifiers": [*pair]}
        if metric == "accuracy":
            values = collect(own, **cells)
        else:
            cells |= {"metrics": [metric], "foreign_metrics": foreign_metrics}
            values = collect_metrics(own, **cells)
        both = {**correlated_t, "pairs": [pair, pair[::-1]]}
        posteriors = round_as_written(compare_on_each(values, **both))
        subset: Any = {"pairs": [pair], "datasets": common, "kind": kind}
        means = means_of(values, metric, scale=scale)
        pairwise = pairwise_tests(posteriors, means, **subset, **arguments["pairwise"])
        alone = {**arguments["new_datasets"], "control": None}
        new = new_datasets(posteriors, **subset, **alone)
        del subset["kind"]
        subset["equivalence"] = new["equivalence"].to_numpy()
        adjusted = adjusted_decisions(posteriors, pairwise, **subset, **settings)
        lines.append((pairwise, adjusted))
    pairwise, adjusted = (
        pd.concat(parts, ignore_index=True) for parts in zip(*lines, strict=True)
    )
    adjusted = adjust_together(adjusted, alpha=settings["alpha"], control=control)
    tables = {"pairwise": pairwise, "adjusted": adjusted}
    tables = by_order(tables) if scale == "order" else tables
    return {name: round_as_written(table) for name, table in tables.items()}
