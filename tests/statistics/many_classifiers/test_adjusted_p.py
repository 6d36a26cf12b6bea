"""p adjusted for the number of comparisons."""

from itertools import combinations

import numpy as np
import pytest
from demsar_2006 import AVERAGE_RANKS
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from tenbyten.statistics.many_classifiers.adjusted_p import adjust
from tenbyten.statistics.many_classifiers.ranks import z_of_ranks

# Hundredths: ties occur. Alpha lies between: no p is on the edge of a decision.
HUNDREDTHS = st.integers(0, 100).map(lambda hundredths: hundredths / 100)
FAMILIES = st.lists(HUNDREDTHS, min_size=1, max_size=6).map(np.array)
FEW = settings(max_examples=50)


def closed(p, local):
    """Adjust by the largest local p of all intersections that hold the hypothesis."""
    n = len(p)
    subsets = [s for size in range(1, n + 1) for s in combinations(range(n), size)]
    of = {subset: local(np.sort(p[list(subset)])) for subset in subsets}
    return [max(of[subset] for subset in subsets if i in subset) for i in range(n)]


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


@FEW
@given(FAMILIES)
def test_holm_is_closed_bonferroni_and_hommel_closed_simes(p):
    def of_bonferroni(family):
        return min(1, len(family) * family[0])

    def of_simes(family):
        return min(len(family) * family / np.arange(1, len(family) + 1))

    assert adjust(p, method="holm") == pytest.approx(closed(p, of_bonferroni))
    assert adjust(p, method="hommel") == pytest.approx(closed(p, of_simes))


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


@pytest.mark.parametrize("classifiers", [3, 4])
def test_shaffer_s_adjusts_no_less_than_closed_testing_of_all_possible_truths(
    classifiers,
):
    # Bonferroni within the truths that hold the hypothesis: the bound that no
    # procedure by these p alone goes below.
    pairs = [*combinations(range(classifiers), 2)]
    truths = [
        [i for i, pair in enumerate(pairs) if any(set(pair) <= set(g) for g in groups)]
        for groups in partitions([*range(classifiers)])
    ]
    rng = np.random.default_rng(1)
    for _ in range(200):
        p = rng.random(len(pairs)) ** 3
        bound = [
            max(min(1, len(true) * min(p[true])) for true in truths if i in true)
            for i in range(len(pairs))
        ]
        assert (adjust(p, method="shaffer") >= np.array(bound) - 1e-12).all()


@FEW
@given(st.integers(2, 6), st.data())
def test_shaffer_s_lies_between_p_and_holm_s(classifiers, data):
    pairs = classifiers * (classifiers - 1) // 2
    p = np.array(data.draw(st.lists(HUNDREDTHS, min_size=pairs, max_size=pairs)))
    adjusted = adjust(p, method="shaffer")
    assert (adjusted >= p).all()
    assert (adjusted <= adjust(p, method="holm") + 1e-12).all()
    # A smaller p never gets the larger adjusted one.
    order = np.argsort(p, kind="stable")
    assert (np.diff(adjusted[order]) >= 0).all()


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
