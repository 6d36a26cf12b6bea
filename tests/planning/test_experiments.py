"""Comparisons drawn from a pilot, against a plain loop over the public tests."""

import itertools

import numpy as np
import pandas as pd
import pytest
from pilots import TESTS, pilot
from xoshiro import Reference

from tenbyten import statistics
from tenbyten.planning.chances import chances_for
from tenbyten.planning.experiments import KEYS, count_decisions
from tenbyten.planning.random import generator

GAINS = [0.05, -0.04, 0.0, None, 0.1, 0.02]
SIZES = [4, 9, 30]
DIFFERENCES = [0.02, 0.04]
NAMES = ("a", "b", "c")


def counted(made, experiments, *, sizes=SIZES, differences=DIFFERENCES, **changed):
    settings = TESTS | changed
    return count_decisions(
        made, experiments, differences=differences, sizes=sizes, tests=settings
    )


def drawn_by_hand(made, experiment, difference, size):
    """Data sets of one comparison, one after the other; mirrored ones at 0."""
    numbers = Reference(generator(1, experiment))
    n, chosen = len(made.datasets), []
    for _ in range(size):
        u = numbers.uniform()
        if difference:
            steps = itertools.accumulate(chances_for(made.gains, difference).weights)
            chosen.append(min(sum(step <= u for step in steps), n - 1))
        else:
            chosen.append(int(u * 2 * n))
    return chosen


def decided_by_hand(made, m, chosen, settings):
    """Decide by the public tests."""
    alpha = settings["alpha"]
    means = made.means[m][:, chosen]
    test = statistics.signed_rank(means, method=settings["signed_rank"])
    one_sided = settings["signed_rank_sides"] == "one"
    p = (test.p_one_sided if one_sided else test.p_two_sided)[0]
    larger = test.rank_sum_column[0] > test.rank_sum_row[0]
    names = ("rope", "seed", "prior_strength", "prior_place")
    bayesian = statistics.bayesian_signed_rank(
        means[0],
        draws=settings["bayesian_draws"],
        **{name: settings[name] for name in names},
    )
    poisson = statistics.poisson_test(made.wins[m, chosen], alpha=alpha)
    found = {
        "poisson": poisson.column_is_better,
        "signed_rank": p < alpha and larger,
        "bayesian_better": bayesian.column > 1 - alpha,
        "bayesian_equivalent": bayesian.rope > 1 - alpha,
    }
    if len(means) > 1:
        found["holm"] = holm_by_hand(means, alpha, settings["signed_rank"])
    return found


def holm_by_hand(means, alpha, method="auto"):
    """Decide between the first pair by the adjusted test."""
    test = statistics.signed_rank(means, method=method)
    p = statistics.adjust(test.p_two_sided, method="holm")
    return p[0] < alpha and test.rank_sum_column[0] > test.rank_sum_row[0]


@pytest.mark.parametrize(
    ("changed", "zero_variance"),
    [
        ({}, "half"),
        ({"signed_rank_sides": "two", "alpha": 0.1}, "drop"),
        ({"signed_rank": "approximate", "alpha": 0.2, "rope": 0.03}, "win"),
    ],
)
def test_counts_are_those_of_a_plain_loop(changed, zero_variance):
    made = pilot(GAINS, classifiers=NAMES, zero_variance=zero_variance)
    found = counted(made, range(12), **changed).set_index(KEYS)["count"]
    by_hand = dict.fromkeys(found.index, 0)
    for experiment, difference, size in itertools.product(
        range(12), [0, *DIFFERENCES], SIZES
    ):
        chosen = drawn_by_hand(made, experiment, difference, size)
        for m, runs in enumerate(made.runs):
            decisions = decided_by_hand(made, m, chosen, TESTS | changed)
            for test, decision in decisions.items():
                by_hand[difference, size, runs, test] += bool(decision)
    assert found.to_dict() == by_hand
    assert {test for *_, test in by_hand} >= {"holm", "poisson", "bayesian_better"}


def test_holms_decisions_are_those_of_a_plain_loop_where_pairs_compete():
    # Many classifiers with small differences: the order of their p decides.
    names = ("a", "b", "c", "d")
    made = pilot([0.02, 0.01, 0.0, 0.03, -0.02], classifiers=names, runs=1)
    sizes, wanted = [20, 50], {"test": "holm", "difference": 0.01}
    experiments = range(150)
    found = counted(made, experiments, sizes=sizes, differences=[0.01])
    assert made.runs == (1,)
    found = found[(found[list(wanted)] == pd.Series(wanted)).all(axis=1)]
    by_hand = [0, 0]
    for experiment, (i, size) in itertools.product(experiments, enumerate(sizes)):
        chosen = drawn_by_hand(made, experiment, 0.01, size)
        by_hand[i] += holm_by_hand(made.means[0][:, chosen], 0.05)
    assert found["count"].tolist() == by_hand
    assert 0 < by_hand[0] < by_hand[1] < len(experiments)


def test_parts_of_the_experiments_add_up_to_all():
    made = pilot(GAINS)
    parts = pd.concat([counted(made, range(0, 30)), counted(made, range(30, 80))])
    total = parts.groupby(KEYS, sort=False)["count"].sum().reset_index()
    pd.testing.assert_frame_equal(total, counted(made, range(80)))


def test_other_sizes_and_differences_change_no_count():
    made = pilot(GAINS)
    everything = counted(made, range(60))
    some = counted(made, range(60), sizes=SIZES[:2], differences=DIFFERENCES[1:])
    both = everything.merge(some, on=[*KEYS, "count"])
    assert len(both) == len(some) < len(everything)


def test_two_classifiers_have_no_family_to_adjust_for():
    tests = counted(pilot(GAINS), range(2))["test"].unique()
    assert list(tests) == [
        "poisson",
        "signed_rank",
        "bayesian_better",
        "bayesian_equivalent",
    ]


def test_without_a_difference_exact_p_keep_what_they_promise():
    # The column wins by much or loses by little: a mean difference of 0, drawn without
    # exchange, would be no null hypothesis of the signed-rank test.
    made = pilot([0.2, -0.05, -0.05, -0.06, -0.04, 0.0], tested=200)
    draws = 3000
    rates = counted(made, range(draws), sizes=[10, 25, 60]).set_index(KEYS)["count"]
    null = rates.xs("signed_rank", level="test")[0] / draws
    assert (null < 0.05 + 4 * np.sqrt(0.05 * 0.95 / draws)).all()
    assert null.max() > 0.02
