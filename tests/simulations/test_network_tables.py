"""The expected difference in closed form, and what is told of simulated data sets."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from network_counts import Model
from network_tables import Cell, expected_difference, facts, rates, tally

SIZES = [25, 50, 100, 250, 500, 1000]


def enumerated(theta, trained):
    """Expected gain of the network over zeroR on a test row: all training sets."""
    found = Fraction(0)
    kinds = {
        kind: theta / 2 if kind[0] == kind[1] else (1 - theta) / 2 for kind in KINDS
    }
    for counts in product(range(trained + 1), repeat=4):
        if sum(counts) != trained:
            continue
        of = dict(zip(KINDS, counts, strict=True))
        chance, left = Fraction(1), trained
        for kind, number in of.items():
            chance *= comb(left, number) * kinds[kind] ** number
            left -= number
        ones = of[0, 1] + of[1, 1]
        zero_r = share_of_one(ones, trained - ones)
        for (feature, label), probability in kinds.items():
            network = share_of_one(of[feature, 1], of[feature, 0])
            gain = network - zero_r if label else zero_r - network
            found += chance * probability * gain
    return found


KINDS = [(0, 0), (0, 1), (1, 0), (1, 1)]


def share_of_one(ones, zeros):
    """Probability that class 1 is predicted."""
    return Fraction(1, 2) if ones == zeros else Fraction(int(ones > zeros))


@pytest.mark.parametrize(("size", "folds"), [(4, 2), (6, 3), (8, 4), (7, 7)])
@pytest.mark.parametrize("theta", [Fraction(1, 2), Fraction(3, 5), Fraction(1, 4), 1])
def test_it_is_the_mean_over_all_training_sets(size, folds, theta):
    expected = float(enumerated(theta, size - size // folds))
    found = expected_difference(float(theta) - 0.5, size, folds)
    assert found == pytest.approx(expected, abs=1e-12)


def test_folds_of_two_sizes_count_alike():
    # Of 7 instances in 3 folds: one fold tests 3 and trains on 4, two test 2.
    theta = Fraction(7, 10)
    expected = (enumerated(theta, 4) + 2 * enumerated(theta, 5)) / 3
    assert expected_difference(0.2, 7, 3) == pytest.approx(float(expected), abs=1e-12)


def test_it_approaches_the_difference_on_large_data_sets():
    assert expected_difference(0.05, 20_000, 10) == pytest.approx(0.05, abs=1e-9)
    found = [expected_difference(0.05, size, 10) for size in SIZES]
    assert found == sorted(found)
    # On small ones it is far below: "approximately" of the paper's section 4.1.
    assert found[0] == pytest.approx(0.013, abs=0.0005)
    assert found[-1] == pytest.approx(0.048, abs=0.0005)


def test_means_over_the_sizes_of_the_paper():
    # From another program, to four decimals.
    known = {0.02: 0.0062, 0.03: 0.0130, 0.04: 0.0213, 0.05: 0.0306}
    known |= {0: 0, 0.06: 0.0404, 0.07: 0.0506}
    for difference, mean in known.items():
        found = np.mean([expected_difference(difference, size, 10) for size in SIZES])
        assert found == pytest.approx(mean, abs=5.1e-5)


def test_facts_and_rates_do_not_depend_on_how_experiments_are_cut():
    model = Model(0.05, 0.0, np.array(SIZES))
    cell = Cell(model, [10, 20], [1, 2], 10, 4)
    whole, cut = tally(range(60), cell), tally(range(25), cell)
    cut.update(tally(range(25, 60), cell))
    assert whole == cut
    lines = facts(whole, cell)
    assert [line["simulated"] for line in lines if np.isnan(line["size"])] == [1200] * 2
    for line in lines:
        shares = line["negative"] + line["zero"] + line["positive"]
        assert shares == pytest.approx(1)
        # Unrolled standard errors; seeds are fixed.
        gap = abs(line["mean_difference"] - line["expected_difference"])
        assert gap < 4 * line["error"]
    found = rates(whole, cell)
    assert {line["experiments"] for line in found} == {60}
    assert len(found) == 2 * 2 * (4 + 3)
    # More data sets are the first ones and others: a rate of its own for each.
    assert {line["datasets"] for line in found} == {10, 20}
