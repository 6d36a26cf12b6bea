"""Of many tests: leading axes are pairs, and odd input is refused."""

from functools import partial

import numpy as np
import pytest

from tenbyten import statistics as of
from tenbyten.statistics.many_classifiers import bonferroni_dunn, nemenyi, ranks

RNG = np.random.default_rng(3)
DIFFERENCES = RNG.integers(-2, 3, (2, 3, 12)) / 14
CHANCES = RNG.random((2, 3, 54))
MEANS = RNG.random((2, 3, 12, 5))
AVERAGES = of.average_ranks(MEANS)
SETTINGS = {"alpha": 0.05, "seed": 1}

OF_MEANS = [
    ranks.rank_classifiers,
    of.tukey,
    partial(of.dunnett, control=2),
    partial(of.friedman, **SETTINGS),
    partial(of.iman_davenport, **SETTINGS),
    partial(of.repeated_anova, **SETTINGS),
]
OF_AVERAGES = [
    partial(of.nemenyi, datasets=12),
    partial(of.bonferroni_dunn, control=1, datasets=12),
]
OF_DIFFERENCES = [of.sign_test, of.paired_t, of.signed_rank]
OTHERS = [
    of.rank_biserial,
    partial(of.hodges_lehmann, confidence=0.95),
    partial(of.bayesian_sign, rope=0.01, seed=3, draws=1000),
]
CASES = [
    *((test, MEANS) for test in OF_MEANS),
    *((test, AVERAGES) for test in OF_AVERAGES),
    *((test, DIFFERENCES) for test in OF_DIFFERENCES + OTHERS),
    (partial(of.poisson_test, alpha=0.05), CHANCES),
    (of.resampled_t, DIFFERENCES),
    (of.one_split_t, DIFFERENCES),
    (of.five_by_two_cv_t, DIFFERENCES[..., :10].reshape(2, 3, 5, 2)),
    (
        partial(of.corrected_pseudo_bootstrap, rho=0.2),
        DIFFERENCES.reshape(2, 3, 6, 2),
    ),
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
                np.testing.assert_allclose(found, one, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("test", OF_MEANS, ids=name_of)
@pytest.mark.parametrize(
    ("means", "message"),
    [
        (MEANS[0, 0, :1], "1 data sets and 5 classifiers"),
        (MEANS[0, 0, :, :1], "12 data sets and 1 classifiers"),
        ([1, 2, 3], "0 data sets and 0 classifiers"),
        ([[0.1, 0.2, 0], [np.nan, 0.3, 0]], r"the mean at \(1, 0\) is nan"),
        ([[0.1, 0.2, 0], [0.1, np.inf, 0]], r"the mean at \(1, 1\) is inf"),
    ],
)
def test_too_few_or_missing_means_are_refused(test, means, message):
    with pytest.raises(ValueError, match=f"{name_of(test)}: .*{message}"):
        test(means)


@pytest.mark.parametrize("test", OF_DIFFERENCES, ids=name_of)
@pytest.mark.parametrize(
    ("differences", "message"),
    [
        (np.zeros((3, 0)), r"of shape \(3, 0\); the last axes hold . or more data se"),
        (0.1, r"of shape \(\); "),
        ([0.1, np.nan], r"at \(1,\) is nan"),
        ([[0.1, 0.2], [np.inf, 0]], r"at \(1, 0\) is inf"),
    ],
)
def test_too_few_or_missing_data_sets_are_refused(test, differences, message):
    with pytest.raises(ValueError, match=message):
        test(differences)


@pytest.mark.parametrize(
    ("test", "shape", "wanted"),
    [
        (of.five_by_two_cv_t, (10, 10), "5 runs, 2 folds"),
        (of.five_by_two_cv_t, (10,), "5 runs, 2 folds"),
        (of.one_split_t, (3, 1), "2 or more test instances"),
        (of.resampled_t, (1,), "2 or more splits"),
        (of.pseudo_bootstrap, (2, 4), "3 or more repetitions, 1 or more"),
        (of.pseudo_bootstrap, (3, 0), "3 or more repetitions, 1 or more"),
    ],
)
def test_other_resamples_of_one_data_set_are_refused(test, shape, wanted):
    with pytest.raises(ValueError, match=f"{test.__name__}: .* hold {wanted}"):
        test(np.zeros(shape))


@pytest.mark.parametrize(
    ("averages", "datasets", "message"),
    [
        ([1.5, 1.5], 1, "1 data sets and 2 classifiers;"),
        ([1.0], 5, "5 data sets and 1 classifiers;"),
        ([0.8, 0.9, 0.7], 5, "of 3 classifiers sum to 2.4, not to 6; give what"),
        ([[1, 2], [1, np.nan]], 5, r"sum to nan at \(1,\), not to 3"),
    ],
)
def test_what_are_no_average_ranks_is_refused(averages, datasets, message):
    with pytest.raises(ValueError, match=f"z_of_ranks: .*{message}"):
        ranks.z_of_ranks(averages, datasets=datasets)


@pytest.mark.parametrize("module", [nemenyi, bonferroni_dunn])
@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"alpha": 5}, "alpha is 5; give a number between 0 and 1"),
        ({"classifiers": 1}, "14 data sets and 1 classifiers;"),
        ({"datasets": -3}, "-3 data sets and 4 classifiers;"),
    ],
)
def test_no_critical_difference_of_odd_numbers(module, settings, message):
    settings = {"classifiers": 4, "datasets": 14, "alpha": 0.05} | settings
    with pytest.raises(
        ValueError, match=f"^{module.__name__.split('.')[-1]}: {message}"
    ):
        module.critical_difference(**settings)


@pytest.mark.parametrize("control", [5, -1, 0.5])
def test_a_control_that_is_none_of_the_classifiers_is_refused(control):
    said = rf"number {control} of 5 .* from 0 to 4"
    for test, given in ((of.dunnett, MEANS), (OF_AVERAGES[1].func, AVERAGES)):
        more = {} if test is of.dunnett else {"datasets": 12}
        with pytest.raises(ValueError, match=said):
            test(given, control=control, **more)


@pytest.mark.parametrize("test", [of.friedman, of.iman_davenport, of.repeated_anova])
def test_an_alpha_in_percent_is_refused(test):
    with pytest.raises(ValueError, match=f"{test.__name__}: alpha is 5; give a number"):
        test(MEANS[0, 0], alpha=5, seed=1)
