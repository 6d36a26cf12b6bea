"""Draws and tests of all pairs together."""

import numpy as np
import pandas as pd
import pytest
from biased_accuracies import NAMES, accuracies

from tenbyten import statistics
from tenbyten.accuracies.values import means_of
from tenbyten.simulation.biased.draws import draw_biased, waiting_times
from tenbyten.simulation.biased.experiments import simulate
from tenbyten.simulation.biased.moments import KEYS, estimates

MEANS = means_of(accuracies())
SETTINGS = {"bias": [0, 15], "drawn": 6, "alpha": 0.1, "signed_rank": "auto", "seed": 4}


@pytest.fixture(scope="module")
def found():
    return simulate(MEANS, range(80), **SETTINGS)


def test_every_ordered_pair_is_there_both_ways_of_choosing(found):
    keys = found[KEYS]
    assert len(keys.drop_duplicates()) == len(keys) == 12 * 2 * 2
    assert set(keys["selection"]) == {"pair", "average"}
    pairs = {(r, c) for r in NAMES for c in NAMES if r != c}
    assert set(zip(keys["row"], keys["column"], strict=True)) == pairs


def test_a_pair_is_as_one_draw_after_the_other_has_it(found):
    table = estimates(found).set_index([*KEYS, "test", "measure"])["value"].sort_index()
    column, row = MEANS["rules"].to_numpy(), MEANS["bayes"].to_numpy()
    times = waiting_times(range(80), datasets=24, seed=4)
    (draws,) = draw_biased(column - row, times, bias=[15], drawn=6)
    p = [
        statistics.signed_rank(np.round(column - row, 12)[x]).p_two_sided for x in draws
    ]
    values = table["bayes", "rules", "pair", 15]
    assert values["signed_rank", "mean_p"] == pytest.approx(np.mean(p))
    rejections = np.mean(np.array(p) < 0.1)
    assert values["signed_rank", "rejection_rate"] == pytest.approx(rejections)
    means = MEANS.to_numpy()
    p = [
        statistics.friedman(means[x], alpha=0.1, seed=0, method="approximate").p
        for x in draws
    ]
    assert values["friedman", "mean_p"] == pytest.approx(np.mean(p))


def test_by_the_average_the_one_is_preferred_to_all_others(found):
    table = estimates(found).set_index([*KEYS, "test", "measure"])["value"].sort_index()
    means = MEANS.to_numpy()
    advantage = means[:, 2] - means[:, [0, 1, 3]].mean(axis=1)
    times = waiting_times(range(80), datasets=24, seed=4)
    (draws,) = draw_biased(advantage, times, bias=[15], drawn=6)
    # Classifier 0 is the first of the others.
    p = [statistics.dunnett(means[x], control=2).p[0] for x in draws]
    values = table["tree", "neighbours", "average", 15]
    rate = np.mean(np.array(p) < 0.1)
    assert values["dunnett", "rejection_rate"] == pytest.approx(rate)


def test_without_bias_a_pair_and_its_reverse_are_one(found):
    table = estimates(found).query("bias == 0 and selection == 'pair'")
    two = table[table["measure"] == "mean_p"].set_index(["row", "column", "test"])
    for test in ("paired_t", "signed_rank", "sign_test", "anova"):
        there, back = (
            two.loc[(*pair, test), "value"]
            for pair in (("tree", "rules"), ("rules", "tree"))
        )
        assert there == pytest.approx(back, abs=1e-12)


def test_jobs_add_up_to_the_whole(found):
    parts = [simulate(MEANS, range(*x), **SETTINGS) for x in [(0, 30), (30, 80)]]
    joined = estimates(pd.concat(parts))
    pd.testing.assert_frame_equal(joined, estimates(found), rtol=1e-10)


def test_other_classifiers_do_not_change_the_tests_of_two():
    two = estimates(simulate(MEANS[["bayes", "rules"]], range(80), **SETTINGS))
    four = estimates(simulate(MEANS, range(80), **SETTINGS))
    of_two = (
        "row == 'bayes' and column == 'rules' and test in ['paired_t', 'sign_test']"
    )
    there, back = (x.query(of_two)["value"].to_numpy() for x in (two, four))
    np.testing.assert_array_equal(there, back)


def test_one_classifier_is_refused():
    with pytest.raises(ValueError, match="of 1 classifier; give those of two"):
        simulate(MEANS[["bayes"]], range(5), **SETTINGS)
