"""Rates of rejection: null hypotheses, counts and comparisons of two tests."""

import numpy as np
import pandas as pd
import pytest

from tenbyten.simulation.resampled.moments import moments
from tenbyten.simulation.resampled.rates import KEYS, paired, rates, rejections
from tenbyten.simulation.resampled.variants import design_of, variants

SIMULATION = {
    "problem": "letters",
    "splits": 3,
    "halvings": 2,
    "repetitions": 2,
    "vary_splits": [3],
    "vary_halvings": [2, 4],
    "distances": [-1, 1],
}
SETTINGS = {"alpha": 0.1, "simulation": SIMULATION}
NAMES = [v.name for v in variants(design_of(SIMULATION))]
CASES = [("all", "A"), ("1", "B"), ("5", "B"), ("1", "AB"), ("5", "AB")]


@pytest.fixture(scope="module")
def parts():
    """Fifty data sets of two cases, which share them; errors are 1."""
    rng = np.random.default_rng(1)
    tables = []
    for number, (case, loss) in enumerate(CASES):
        columns = {"experiment": range(50), "case": case, "loss": loss}
        for name in ("half", "thrown", "nine", "halves"):
            columns[f"{name}_mean"] = number + rng.normal(size=50)
            columns[f"{name}_variance"] = rng.random(50)
        for name in NAMES:
            columns[f"{name}_estimate"] = number + rng.normal(size=50)
            columns[f"{name}_error"] = 1.0
        tables.append(pd.DataFrame(columns))
    return {"letters": pd.concat(tables, ignore_index=True)}


@pytest.fixture(scope="module")
def found(parts):
    known = moments(parts, SETTINGS, exact={("1", "B", "half"): 1.25}, published={})
    return known, list(rejections(parts, SETTINGS, known))


def test_cells_are_told_apart_by_their_keys(found):
    table = rates(found[1])
    assert not table.duplicated([*KEYS, "test", "measure"]).any()
    sizes = table["measure"].value_counts()
    assert sizes["rejection_rate"] == len(NAMES) * sum([3, 4, 4, 4, 4])
    assert sizes["real_minus_pseudo_power"] == len(NAMES) * 4


def test_null_hypotheses_are_the_truth_its_neighbours_and_other_cases(parts, found):
    table = rates(found[1])
    line = table[(table["loss"] == "B") & (table["case"] == "1")]
    line = line[(line["test"] == "one_split_t")]
    line = line[line["measure"] == "rejection_rate"].set_index("mu_of")
    deviation = parts["letters"].query("case == '1' and loss == 'B'")["half_mean"].std()
    # The exact value where it is known.
    assert line.loc["1", "null"] == 1.25
    assert line.loc["1", "distance"] == 0
    wanted = [1.25 - deviation, 1.25 + deviation]
    assert line.loc[""]["null"].tolist() == pytest.approx(wanted)
    assert line.loc[""]["distance"].tolist() == [-1, 1]
    known = found[0].set_index(["case", "quantity"])["estimate"]
    assert line.loc["5", "null"] == known["5", "mu_half_B"]
    assert line.loc["5", "distance"] == pytest.approx(
        (known["5", "mu_half_B"] - 1.25) / deviation
    )


def test_a_rate_counts_estimates_far_from_the_null(parts, found):
    table = rates(found[1]).query("test == 'conservative_z' and mu_of == case")
    rows = parts["letters"]
    for line in table[table["test_size"] == 0.5].itertuples():
        kept = rows[(rows["case"] == line.case) & (rows["loss"] == line.loss)]
        estimates = kept["conservative_z_half_3_2_estimate"]
        # The normal quantile of 95 %.
        share = np.mean(np.abs(estimates - line.null) > 1.6448536)
        assert line.value == pytest.approx(share)
        assert line.error == pytest.approx(np.sqrt(share * (1 - share) / 50))


def test_real_power_is_that_of_the_other_case_at_the_truth_of_this(found):
    table = rates(found[1])
    at = ["case", "mu_of", "loss", "test", "train", "test_size", "halvings"]
    rate = table.query("measure == 'rejection_rate'").set_index(at)["value"]
    gaps = table.query("measure == 'real_minus_pseudo_power'")
    for line in gaps.to_dict("records"):
        key = [line[name] for name in at]
        opposite = [key[1], key[0], *key[2:]]
        wanted = rate[tuple(opposite)] - rate[tuple(key)]
        assert line["value"] == pytest.approx(wanted)
    assert gaps["value"].abs().max() > 0


def test_two_tests_are_compared_on_the_same_data_sets(found):
    table, sizes = paired(found[1]), rates(found[1])
    sizes = sizes[sizes["measure"] == "rejection_rate"]
    assert set(table["distance"]) == {0}
    at = [*KEYS, "test"]
    values = sizes.set_index(at)["value"]
    for line in table.to_dict("records"):
        one, other = (
            values[(*(line[key] for key in KEYS), line[name])]
            for name in ("test", "other")
        )
        assert line["value"] == pytest.approx(one - other)
    # Seven tests on halves, five where two fifths are thrown away, three elsewhere.
    assert len(table) == len(CASES) * (21 + 10 + 3)
