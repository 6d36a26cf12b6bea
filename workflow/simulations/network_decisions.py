"""Decisions of the tests over data sets, from the counts of a cross-validation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from network_counts import Counts
from signed_rank_decisions import column_is_better

from tenbyten.statistics.checks import Bools, Floats
from tenbyten.statistics.many_datasets.poisson import poisson_test
from tenbyten.statistics.many_datasets.signed_rank import ZEROS
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE, posterior

# Policies for a data set on which all differences are zero: those that a study can
# have, and one that counts it for the row.
WINS = ZERO_VARIANCE | {"lose": 0.0}
POLICIES = {"poisson": tuple(WINS), "signed_rank": ZEROS}
ALPHA = 0.05


class Differences(NamedTuple):
    """Differences on each data set, seen after some of the runs.

    Attributes
    ----------
    means : ndarray of shape (experiments, datasets)
        Mean over the folds, as `mean_differences` has it.
    wins : ndarray of shape (experiments, datasets)
        Probability that the better classifier wins, under policy ``half``.
    all_zero : ndarray of shape (experiments, datasets), bool
        Whether no fold has a difference.
    """

    means: Floats
    wins: Floats
    all_zero: Bools

    def on_first(self, datasets: int) -> Differences:
        """Return the differences on the first of the data sets."""
        return Differences(*(values[:, :datasets] for values in self))


def differences_after(counts: Counts, runs: int, *, folds: int) -> Differences:
    """Compute the differences in the first of the runs.

    Notes
    -----
    Folds have but two sizes. Differences and means are divided once, as in
    `differences` and `mean_differences`, whose floats they are.
    """
    gains = counts.gains[..., : runs * folds].astype(np.int64)
    small, larger = np.divmod(counts.sizes[..., np.newaxis], folds)
    tested = small + (np.arange(runs * folds) % folds < larger)
    found = posterior(gains / tested, runs=runs)
    large = small + (larger > 0)
    sums = np.sum(gains * np.where(tested == small, large, small), axis=-1)
    means = sums / (small * large * (runs * folds))[..., 0]
    return Differences(means, found.column_wins("half"), ~np.any(gains, axis=-1))


def decide(seen: Differences) -> Iterator[tuple[str, str, Bools]]:
    """Yield each test, each of its policies, and whether it rejects in each experiment.

    Rejected is the null hypothesis that the classifier with the larger expected
    accuracy is not better.
    """
    for policy, wins in WINS.items():
        p = np.where(seen.all_zero, wins, seen.wins)
        yield "poisson", policy, poisson_test(p, alpha=ALPHA).column_is_better
    for zeros in ZEROS:
        better = column_is_better(seen.means, alpha=ALPHA, zeros=zeros)
        yield "signed_rank", zeros, better
