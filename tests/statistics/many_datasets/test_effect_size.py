"""Effect sizes over many data sets."""

from itertools import combinations_with_replacement, pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from tenbyten.statistics.many_datasets.effect_size import (
    hodges_lehmann,
    rank_biserial,
)
from tenbyten.statistics.many_datasets.signed_rank import EXACT_UP_TO

# Few values: ties and zeros occur.
DIFFERENCES = arrays(int, st.integers(2, 30), elements=st.integers(-6, 6)).map(
    lambda hundredths: hundredths / 100
)
SIGNS = {q: np.array([*product([-1, 1], repeat=q)]) for q in (6, 7, 8, 9)}


def walsh_averages(differences):
    """All of them, in ascending order."""
    pairs = combinations_with_replacement(np.asarray(differences).tolist(), 2)
    return sorted((first + second) / 2 for first, second in pairs)


def distinct(seed, q):
    """Differences that do not tie."""
    return np.random.default_rng(seed).normal(0.01, 0.02, size=q)


@settings(max_examples=60)
@given(DIFFERENCES)
def test_the_estimate_is_the_median_of_all_walsh_averages(differences):
    found = hodges_lehmann(differences, confidence=0.95)
    assert found.median == pytest.approx(np.median(walsh_averages(differences)))


def test_two_differences_by_hand():
    # Averages 0, 0.01 and 0.02.
    assert hodges_lehmann([0, 0.02], confidence=0.95).median == pytest.approx(0.01)


def test_the_published_example():
    # Hollander and Wolfe's depression scores, the example of R's wilcox.test: R+ of
    # the first less the second is 40 of 45.
    first = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    second = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    differences = np.subtract(first, second)
    assert rank_biserial(differences) == pytest.approx((40 - 5) / 45)
    estimate = hodges_lehmann(differences, confidence=0.95).median
    assert round(float(estimate), 2) == 0.46


@settings(max_examples=20)
@given(st.integers(0, 999), st.integers(6, 14), st.sampled_from([0.8, 0.95, 0.96]))
def test_the_interval_holds_what_scipy_s_exact_test_does_not_reject(
    seed, q, confidence
):
    differences = distinct(seed, q)
    found = hodges_lehmann(differences, confidence=confidence)
    averages = walsh_averages(differences)
    between = [(a + b) / 2 for a, b in pairwise(averages)]
    for shift in [averages[0] - 1, *between, averages[-1] + 1]:
        p = stats.wilcoxon(differences - shift, method="exact").pvalue
        assert (found.low < shift < found.high) == (p > 1 - confidence)


@pytest.mark.parametrize("q", SIGNS)
def test_over_all_signs_it_holds_zero_with_the_confidence_that_it_states(q):
    found = hodges_lehmann(SIGNS[q] * np.abs(distinct(q, q)), confidence=0.95)
    assert found.confidence >= 0.95
    holds = (found.low <= 0) & (found.high >= 0)
    assert holds.mean() == found.confidence


@pytest.mark.parametrize(
    "sizes",
    [
        [1, 1, 2, 2, 3, 3],
        [0, 0, 1, 2, 3, 4, 5],
        [0, 1, 1, 1, 2, 5, 5, 9],
        [2, 2, 2, 2, 2, 2, 2, 2, 2],
    ],
)
def test_with_ties_and_zeros_it_holds_zero_at_least_as_often(sizes):
    found = hodges_lehmann(SIGNS[len(sizes)] * np.array(sizes) / 100, confidence=0.95)
    assert ((found.low <= 0) & (found.high >= 0)).mean() >= found.confidence


def test_six_data_sets_are_the_fewest_with_an_interval_of_95_percent():
    # The widest interval holds all averages; all signs alike miss zero: 1 - 2 / 2^q.
    five = hodges_lehmann(distinct(1, 5), confidence=0.95)
    assert np.isnan([five.low, five.high, five.confidence]).all()
    assert hodges_lehmann(distinct(1, 5), confidence=0.9375).confidence == 0.9375
    differences = distinct(1, 6)
    six = hodges_lehmann(differences, confidence=0.95)
    assert (six.low, six.high) == (min(differences), max(differences))
    assert six.confidence == 1 - 2 / 2**6


def with_rank_sum(total, q):
    """Differences whose R+ is `total`."""
    signs = np.full(q, -1)
    for rank in range(q, 0, -1):
        if rank <= total:
            signs[rank - 1], total = 1, total - rank
    return signs * np.arange(1, q + 1)


@pytest.mark.parametrize(
    ("q", "places"), [(40, 1), (EXACT_UP_TO, 1), (EXACT_UP_TO + 1, 2)]
)
def test_the_end_is_where_scipy_s_exact_test_ceases_to_reject(q, places):
    # The normal approximation, above the limit, ends one place before it at most.
    differences = distinct(2, q)
    found = hodges_lehmann(differences, confidence=0.95)
    below = np.sum(np.array(walsh_averages(differences)) < found.low)
    p, next_p = (
        stats.wilcoxon(with_rank_sum(total, q), method="exact").pvalue
        for total in (below, below + places)
    )
    assert p <= 0.05 < next_p
    assert found.confidence == pytest.approx(1 - p, abs=2e-4)


@settings(max_examples=60)
@given(DIFFERENCES)
def test_the_correlation_is_the_balance_of_the_walsh_averages(differences):
    # R+ of split zeros is the number of averages above zero, half of those at zero
    # included; of an odd number of zeros the test ignores one.
    if np.sum(differences == 0) % 2:
        differences = np.delete(differences, np.argmax(differences == 0))
    if len(differences) < 2:
        return
    averages = np.round(walsh_averages(differences), 12)
    balance = np.mean(np.sign(averages))
    assert rank_biserial(differences) == pytest.approx(balance)


def test_the_correlation_is_scipy_s_rank_sums():
    differences = distinct(4, 15)
    above = stats.wilcoxon(differences, alternative="greater").statistic
    assert rank_biserial(differences) == pytest.approx((above - (120 - above)) / 120)


def test_the_correlation_is_one_where_the_column_always_wins_and_zero_without_any():
    assert rank_biserial([0.01, 0.02, 0.03]) == 1
    assert rank_biserial([-0.01, -0.01]) == -1
    assert rank_biserial([0, 0, 0]) == 0


@pytest.mark.parametrize(
    ("differences", "confidence", "message"),
    [
        ([0.01], 0.95, "2 or more data sets"),
        ([0.01, np.nan], 0.95, r"the difference at \(1,\) is nan"),
        ([0.01, 0.02], 95, "confidence is 95; give a number between 0 and 1"),
    ],
)
def test_what_cannot_be_estimated_is_refused(differences, confidence, message):
    with pytest.raises(ValueError, match=f"hodges_lehmann: .*{message}"):
        hodges_lehmann(differences, confidence=confidence)
    if confidence < 1:
        with pytest.raises(ValueError, match=message):
            rank_biserial(differences)
