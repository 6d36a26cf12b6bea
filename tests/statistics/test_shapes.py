"""Of many tests: leading axes are pairs."""

from functools import partial
from itertools import product

import numpy as np
import pytest

from tenbyten import statistics as tests
from tenbyten.statistics.many_classifiers import ranks
from tenbyten.statistics.many_classifiers.adjusted_p import METHODS
from tenbyten.statistics.many_datasets.signed_rank import ZEROS
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE

RNG = np.random.default_rng(3)
DIFFERENCES = RNG.integers(-2, 3, (2, 3, 12)) / 14
CHANCES = RNG.random((2, 3, 54))
MEANS = RNG.random((2, 3, 12, 5))
AVERAGES = tests.average_ranks(MEANS)
SETTINGS = {"alpha": 0.05, "seed": 1}
SOME_ALIKE = DIFFERENCES.copy()
SOME_ALIKE[0, 2], SOME_ALIKE[1, 0] = 0, 1 / 14
# Correct of the row, of the column, and tested, in ten folds.
COUNTS = np.sort(RNG.integers(1, 20, (2, 3, 3, 10)), axis=-2)


def column_wins(differences, policy):
    """The chance that the column wins, where zeros count by this policy."""
    return tests.posterior(differences, runs=2).column_wins(policy)


OF_MEANS = [
    ranks.rank_classifiers,
    tests.tukey,
    partial(tests.dunnett, control=2),
    partial(tests.friedman, **SETTINGS),
    partial(tests.iman_davenport, **SETTINGS),
    partial(tests.repeated_anova, **SETTINGS),
]
OF_AVERAGES = [
    partial(tests.nemenyi, datasets=12),
    partial(tests.bonferroni_dunn, control=1, datasets=12),
]
OF_DIFFERENCES = [tests.sign_test, tests.paired_t, tests.signed_rank]
OTHERS = [
    tests.rank_biserial,
    partial(tests.hodges_lehmann, confidence=0.95),
    partial(tests.bayesian_sign, rope=0.01, seed=3, draws=1000),
    partial(tests.practical_equivalence, rope=0.08),
    partial(tests.region_shares, rope=0.08),
    partial(tests.tost, rope=0.08),
    partial(tests.mean_interval, confidence=0.9, seed=3, resamples=500),
    partial(tests.median_interval, confidence=0.9),
]
CASES = [
    *((test, MEANS) for test in OF_MEANS),
    *((test, AVERAGES) for test in OF_AVERAGES),
    *((test, DIFFERENCES) for test in OF_DIFFERENCES + OTHERS),
    (partial(tests.poisson_test, alpha=0.05), CHANCES),
    *(
        (partial(test, **SETTINGS), RNG.random((2, 3, datasets, classifiers)))
        for test in (tests.friedman, tests.iman_davenport)
        for datasets, classifiers in ((5, 3), (150, 5))
    ),
    *((partial(tests.adjust, method=method), CHANCES[..., :6]) for method in METHODS),
    *(
        (partial(tests.signed_rank, method=method, zeros=zeros), DIFFERENCES)
        for method, zeros in product(["exact", "approximate"], ZEROS)
    ),
    (partial(tests.correlated_t, runs=2, rope=0.01), SOME_ALIKE),
    (partial(tests.corrected_resampled_t, runs=2), SOME_ALIKE),
    *((partial(column_wins, policy=policy), SOME_ALIKE) for policy in ZERO_VARIANCE),
    # Of two arguments, parts of one.
    (lambda many: tests.mcnemar(many[..., 0], many[..., 1]), COUNTS[..., :2, 0]),
    (lambda many: tests.differences(*np.moveaxis(many, -2, 0)), COUNTS),
    (lambda many: tests.mean_differences(*np.moveaxis(many, -2, 0)), COUNTS),
]


def name_of(test):
    """The name that errors begin with."""
    return getattr(test, "func", test).__name__


@pytest.mark.parametrize(("test", "many"), CASES, ids=[name_of(x) for x, _ in CASES])
def test_leading_axes_are_pairs_or_families(test, many):
    def values(given):
        found = test(given)
        return found if isinstance(found, tuple) else (found,)

    together = values(many)
    for index in np.ndindex(2, 3):
        for one, every in zip(values(many[index]), together, strict=True):
            found = every[index] if np.shape(every)[:2] == (2, 3) else every
            if isinstance(one, str):
                assert found == one
            else:
                np.testing.assert_array_equal(found, one)


@pytest.mark.parametrize(
    ("difference", "statistic", "one_sided", "two_sided"),
    [(0, 0, 0.5, 1), (0.1, np.inf, 0, 0), (-0.1, -np.inf, 1, 0)],
)
def test_constant_differences_have_the_p_of_the_limit(
    difference, statistic, one_sided, two_sided
):
    # The mean of seven times 0.1 is not 0.1 in floats.
    found = tests.paired_t(np.full(7, difference))
    assert found[:3] == (difference, 0, statistic)
    assert (found.p_one_sided, found.p_two_sided) == (one_sided, two_sided)
