"""p adjusted for the number of comparisons."""

from itertools import combinations

import numpy as np
import pytest
from demsar_2006 import AVERAGE_RANKS
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tenbyten.statistics.many_classifiers.adjusted_p import METHODS, adjust
from tenbyten.statistics.many_classifiers.ranks import z_of_ranks

# Hundredths: ties occur. Alpha lies between: no p is on the edge of a decision.
HUNDREDTHS = st.integers(0, 100).map(lambda hundredths: hundredths / 100)
FAMILIES = st.lists(HUNDREDTHS, min_size=1, max_size=6).map(np.array)
ALPHAS = st.sampled_from([0.0513, 0.1013, 0.3017])
# statsmodels' Holm collects garbage each time, which takes some 0.05 s.
FEW = settings(max_examples=12, deadline=None)


def holm(p, alpha):
    """Section 3.2.2, step down: reject until one cannot be rejected."""
    rejected = np.zeros(len(p), dtype=bool)
    for i, place in enumerate(np.argsort(p, kind="stable")):
        if p[place] >= alpha / (len(p) - i):
            break
        rejected[place] = True
    return rejected


def hochberg(p, alpha):
    """Section 3.2.2, step up: the largest with alpha, the next with alpha / 2, ..."""
    order = np.argsort(p, kind="stable")
    for i in range(1, len(p) + 1):
        if p[order[-i]] < alpha / i:
            return p <= p[order[-i]]
    return np.zeros(len(p), dtype=bool)


def hommel(p, alpha):
    """Section 3.2.2: the largest j for which p(n-j+k) > k alpha / j for all k."""
    n, ordered = len(p), np.sort(p)
    for j in range(n, 0, -1):
        if all(ordered[n - j + k - 1] > k * alpha / j for k in range(1, j + 1)):
            return p <= alpha / j
    return np.ones(n, dtype=bool)


def closed(p, local):
    """Adjust by the largest local p of all intersections that hold the hypothesis."""
    n = len(p)
    subsets = [s for size in range(1, n + 1) for s in combinations(range(n), size)]
    of = {subset: local(np.sort(p[list(subset)])) for subset in subsets}
    return [max(of[subset] for subset in subsets if i in subset) for i in range(n)]


@FEW
@given(FAMILIES, ALPHAS)
def test_the_decisions_are_those_of_the_descriptions(p, alpha):
    for method, described in (("holm", holm), ("hochberg", hochberg)):
        decided = adjust(p, method=method) < alpha
        assert (decided == described(p, alpha)).all()
    assert ((adjust(p, method="hommel") < alpha) == hommel(p, alpha)).all()
    alone = p < alpha / len(p)
    assert ((adjust(p, method="bonferroni") < alpha) == alone).all()


@FEW
@given(FAMILIES)
def test_holm_is_closed_bonferroni_and_hommel_closed_simes(p):
    def of_bonferroni(family):
        return min(1, len(family) * family[0])

    def of_simes(family):
        return min(len(family) * family / np.arange(1, len(family) + 1))

    assert adjust(p, method="holm") == pytest.approx(closed(p, of_bonferroni))
    assert adjust(p, method="hommel") == pytest.approx(closed(p, of_simes))


@FEW
@given(FAMILIES)
def test_each_method_rejects_what_the_former_rejects(p):
    bonferroni, holm_, hochberg_, hommel_ = (adjust(p, method=m) for m in METHODS)
    rounding = 1e-12
    assert (bonferroni <= 1).all()
    assert (bonferroni >= holm_ - rounding).all()
    assert (holm_ >= hochberg_ - rounding).all()
    assert (hochberg_ >= hommel_ - rounding).all()
    assert (hommel_ >= p - rounding).all()


def test_the_published_example():
    z = z_of_ranks(AVERAGE_RANKS, datasets=14)[0, 1:]
    p = 2 * stats.norm.sf(np.abs(z))
    # "All step-down and step-up procedure found C4.5+cf+m and C4.5+m significantly
    # different from C4.5, while the Bonferroni-Dunn test found C4.5 and C4.5+m too
    # similar."
    for method in ("holm", "hochberg", "hommel"):
        assert (adjust(p, method=method) < 0.05).tolist() == [True, False, True]
    assert (adjust(p, method="bonferroni") < 0.05).tolist() == [False, False, True]


def test_three_p_by_hand():
    p = np.array([0.04, 0.01, 0.03])
    by_hand = {
        "bonferroni": [0.12, 0.03, 0.09],
        "holm": [0.06, 0.03, 0.06],
        "hochberg": [0.04, 0.03, 0.04],
        "hommel": [0.04, 0.03, 0.04],
    }
    for method, adjusted in by_hand.items():
        assert adjust(p, method=method) == pytest.approx(adjusted)


@pytest.mark.parametrize("method", METHODS)
def test_leading_axes_are_families(method):
    p = np.random.default_rng(3).random((2, 2, 7)) / 20
    adjusted = adjust(p, method=method)
    assert adjusted.shape == p.shape
    for index in np.ndindex(2, 2):
        assert (adjusted[index] == adjust(p[index], method=method)).all()


@pytest.mark.parametrize(
    ("p", "method", "message"),
    [
        ([0.1], "fdr_bh", r"no method 'fdr_bh'; give one of bonferroni, holm"),
        ([], "holm", r"no comparison in an array of shape \(0,\)"),
        (0.1, "holm", r"no comparison in an array of shape \(\)"),
        ([0.1, np.nan], "holm", r"p is nan at \(1,\)"),
        ([[0.1], [1.1]], "holm", r"p is 1.1 at \(1, 0\)"),
    ],
)
def test_what_cannot_be_adjusted_is_refused(p, method, message):
    with pytest.raises(ValueError, match=message):
        adjust(p, method=method)
