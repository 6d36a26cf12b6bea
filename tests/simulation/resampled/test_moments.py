"""Moments of the losses: the estimators, and the published intervals."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest

from tenbyten.simulation.resampled.moments import (
    correlation,
    mean_of,
    moments,
    read_intervals,
)

LINE = "regression\t1\tmu_half_A\t98.77\t100.03\n"
KEPT = ("mean", "variance")
HEADER = "problem\tcase\tquantity\tlow\thigh\n"


@pytest.fixture(scope="module")
def splits():
    """Losses of 400 data sets by six splits, whose correlation is 0.3."""
    rng = np.random.default_rng(4)
    shared, own = rng.normal(size=(400, 1)), rng.normal(size=(400, 6))
    return 5 + np.sqrt(0.3) * shared + np.sqrt(0.7) * own


def test_correlation_is_the_mean_over_all_pairs_of_splits(splits):
    found = correlation(splits.mean(axis=1), splits.var(axis=1), 6)
    away = splits - splits.mean()
    d = (away**2).mean(axis=1)
    pairs = [away[:, j] * away[:, k] for j, k in permutations(range(6), 2)]
    g = np.mean(pairs, axis=0)
    rho = g.mean() / d.mean()
    assert found.value == pytest.approx(rho, rel=1e-10)
    errors = (g - rho * d) / d.mean()
    wanted = errors.std(ddof=1) / np.sqrt(len(errors))
    assert found.error == pytest.approx(wanted, rel=1e-10)


def test_the_error_of_a_correlation_is_that_of_the_jackknife(splits):
    """The infinitesimal jackknife and the ordinary one agree to order 1 / n."""
    left = []
    for i in range(len(splits)):
        rest = np.delete(splits, i, axis=0)
        left.append(correlation(rest.mean(axis=1), rest.var(axis=1), 6).value)
    n = len(splits)
    jackknife = np.sqrt((n - 1) / n * np.sum((np.array(left) - np.mean(left)) ** 2))
    found = correlation(splits.mean(axis=1), splits.var(axis=1), 6)
    assert found.error == pytest.approx(jackknife, rel=0.02)
    assert abs(found.value - 0.3) < 4 * found.error


def test_the_error_of_a_mean_by_hand():
    found = mean_of(np.array([1.0, 2.0, 3.0]))
    assert found == pytest.approx((2, 1 / np.sqrt(3)))


def test_z_by_hand():
    # Ours is 2 with error 1 / sqrt(3); the published interval is 6 plus or minus 1.96,
    # so that its error is 1: z = (2 - 6) / sqrt(1 / 3 + 1).
    names = [f"{x}_{of}" for x in ("half", "thrown", "nine", "halves") for of in KEPT]
    table = pd.DataFrame({name: [1.0, 2.0, 3.0] for name in names})
    numbers = {"vary_splits": [2], "vary_halvings": [2], "repetitions": 2}
    asked = {"problem": "p", "splits": 2, "halvings": 2} | numbers
    (line, *_) = moments(
        {"cell": table.assign(case="1", loss="A")},
        {"simulation": asked},
        exact={},
        published={("1", "mu_half_A"): (4.04, 7.96)},
    ).itertuples()
    assert (line.quantity, line.estimate) == ("mu_half_A", 2)
    assert line.z == pytest.approx(-4 / np.sqrt(4 / 3))


def test_intervals_are_those_of_one_problem(tmp_path):
    path = tmp_path / "intervals.tsv"
    other = LINE.replace("regression", "letters").replace("\t1\t", "\t17.25\t")
    path.write_text(HEADER + LINE + other)
    assert read_intervals(path, "regression") == {("1", "mu_half_A"): (98.77, 100.03)}
    assert read_intervals(path, "letters") == {("17.25", "mu_half_A"): (98.77, 100.03)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEADER.replace("low", "least") + LINE, "it needs the columns problem, case"),
        (HEADER + LINE.replace("98.77", "about 99"), "low and high being numbers"),
        (HEADER + LINE.replace("98.77", "101"), "row 1: the interval of mu_half_A"),
        (HEADER + LINE.replace("98.77", ""), "exchange or correct its ends"),
    ],
)
def test_a_file_that_is_no_table_of_intervals_is_refused(tmp_path, text, said):
    path = tmp_path / "intervals.tsv"
    path.write_text(text)
    with pytest.raises(ValueError, match=said):
        read_intervals(path, "regression")
