"""Decide between every pair: by each test, by both, and adjusted for all pairs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from tenbyten import statistics
from tenbyten.comparisons.on_each_dataset import (
    REGIONS,
    Names,
    Pairs,
    by_pair,
    compare_on_each,
    half_widths,
    lines_of,
    matrix,
)
from tenbyten.results.design import common_runs
from tenbyten.statistics.checks import Bools, Floats
from tenbyten.statistics.many_datasets.signed_rank import SignedRank
from tenbyten.statistics.one_dataset.correlated_t import Probabilities
from tenbyten.statistics.rounding import rounded

_KEYS = ["row", "column"]
_TESTS = ["poisson", "signed_rank"]
GROUPED = ["row", "column", "poisson", "signed_rank", "holm", "poisson_contradictory"]
GROUPED += ["signed_rank_contradictory", "n", "q", "p_column", "p_tie", "p_row"]
GROUPED += ["rank_sum_column", "rank_sum_row", "p_one_sided", "p_two_sided", "holm_p"]
# Tests with a rope, as their columns in the table of `pairwise.pairwise_tests` begin.
WITH_ROPE = ("bayesian_sign", "bayesian_signed_rank", "hierarchical")
# Regions, in the order of their probabilities; the last where none is probable enough.
VERDICTS = ("row", "rope", "column", "undecided")


def poisson_tests(
    posteriors: pd.DataFrame,
    *,
    datasets: Names,
    alpha: float,
    distribution: str,
    draws: int | None,
    seed: int | None,
) -> pd.DataFrame:
    """Compare every pair over a subset by the Poisson test.

    Parameters
    ----------
    distribution : {"exact", "simulated"}
        How the Poisson-binomial distribution is computed.

    Returns
    -------
    DataFrame
        One line a pair: q, the data sets in the test; expected_wins of the column;
        p_column, p_tie, p_row, the probabilities that the column wins more than half,
        just half, less than half of them; decision, 1 where the column is better.
    """
    pairs, p = by_pair(posteriors, datasets, "p_column_wins")
    draws = draws if distribution == "simulated" else None
    test = statistics.poisson_test(p, alpha=alpha, draws=draws, seed=seed)
    chances = {"p_column": test.column, "p_tie": test.tie, "p_row": test.row}
    pairs = pairs.assign(q=test.q, expected_wins=test.expected_wins, **chances)
    return pairs.assign(decision=test.column_is_better.astype(int))


def signed_rank_tests(
    posteriors: pd.DataFrame, *, datasets: Names, alpha: float, method: str, sides: str
) -> pd.DataFrame:
    """Compare every pair over a subset by the signed-rank test.

    Returns
    -------
    DataFrame
        One line a pair: n, the data sets ranked; rank_sum_column (R+) and rank_sum_row
        (R-); z; p_one_sided, p_two_sided; decision, 1 where the column is better.
    """
    pairs, mean = by_pair(posteriors, datasets, "mean_difference")
    test = statistics.signed_rank(mean, method=method)
    names = ["n", "rank_sum_column", "rank_sum_row", "z", "p_one_sided", "p_two_sided"]
    pairs = pairs.assign(**{name: getattr(test, name) for name in names})
    return pairs.assign(decision=column_is_better(test, sides, alpha).astype(int))


def deciding_p(test: SignedRank, sides: str) -> Floats:
    """Return the one-sided or the two-sided p-value, the one that decides."""
    return test.p_one_sided if sides == "one" else test.p_two_sided


def column_is_better(test: SignedRank, sides: str, alpha: float) -> Bools:
    """Decide for the column: a p-value below alpha and the larger rank sum."""
    is_larger = test.rank_sum_column > test.rank_sum_row
    return is_larger & (deciding_p(test, sides) < alpha)


def name_decisions(number: Floats, is_better: Bools) -> dict[str, Any]:
    """Return the columns of a decision; both of shape (2, pairs), column and row.

    `number` is the probability or p that either is better, `is_better` whether the test
    finds it. Without a number, the decision is empty.
    """
    column, row = is_better
    marks = [np.isnan(number).any(axis=0), column & row, column, row]
    decision = np.select(marks, ["", "both", "column", "row"], "neither")
    column, row = number
    decision = decision.astype(object)
    return {"number_column": column, "number_row": row, "decision": decision}


def decide(poisson: pd.DataFrame | None, signed_rank: pd.DataFrame) -> pd.DataFrame:
    """Join both tests, one line a pair: decisions first, then the numbers behind them.

    Parameters
    ----------
    poisson : DataFrame or None
        From `poisson_tests`; without it the result has none of its columns.
    signed_rank : DataFrame
        From `signed_rank_tests`.

    Returns
    -------
    DataFrame
        The columns ``decision`` become poisson and signed_rank. Next to them
        poisson_contradictory and signed_rank_contradictory are 1 where the test finds
        each of the two better than the other, as the Poisson test can where a data set
        without any difference counts as a win of either: that is no finding.
    """
    table = signed_rank.rename(columns={"decision": "signed_rank"})
    if poisson is not None:
        poisson = poisson.rename(columns={"decision": "poisson"})
        table = poisson.merge(table, on=_KEYS, validate="one_to_one")
    tests = tests_of(table)
    decisions = table.set_index(_KEYS)[tests]
    turned = decisions.swaplevel().rename_axis(_KEYS).reindex(decisions.index)
    marks = [f"{test}_contradictory" for test in tests]
    table[marks] = (decisions.eq(1) & turned.eq(1)).astype(int).to_numpy()
    first = [*_KEYS, *tests, *marks]
    return table[[*first, *table.columns.difference(first, sort=False)]]


def tests_of(decisions: pd.DataFrame) -> list[str]:
    """Return the tests of a table of decisions, ``poisson`` first if it is there."""
    return [test for test in _TESTS if test in decisions]


def adjusted_decisions(
    posteriors: pd.DataFrame,
    pairwise: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    alpha: float,
    rope: float,
    equivalence: Floats,
    control: str | None = None,
    comparisons: int | None = None,
) -> pd.DataFrame:
    """Decide between every pair by the signed-rank test, adjusted for their number.

    Parameters
    ----------
    pairwise : DataFrame
        From `pairwise.pairwise_tests` over the same pairs and data sets.
    pairs : sequence of (str, str)
        Each two classifiers in one order only, and all of them.
    equivalence : ndarray of shape (pairs,)
        From `statistics.practical_equivalence`; nan where there is no rope.
    control : str, optional
        The family is the comparisons with this classifier; by default all pairs.
    comparisons : int, optional
        The number that simultaneous intervals hold together for, by default the family.

    Returns
    -------
    DataFrame
        One line a pair: row, column; n, the data sets; mean_difference and
        median_difference over them; Hodges and Lehmann's pseudomedian, its interval
        from pseudomedian_low to pseudomedian_high at 1 - `alpha` and the confidence
        that it achieves, pseudomedian_confidence, all three empty where so few data
        sets have no such interval; mixed_signs, 1 where two of mean, median and
        pseudomedian have opposite signs; rank_biserial, positive where the column is
        better; p of the signed-rank test, two-sided; holm_p and shaffer_p, adjusted for
        all pairs; holm and shaffer, their decisions: 1 where the column is better, -1
        where the row is, 0 where no difference is found, the side being that of the
        larger rank sum, which names no better one where mixed_signs is 1; family_p,
        Holm's over the family, its decision family, and the simultaneous interval from
        family_low to family_high, all empty outside of the family;
        bayesian_sign_verdict, bayesian_signed_rank_verdict and hierarchical_verdict,
        the region with a posterior above 1 - `alpha`: ``column``, ``row`` or ``rope``,
        without one ``undecided``, empty where the model is not fitted; beyond_rope, the
        data sets with a difference larger than the rope; rope_verdict, ``equivalent``
        where `equivalence` is at least 1 - `alpha`, else that of the Bayesian
        signed-rank test; and rope_posterior, the probability behind it, empty where it
        is undecided.

    Notes
    -----
    Simultaneous intervals invert the signed-rank test at `alpha` divided by the number
    of comparisons (Bonferroni), and have no ends where the data sets are too few for
    it. Holm's procedure rejects more: it can find a difference where they hold 0.
    """
    lines = lines_of(posteriors, pairs, datasets)
    differences = matrix(lines, "mean_difference", pairs)
    estimate = statistics.hodges_lehmann(differences, confidence=1 - alpha)
    effect = statistics.rank_biserial(differences)
    p = pairwise["signed_rank_p"].to_numpy()
    averages = pairwise["mean_difference"], np.median(differences, axis=1)
    signs = np.sign(rounded(np.stack([*averages, estimate.estimate])))
    table = pairwise[["row", "column", "n", "mean_difference"]].assign(
        median_difference=averages[1],
        pseudomedian=estimate.estimate,
        pseudomedian_low=estimate.low,
        pseudomedian_high=estimate.high,
        pseudomedian_confidence=estimate.confidence,
        mixed_signs=(signs.min(axis=0) * signs.max(axis=0) < 0).astype(int),
        rank_biserial=effect,
        p=p,
    )
    side = np.sign(effect)
    for method in ("holm", "shaffer"):
        # Of some pairs alone p are adjusted later: see `adjust_together`.
        method_of = "holm" if comparisons else method
        table[f"{method}_p"] = statistics.adjust(p, method=method_of)
    for method in ("holm", "shaffer"):
        table[method] = _decisions(table[f"{method}_p"], side, alpha)
    of_family = _is_in_family(pairs, control)
    level = 1 - alpha / (comparisons or np.sum(of_family))
    _, *ends, _ = statistics.hodges_lehmann(differences[of_family], confidence=level)
    table = table.assign(**_family(p, side, ends, of_family, alpha))
    shares = {}
    for test in WITH_ROPE:
        regions = [f"{test}_{region}" for region in Probabilities._fields]
        shares[test] = pairwise[regions].to_numpy()
        table[f"{test}_verdict"] = verdicts(shares[test], alpha)
    verdict = np.array(table["bayesian_signed_rank_verdict"], dtype=object)
    posterior = shares["bayesian_signed_rank"].max(axis=1)
    equivalent = equivalence >= 1 - alpha
    verdict[equivalent] = "equivalent"
    posterior = np.where(equivalent, equivalence, posterior)
    return table.assign(
        beyond_rope=np.sum(np.abs(differences) > rope, axis=1),
        rope_verdict=verdict,
        rope_posterior=np.where(verdict == "undecided", np.nan, posterior),
    )


def adjust_together(
    adjusted: pd.DataFrame, *, alpha: float, control: str | None
) -> pd.DataFrame:
    """Adjust p of tables of `adjusted_decisions` that were made of some pairs alone.

    Parameters
    ----------
    adjusted : DataFrame
        The lines of all pairs.
    alpha : float
    control : str or None
        As in `adjusted_decisions`.

    Returns
    -------
    DataFrame
        The same lines, adjusted by Holm's procedure. Shaffer's, of hypotheses that can
        be true together, is about one collection of data sets: its columns are empty.
    """
    p, side = adjusted["p"].to_numpy(), np.sign(adjusted["rank_biserial"].to_numpy())
    inside = _is_in_family(adjusted[["row", "column"]].to_numpy().tolist(), control)
    ends = (adjusted[x].to_numpy()[inside] for x in ("family_low", "family_high"))
    holm_p = statistics.adjust(p, method="holm")
    return adjusted.assign(
        holm_p=holm_p,
        holm=_decisions(holm_p, side, alpha),
        shaffer_p=np.nan,
        shaffer=np.nan,
        **_family(p, side, ends, inside, alpha),
    )


def _is_in_family(pairs: Pairs, control: str | None) -> Bools:
    """Mark the pairs whose p are adjusted together: all, or those of the control."""
    return np.array([control is None or control in pair for pair in pairs])


def _decisions(p: Floats, side: Floats, alpha: float) -> Any:
    """Decide for a side where p is below alpha: 1 is the column, -1 the row."""
    return np.where(p < alpha, side, 0).astype(int)


def _family(
    p: Floats, side: Floats, ends: Iterable[Floats], inside: Bools, alpha: float
) -> pd.DataFrame:
    """Return the columns on the pairs `inside` the family; `ends` are of these."""
    adjusted = statistics.adjust(p[inside], method="holm")
    names = "family_p", "family", "family_low", "family_high"
    columns = adjusted, _decisions(adjusted, side[inside], alpha), *ends
    table = pd.DataFrame(dict(zip(names, columns, strict=True)), np.flatnonzero(inside))
    # Empty outside of the family, and integers stay integers where it is all pairs.
    return table.reindex(range(len(p)))


def decide_on_one_dataset(
    posteriors: pd.DataFrame,
    *,
    dataset: str,
    pairs: Pairs,
    alpha: float,
    control: str | None = None,
) -> pd.DataFrame:
    """Decide between every pair on one data set by the correlated t-test.

    Parameters
    ----------
    pairs : sequence of (str, str)
        Each two classifiers in one order only, and all of them.
    control : str, optional
        As in `adjusted_decisions`.

    Returns
    -------
    DataFrame
        One line a pair: row, column, dataset; mean_difference; low and high, the ends
        of its interval at 1 - `alpha`; statistic, df and p of the frequentist test,
        two-sided; holm_p, adjusted for all pairs; holm, its decision: 1 where the
        column is better, -1 where the row is, 0 where no difference is found; family_p,
        family, family_low and family_high as in `adjusted_decisions`;
        p_row_better, p_rope and p_column_better of the posterior; verdict, the region
        with a probability above 1 - `alpha`: ``column``, ``row`` or ``rope``,
        without one ``undecided``; differences, as in `posteriors`.

    Notes
    -----
    The interval is the confidence interval of the corrected resampled t-test, and the
    credible interval of the posterior under the matching prior, which is the same one
    (Corani, Benavoli (2015), section 2.3). It is not adjusted for the number of pairs;
    that of the family is, by Bonferroni. Where all differences are equal it is a point.
    """
    lines = lines_of(posteriors, pairs, [dataset])
    inside = _is_in_family(pairs, control)
    reach = half_widths(lines, alpha)
    mean = lines["mean_difference"].to_numpy(float)
    simultaneous = half_widths(lines, alpha / np.sum(inside))
    ends = (mean - simultaneous)[inside], (mean + simultaneous)[inside]
    p = lines["p_two_sided"].to_numpy(float)
    holm_p = statistics.adjust(p, method="holm")
    side = np.sign(mean)
    return lines[["row", "column", "dataset", "mean_difference"]].assign(
        low=mean - reach,
        high=mean + reach,
        **lines[["statistic", "df"]],
        p=p,
        holm_p=holm_p,
        holm=_decisions(holm_p, side, alpha),
        **_family(p, side, ends, inside, alpha),
        **lines[REGIONS],
        verdict=verdicts(lines[REGIONS].to_numpy(float), alpha),
        differences=lines["differences"],
    )


def verdicts(probabilities: Floats, alpha: float) -> list[str]:
    """Name the region that is probable enough.

    Parameters
    ----------
    probabilities : ndarray of shape (pairs, 3)
        Of row, rope and column.
    alpha : float

    Returns
    -------
    list of str
        Of `VERDICTS`; empty where a probability is nan.
    """
    probable = probabilities > 1 - alpha
    region = np.where(np.any(probable, axis=1), np.argmax(probable, axis=1), -1)
    fitted = ~np.any(np.isnan(probabilities), axis=1)
    return np.where(fitted, np.array(VERDICTS)[region], "").tolist()


def grouped_decisions(
    posteriors: pd.DataFrame,
    values: pd.DataFrame,
    *,
    datasets: Names,
    pairs: Pairs,
    groups: Mapping[str, Sequence[str]],
    correlated_t: Mapping[str, Any],
    signed_rank: Mapping[str, Any],
    poisson: Mapping[str, Any] | None = None,
) -> pd.DataFrame:
    """Repeat the decisions over a subset with one value for each group of data sets.

    Parameters
    ----------
    values : DataFrame
        The long table behind `posteriors`.
    pairs : sequence of (str, str)
        Each two classifiers in one order only, and all of them.
    groups : dict of str to sequence of str
        Data sets that share a source. Those outside the subset are ignored.
    correlated_t, poisson, signed_rank : dict
        Other arguments of `compare_on_each`, `poisson_tests` and `signed_rank_tests`,
        with which the decisions over all data sets were made. Without `poisson` the
        columns of the Poisson test are empty.

    Returns
    -------
    DataFrame
        One line a pair, in both directions: the columns of `decide`, and
        holm, 1 where the column is better by the signed-rank test, two-sided, whose p
        is adjusted by Holm's procedure for all pairs; p_two_sided and holm_p are those
        of this test. Without a line where no group has two data sets in the subset, or
        where the subset is one group.

    Notes
    -----
    The value of a group is the mean of its data sets' differences fold by fold, which
    then pass for the differences on one data set, in the correlated t-test too. Folds
    of different data sets have nothing but their number in common. The other data sets
    keep the values that they have in `posteriors`.
    """
    kept = [[name for name in datasets if name in group] for group in groups.values()]
    kept = [names for names in kept if len(names) > 1]
    # A group bears the name of its first data set, which stands for all.
    others = {name for names in kept for name in names[1:]}
    units = [name for name in datasets if name not in others]
    if not kept or len(units) < 2:
        return pd.DataFrame(columns=GROUPED)
    group_of = {name: names[0] for names in kept for name in names}
    grouped_values = values[values["dataset"].isin(list(group_of))]
    grouped_values = common_runs(grouped_values, group_of)
    group_lines = compare_on_each(grouped_values, groups=kept, **correlated_t)
    alone = posteriors[~posteriors["dataset"].isin(group_lines["dataset"])]
    both_ways = correlated_t["pairs"]
    table = pd.concat([alone, group_lines], ignore_index=True)
    table = lines_of(table, both_ways, units)
    ranked = signed_rank_tests(table, datasets=units, **signed_rank)
    wins = poisson_tests(table, datasets=units, **poisson) if poisson else None
    decisions = decide(wins, ranked)
    common = {"datasets": units, "alpha": signed_rank["alpha"]}
    exact = signed_rank_tests(table, **common, method="auto", sides="two")
    exact = exact.set_index(["row", "column"])
    p = exact.loc[list(pairs), "p_two_sided"].to_numpy()
    adjusted = dict(zip(pairs, statistics.adjust(p, method="holm"), strict=True))
    adjusted |= {(column, row): p for (row, column), p in adjusted.items()}
    keys = list(zip(decisions["row"], decisions["column"], strict=True))
    decisions["p_two_sided"] = exact.loc[keys, "p_two_sided"].to_numpy()
    decisions["holm_p"] = [adjusted[pair] for pair in keys]
    better = decisions["rank_sum_column"] > decisions["rank_sum_row"]
    better &= decisions["holm_p"] < signed_rank["alpha"]
    decisions["holm"] = better.astype(int)
    return decisions.reindex(columns=GROUPED)
