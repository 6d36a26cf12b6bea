"""Split one data set in all the ways that the tests need, and take the losses."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.simulation.random import Generator, integer_below
from tenbyten.simulation.resampled.variants import Design
from tenbyten.statistics.checks import Floats, Ints


class Task(Protocol):
    """What data sets of a problem are drawn from, and the learners on them."""

    @property
    def instances(self) -> int:
        """Return the number of instances of a data set, a multiple of ten."""

    def draw(self, state: Generator) -> Any:
        """Draw a data set, in any form: it is given to `losses` as it is."""

    def losses(self, data: Any, train: Ints, test: Ints) -> Floats:
        """Train the learners on each split's training part; return their losses.

        Parameters
        ----------
        data
            A data set of `draw`.
        train : ndarray of shape (splits, n1)
            Rows of the data set that a split trains on, in no particular order.
        test : ndarray of shape (splits, n2)
            Rows that it tests on.

        Returns
        -------
        ndarray of shape (splits, n2, learners)
            The loss on every test row. The first learner is A; it is compared with each
            of the others, B.
        """


class Losses(NamedTuple):
    """Losses on one data set: each a mean over a test part, but for `first`.

    Attributes
    ----------
    first : ndarray of shape (n / 2, learners)
        On the instances of the first test part of `half`.
    half, thrown, nine : ndarray of shape (splits, learners)
        By random split: trained and tested on halves; on a half and a tenth, within the
        same three fifths of the data set; on nine tenths and one.
    halves : ndarray of shape (halvings, 2, splits, learners)
        By random split of each half into four fifths (2n / 5) and one (n / 10).
    half_again, thrown_again : ndarray of shape (repetitions, splits, learners)
        As `half`, and as `thrown` within the same three fifths, drawn anew.
    five : ndarray of shape (5, 2, learners)
        Five runs of two-fold cross-validation.
    """

    first: Floats
    half: Floats
    thrown: Floats
    nine: Floats
    halves: Floats
    half_again: Floats
    thrown_again: Floats
    five: Floats


def resample(task: Task, state: Generator, design: Design) -> Losses:
    """Draw a data set, split it and take all losses.

    Notes
    -----
    Nadeau, Bengio (2003; Machine Learning 52, 239-281), section 5: 40 % of the data set
    are thrown away once, so that the splits that share the rest are as dependent as
    those of a data set of three fifths the size.
    """
    data, n = task.draw(state), task.instances
    rows = np.arange(n)[np.newaxis]

    def taken(rows: Ints, tested: int, splits: int) -> Floats:
        return task.losses(data, *draw_splits(state, rows, tested, splits))

    def means(rows: Ints, tested: int, *shape: int) -> Floats:
        splits = int(np.prod(shape)) // len(rows)
        return mean_losses(taken(rows, tested, splits)).reshape(*shape, -1)

    most, again = design.most_splits, (design.repetitions, design.splits)
    half = taken(rows, n // 2, most)
    kept, _ = draw_splits(state, rows, 2 * n // 5, 1)
    pairs = np.stack(draw_splits(state, rows, n // 2, design.most_halvings), axis=1)
    one, other = draw_splits(state, rows, n // 2, 5)
    folds = task.losses(data, one, other), task.losses(data, other, one)
    return Losses(
        first=half[0],
        half=mean_losses(half),
        thrown=means(kept, n // 10, most),
        nine=means(rows, n // 10, most),
        halves=means(pairs.reshape(-1, n // 2), n // 10, *pairs.shape[:2], most),
        half_again=means(rows, n // 2, *again),
        thrown_again=means(kept, n // 10, *again),
        five=np.stack([mean_losses(fold) for fold in folds], axis=1),
    )


@kernel
def draw_splits(state, rows, tested, splits):
    """Split each group of rows at random, again and again.

    Of each group, a row of `rows`, `tested` elements are drawn for testing, every set
    of them equally probable, and the rest is for training. Returned are the training
    parts, of shape (groups * splits, n - tested), and the test parts.
    """
    groups, n = rows.shape
    train = np.empty((groups * splits, n - tested), dtype=np.int64)
    test = np.empty((groups * splits, tested), dtype=np.int64)
    for group in range(groups):
        left = rows[group].copy()
        for split in range(splits):
            # Whatever order the last split left them in.
            for last in range(n - 1, n - 1 - tested, -1):
                other = integer_below(state, last + 1)
                left[last], left[other] = left[other], left[last]
            at = group * splits + split
            train[at] = left[: n - tested]
            test[at] = left[n - tested :]
    return train, test


@kernel
def mean_losses(losses):
    """Take means over test parts: (splits, tested, learners) to (splits, learners)."""
    splits, tested, learners = losses.shape
    means = np.zeros((splits, learners))
    for split in range(splits):
        for row in range(tested):
            for learner in range(learners):
                means[split, learner] += losses[split, row, learner]
    return means / tested
