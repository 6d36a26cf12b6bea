"""Compare all classifiers over a subset, by ranks and by means."""

from math import factorial

import numpy as np
import pandas as pd
from scipy.special import ndtr

from tenbyten import statistics
from tenbyten.comparisons.on_each_dataset import Pairs
from tenbyten.metrics import Metric
from tenbyten.statistics.checks import Bools, Floats
from tenbyten.statistics.many_classifiers import omnibus
from tenbyten.statistics.many_classifiers.ranks import z_of_ranks
from tenbyten.statistics.rounding import rounded


def rank_table(means: pd.DataFrame, *, higher_is_better: bool = True) -> pd.DataFrame:
    """Rank the classifiers over a subset.

    Returns
    -------
    DataFrame
        One line a classifier: average_rank, the lowest being the best; mean over the
        data sets.
    """
    values = rounded(means.to_numpy(float))
    averages = statistics.average_ranks(values, higher_is_better=higher_is_better)
    table = pd.DataFrame({"classifier": means.columns, "average_rank": averages})
    return table.assign(mean=np.mean(values, axis=0))


def pairs_of_top(
    ranks: pd.DataFrame, pairs: Pairs, *, top: int | None, control: str | None
) -> Bools:
    """Mark the pairs of the `top` classifiers, and those of the control or the best.

    Parameters
    ----------
    ranks : DataFrame
        From `rank_table`.
    pairs : sequence of (str, str)
    top : int or None
        Number of the best classifiers; None marks every pair.
    control : str or None
        By default the best classifier.

    Returns
    -------
    ndarray of shape (pairs,), bool
    """
    best = best_of(ranks, top)
    return np.array([(control or best[0]) in x or {*best} >= {*x} for x in pairs])


def best_of(ranks: pd.DataFrame, top: int | None) -> list[str]:
    """Return the classifiers with the best mean ranks, the best first.

    Parameters
    ----------
    ranks : DataFrame
        From `rank_table`, which may have been read from its file. Classifiers of equal
        ranks stay in its order.
    top : int or None
        How many are returned; None returns all.
    """
    averages = ranks.set_index("classifier")["average_rank"].round(9)
    return [*averages.sort_values(kind="stable").index[:top]]


def profile_table(means: pd.DataFrame, *, kind: Metric) -> pd.DataFrame:
    """Compute the performance profile of every classifier over a subset.

    Returns
    -------
    DataFrame
        One line a step: classifier; tau, a distance from the best; share, that of the
        data sets on which the classifier is no further from the best; distance,
        ``ratio`` for times and other costs, metrics without an upper bound of which
        less is better, where all means are above 0, else ``difference``.
    """
    values = rounded(means.to_numpy(float))
    cost = not kind.higher_is_better and np.isinf(kind.largest)
    ratio = bool(cost and np.all(values > 0))
    profiles = statistics.performance_profiles(
        values, higher_is_better=kind.higher_is_better, ratio=ratio
    )
    rises = np.diff(profiles.share, axis=0, prepend=-1) > 0
    classifier, step = np.nonzero(rises.T)
    return pd.DataFrame({"classifier": means.columns[classifier]}).assign(
        tau=profiles.tau[step],
        share=profiles.share[step, classifier],
        distance="ratio" if ratio else "difference",
    )


def omnibus_tests(means: pd.DataFrame, *, alpha: float, seed: int) -> pd.DataFrame:
    """Test whether the classifiers differ at all over a subset.

    Returns
    -------
    DataFrame
        One line a test, ``friedman``, ``iman_davenport`` and ``anova`` (of repeated
        measures): statistic, infinite where all data sets agree; df1, df2 (empty for
        Friedman's chi-squared); p; critical, the statistic beyond which the classifiers
        differ, empty unless p is approximate; method, ``exact``, ``permutation`` or
        ``approximate``, where p comes from; note, the same in words, and on data sets
        that are too few for any p below `alpha`.
    """
    values = rounded(means.to_numpy(float))
    approximate = {
        "friedman": omnibus.approximate_friedman(values, alpha),
        "iman_davenport": omnibus.approximate_iman_davenport(values, alpha),
        "anova": omnibus.approximate_anova(values, alpha),
    }
    completed = omnibus.complete(*approximate.values(), seed=seed)
    lines = [
        (name, *test, _note(test.method, name, values.shape, alpha))
        for name, test in zip(approximate, completed, strict=True)
    ]
    return pd.DataFrame(lines, columns=["test", *omnibus.Omnibus._fields, "note"])


def _note(method: str, test: str, shape: tuple[int, int], alpha: float) -> str:
    """Describe where p comes from, and whether it can be below alpha at all."""
    if method == "approximate":
        distribution = "chi-squared" if test == "friedman" else "F"
        return f"p is approximate, from the {distribution} distribution"
    arranged = "arrangements of the results within the data sets"
    if method == "permutation":
        return f"p is from {omnibus.ARRANGEMENTS} random {arranged}"
    datasets, classifiers = shape
    arrangements = factorial(classifiers) ** (datasets - 1)
    note = f"p is exact, from all {arrangements} {arranged}"
    if 1 / arrangements >= alpha:
        note += (
            f"; no results of {classifiers} classifiers on {datasets} data sets have "
            f"p below {1 / arrangements:.3g}"
        )
    return note


def post_hoc_tests(
    means: pd.DataFrame,
    pairwise: pd.DataFrame,
    *,
    pairs: Pairs,
    higher_is_better: bool = True,
    full: Bools | slice = slice(None),
) -> pd.DataFrame:
    """Compare every two classifiers over a subset, adjusted for their number.

    Parameters
    ----------
    pairwise : DataFrame
        From `pairwise.pairwise_tests` over the same pairs and data sets.
    pairs : sequence of (str, str)
        Each two classifiers in one order only. Bonferroni, Holm, Hochberg and Hommel
        adjust for these pairs; Nemenyi and Tukey for all.
    full : ndarray of bool, optional
        Pairs that get tukey_p; by default all.

    Returns
    -------
    DataFrame
        One line a pair: rank_difference, average rank of the row less that of the
        column (positive: the column is better); z of it and p of this pair alone;
        nemenyi_p; bonferroni_p, holm_p, hochberg_p, hommel_p, adjusted from p; tukey_p,
        from the means; signed_rank_p and its signed_rank_holm_p,
        signed_rank_hochberg_p, signed_rank_hommel_p. All p are two-sided.
    """
    values = rounded(means.to_numpy(float))
    rows, columns = (means.columns.get_indexer(x) for x in zip(*pairs, strict=True))
    averages = statistics.average_ranks(values, higher_is_better=higher_is_better)
    z = z_of_ranks(averages, datasets=len(values))[rows, columns]
    p = 2 * ndtr(-np.abs(z))
    p_nemenyi = statistics.nemenyi(averages, datasets=len(values))
    p_signed_rank = pairwise["signed_rank_p"].to_numpy()
    tested = rows[full], columns[full]
    return pd.DataFrame(pairs, columns=["row", "column"]).assign(
        rank_difference=averages[rows] - averages[columns],
        z=z,
        p=p,
        nemenyi_p=p_nemenyi[rows, columns],
        bonferroni_p=statistics.adjust(p, method="bonferroni"),
        **_adjust(p),
        tukey_p=statistics.tukey(values, pairs=tested).p[rows, columns],
        signed_rank_p=p_signed_rank,
        **_adjust(p_signed_rank, prefix="signed_rank_"),
    )


def control_tests(
    means: pd.DataFrame, *, control: str, higher_is_better: bool = True
) -> pd.DataFrame:
    """Compare a control with every other classifier over a subset.

    Returns
    -------
    DataFrame
        One line for each other classifier: rank_difference, average rank of the control
        less that of the classifier (positive: the classifier is better); z of it and p
        of this comparison alone; bonferroni_dunn_p, holm_p, hochberg_p, hommel_p,
        adjusted from p; dunnett_p, from the means. All p are two-sided.
    """
    values = rounded(means.to_numpy(float))
    index = means.columns.get_loc(control)
    averages = statistics.average_ranks(values, higher_is_better=higher_is_better)
    by_ranks = statistics.bonferroni_dunn(averages, control=index, datasets=len(values))
    p = by_ranks.p_unadjusted
    return pd.DataFrame({"classifier": means.columns.delete(index)}).assign(
        rank_difference=averages[index] - np.delete(averages, index),
        z=by_ranks.z,
        p=p,
        bonferroni_dunn_p=by_ranks.p,
        **_adjust(p),
        dunnett_p=statistics.dunnett(values, control=index).p,
    )


def _adjust(p: Floats, prefix: str = "") -> dict[str, Floats]:
    """Adjust p by each procedure that steps through the p of all comparisons."""
    methods = ("holm", "hochberg", "hommel")
    return {
        f"{prefix}{method}_p": statistics.adjust(p, method=method) for method in methods
    }
