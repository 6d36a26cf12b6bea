"""Sentences on published intervals, sizes and powers."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.report.formatting import format_number, format_range
from tenbyten.report.simulated.figures.pseudo_power import TESTS, share_of, upper_limit
from tenbyten.report.simulated.resampled.reading import (
    by_halvings,
    by_splits,
    label_of,
    of_section_5_1,
    quantity_in_words,
    sizes,
)
from tenbyten.report.simulated.resampled.tables import Z
from tenbyten.words import count_of


def sentences_of(
    collected: Mapping[str, pd.DataFrame], settings: Mapping[str, Any]
) -> list[str]:
    """Say how the published intervals, the sizes and the powers come out."""
    asked, alpha = settings["simulation"], settings["alpha"]
    estimates = collected["estimates"]
    true = sizes(estimates)
    return [
        *_published(collected["moments"], asked["problem"]),
        *_sizes(of_section_5_1(true, asked), alpha),
        *_by_number(by_splits(true, asked), "splits", "J"),
        *_by_number(by_halvings(true, asked), "halvings", "M"),
    ]


def _published(moments: pd.DataFrame, problem: str) -> Iterator[str]:
    """Say how many published intervals agree, and which estimate is farthest."""
    held = moments[moments["z"].notna()]
    if held.empty:
        return
    far = held.loc[held["z"].abs().idxmax()]
    near = int((held["z"].abs() < Z).sum())
    by_case = [
        f"{label_of(problem)(str(case))} {format_number(_rms(part['z']), '.2f')}"
        for case, part in held.groupby("case", sort=False)
    ]
    yield (
        f"{near} of {count_of(len(held), 'published interval')} agree with the "
        f"estimates (|z| < {Z}); root mean square of z: "
        f"{format_number(_rms(held['z']), '.2f')} ({', '.join(by_case)}). The farthest "
        f"is {quantity_in_words(far['quantity'])}, {label_of(problem)(far['case'])}, "
        f"with z = {format_number(far['z'], '.2f')}."
    )
    exact = held[held["exact"].notna()]
    if len(exact):
        inside = exact["exact"].between(exact["published_low"], exact["published_high"])
        yield (
            f"{int(inside.sum())} of {count_of(len(exact), 'published interval')} of "
            f"generalization errors hold the exact value."
        )


def _rms(z: pd.Series) -> float:
    """Return the root mean square."""
    return float(np.sqrt(np.mean(z**2)))


def _sizes(true: pd.DataFrame, alpha: float) -> Iterator[str]:
    """Tell the range of each test's size, and where it is significantly liberal."""
    limit = upper_limit(alpha, int(true["experiments"].max()))
    for test, name in TESTS.items():
        of_test, told = true[true["test"] == test], []
        for size, part in reversed(list(of_test.groupby("test_size"))):
            liberal = int((part["value"] > limit).sum())
            told.append(
                f"{format_range(part['value'])} tested on {share_of(size)} "
                f"(significantly above {alpha:g} in {liberal} of {len(part)})"
            )
        if told:
            yield f"Trained on n/2 the size of the {name} is {', '.join(told)}."


def _by_number(true: pd.DataFrame, name: str, letter: str) -> Iterator[str]:
    """Tell the range of sizes for each number of splits or of halvings."""
    for test, part_of_test in true.groupby("test", sort=False):
        told = [
            f"{format_range(part['value'])} with {letter} = {number}"
            for number, part in part_of_test.groupby(name)
        ]
        if len(told) > 1:
            of_test = f"the size of the {TESTS[test]}"
            yield f"Trained on 9n/10 {of_test} is {', '.join(told)}."
