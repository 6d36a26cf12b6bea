"""Look at the runs that are made: which decisions are sure, and which runs are next."""

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from tenbyten import statistics
from tenbyten.comparisons.decisions import verdicts
from tenbyten.comparisons.on_each_dataset import Pairs
from tenbyten.metrics import Foreign, metric_of
from tenbyten.results.exclusions import enough_left, main_subset, subsets_left
from tenbyten.results.values import column_values
from tenbyten.statistics import stopping
from tenbyten.statistics.checks import Floats, Ints
from tenbyten.statistics.rounding import rounded
from tenbyten.statistics.stopping import Measurements, Rules
from tenbyten.words import Design

# By data set and classifier the number of runs, from the first on.
Runs = Mapping[str, Mapping[str, int]]
_SIDES = {1: "column", -1: "row", 0: "none"}


class Size(NamedTuple):
    """Size of a data set; the attributes without the class."""

    instances: int
    attributes: int
    classes: int

    @property
    def cost(self) -> float:
        """Cost of training and testing a classifier in one fold."""
        return float(self.instances * (self.attributes + self.classes))


def look_at(
    values: pd.DataFrame,
    failures: pd.DataFrame,
    *,
    runs: Runs,
    number: int,
    origins: Mapping[str, Mapping[str, Any]],
    subsets: Mapping[str, Sequence[str]],
    designs: Mapping[str, Design],
    pairs: Pairs,
    looks: Sequence[int],
    error: float,
    rules: Mapping[str, Any],
    draws: int,
    seed: int,
    seeds: int,
    metric: str,
    foreign_metrics: Foreign,
    scale: str,
) -> dict[str, Any]:
    """Judge which decisions are sure, and ask for the runs that the others need.

    Parameters
    ----------
    values : DataFrame
        The long table of all `runs`, in the order of the design.
    failures : DataFrame
        From `results.files.read_failures`; their data sets get no further runs.
    runs : dict of str to dict of str to int
        Runs that are made, by data set and classifier.
    number : int
        Of this look, from 1.
    origins : dict of str to dict
        Facts of each data set: instances, attributes (the class is one of them) and
        classes_declared.
    subsets : dict of str to sequence of str
        The data sets of each subset; decisions are those over the main one.
    designs : dict of str to (int, int)
        Runs and folds of the full study on every data set.
    pairs : sequence of (str, str)
        The family: all pairs in one order, or those of the control.
    looks : sequence of int
        Ascending numbers of runs, those that are made in one go.
    error : float
        Largest predicted probability that any decision turns.
    rules : dict
        Arguments of `stopping.Rules`.
    draws, seed : int
        Of the Bayesian signed-rank test; the predictions have the seed too.
    seeds, metric, foreign_metrics, scale
        Of the study.

    Returns
    -------
    dict
        ``look``; ``is_last``; ``error``; ``metric``; ``probability`` that any decision
        of the full study would be another, as predicted; ``covers``, the tests that
        decide; ``fits``, classifiers trained so far, ``most_fits`` of the full study,
        ``expected_fits`` if all that is open now takes all its runs; ``cost``, a share
        of the full study's; ``pairs`` with ``row``, ``column``, ``decision``,
        ``verdict``, ``turned`` and ``open``; and ``runs`` that are asked for now: if it
        is the last look, those that are made.

    Notes
    -----
    A run of a classifier costs instances times the sum of attributes and classes times
    folds: a fixed formula, so that no result depends on how fast a machine is.
    """
    kind, decide_by = metric_of(metric, foreign_metrics, scale), Rules(**rules)
    main = main_subset(subsets_left(subsets, failures))
    table = values[values["dataset"].isin(enough_left(subsets[main], failures))]
    names, datasets = ([*table[x].unique()] for x in ("classifier", "dataset"))
    sizes = {
        name: Size(x["instances"], x["attributes"] - 1, x["classes_declared"])
        for name, x in origins.items()
    }
    places = [(names.index(row), names.index(column)) for row, column in pairs]
    folds = _folds(table, column_values(table, metric, scale=kind.scale))
    folds *= 1 if kind.higher_is_better else -1
    runs_made = np.array([[runs[x][name] for x in datasets] for name in names])
    measured = _measure(folds, runs_made, places, datasets, designs, sizes)
    if metric == "accuracy" and kind.scale == "difference":
        measured = measured._replace(steps=seeds * measured.instances)
    means = rounded(stopping.means_so_far(measured))
    decisions, said = _decide(means, decide_by, draws=draws, seed=seed)
    rng = np.random.default_rng([seed, number])
    regions = [stopping.REGIONS.index(x or "undecided") for x in said]
    codes = decisions + 10 * np.array(regions)
    judged = stopping.judge(measured, decide_by, codes, error=error, rng=rng)
    wanted = stopping.advance(runs_made, measured, judged, places, np.array(looks))
    following = {name: dict(of_each) for name, of_each in runs.items()}
    for i, j in np.argwhere(wanted > runs_made):
        following[datasets[j]][names[i]] = int(wanted[i, j])
    in_full = {x: dict.fromkeys(names, designs[x][0]) for x in runs}
    expected = {name: dict(of_each) for name, of_each in following.items()}
    for pair, j in np.argwhere(judged.wanted):
        expected[datasets[j]] |= dict.fromkeys(pairs[pair], designs[datasets[j]][0])
    is_open = np.any(judged.wanted, axis=1).tolist()
    columns = zip(pairs, decisions, said, judged.turned, is_open, strict=True)
    cost = {x: sizes[x].cost for x in runs}
    return {
        "look": number,
        "is_last": not any(is_open),
        "error": error,
        "metric": metric,
        "probability": judged.any_turned,
        "covers": ["signed-rank", *["rope"] * bool(decide_by.rope)],
        "fits": _total(runs, designs),
        "most_fits": _total(in_full, designs),
        "expected_fits": _total(expected, designs),
        "cost": _total(runs, designs, cost) / _total(in_full, designs, cost),
        "pairs": [
            {
                "row": row,
                "column": column,
                "decision": _SIDES[int(decision)],
                "verdict": verdict,
                "turned": float(turned),
                "open": more,
            }
            for (row, column), decision, verdict, turned, more in columns
        ],
        "runs": following,
    }


def _folds(table: pd.DataFrame, values: pd.Series) -> Floats:
    """Return the values of every fold that is made, NaN elsewhere.

    Of shape (classifiers, datasets, runs, folds), each in the order of the table.
    """
    places = [pd.factorize(table[x])[0] for x in ("classifier", "dataset")]
    places += [table[x].to_numpy() - 1 for x in ("run", "fold")]
    folds = np.full([x.max() + 1 for x in places], np.nan)
    folds[*places] = values
    return folds


def _measure(
    folds: Floats,
    runs_made: Ints,
    places: Sequence[tuple[int, int]],
    datasets: Sequence[str],
    designs: Mapping[str, Design],
    sizes: Mapping[str, Size],
) -> Measurements:
    """Take the differences of each pair, run by run."""
    of_each = np.array([designs[name][1] for name in datasets])
    means, spreads = [], []
    with warnings.catch_warnings():
        # Of runs that are not made.
        warnings.simplefilter("ignore", RuntimeWarning)
        for row, column in places:
            gained = folds[column] - folds[row]
            means.append(np.nanmean(gained, axis=-1))
            variance = np.nanvar(gained, axis=-1, ddof=1)
            spreads.append(variance / of_each[:, np.newaxis])
    rows, columns = np.transpose(places)
    return Measurements(
        means=np.stack(means),
        spreads=np.stack(spreads),
        runs=np.minimum(runs_made[rows], runs_made[columns]),
        total=np.array([designs[name][0] for name in datasets]),
        folds=of_each,
        instances=np.array([float(sizes[x].instances) for x in datasets]),
        cost=np.array([sizes[x].cost * designs[x][1] for x in datasets]),
        steps=np.zeros(len(datasets)),
    )


def _decide(
    means: Floats, rules: Rules, *, draws: int, seed: int
) -> tuple[Ints, list[str]]:
    """Decide as the tables of decisions do, with the verdicts by the rope that count.

    Where a difference is found, readers see no verdict but that of equivalence.
    """
    test = statistics.signed_rank(means)
    p = statistics.adjust(test.p_two_sided, method="holm")
    side = np.sign(test.rank_sum_column - test.rank_sum_row)
    decisions = np.where(p < rules.alpha, side, 0).astype(int)
    if not rules.rope:
        return decisions, [""] * len(means)
    within = {"rope": rules.rope, "largest": np.inf}
    probable = statistics.bayesian_signed_rank(
        means,
        **within,
        prior_strength=rules.prior_strength,
        prior_place=rules.prior_place,
        draws=draws,
        seed=seed,
    )
    said = verdicts(np.stack(probable, axis=-1), rules.alpha)
    likely = statistics.practical_equivalence(means, share=rules.share, **within)
    sure = likely >= 1 - rules.alpha
    seen = sure | (decisions == 0)
    return decisions, np.where(sure, "equivalent", np.where(seen, said, "")).tolist()


def _total(
    runs: Runs, designs: Mapping[str, Design], cost: Mapping[str, float] | None = None
) -> Any:
    """Sum folds over data sets and classifiers, weighted by a cost."""
    weights = cost or dict.fromkeys(runs, 1)
    return sum(
        designs[x][1] * weights[x] * sum(of_each.values())
        for x, of_each in runs.items()
    )
