"""Random integers and orders of the simulations."""

import math
from collections import Counter

import numpy as np
import pytest
from generators import generator
from hypothesis import given
from hypothesis import strategies as st
from integers import integer_below, shuffle
from scipy.stats import chisquare
from xoshiro import WORDS, Reference, state_of

from tenbyten.kernels import kernel

# Chance that a correct generator fails one of the tests below; seeds are fixed.
UNLIKELY = 0.001


@given(WORDS, st.lists(st.integers(1, 2**32), min_size=1, max_size=20))
def test_integers_are_those_of_the_reference(words, bounds):
    state, reference = state_of(words), Reference(words)
    for bound in bounds:
        assert integer_below(state, bound) == reference.integer_below(bound)


@given(WORDS, st.integers(0, 50))
def test_a_shuffle_is_that_of_the_reference(words, length):
    values, expected = np.arange(length), list(range(length))
    shuffle(state_of(words), values)
    Reference(words).shuffle(expected)
    assert values.tolist() == expected


@kernel
def draw(state, values, bound):
    """Fill `values` with integers below `bound`."""
    for index in range(len(values)):
        values[index] = integer_below(state, bound)


# Of 3 * 2 ** 30 a fourth of the words is drawn again; else every third integer would be
# twice as frequent as the others.
@pytest.mark.parametrize("bound", [2, 3, 10, 1000, 3 * 2**30])
def test_integers_are_uniform(bound):
    values = np.empty(200_000, dtype=np.int64)
    draw(generator(1, bound), values, bound)
    assert 0 <= values.min() <= values.max() < bound
    classes = min(bound, 1000)
    while bound % classes:
        classes -= 1
    for found in (values * classes // bound, values % classes):
        counts = np.bincount(found, minlength=classes)
        assert chisquare(counts).pvalue > UNLIKELY


def test_all_orders_of_a_shuffle_are_equally_probable():
    state, orders = generator(2), Counter()
    for _ in range(24_000):
        values = np.arange(4)
        shuffle(state, values)
        orders[tuple(values.tolist())] += 1
    assert len(orders) == math.factorial(4)
    assert chisquare(list(orders.values())).pvalue > UNLIKELY
