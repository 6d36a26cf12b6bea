"""p adjusted for the number of comparisons."""

import numpy as np
import pytest
from demsar_2006 import AVERAGE_RANKS
from hypothesis import settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from tenbyten.statistics.many_classifiers.adjusted_p import adjust
from tenbyten.statistics.many_classifiers.ranks import z_of_ranks

# Hundredths: ties occur. Alpha lies between: no p is on the edge of a decision.
HUNDREDTHS = st.integers(0, 100).map(lambda hundredths: hundredths / 100)
FAMILIES = st.lists(HUNDREDTHS, min_size=1, max_size=6).map(np.array)
FEW = settings(max_examples=50)


THEIRS = {"bonferroni": "bonferroni", "holm": "holm", "hochberg": "simes-hochberg"}
THEIRS |= {"hommel": "hommel"}


@pytest.mark.parametrize(("method", "theirs"), THEIRS.items())
@pytest.mark.parametrize("comparisons", [1, 2, 3, 6, 10])
def test_it_is_statsmodels(method, theirs, comparisons):
    # Hundredths, small ones among them: ties occur.
    p = np.round(np.random.default_rng(comparisons).random((8, comparisons)) ** 3, 2)
    expected = [multipletests(family, method=theirs)[1] for family in p]
    # Hommel's products are formed in another order.
    assert adjust(p, method=method) == pytest.approx(np.array(expected), abs=1e-15)


def test_the_published_example():
    z = z_of_ranks(AVERAGE_RANKS, datasets=14)[0, 1:]
    p = 2 * stats.norm.sf(np.abs(z))
    # "All step-down and step-up procedure found C4.5+cf+m and C4.5+m significantly
    # different from C4.5, while the Bonferroni-Dunn test found C4.5 and C4.5+m too
    # similar."
    for method in ("holm", "hochberg", "hommel"):
        assert (adjust(p, method=method) < 0.05).tolist() == [True, False, True]
    assert (adjust(p, method="bonferroni") < 0.05).tolist() == [False, False, True]


def partitions(items):
    """Every way to part items into groups."""
    if not items:
        yield []
        return
    first, *rest = items
    for groups in partitions(rest):
        yield [[first], *groups]
        for at, group in enumerate(groups):
            yield [*groups[:at], [first, *group], *groups[at + 1 :]]


@pytest.mark.parametrize("classifiers", range(2, 8))
def test_shaffer_s_factors_are_the_most_pairs_that_can_be_equal_at_once(classifiers):
    # Which classifiers are equal parts them into groups: all possible truths.
    possible = {
        sum(len(group) * (len(group) - 1) // 2 for group in groups)
        for groups in partitions([*range(classifiers)])
    }
    pairs = classifiers * (classifiers - 1) // 2
    most = [max(n for n in possible if n <= left) for left in range(pairs, 0, -1)]
    # So small that none is cut off at 1, and growing so fast that each stands alone.
    p = 1e-3 * 0.01 ** np.arange(pairs)[::-1]
    assert adjust(p, method="shaffer") / p == pytest.approx(most)


def test_shaffer_s_procedure_on_a_published_example():
    # Garcia and Herrera (2008; Journal of Machine Learning Research 9, 2677-2694):
    # C4.5, 1-NN, naive Bayes, kernel and CN2 on 30 data sets, by z of these ranks.
    averages = np.array([2.1, 3.25, 2.2, 13 / 3, 3.1 + 1 / 60])
    rows, columns = np.triu_indices(5, 1)
    z = z_of_ranks(averages, datasets=30)[rows, columns]
    p = 2 * stats.norm.sf(np.abs(z))
    published = [4.486991e-08, 1.736118e-07, 0.002880485, 0.004848763, 0.007963489]
    published += [0.010112334, 0.012763008, 0.024744672, 0.743971478, 0.8064959]
    order = np.argsort(p)
    assert p[order] == pytest.approx(published, rel=1e-6)
    # The most that can be true: of ten 10, of nine to six 6, of five and four 4, ...
    by_hand = [4.486991e-07, 1.0416708e-06, 0.01728291, 0.029092578, 0.047780934]
    by_hand += [0.047780934, 0.051052032, 0.074234016, 1, 1]
    assert adjust(p, method="shaffer")[order] == pytest.approx(by_hand, rel=1e-6)
