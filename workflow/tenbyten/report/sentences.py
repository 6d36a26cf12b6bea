"""Sentences on the results, to be pasted into a paper."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd

from tenbyten.report.captions import TEST_NAMES, p_column
from tenbyten.report.contents import Contents
from tenbyten.report.formatting import format_number, format_probability, join_words

_OMNIBUS = {
    "friedman": ("The Friedman test", "chi-squared"),
    "iman_davenport": ("Iman and Davenport's test", "F"),
    "anova": ("A repeated-measures ANOVA", "F"),
}


class Found(NamedTuple):
    """Results over one subset.

    Attributes
    ----------
    differ : list of tuple of (str, str, str)
        Row, column, and two sentences, for each pair in which a test finds a
        difference.
    alike : str
        A sentence on all other pairs; empty if there are none.
    omnibus : list of str
        A sentence a test of all classifiers together.
    """

    differ: list[tuple[str, str, str]]
    alike: str
    omnibus: list[str]


class _Side(NamedTuple):
    """Both tests asking whether `better` is better than `worse`."""

    better: str
    worse: str
    line: Any


def sentences_of(contents: Contents, subset: str) -> Found:
    """Report the decisions of both tests on every pair over a subset.

    Parameters
    ----------
    contents : Contents
    subset : str

    Returns
    -------
    Found
    """
    lines = {
        (line.row, line.column): line
        for line in contents.decisions[subset].itertuples(index=False)
    }
    labels, names = contents.labels, list(contents.labels)
    where = _where(contents, subset)
    differ, alike = [], []
    for i, row in enumerate(names):
        for column in names[i + 1 :]:
            sides = (
                _Side(labels[column], labels[row], lines[row, column]),
                _Side(labels[row], labels[column], lines[column, row]),
            )
            text = _two_sentences(sides, where, contents)
            if text:
                differ.append((row, column, text))
            else:
                alike.append(f"{labels[row]} and {labels[column]}")
    return Found(differ, _alike(alike, where), _omnibus(contents, subset))


def unstable_tests(contents: Contents, subset: str) -> dict[tuple[str, str], str]:
    """Name the tests whose decision on a pair is not stable.

    Parameters
    ----------
    contents : Contents
    subset : str

    Returns
    -------
    dict of (str, str) to str
        By row and column, the row first in the study; pairs with stable decisions
        are left out.
    """
    table = contents.sensitivity
    if table is None:
        return {}
    order = {name: i for i, name in enumerate(contents.labels)}
    tests: dict[tuple[str, str], dict[str, bool]] = {}
    table = table[(table["subset"] == subset) & (table["stable"] == 0)]
    for line in table.itertuples(index=False):
        row, column = sorted((line.row, line.column), key=order.__getitem__)
        tests.setdefault((row, column), {})[TEST_NAMES[line.test]] = True
    return {pair: f"{join_words(names)} test" for pair, names in tests.items()}


def method_sentence(contents: Contents, subset: str) -> str:
    """Describe how the classifiers were compared over a subset.

    Parameters
    ----------
    contents : Contents
    subset : str

    Returns
    -------
    str
    """
    settings = contents.settings
    poisson = "computed exactly"
    if settings["poisson"] == "simulated":
        poisson = f"from {settings['poisson_draws']} simulated draws"
    zero = {
        "half": "counted one half",
        "win": "counted as a win of the classifier asked about",
        "drop": "left the data set out",
    }[settings["zero_variance"]]
    way = {"approximate": "by the normal approximation", "exact": "exact"}
    return (
        f"We compared {join_words(contents.labels.values())} by {contents.metric} in "
        f"{settings['runs']} runs of {settings['folds']}-fold cross-validation "
        f"{_where(contents, subset)}, all on the same folds. On each data set we used "
        f"the correlated t-test (Nadeau and Bengio, 2003; Corani and Benavoli, 2015) "
        f"with correlation {_rho(settings)}; over the data sets, at alpha = "
        f"{settings['alpha']}, the Poisson test (Corani and Benavoli, 2015), "
        f"{poisson}, where an all-zero difference {zero}, and the "
        f"{settings['signed_rank_sides']}-sided signed-rank test (Wilcoxon, 1945; "
        f"Demšar, 2006), "
        f"{way[settings['signed_rank']]}, zeros split evenly."
    )


def _two_sentences(sides: Sequence[_Side], where: str, contents: Contents) -> str:
    """Report both decisions on a pair; empty if neither test finds a difference."""
    alpha = contents.settings["alpha"]
    by_poisson = next((side for side in sides if side.line.poisson), None)
    by_ranks = next((side for side in sides if side.line.signed_rank), None)
    better = "more accurate" if contents.metric == "accuracy" else "better"
    by = "" if contents.metric == "accuracy" else f" by {contents.metric}"
    if by_poisson and by_ranks and by_poisson.better != by_ranks.better:
        return (
            f"The tests contradict each other on {by_poisson.better} and "
            f"{by_poisson.worse} {where}: {by_poisson.better} "
            f"{_wins(by_poisson, alpha)}. By the signed-rank test "
            f"{by_ranks.better} is {better}{by} ({_ranks(by_ranks, contents)})."
        )
    if by_poisson and by_ranks:
        return (
            f"{by_poisson.better} is {better} than {by_poisson.worse}{by} {where}: it "
            f"{_wins(by_poisson, alpha)}. The signed-rank test agrees "
            f"({_ranks(by_ranks, contents)})."
        )
    if by_poisson:
        return (
            f"By the Poisson test {by_poisson.better} is {better} than "
            f"{by_poisson.worse}{by} {where}: it {_wins(by_poisson, alpha)}. The "
            f"signed-rank test does not find this difference "
            f"({_ranks(by_poisson, contents)}, not below {alpha})."
        )
    if by_ranks is None:
        return ""
    return (
        f"By the signed-rank test {by_ranks.better} is {better} than "
        f"{by_ranks.worse}{by} {where} ({_ranks(by_ranks, contents)}). The Poisson "
        f"test does not find this difference: {by_ranks.better} wins more than half of "
        f"them with probability {_probable(by_ranks.line.p_column)}, not above "
        f"{1 - alpha:g}."
    )


def _wins(side: _Side, alpha: float) -> str:
    """Give the numbers of the Poisson test."""
    return (
        f"wins more than half of them with probability "
        f"{_probable(side.line.p_column)} (Poisson test, q = {side.line.q}, "
        f"significant above {1 - alpha:g})"
    )


def _probable(value: float) -> str:
    """Write a probability, not rounded to certainty."""
    return "above 0.9999" if 0.99995 <= value < 1 else format_probability(value)


def _ranks(side: _Side, contents: Contents) -> str:
    """Give the numbers of the signed-rank test."""
    sides = contents.settings["signed_rank_sides"]
    p = format_probability(getattr(side.line, p_column(contents.settings)))
    return (
        f"{sides}-sided, R+ = {side.line.rank_sum_column:g}, R- = "
        f"{side.line.rank_sum_row:g}, p = {p}"
    )


def _alike(pairs: Sequence[str], where: str) -> str:
    """Name the pairs in which neither test finds a difference, with a warning."""
    if not pairs:
        return ""
    return (
        f"Neither test finds a difference {where} between {'; '.join(pairs)}. That is "
        f"no evidence that they are equal."
    )


def _omnibus(contents: Contents, subset: str) -> list[str]:
    """Report every test of all classifiers together."""
    table = contents.by_subset[subset].get("omnibus")
    if table is None:
        return []
    sentences = []
    for line in table.itertuples(index=False):
        name, letter = _OMNIBUS[line.test]
        verb = "rejects" if line.p < contents.settings["alpha"] else "does not reject"
        degrees = f"{line.df1:g}"
        degrees += "" if pd.isna(line.df2) else f" and {line.df2:g}"
        sentences.append(
            f"{name} {verb} that all {len(contents.labels)} classifiers perform "
            f"alike {_where(contents, subset)} ({letter} = "
            f"{format_number(line.statistic)}, {degrees} degrees of freedom, "
            f"p = {format_probability(line.p)})."
        )
    return sentences


def _where(contents: Contents, subset: str) -> str:
    """Name the data sets of a subset."""
    count = len(contents.subsets[subset])
    if count == len(contents.datasets):
        return f"on the {count} data sets" if count > 1 else "on the data set"
    first, last = contents.spans[subset]
    return (
        f"on the {count} data sets numbered {first} to {last}"
        if count > 1
        else f"on data set {first}"
    )


def _rho(settings: Mapping[str, Any]) -> str:
    """Write the correlation between folds."""
    return "1/folds" if settings["rho"] == "1/folds" else f"{settings['rho']:g}"
