"""Sentences in groups, and the lines of a pair in every table they are made from."""

import itertools
from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

import pandas as pd

from tenbyten.report.captions import better_by, rope_in_words
from tenbyten.report.contents import Contents
from tenbyten.report.formatting import format_difference, format_probability, p_equals

# No more pairs are named in a sentence.
_MOST_PAIRS = 30

# Three decimals tell a posterior above 0.95 from 0.95.
format_posterior = partial(format_probability, decimals=3)


class Sentence(NamedTuple):
    """What a test finds between two classifiers, the row first in the study."""

    row: str
    column: str
    test: str
    text: str


class Group(NamedTuple):
    """Sentences on several pairs, and the one that introduces them or stands alone."""

    lead: str
    sentences: list[Sentence]


class Pair(NamedTuple):
    """A pair's lines: adjusted, pairwise, and Table 4's decisions both ways round."""

    adjusted: Any
    tested: Any
    there: Any
    back: Any

    @property
    def key(self) -> tuple[str, str]:
        """Names of row and column."""
        return self.adjusted.row, self.adjusted.column

    @property
    def edges(self) -> list[str]:
        """Notes on mean differences that are just the rope."""
        notes = self.tested.note.split("; ")
        return [note for note in notes if "just the rope" in note]

    @property
    def marked(self) -> bool:
        """Whether the signed-rank test finds a difference in Table 4's layout."""
        return bool(self.there.signed_rank or self.back.signed_rank)

    @property
    def contradictory(self) -> bool:
        """Whether the Poisson test finds each of the two better than the other."""
        return bool(self.poisson and self.there.poisson and self.back.poisson)

    @property
    def poisson(self) -> bool:
        """Whether the Poisson test, where it was made, finds one better."""
        found = (getattr(line, "poisson", 0) for line in (self.there, self.back))
        return any(found)


def pairs_of(contents: Contents, subset: str) -> list[Pair]:
    """Join the lines of every pair, in the study's order."""
    tables = contents.by_subset[subset]
    decisions = contents.decisions[subset].itertuples(index=False)
    lines = {(line.row, line.column): line for line in decisions}
    adjusted, tested = (
        {(line.row, line.column): line for line in tables[name].itertuples(index=False)}
        for name in ("adjusted", "pairwise")
    )
    return [
        Pair(adjusted[pair], tested[pair], lines[pair], lines[pair[::-1]])
        for pair in itertools.combinations(contents.labels, 2)
    ]


def rates_of(table: pd.DataFrame) -> dict[tuple[str, str, str], float]:
    """Return how often a test marks a pair, or any, by chance: by test and pair."""
    keys = zip(table["test"], table["row"], table["column"], strict=True)
    return dict(zip(keys, table["either_rate"], strict=True))


def where(contents: Contents, subset: str) -> str:
    """Name the data sets of a subset."""
    count = len(contents.subsets[subset])
    if count == len(contents.datasets):
        only = f"on the data set {contents.datasets[0]}"
        return f"on the {count} data sets" if count > 1 else only
    first, last = contents.spans[subset]
    if count == 1:
        return f"on the data set {contents.subsets[subset][0]}"
    if contents.left_out.get(subset):
        return f"on the {count} data sets left of those numbered {first} to {last}"
    return f"on the {count} data sets numbered {first} to {last}"


def listed(pairs: list[str]) -> str:
    """List pairs, the first of them if there are too many for a sentence."""
    more = len(pairs) - _MOST_PAIRS
    return "; ".join(pairs[:_MOST_PAIRS]) + f" and {more} more pairs" * (more > 0)


class Words:
    """Sentences on the pairs of a subset, by a test that decides about each.

    `outcome` ends what the test's Bayesian version has a probability of.
    """

    test = ""
    outcome = ("", "")

    def __init__(self, contents: Contents, subset: str, pairs: int) -> None:
        self.settings = contents.settings
        self.labels = contents.labels
        self.better = better_by(contents.metric)
        self.where = where(contents, subset)
        self.many = pairs
        self.level = f"{100 * (1 - self.settings['alpha']):g}%"
        self.rope = rope_in_words(self.settings)
        self.write, self.unit = format_difference(
            contents.metric, self.settings["rope"]
        )

    def lead(self, found: int) -> str:
        """Name the test and the family of pairs, and count what survives."""
        test = f"two-sided {self.test} {self.where} finds"
        if self.many == 1:
            return f"The {test} {'a' if found else 'no'} difference."
        return (
            f"Adjusted by Holm's procedure over all {self.many} pairs, the {test} a "
            f"difference in {found or 'none'} of them."
        )

    def holm(self, line: Any) -> str:
        """Report the adjusted p behind another; nothing where there is one pair."""
        if self.many == 1:
            return ""
        return f"; adjusted by Holm over {self.many} pairs, {p_equals(line.holm_p)}"

    def names(self, line: Any) -> str:
        """Name both classifiers."""
        return f"{self.labels[line.row]} and {self.labels[line.column]}"

    def no_difference(self, lines: Iterable[tuple[Any, bool, str, str]]) -> list[str]:
        """Report pairs without a difference: alike, equivalent by the rope, or open.

        Each is a line, whether the two are alike in every fold, the verdict by the
        rope, and the posterior probability behind it.
        """
        same, equivalent, open_ = [], [], []
        for line, alike, verdict, p in lines:
            names = self.names(line)
            if alike:
                same.append(names)
            elif verdict == "equivalent":
                equivalent.append(f"{names} ({p})")
            elif verdict in ("row", "column"):
                open_.append(
                    f"{names} (although the Bayesian {self.test} has {p} for "
                    f"{self.labels[getattr(line, verdict)]} being better by more than "
                    f"the rope{self.outcome[0]})"
                )
            else:
                open_.append(names)
        none = f"No difference is found {self.where}"
        texts = [f"Alike in every fold {self.where}: {listed(same)}."] * bool(same)
        if equivalent:
            texts.append(
                f"{none} between the following, and by the rope of {self.rope} they "
                f"are practically equivalent (Bayesian {self.test}; in brackets the "
                f"posterior probability{self.outcome[1]}): {listed(equivalent)}."
            )
        if open_:
            texts.append(
                f"{none} between {listed(open_)}. That is no evidence that they are "
                f"equal either."
            )
        return texts
