"""The tables of problem `network`."""

import numpy as np
import pandas as pd
import pytest
from network_study import PROBLEM, collected, settings_of, simulated

from tenbyten.simulation.estimates import ESTIMATES, PAIRED
from tenbyten.simulation.network.collecting import CLASSIFIERS
from tenbyten.simulation.network.expected import expected_difference
from tenbyten.tables import read_table, write_table

KEYS = ["difference", "scale", "datasets", "runs"]
SMALL = {"experiments": 60, "datasets": [8, 15], "runs": [1, 3]}


@pytest.fixture(scope="module")
def tables():
    return collected(differences=[0, 0.08], **SMALL)


def test_tables_have_their_columns_and_a_row_for_each_cell_test_and_policy(tables):
    assert list(tables) == list(PROBLEM.tables)
    estimates, paired, facts = tables.values()
    assert list(estimates) == [*KEYS, *ESTIMATES]
    assert list(paired) == [*KEYS, *PAIRED]
    assert list(facts)[:4] == ["difference", "scale", "size", "runs"]
    rates = estimates[estimates["measure"] == "rejection_rate"]
    assert len(rates) == 2 * 2 * 2 * (4 + 3)
    assert len(paired) == 2 * 2 * 2 * 4
    assert len(facts) == 2 * 2 * (1 + 6)
    for table in tables.values():
        assert not table.duplicated(
            [name for name in table if name not in ("value", "error", "experiments")]
        ).any()


@pytest.mark.parametrize("policy", ["half", "win", "drop"])
def test_the_policy_of_the_study_comes_first(policy):
    tables = collected(zero_variance=policy, **SMALL)
    for name in ("estimates", "paired"):
        of_poisson = tables[name][tables[name]["test"] == "poisson"]
        assert of_poisson["policy"].iloc[0] == policy
        assert set(of_poisson["policy"]) == {"half", "win", "drop", "lose"}


def test_rates_and_errors_are_those_of_the_counts():
    settings = settings_of(differences=[0.08], **SMALL)
    parts = simulated(settings)
    counts = parts["difference0.08"].set_index(
        ["datasets", "runs", "size", "test", "policy", "measure"]
    )["count"]
    tables = PROBLEM.collect(parts, files={}, settings=settings)
    estimates = tables["estimates"]
    for line in estimates[estimates["measure"] == "rejection_rate"].itertuples():
        key = (line.datasets, line.runs, 0, line.test, line.policy, "rejections")
        rate = counts[key] / 60
        assert (line.value, line.experiments) == (rate, 60)
        assert line.error == pytest.approx(np.sqrt(rate * (1 - rate) / 60))
    for line in tables["paired"].itertuples():
        key = (line.datasets, line.runs, 0)
        both = counts[*key, "poisson", line.policy, "with_signed_rank"]
        each = [
            counts[*key, test, policy, "rejections"]
            for test, policy in (("poisson", line.policy), ("signed_rank", "split"))
        ]
        # The experiments one by one: 1 where the Poisson test alone rejects.
        alone = [number - both for number in each]
        values = np.zeros(60)
        values[: alone[0]], values[60 - alone[1] :] = 1, -1
        assert line.value == pytest.approx(values.mean())
        assert line.error == pytest.approx(values.std() / np.sqrt(60))


def test_parts_in_any_order_give_the_same_tables():
    settings = settings_of(**SMALL)
    at_once = PROBLEM.collect(simulated(settings), files={}, settings=settings)
    ranges = [range(41, 60), range(7), range(7, 41)]
    parts = simulated(settings, *ranges)
    in_parts = PROBLEM.collect(parts, files={}, settings=settings)
    for name, table in at_once.items():
        pd.testing.assert_frame_equal(in_parts[name], table, check_exact=True)


def test_parts_read_from_files_give_the_same_tables(tmp_path):
    settings = settings_of(**SMALL)
    parts = simulated(settings)
    for name, part in parts.items():
        write_table(part, tmp_path / name)
    read = {name: read_table(tmp_path / name) for name in parts}
    there = PROBLEM.collect(parts, files={}, settings=settings)
    back = PROBLEM.collect(read, files={}, settings=settings)
    for name, table in there.items():
        pd.testing.assert_frame_equal(back[name], table, check_exact=True)


def test_facts_tell_what_was_simulated():
    facts = collected(experiments=400, runs=[1, 2])["facts"]
    whole = facts[facts["size"].isna()]
    assert whole["simulated"].tolist() == [400 * 50] * 2
    for runs, of_runs in facts.groupby("runs"):
        sized = of_runs.dropna(subset="size")
        total = of_runs[of_runs["size"].isna()].iloc[0]
        weights = sized["simulated"]
        for name in ("all_zero", "negative", "zero", "positive", "mean_difference"):
            mean = np.average(sized[name], weights=weights)
            assert total[name] == pytest.approx(mean, abs=1e-12), runs
    shares = facts[["negative", "zero", "positive"]].sum(axis=1)
    assert shares.to_numpy() == pytest.approx(1)
    # Four standard errors; seeds are fixed.
    gap = (facts["mean_difference"] - facts["expected_difference"]).abs()
    assert (gap < 4 * facts["error"]).all()
    sized = facts.dropna(subset="size")
    for size, expected in zip(sized["size"], sized["expected_difference"], strict=True):
        assert expected == expected_difference(0.05, int(size), 10)


def test_facts_without_a_difference_are_those_of_another_program():
    # Half a percentage point is five standard errors.
    facts = collected(differences=[0], experiments=400)["facts"]
    one, ten = facts[facts["size"].isna()].itertuples()
    assert one.all_zero == pytest.approx(0.176, abs=0.0135)
    assert ten.all_zero == pytest.approx(0.084, abs=0.01)
    assert one.negative + one.zero == pytest.approx(0.69, abs=0.0165)


def test_the_shortfall_is_what_is_missing_in_the_mean_difference(tables):
    estimates = tables["estimates"]
    found = estimates[estimates["test"] == CLASSIFIERS]
    facts = tables["facts"]
    whole = facts[facts["size"].isna()]
    assert found["measure"].unique().tolist() == ["shortfall"]
    missing = whole["difference"] - whole["mean_difference"]
    assert found["value"].tolist() == missing.tolist()
    assert found["error"].tolist() == whole["error"].tolist()
    assert found["datasets"].unique().tolist() == [15]
    assert found["experiments"].unique().tolist() == [60]


@pytest.mark.parametrize(
    "variant",
    [{"stratified": True}, {"estimator": "laplace"}, {"spread": "cauchy"}],
)
def test_the_expected_difference_is_empty_where_it_is_not_known(variant):
    tables = collected(**SMALL, **variant)
    assert tables["facts"]["expected_difference"].isna().all()
    fixed = "spread" not in variant
    assert (CLASSIFIERS in set(tables["estimates"]["test"])) == fixed


def test_an_exchanged_difference_is_expected_with_the_other_sign():
    there, back = (collected(differences=[d], **SMALL)["facts"] for d in (0.05, -0.05))
    for name in ("mean_difference", "expected_difference"):
        assert there[name].tolist() == (-back[name]).tolist()
    literal = collected(differences=[-0.05], exchange=False, **SMALL)["facts"]
    assert (literal["expected_difference"] > 0).all()


def test_sizes_that_were_never_drawn_have_no_row():
    facts = collected(experiments=2, datasets=[2], runs=[1])["facts"]
    assert 1 < len(facts) < 7
    assert facts["simulated"].iloc[1:].sum() == facts["simulated"].iloc[0] == 4
