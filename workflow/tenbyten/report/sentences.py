"""Sentences on the results, to be pasted into a paper."""

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import pandas as pd

from tenbyten.report.captions import TEST_NAMES, p_column, signed_rank_method
from tenbyten.report.contents import Contents
from tenbyten.report.formatting import format_number, join_words, p_equals, related

_OMNIBUS = {
    "friedman": ("The Friedman test", "chi-squared"),
    "iman_davenport": ("Iman and Davenport's test", "F"),
    "anova": ("A repeated-measures ANOVA", "F"),
}


class Found(NamedTuple):
    """Results over one subset.

    `differ` has row, column and two sentences for each pair in which a test finds a
    difference; `alike` is a sentence on all other pairs, empty if there are none;
    `omnibus` has a sentence a test of all classifiers together.
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
    """Report the decisions of both tests on every pair over a subset."""
    decisions = contents.decisions[subset].itertuples(index=False)
    lines = {(line.row, line.column): line for line in decisions}
    where = _where(contents, subset)
    differ, pairs = [], []
    for row, column in itertools.combinations(contents.labels, 2):
        labels = contents.labels[row], contents.labels[column]
        there = _Side(labels[1], labels[0], lines[row, column])
        back = _Side(*labels, lines[column, row])
        text = _two_sentences((there, back), where, contents)
        if text:
            differ.append((row, column, text))
        else:
            pairs.append(" and ".join(labels))
    alike = f"Neither test finds a difference {where} between {'; '.join(pairs)}. That "
    alike += "is no evidence that they are equal."
    return Found(differ, alike if pairs else "", _omnibus(contents, subset))


def unstable_tests(contents: Contents, subset: str) -> dict[tuple[str, str], str]:
    """Name the tests whose decision on a pair is not stable.

    By row and column, the row first in the study; stable pairs are left out.
    """
    table = contents.sensitivity
    if table is None:
        return {}
    order = list(contents.labels).index
    tests: dict[tuple[str, str], dict[str, bool]] = {}
    table = table[(table["subset"] == subset) & (table["stable"] == 0)]
    for line in table.itertuples(index=False):
        row, column = sorted((line.row, line.column), key=order)
        tests.setdefault((row, column), {})[TEST_NAMES[line.test]] = True
    return {pair: f"{join_words(names)} test" for pair, names in tests.items()}


def method_sentence(contents: Contents, subset: str) -> str:
    """Describe how the classifiers were compared over a subset."""
    settings = contents.settings
    poisson = "computed exactly"
    if settings["poisson"] == "simulated":
        poisson = f"from {settings['poisson_draws']} simulated draws"
    zero = {
        "half": "counted one half",
        "win": "counted as a win of the classifier asked about",
        "drop": "left the data set out",
    }[settings["zero_variance"]]
    way = signed_rank_method(settings, len(contents.subsets[subset]))
    rho = settings["rho"] if settings["rho"] == "1/folds" else f"{settings['rho']:g}"
    return (
        f"We compared {join_words(contents.labels.values())} by {contents.metric} in "
        f"{settings['runs']} runs of {settings['folds']}-fold cross-validation "
        f"{_where(contents, subset)}, all on the same folds. On each data set we used "
        f"the correlated t-test (Nadeau and Bengio, 2003; Corani and Benavoli, 2015) "
        f"with correlation {rho}; over the data sets, at alpha = "
        f"{settings['alpha']}, the Poisson test (Corani and Benavoli, 2015), "
        f"{poisson}, where an all-zero difference {zero}, and the "
        f"{settings['signed_rank_sides']}-sided signed-rank test (Wilcoxon, 1945; "
        f"Demšar, 2006), {way}, zeros split evenly."
    )


def _two_sentences(sides: Sequence[_Side], where: str, contents: Contents) -> str:
    """Report both decisions on a pair; empty if neither test finds a difference."""
    by_poisson = next((side for side in sides if side.line.poisson), None)
    by_ranks = next((side for side in sides if side.line.signed_rank), None)
    found = by_poisson or by_ranks
    if found is None:
        return ""
    settings, line, ranked = contents.settings, found.line, (by_ranks or found).line
    alpha = settings["alpha"]
    accuracy = contents.metric == "accuracy"
    better = "more accurate" if accuracy else "better"
    by = "" if accuracy else f" by {contents.metric}"
    than = f"{found.better} is {better} than {found.worse}{by} {where}"
    probability = related(line.p_column).removeprefix("= ")
    wins = f"wins more than half of them with probability {probability}"
    test = f"(Poisson test, q = {line.q}, significant above {1 - alpha:g})"
    ranks = (
        f"{settings['signed_rank_sides']}-sided, R+ = {ranked.rank_sum_column:g}, R- = "
        f"{ranked.rank_sum_row:g}, {p_equals(getattr(ranked, p_column(settings)))}"
    )
    if by_poisson and by_ranks and by_poisson.better != by_ranks.better:
        return (
            f"The tests contradict each other on {found.better} and {found.worse} "
            f"{where}: {found.better} {wins} {test}. By the signed-rank test "
            f"{by_ranks.better} is {better}{by} ({ranks})."
        )
    if by_poisson and by_ranks:
        return f"{than}: it {wins} {test}. The signed-rank test agrees ({ranks})."
    if by_poisson:
        return (
            f"By the Poisson test {than}: it {wins} {test}. The signed-rank test does "
            f"not find this difference ({ranks}, not below {alpha})."
        )
    return (
        f"By the signed-rank test {than} ({ranks}). The Poisson test does not find "
        f"this difference: {found.better} {wins}, not above {1 - alpha:g}."
    )


def _omnibus(contents: Contents, subset: str) -> list[str]:
    """Report every test of all classifiers together."""
    table = contents.by_subset[subset].get("omnibus")
    if table is None:
        return []
    rejected = f"that all {len(contents.labels)} classifiers perform alike"
    sentences = []
    for line in table.itertuples(index=False):
        name, letter = _OMNIBUS[line.test]
        verb = "rejects" if line.p < contents.settings["alpha"] else "does not reject"
        degrees = f"{line.df1:g}"
        degrees += "" if pd.isna(line.df2) else f" and {line.df2:g}"
        sentences.append(
            f"{name} {verb} {rejected} {_where(contents, subset)} ({letter} = "
            f"{format_number(line.statistic)}, {degrees} degrees of freedom, "
            f"{p_equals(line.p)})."
        )
    return sentences


def _where(contents: Contents, subset: str) -> str:
    """Name the data sets of a subset."""
    count = len(contents.subsets[subset])
    if count == len(contents.datasets):
        return f"on the {count} data sets" if count > 1 else "on the data set"
    first, last = contents.spans[subset]
    if count == 1:
        return f"on data set {first}"
    return f"on the {count} data sets numbered {first} to {last}"
