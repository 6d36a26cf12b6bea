"""Which decisions are sure before all runs are made."""

import numpy as np
import pytest

from tenbyten import statistics
from tenbyten.comparisons.decisions import verdicts
from tenbyten.statistics import stopping
from tenbyten.statistics.rounding import rounded
from tenbyten.statistics.stopping import REGIONS, Rules, decide

RULES, BY_ROPE = Rules(0.05), Rules(0.05, 0.01)


def study(true, runs=1, *, noise=0.01, total=10, steps=0, seed=1):
    """Pairs with these true means by data set, of which some runs are made."""
    rng, shape = np.random.default_rng(seed), (*np.shape(true), total)
    means = np.asarray(true)[..., np.newaxis] + rng.normal(size=shape) * noise
    spreads = noise**2 * rng.chisquare(9, shape) / 9
    made, n = np.broadcast_to(runs, shape[:2]).copy(), shape[1]
    facts = np.full(n, total), np.full(n, 100.0), np.full(n, 10), np.arange(1.0, n + 1)
    return stopping.Measurements(
        rounded(means), spreads, made, *facts, np.full(n, steps)
    )


def three_pairs(runs=1, **how):
    """Far apart, equal, and near the threshold, on 20 data sets."""
    effects = np.random.default_rng(7).normal(size=(3, 20)) * 0.01
    return study(effects + np.array([[0.03], [0], [0.004]]), runs, **how)


def judged(made, rules=RULES, seed=2, error=0.01):
    """Judge the decisions so far, as a study does."""
    now = decide(rounded(stopping.means_so_far(made))[np.newaxis], rules)[0]
    rng = np.random.default_rng(seed)
    return stopping.judge(made, rules, now, error=error, rng=rng)


# Distinct sizes, ties, many ties, half of them zero, signs and zeros alone.
@pytest.mark.parametrize(
    ("grain", "zeros"), [(1e6, 0), (20, 0), (2, 0), (1e6, 0.5), (0.6, 0)]
)
def test_decisions_are_those_of_the_exact_test_and_holm(grain, zeros):
    rng = np.random.default_rng(6)
    for _ in range(60):
        pairs, n = rng.choice([1, 3, 10, 28]), rng.integers(2, 61)
        shift = rng.uniform(0, 3, (pairs, 1)) * rng.choice([-1, 1], (pairs, 1))
        x = np.round(grain * (rng.normal(size=(pairs, n)) + shift / n**0.5))
        x[rng.random(x.shape) < zeros] = 0
        test = statistics.signed_rank(x)
        p = statistics.adjust(test.p_two_sided, method="holm")
        side = np.sign(test.rank_sum_column - test.rank_sum_row)
        assert (decide(x[np.newaxis], RULES)[0] == np.where(p < 0.05, side, 0)).all()


@pytest.mark.parametrize(
    ("datasets", "least", "far"), [(10, 0.95, 0.06), (25, 0.97, 0.05), (54, 0.98, 0.03)]
)
def test_verdicts_by_the_rope_are_nearly_those_of_the_draws(datasets, least, far):
    rng, at = np.random.default_rng(5), {"rope": 0.01, "largest": np.inf}
    spread = rng.choice([0.005, 0.01, 0.02, 0.04], (400, 1))
    x = rng.normal(size=(400, datasets)) * spread + rng.normal(size=(400, 1)) * 0.012
    posterior = np.stack(statistics.bayesian_signed_rank(x, seed=1, **at), axis=-1)
    said = np.array(verdicts(posterior, 0.05), dtype=object)
    said[statistics.practical_equivalence(x, share=0.8, **at) >= 0.95] = "equivalent"
    # Each alone in its family: a difference that is found hides verdicts but one.
    codes = decide(x[:, np.newaxis], BY_ROPE)[:, 0]
    side = (codes + 1) % 10 - 1
    found = np.array(REGIONS, dtype=object)[(codes - side) // 10]
    shown = (side == 0) | (said == "equivalent")
    agrees = found == np.where(shown, said, "undecided")
    assert agrees.mean() >= least
    # Fewer than 14 data sets within the rope are never enough for equivalence.
    assert {*found} == {*REGIONS[: 5 if datasets > 13 else 4]}
    # Where they do not the probability is close to the threshold.
    assert np.abs(posterior.max(axis=1) - 0.95)[~agrees].max() < far


def test_runs_that_are_not_made_are_never_read():
    runs = np.random.default_rng(3).integers(1, 10, (3, 20))
    made = three_pairs(runs)
    hidden = np.arange(10) >= runs[..., np.newaxis]
    means = np.where(hidden, np.nan, made.means)
    spreads = np.where(hidden, -1e9, made.spreads)
    garbage = made._replace(means=means, spreads=spreads)
    for rules in (RULES, BY_ROPE):
        for x, y in zip(judged(made, rules), judged(garbage, rules), strict=True):
            assert np.array_equal(x, y)


def test_the_seed_settles_the_prediction():
    made = three_pairs()
    first, again, other = (judged(made, seed=seed) for seed in (2, 2, 3))
    assert first.any_turned == again.any_turned != other.any_turned
    assert (first.wanted == again.wanted).all()


def test_open_pairs_get_runs_where_these_tell_most():
    found = judged(three_pairs())
    far, same, near = found.turned
    assert far < 0.001
    assert min(same, near) > 0.01
    assert found.any_turned >= found.turned.max()
    assert not found.wanted[0].any()
    assert 0 < found.wanted[2].sum() < 20
    # All are settled if the budget is as large as what is predicted.
    assert not judged(three_pairs(), error=found.any_turned).wanted.any()


@pytest.mark.parametrize("rules", [RULES, BY_ROPE])
def test_a_study_with_all_runs_has_nothing_to_turn(rules):
    made = three_pairs(10)
    # Float sums of these runs are not zero.
    made.means[1] = 0
    made.means[1, :, :3] = [0.1, 0.2, -0.3]
    found = judged(made, rules)
    assert found.any_turned == 0
    assert not found.wanted.any()


@pytest.mark.parametrize("steps", [0, 100])
def test_classifiers_without_any_difference_are_settled_at_once(steps):
    made = three_pairs(steps=steps)
    made.means[1], made.spreads[1] = 0, 0
    for rules in (RULES, BY_ROPE):
        found = judged(made, rules)
        assert found.turned[1] == 0
        assert not found.wanted[1].any()
        assert found.wanted[2].any()


def test_two_data_sets_can_find_nothing_and_stop_at_once():
    found = judged(study([[0.3, 0.2], [0.1, -0.1]]))
    assert found.any_turned == 0
    assert not found.wanted.any()


def test_both_sides_of_a_pair_get_the_runs_of_the_next_look():
    made, wanted = three_pairs(3), np.zeros((3, 20), dtype=bool)
    made, wanted[1, :2] = made._replace(total=np.array([4] + [10] * 19)), True
    runs, pairs = np.repeat([[3], [4], [7]], 20, axis=1), [(0, 1), (0, 2), (1, 2)]
    told, looks = stopping.Judged(np.zeros(3), 0.5, wanted), np.array([1, 3, 5, 10])
    found = stopping.advance(runs, made, told, pairs, looks)
    # On the first data set all runs, which are fewer than those of the next look.
    assert found[:, :3].tolist() == [[4, 5, 3], [4, 4, 4], [7, 7, 7]]
    assert (runs[0] == 3).all()
