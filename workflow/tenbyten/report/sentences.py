"""Sentences on the results, to be pasted into a paper."""

from typing import Any, NamedTuple

import pandas as pd

from tenbyten.report.captions import rope_in_words, signed_rank_method
from tenbyten.report.contents import Contents
from tenbyten.report.formatting import format_number, join_words, p_equals
from tenbyten.report.pair_sentences import Group, groups_of, where

_OMNIBUS = {
    "friedman": ("The Friedman test", "chi-squared"),
    "iman_davenport": ("Iman and Davenport's test", "F"),
    "anova": ("A repeated-measures ANOVA", "F"),
}

_NOT_REJECTED = (
    "That a test does not reject is no evidence that the classifiers perform alike; "
    "unless the Friedman test or Iman and Davenport's rejects, differences of average "
    "ranks are no findings."
)


class Found(NamedTuple):
    """Results over one subset: on the pairs, and on all classifiers together."""

    groups: list[Group]
    omnibus: list[str]


def sentences_of(contents: Contents, subset: str) -> Found:
    """Report what the tests find over a subset."""
    return Found(groups_of(contents, subset), _omnibus(contents, subset))


def unstable_decisions(contents: Contents, subset: str) -> set[tuple[str, str, str]]:
    """Name row, column and test of the decisions on a subset that are not stable."""
    table = contents.sensitivity
    if table is None:
        return set()
    order = list(contents.labels).index
    table = table[(table["subset"] == subset) & (table["stable"] == 0)]
    return {
        (*sorted((line.row, line.column), key=order), line.test)
        for line in table.itertuples(index=False)
    }


def method_sentence(contents: Contents, subset: str) -> str:
    """Describe how the classifiers were compared over a subset."""
    settings, classifiers = contents.settings, len(contents.labels)
    pairs = classifiers * (classifiers - 1) // 2
    data_sets = len(contents.subsets[subset])
    lower = "" if contents.higher_is_better else " (lower is better)"
    rho = settings["rho"] if settings["rho"] == "1/folds" else f"{settings['rho']:g}"
    alpha = f"{settings['alpha']:g}"
    level = f"{100 * (1 - settings['alpha']):g}%"
    exact = signed_rank_method({"signed_rank": "auto"}, data_sets)
    adjusted = (
        f", adjusted over all {pairs} pairs by the procedure of Holm (1979) and, as a "
        f"second, by Shaffer's (1986) static one"
    )
    return (
        f"We compared {join_words(contents.labels.values())} by {contents.metric}"
        f"{lower} in {settings['runs']} runs of {settings['folds']}-fold "
        f"cross-validation {where(contents, subset)}, all on the same folds. Over the "
        f"data sets we used the two-sided signed-rank test (Wilcoxon, 1945; Demšar, "
        f"2006), {exact}, at alpha = {alpha}{adjusted if pairs > 1 else ''}. Effect "
        f"sizes are the Hodges-Lehmann estimate of the median difference with its "
        f"exact {level} interval (Hodges and Lehmann, 1963) and the rank-biserial "
        f"correlation of matched pairs (Kerby, 2014). {_rope(contents)}"
        f"Beside it stand decisions that are not adjusted, in the layout of Corani and "
        f"Benavoli (2015): those of the Poisson test, {_poisson(settings)}, which "
        f"builds on the correlated t-test (Nadeau and Bengio, 2003; Corani and "
        f"Benavoli, 2015) with correlation {rho} on each data set, and of the "
        f"{settings['signed_rank_sides']}-sided signed-rank test, "
        f"{signed_rank_method(settings, data_sets)}, zeros split evenly."
    )


def _rope(contents: Contents) -> str:
    """Describe how practical equivalence was judged; nothing without a rope."""
    settings = contents.settings
    if not settings["rope"]:
        return ""
    return (
        f"Whether a difference matters we judged by the Bayesian signed-rank test "
        f"(Benavoli et al., 2014, 2017) with a rope of {rope_in_words(settings)}, at a "
        f"posterior probability above {1 - settings['alpha']:g}. "
    )


def _poisson(settings: dict[str, Any]) -> str:
    """State the policies of the Poisson test."""
    poisson = "computed exactly"
    if settings["poisson"] == "simulated":
        poisson = f"from {settings['poisson_draws']} simulated draws"
    zero = {
        "half": "counted one half",
        "win": "counted as a win of the classifier asked about",
        "drop": "left the data set out",
    }[settings["zero_variance"]]
    return f"{poisson}, where an all-zero difference {zero}"


def _omnibus(contents: Contents, subset: str) -> list[str]:
    """Report every test of all classifiers together."""
    table = contents.by_subset[subset].get("omnibus")
    if table is None:
        return []
    alike = f"that all {len(contents.labels)} classifiers perform alike"
    sentences, all_reject = [], True
    for line in table.itertuples(index=False):
        name, letter = _OMNIBUS[line.test]
        rejects = line.p < contents.settings["alpha"]
        all_reject &= rejects
        degrees = f"{line.df1:g}"
        degrees += "" if pd.isna(line.df2) else f" and {line.df2:g}"
        sentences.append(
            f"{name} {'rejects' if rejects else 'does not reject'} {alike} "
            f"{where(contents, subset)} ({letter} = {format_number(line.statistic)}, "
            f"{degrees} degrees of freedom, {p_equals(line.p)}; {line.note})."
        )
    if not all_reject:
        sentences.append(_NOT_REJECTED)
    return sentences
