"""The signed-rank test, and its effect sizes."""

import itertools
from itertools import combinations_with_replacement, pairwise, product

import numpy as np
import pytest
from demsar_2006 import AUC
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from tenbyten.statistics.many_datasets.signed_rank import (
    EXACT_UP_TO,
    METHODS,
    ZEROS,
    fewest_datasets,
    hodges_lehmann,
    rank_biserial,
    signed_rank,
    smallest_p,
    upper_tail,
)
from tenbyten.statistics.one_dataset.differences import mean_differences_of_values

# Small whole numbers: ties and zeros occur.
TIED = st.integers(2, 40).flatmap(lambda q: arrays(int, q, elements=st.integers(-5, 5)))
# All sizes differ and none is zero.
DISTINCT = st.lists(st.integers(1, 1000), min_size=2, max_size=40, unique=True).flatmap(
    lambda sizes: arrays(int, len(sizes), elements=st.sampled_from([-1, 1])).map(
        lambda signs: signs * np.array(sizes)
    )
)


def test_the_published_example_of_signed_rank():
    # Demsar 2006, Table 2: AUC of C4.5 and of C4.5 with m tuned.
    differences = mean_differences_of_values(AUC[:, [0]], AUC[:, [1]])
    test = signed_rank(differences, method="approximate")
    assert test.rank_sum_column == 93
    assert test.rank_sum_row == 12
    assert test.statistic == 12
    assert test.n == 14
    # (12 - 14 * 15 / 4) / sqrt(14 * 15 * 29 / 24) by hand; below the -1.96 of the text.
    assert test.z == pytest.approx(-40.5 / np.sqrt(253.75))
    assert test.p_two_sided < 0.05


@given(TIED, st.sampled_from(METHODS))
def test_swapping_the_classifiers_swaps_the_sides(differences, method):
    there, back = (signed_rank(d, method=method) for d in (differences, -differences))
    assert there.rank_sum_column == back.rank_sum_row
    assert there.z == back.z
    assert there.p_two_sided == back.p_two_sided
    if method == "approximate":
        assert there.p_one_sided == pytest.approx(1 - back.p_one_sided, abs=1e-15)
    else:
        smaller = min(there.p_one_sided, back.p_one_sided)
        assert there.p_two_sided == min(2 * smaller, 1)


@given(TIED, st.sampled_from([0.001, 2, 100]))
def test_the_unit_does_not_matter(differences, unit):
    assert signed_rank(differences) == signed_rank(differences * unit)


@given(DISTINCT)
def test_without_zeros_and_ties_it_is_scipy_s(differences):
    test = signed_rank(differences, method="approximate")
    exact = signed_rank(differences)
    for name, alternative in (("p_one_sided", "greater"), ("p_two_sided", "two-sided")):
        for ours, method in ((test, "asymptotic"), (exact, "exact")):
            theirs = stats.wilcoxon(
                differences, method=method, alternative=alternative, correction=False
            )
            assert getattr(ours, name) == pytest.approx(theirs.pvalue, rel=1e-10)
    assert test.z == pytest.approx(
        -abs(stats.wilcoxon(differences, method="asymptotic").zstatistic), abs=1e-12
    )


@given(TIED.filter(lambda tied: np.any(tied)), st.sampled_from(["drop", "pratt"]))
def test_zeros_dropped_and_pratt_s_are_scipy_s(differences, zeros):
    test = signed_rank(differences, method="approximate", zeros=zeros)
    theirs = stats.wilcoxon(
        differences,
        zero_method={"drop": "wilcox", "pratt": "pratt"}[zeros],
        alternative="greater",
        method="asymptotic",
    )
    assert test.rank_sum_column == theirs.statistic
    # SciPy takes sum(t^3 - t) / 48 over the tied sizes from the variance; we do not.
    sizes = np.unique(np.abs(differences[differences != 0]), return_counts=True)[1]
    n, unused = test.n, (np.sum(differences == 0) if zeros == "pratt" else 0)
    squares = [m * (m + 1) * (2 * m + 1) / 24 for m in (n, unused)]
    variance = squares[0] - squares[1]
    corrected = variance - np.sum(sizes**3 - sizes) / 48
    z = (test.rank_sum_column - test.rank_sum_row) / 2 / np.sqrt(variance)
    assert z == pytest.approx(theirs.zstatistic * np.sqrt(corrected / variance))
    assert test.z == pytest.approx(-abs(z))
    assert test.p_one_sided == pytest.approx(stats.norm.sf(z))
    assert test.p_two_sided == pytest.approx(2 * stats.norm.sf(abs(z)))


# Up to 4096 signs, one by one.
@given(
    st.integers(2, 12).flatmap(
        lambda q: (
            arrays(int, q, elements=st.integers(-4, 4).map(lambda d: d // 2 * 2))
            | arrays(int, q, elements=st.integers(-9, 9))
        )
    ),
    st.sampled_from(ZEROS),
)
def test_exact_p_counts_all_signs_of_the_differences(differences, zeros):
    if zeros == "split" and np.sum(differences == 0) % 2:
        remaining = np.delete(differences, np.argmin(np.abs(differences)))
    else:
        remaining = differences[differences != 0] if zeros == "drop" else differences
    ranks = stats.rankdata(np.abs(remaining))
    moving = ranks[remaining != 0]
    sums = [
        sum(rank for rank, sign in zip(moving, signs, strict=True) if sign > 0)
        for signs in itertools.product((-1, 1), repeat=len(moving))
    ]
    observed = np.sum(ranks[remaining > 0])
    above, below = np.mean(sums >= observed), np.mean(sums <= observed)
    test = signed_rank(differences, zeros=zeros)
    assert test.p_one_sided == above
    assert test.p_two_sided == min(1, 2 * min(above, below))
    # z has the deviation of these sums.
    if len(moving):
        z = -abs(observed - np.mean(sums)) / np.std(sums)
        assert test.z == pytest.approx(z, abs=1e-12)
    assert test == signed_rank(differences, method="exact", zeros=zeros)


@pytest.mark.parametrize("q", [2, 3, 54])
@pytest.mark.parametrize("zeros", ["split", "drop", "pratt"])
def test_nothing_but_zeros_is_no_evidence(q, zeros):
    test = signed_rank(np.zeros(q), zeros=zeros)
    assert test.n == {"split": q - q % 2, "drop": 0, "pratt": q}[zeros]
    assert (test.z, test.p_one_sided, test.p_two_sided) == (0, 1, 1)
    by_formula = signed_rank(np.zeros(q), method="approximate", zeros=zeros)
    assert by_formula[3:] == (0, test.n, 0.5, 1)


def test_small_p_keep_their_digits_at_the_limit():
    won = np.arange(1.0, EXACT_UP_TO + 1)
    assert signed_rank(won).p_one_sided == pytest.approx(0.5**EXACT_UP_TO, rel=1e-12)
    # The one lost data set has the smallest rank, or none is lost: two cases.
    won[0] = -1
    assert signed_rank(won).p_one_sided == pytest.approx(
        2 * 0.5**EXACT_UP_TO, rel=1e-12
    )


@given(
    st.integers(EXACT_UP_TO + 1, EXACT_UP_TO + 30).flatmap(
        lambda q: arrays(int, q, elements=st.integers(-30, 30)).filter(np.any)
    ),
    st.sampled_from(["drop", "pratt"]),
)
def test_above_the_limit_z_is_scipy_s_with_ties(differences, zeros):
    theirs = stats.wilcoxon(
        differences,
        zero_method={"drop": "wilcox", "pratt": "pratt"}[zeros],
        method="asymptotic",
        correction=False,
    )
    z = signed_rank(differences, zeros=zeros).z
    assert z == pytest.approx(-abs(theirs.zstatistic), abs=1e-9)


@pytest.mark.parametrize("lead", [0.02, 0.1, 0.2])
def test_above_the_limit_p_is_scipy_s_without_ties(lead):
    differences = np.random.default_rng(1).normal(lead, 1, EXACT_UP_TO + 1)
    test = signed_rank(differences)
    for name, alternative in (("p_one_sided", "greater"), ("p_two_sided", "two-sided")):
        theirs = stats.wilcoxon(
            differences, alternative=alternative, method="asymptotic", correction=True
        )
        assert getattr(test, name) == pytest.approx(theirs.pvalue, rel=1e-9)


@pytest.mark.parametrize("datasets", [EXACT_UP_TO, EXACT_UP_TO + 1, 5000])
def test_five_data_sets_won_are_no_result_among_any_number_of_zeros(datasets):
    differences = np.zeros(datasets)
    differences[:5] = [0.01, 0.02, 0.03, 0.04, 0.05]
    # One of the 32 patterns of signs, and its mirror image.
    assert signed_rank(differences).p_two_sided >= 2 / 32


@given(
    st.integers(EXACT_UP_TO + 1, EXACT_UP_TO + 100),
    st.integers(1, EXACT_UP_TO),
    st.sampled_from([1, 2, 5, 1000]),
    st.integers(0, 10**6),
)
def test_above_the_limit_p_is_not_below_the_exact_p(datasets, differ, sizes, seed):
    rng = np.random.default_rng(seed)
    differences = np.zeros(datasets)
    # So many wins more than losses that p is often near 0.05.
    wins = rng.random(differ) < 0.5 + rng.choice([-1, 1]) / np.sqrt(differ)
    sign = np.where(wins, 1, -1)
    differences[:differ] = sign * rng.integers(1, sizes + 1, differ)
    test = signed_rank(differences)
    moving = np.abs(differences[:differ])
    ranks = stats.rankdata(moving) + (datasets - differ) // 2 * 2
    larger = max(np.sum(ranks[sign > 0]), np.sum(ranks[sign < 0]))
    tail = upper_tail((2 * ranks).astype(int))
    exact = min(1, 2 * tail[int(2 * larger)])
    if exact < 0.1:
        assert test.p_two_sided > exact - 0.001


@given(
    st.integers(EXACT_UP_TO + 1, EXACT_UP_TO + 30).flatmap(
        lambda q: arrays(int, q, elements=st.integers(-3, 3)).filter(np.any)
    )
)
def test_above_the_limit_split_zeros_add_nothing_to_the_variance(differences):
    # SciPy's `zsplit` leaves their average rank in it.
    kept = np.sum(differences == 0) // 2 * 2
    moving = differences[differences != 0]
    ranks = stats.rankdata(np.abs(moving)) + kept
    z = np.sum(np.sign(moving) * ranks) / np.sqrt(np.sum(ranks**2))
    assert signed_rank(differences).z == pytest.approx(-abs(z), rel=1e-9)


@pytest.mark.parametrize("datasets", range(2, 11))
def test_no_result_has_a_smaller_p_than_the_smallest(datasets):
    signs = np.array(list(itertools.product([-1, 1], repeat=datasets)))
    p = signed_rank(signs * np.arange(1, datasets + 1)).p_two_sided
    assert smallest_p(datasets) == pytest.approx(p.min(), rel=1e-12)


def test_the_fewest_data_sets_are_those_of_tables():
    # Tables of critical values begin at n = 6 for two sides at 0.05, at 8 for 0.01.
    assert fewest_datasets(0.05) == 6
    assert fewest_datasets(0.01) == 8
    # Strictly below: 10 pairs times 2 ** -8 are 0.039, times 2 ** -7 0.078.
    assert fewest_datasets(0.05, pairs=10) == 9
    assert fewest_datasets(0.5) == 3


# Effect sizes


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
    assert found.estimate == pytest.approx(np.median(walsh_averages(differences)))


def test_the_published_example_of_effect():
    # Hollander and Wolfe's depression scores, the example of R's wilcox.test: R+ of
    # the first less the second is 40 of 45.
    first = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    second = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    differences = np.subtract(first, second)
    assert rank_biserial(differences) == pytest.approx((40 - 5) / 45)
    estimate = hodges_lehmann(differences, confidence=0.95).estimate
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


def test_the_correlation_is_one_where_the_column_always_wins_and_zero_without_any():
    assert rank_biserial([0.01, 0.02, 0.03]) == 1
    assert rank_biserial([-0.01, -0.01]) == -1
    assert rank_biserial([0, 0, 0]) == 0
