"""Counts of what the tests find in simulated experiments."""

import itertools

import numpy as np
from network_study import PROBLEM, settings_of

from tenbyten.simulation.network.counts import Model, count
from tenbyten.simulation.network.decisions import Rules, decide, differences_after
from tenbyten.simulation.network.tally import KEYS, tally

CELL = PROBLEM.cells(settings_of(datasets=[8, 15], runs=[1, 3]))["difference0.05"]


def counts_of(experiments):
    """The counts of some experiments, by what is counted."""
    table = tally(experiments, CELL)
    assert (table.dtypes[["datasets", "runs", "size", "count"]] == np.int64).all()
    assert not table.duplicated(KEYS).any()
    return table.set_index(KEYS)["count"].sort_index()


def test_counts_of_parts_add_up_however_experiments_are_cut():
    whole = counts_of(range(120))
    for ends in ([0, 60, 120], [0, 7, 50, 51, 120]):
        parts = [
            counts_of(range(first, last)) for first, last in itertools.pairwise(ends)
        ]
        added = sum(part.reindex(whole.index, fill_value=0) for part in parts)
        assert added.equals(whole)


def test_a_part_alone_is_that_part_of_the_whole():
    part = counts_of(range(50, 100))
    before, both = counts_of(range(50)), counts_of(range(100))
    assert (both - before.reindex(both.index, fill_value=0)).equals(
        part.reindex(both.index, fill_value=0)
    )


def test_counts_are_those_of_the_decisions():
    sizes = np.array(CELL["sizes"])
    model = Model(0.05, 0.0, True, sizes, False, False)
    counts = count(range(70), model, seed=1, datasets=15, runs=3, folds=10)
    found = counts_of(range(70))
    for runs in (1, 3):
        seen = differences_after(counts, runs, folds=10, rho=None)
        for datasets in (8, 15):
            of_tests = {
                (test, policy): better
                for test, policy, better in decide(
                    seen.on_first(datasets), Rules(0.05, None, "auto", "one")
                )
            }
            key = (datasets, runs, 0)
            assert found[*key, "", "", "experiments"] == 70
            for (test, policy), better in of_tests.items():
                assert found[*key, test, policy, "rejections"] == better.sum()
                if test == "poisson":
                    both = better & of_tests["signed_rank", "split"]
                    counted = found[*key, test, policy, "with_signed_rank"]
                    assert counted == both.sum()
        for size in sizes:
            here = counts.sizes == size
            of_size = found[15, runs, size, "", ""]
            assert of_size["simulated"] == here.sum()
            assert of_size["all_zero"] == seen.all_zero[here].sum()
            for name, sign in (("negative", -1), ("zero", 0), ("positive", 1)):
                assert of_size[name] == np.sum(np.sign(seen.means[here]) == sign)


def test_the_settings_of_the_tests_count():
    rates = {}
    for name, change in {
        "plain": {},
        "alpha": {"alpha": 0.4},
        "rho": {"rho": 0.9},
        "sides": {"signed_rank_sides": "two"},
        "method": {"signed_rank": "approximate"},
        "stratified": {"stratified": True},
        "laplace": {"estimator": "laplace"},
    }.items():
        table = tally(range(60), CELL | change)
        rejected = table[table["measure"] == "rejections"]
        rates[name] = tuple(rejected["count"])
    assert len(set(rates.values())) == len(rates)
