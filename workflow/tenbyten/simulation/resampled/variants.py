"""The tests that each data set is put to, and the samples of splits that they need.

Nadeau, Bengio (2003; Machine Learning 52, 239-281), Table 1 and section 5.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple


class Sample(NamedTuple):
    """Sizes of both parts of a split, as shares of the data set."""

    train: float
    test: float

    @property
    def rho(self) -> float:
        """Share of the test part in the split, which corrected tests assume."""
        return self.test / (self.train + self.test)


# By the names that the published tables have here: mu_half, rho_half_tenth, ...
# `thrown` leaves out 40 % of the data set, the same instances in all splits.
SAMPLES = {
    "half": Sample(0.5, 0.5),
    "thrown": Sample(0.5, 0.1),
    "nine": Sample(0.9, 0.1),
}


class Design(NamedTuple):
    """Numbers of splits of a data set.

    Attributes
    ----------
    splits : int
        J of the tests (section 5.1).
    halvings : int
        M of the conservative z-test.
    repetitions : int
        R of the pseudo-bootstrap, without the estimate itself.
    vary_splits, vary_halvings : tuple of int
        J and M that are compared where nine tenths are trained on (sections 5.2, 5.3).
    """

    splits: int
    halvings: int
    repetitions: int
    vary_splits: tuple[int, ...]
    vary_halvings: tuple[int, ...]

    @property
    def most_splits(self) -> int:
        """Splits of every sample, and of each half."""
        return max(self.splits, *self.vary_splits)

    @property
    def most_halvings(self) -> int:
        """Times that the data set is halved."""
        return max(self.halvings, *self.vary_halvings)

    @property
    def all_splits(self) -> int:
        """Splits of a data set in all, each of which the learners are trained on."""
        again = 2 * self.repetitions * self.splits
        return (len(SAMPLES) + 2 * self.most_halvings) * self.most_splits + again + 10


class Variant(NamedTuple):
    """A test with the numbers of splits and halvings that it is given.

    A test that halves nothing has the halvings of the conservative z-test that it is
    compared with; likewise the splits of a test that needs one or ten.
    """

    test: str
    sample: str
    splits: int
    halvings: int

    @property
    def name(self) -> str:
        """Prefix of its columns."""
        return f"{self.test}_{self.sample}_{self.splits}_{self.halvings}"

    def df(self, design: Design) -> float:
        """Return the degrees of freedom of Student's t; infinite for the normal."""
        if self.test == "five_by_two_cv_t":
            return 5
        if self.test in ("one_split_t", "conservative_z"):
            return math.inf
        bootstrap = self.test.endswith("pseudo_bootstrap")
        return (design.repetitions if bootstrap else self.splits) - 1


_ON_SPLITS = ("resampled_t", "corrected_resampled_t", "conservative_z")
_BOOTSTRAPS = ("pseudo_bootstrap", "corrected_pseudo_bootstrap")


def variants(design: Design) -> Iterator[Variant]:
    """List every test on every sample that the paper puts it to."""
    at = design.splits, design.halvings
    for test in ("one_split_t", "five_by_two_cv_t", *_ON_SPLITS, *_BOOTSTRAPS):
        yield Variant(test, "half", *at)
    for test in (*_ON_SPLITS, *_BOOTSTRAPS):
        yield Variant(test, "thrown", *at)
    for splits in sorted({design.splits, *design.vary_splits}):
        for test in _ON_SPLITS:
            yield Variant(test, "nine", splits, design.halvings)
    for halvings in sorted(set(design.vary_halvings) - {design.halvings}):
        yield Variant("conservative_z", "nine", design.splits, halvings)


def design_of(cell: dict[str, Any]) -> Design:
    """Take the numbers of splits out of a cell, or out of a study's simulation."""
    return Design(
        cell["splits"],
        cell["halvings"],
        cell["repetitions"],
        tuple(cell["vary_splits"]),
        tuple(cell["vary_halvings"]),
    )
