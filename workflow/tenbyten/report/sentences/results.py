"""Sentences on the results over a subset."""

from typing import NamedTuple

import pandas as pd

from tenbyten.report.contents import Contents
from tenbyten.report.formatting import format_number, p_equals
from tenbyten.report.sentences.on_one_dataset import groups_on_one_dataset
from tenbyten.report.sentences.pair import Group, where
from tenbyten.report.sentences.pairs import groups_of

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
    if contents.on_one_dataset:
        return Found(groups_on_one_dataset(contents, subset), [])
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


def _omnibus(contents: Contents, subset: str) -> list[str]:
    """Report every test of all classifiers together."""
    table = contents.by_subset[subset].get("omnibus")
    if table is None:
        return []
    many = len(contents.labels)
    every = f"all {many}" if many > 2 else "both"
    alike = f"that {every} classifiers perform alike"
    sentences, all_reject = [], True
    for line in table.itertuples(index=False):
        name, letter = _OMNIBUS[line.test]
        rejects = line.p < contents.settings["alpha"]
        all_reject &= rejects
        degrees = f"{line.df1:g}"
        degrees += "" if pd.isna(line.df2) else f" and {line.df2:g}"
        degrees += " degree" if degrees == "1" else " degrees"
        sentences.append(
            f"{name} {where(contents, subset)} "
            f"{'rejects' if rejects else 'does not reject'} {alike} ({letter} = "
            f"{format_number(line.statistic)}, {degrees} of freedom, "
            f"{p_equals(line.p)}; {line.note})."
        )
    if not all_reject:
        sentences.append(_NOT_REJECTED)
    return sentences
