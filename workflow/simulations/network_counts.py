"""Draw data sets from the network C -> F, and cross-validate two classifiers on them.

An instance is an integer, twice its feature plus its class. How many of the four kinds
each fold has is all that the classifiers learn from and are tested on.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from generators import as_uniform, generator, next_word, uniform
from integers import integer_below, shuffle

from tenbyten.kernels import kernel

_ONE = np.uint64(1)


class Model(NamedTuple):
    """How data sets are drawn, and what learns from them.

    Attributes
    ----------
    difference, scale : float
        Median and scale of the Cauchy distribution of the data sets' differences; a
        scale of 0 gives all data sets the same one. Where a difference is negative, the
        classifiers exchange their names: the data set is drawn with the absolute one.
    sizes : ndarray of int
        Numbers of instances, equally probable.
    """

    difference: float
    scale: float
    sizes: npt.NDArray[np.int64]


class Counts(NamedTuple):
    """Counts of cross-validation in some experiments.

    Attributes
    ----------
    gains : ndarray of shape (experiments, datasets, runs * folds), int32
        Correct predictions of the network minus those of zeroR in each fold, run by
        run; the other way round where the two are exchanged.
    sizes : ndarray of shape (experiments, datasets), int64
        Instances of each data set.
    """

    gains: npt.NDArray[np.int32]
    sizes: npt.NDArray[np.int64]


def count(
    experiments: Iterable[int],
    model: Model,
    *,
    seed: int,
    datasets: int,
    runs: int,
    folds: int,
) -> Counts:
    """Draw the data sets of some experiments, and cross-validate both classifiers.

    Notes
    -----
    Section 4.1 of Corani, Benavoli (2015); sizes and differences as in sections 4.2 and
    4.3. Ties are settled by a coin: zeroR's in each fold, and the network's for each
    value of the feature. Every experiment has a generator for its data sets and one for
    their folds; those of opposite differences are the same.
    """
    key = (*_ratio(model.difference), *_ratio(model.scale))
    states = [[generator(seed, *key, x, use) for use in (0, 1)] for x in experiments]
    gains = np.empty((len(states), datasets, runs * folds), dtype=np.int32)
    sizes = np.empty((len(states), datasets), dtype=np.int64)
    for state, gained, size in zip(states, gains, sizes, strict=True):
        _count(state[0], state[1], model, folds, gained, size)
    return Counts(gains, sizes)


def _ratio(value: float) -> tuple[int, int]:
    """Return the absolute value as a ratio of integers: a part of a generator's key."""
    return abs(value).as_integer_ratio()


@kernel
def _count(of_data, of_folds, model, folds, gains, sizes):
    """Fill `gains` and `sizes` of one experiment."""
    counts, totals = np.empty((folds, 4), np.int64), np.empty(4, np.int64)
    for dataset in range(len(sizes)):
        sizes[dataset] = model.sizes[integer_below(of_data, len(model.sizes))]
        difference = draw_difference(of_data, model.difference, model.scale)
        sign = -1 if difference < 0 else 1
        instances = np.empty(sizes[dataset], dtype=np.uint8)
        draw_instances(of_data, 0.5 + abs(difference), instances)
        for first in range(0, gains.shape[1], folds):
            shuffle(of_folds, instances)
            deal(instances, counts)
            for kind in range(4):
                totals[kind] = counts[:, kind].sum()
            for fold in range(folds):
                coins = next_word(of_folds)
                zero_r, network = count_correct(totals, counts[fold], coins)
                gains[dataset, first + fold] = sign * (network - zero_r)


@kernel
def draw_difference(state, median, scale):
    """Draw a difference from a Cauchy distribution, capped at -1/2 and 1/2.

    Opposite medians give opposite differences.
    """
    sign = -1 if median < 0 else 1
    difference = abs(median)
    if scale > 0:
        difference += scale * np.tan(np.pi * (uniform(state) - 0.5))
    return sign * min(max(difference, -0.5), 0.5)


@kernel
def draw_instances(state, theta, instances):
    """Draw instances of two equally probable classes.

    The feature's value is that of the class with probability `theta`. The class is the
    lowest bit of a word, the feature comes from its upper ones.
    """
    for row in range(len(instances)):
        word = next_word(state)
        label = np.int64(word & _ONE)
        feature = label if as_uniform(word) < theta else 1 - label
        instances[row] = 2 * feature + label


@kernel
def deal(instances, counts):
    """Count the instances of each kind in every fold, to which they are dealt in turn.

    Folds are not stratified: only then does zeroR expect the accuracy of 0.5 that
    section 4.1 names.
    """
    counts[:] = 0
    for row in range(len(instances)):
        counts[row % len(counts), instances[row]] += 1


@kernel
def count_correct(totals, tested, coins):
    """Count the correct predictions of zeroR and of the network in a test fold.

    The network estimates probabilities by frequencies: for each value of the feature it
    predicts the class that most training instances with it have.

    Parameters
    ----------
    totals, tested : ndarray of shape (4,), int64
        Instances of each kind in the data set and in the fold; they are trained with
        the others.
    coins : uint64
        Three lowest bits: the class that zeroR takes of two equally frequent ones, and
        that which the network takes for each value of the feature if both are equally
        probable.

    Returns
    -------
    zero_r, network : int
    """
    zeros = totals[0] - tested[0] + totals[2] - tested[2]
    ones = totals[1] - tested[1] + totals[3] - tested[3]
    label = more_probable(zeros, ones, coins & _ONE)
    zero_r = tested[label] + tested[2 + label]
    network = 0
    for first in (0, 2):
        coins >>= _ONE
        left = totals[first] - tested[first]
        right = totals[first + 1] - tested[first + 1]
        network += tested[first + more_probable(left, right, coins & _ONE)]
    return zero_r, network


@kernel
def more_probable(of_first, of_second, coin):
    """Return the class of two, 0 or 1, that has more; where they tie, the coin's."""
    if of_first == of_second:
        return np.int64(coin)
    return 0 if of_first > of_second else 1
