"""Statements judged by estimates: verdicts by hand, over all cells together."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm
from statements import ESTIMATES, Statement, judge, summarise

KEYS = ["difference", "runs"]


def estimates_of(rates, *, n=5000, measure="rejection_rate"):
    """Estimates from rates by (difference, runs, test, policy)."""
    lines = [
        (*at, measure, rate, np.sqrt(rate * (1 - rate) / n), n)
        for at, rate in rates.items()
    ]
    return pd.DataFrame(lines, columns=[*KEYS, *ESTIMATES])


ESTIMATED = estimates_of(
    {
        (0.0, 1, "poisson", "half"): 0.0,
        (0.0, 1, "poisson", "win"): 0.16,
        (0.0, 1, "signed_rank", "split"): 0.003,
        (0.0, 1, "signed_rank", "pratt"): 0.9,
        (0.0, 10, "poisson", "half"): 0.0,
        (0.0, 10, "poisson", "win"): 0.0502,
        (0.0, 10, "signed_rank", "split"): 0.001,
        (0.04, 1, "poisson", "half"): 0.277,
        (0.04, 1, "poisson", "win"): 0.9,
        (0.04, 1, "signed_rank", "split"): 0.369,
        (0.04, 10, "poisson", "half"): 0.333,
        (0.04, 10, "poisson", "win"): 0.35,
        (0.04, 10, "signed_rank", "split"): 0.340,
    }
)
BOTH = "poisson signed_rank"
CALIBRATED = Statement("calibrated", (BOTH, "below", 0.05), "difference == 0")
LESS = Statement("less", ("poisson", "below", "signed_rank"), "difference > 0")
POLICIES = ["half", "win"]


def verdicts(statement, estimates=ESTIMATED, paired=None):
    """Verdicts by policy, test and the keys of the cell that differ."""
    found = judge([statement], estimates, paired, POLICIES)
    at = found[["policy", "test", "difference", "runs"]].itertuples(index=False)
    return dict(zip(map(tuple, at), found["verdict"], strict=True))


def test_a_rate_against_a_number_by_hand():
    assert verdicts(CALIBRATED) == {
        ("half", "poisson", 0, 1): "holds",
        ("half", "poisson", 0, 10): "holds",
        ("half", "signed_rank", 0, 1): "holds",
        ("half", "signed_rank", 0, 10): "holds",
        ("win", "poisson", 0, 1): "fails",
        ("win", "poisson", 0, 10): "undecided",
        ("win", "signed_rank", 0, 1): "holds",
        ("win", "signed_rank", 0, 10): "holds",
    }
    # Alone: two errors of 0.05 in 5,000 experiments are 0.0062.
    for rate, verdict in [(0.0438, "holds"), (0.0439, "undecided"), (0.0562, "fails")]:
        one = estimates_of({(0.0, 1, "t", ""): rate})
        told = CALIBRATED._replace(claim=("t", "below", 0.05))
        assert set(verdicts(told, one).values()) == {verdict}


def test_one_cell_of_many_decides_only_if_it_is_far_enough_off():
    # One of 29 cells fails by 2.5 standard errors: by chance in one statement of three.
    error = np.sqrt(0.05 * 0.95 / 5000)
    rates = {(float(i), 1, "t", ""): 0.02 for i in range(28)}
    told = Statement("many", ("t", "below", 0.05))
    for errors, verdict in [(2.5, "holds"), (4, "mixed")]:
        table = estimates_of(rates | {(28.0, 1, "t", ""): 0.05 + errors * error})
        (line,) = summarise(judge([told], table)).itertuples()
        assert (line.verdict, line.cells, line.holds) == (verdict, 29, 28)
    alone = estimates_of({(28.0, 1, "t", ""): 0.05 + 2.5 * error})
    assert summarise(judge([told], alone))["verdict"].tolist() == ["fails"]


def test_verdicts_are_those_of_holm_s_method_by_hand():
    error = np.sqrt(0.05 * 0.95 / 5000)
    z = [-4.0, -2.4, -2.1, 0.5]
    rates = {(float(i), 1, "t", ""): 0.05 + x * error for i, x in enumerate(z)}
    found = judge([Statement("", ("t", "below", 0.05))], estimates_of(rates))
    p = norm.cdf(z)
    wanted = np.maximum.accumulate([4 * p[0], 3 * p[1], 2 * p[2], p[3]])
    assert found["p_holds"].to_numpy() == pytest.approx(wanted)
    assert found["p_fails"].to_numpy()[3] == pytest.approx(1)
    assert found["verdict"].tolist() == ["holds", *["undecided"] * 3]


def test_two_tests_in_the_same_cells_by_hand():
    # At 1 run -0.092, at 10 -0.007, two errors 0.0186 and 0.0189.
    assert verdicts(LESS) == {
        ("half", "poisson", 0.04, 1): "holds",
        ("half", "poisson", 0.04, 10): "undecided",
        ("win", "poisson", 0.04, 1): "fails",
        ("win", "poisson", 0.04, 10): "undecided",
    }
    first = judge([LESS], ESTIMATED, policies=["half"]).iloc[0]
    assert first["gap"] == pytest.approx(-0.092)
    of_both = (0.277 * 0.723 + 0.369 * 0.631) / 5000
    assert first["gap_error"] == pytest.approx(np.sqrt(of_both))


@pytest.mark.parametrize("order", [1, -1])
def test_paired_errors_count_where_there_are_any(order):
    pair = ["poisson", "signed_rank"][::order]
    columns = [*KEYS, "test", "other", *ESTIMATES[1:]]
    lines = [
        (0.04, 10, *pair, policy, "rejection_rate", 0.0, error, 5000)
        for policy, error in [("half", 0.002), ("win", 0.1)]
    ]
    paired = pd.DataFrame(lines, columns=columns)
    found = judge([LESS], ESTIMATED, paired, POLICIES).set_index(["policy", "runs"])
    assert found.loc[("half", 10), "gap_error"] == 0.002
    assert found.loc[("win", 10), "gap_error"] == 0.1
    assert found.loc[("half", 10), "verdict"] == "holds"
    assert found.loc[("win", 10), "verdict"] == "undecided"


def test_a_cell_is_compared_with_another_but_not_with_itself():
    near = Statement("same", ("signed_rank", "near", {"runs": 1}), within=0.03)
    # At 0.04: gap -0.029, two errors 0.0191. No policy of the Poisson test matters.
    assert verdicts(near) == {
        ("", "signed_rank", 0, 10): "holds",
        ("", "signed_rank", 0.04, 10): "undecided",
    }
    for within, verdict in [(0.005, "fails"), (0.06, "holds")]:
        found = verdicts(near._replace(within=within))
        assert found["", "signed_rank", 0.04, 10] == verdict


def test_near_a_number_has_no_room_beyond_0():
    at = "difference == 0 and runs == 1"
    near = Statement("", ("poisson", "near", 0.05), at, within=0.05)
    assert verdicts(near) == {
        ("half", "poisson", 0, 1): "holds",
        ("win", "poisson", 0, 1): "fails",
    }


def test_what_is_0_or_1_on_both_sides_is_left_aside():
    rates = {(d, 1, test, ""): d for d in (0.0, 1.0) for test in ("t", "z")}
    equal = Statement("", ("t", "above", "z"))
    assert set(verdicts(equal, estimates_of(rates)).values()) == {"both 0 or 1"}
    # A number is a claim of its own.
    against = Statement("", ("t", "below", 0.05), "difference == 0")
    assert set(verdicts(against, estimates_of(rates)).values()) == {"holds"}


def test_values_that_are_no_rates_have_their_own_error():
    estimates = estimates_of({(0.0, 1, "t", ""): 0.2}, measure="mean_p")
    told = Statement("", ("t", "below", 0.3), measure="mean_p")
    for error, verdict in [(0.04, "holds"), (0.06, "undecided"), (np.nan, "undecided")]:
        found = judge([told], estimates.assign(error=error))
        assert list(found["verdict"]) == [verdict]


def test_the_summary_counts_the_cells():
    found = summarise(judge([CALIBRATED, LESS], ESTIMATED, policies=POLICIES))
    lines = [
        [1, "half", "holds", 4, 4, 0, 0, 0],
        [1, "win", "mixed", 4, 2, 1, 1, 0],
        [2, "half", "holds", 2, 1, 0, 1, 0],
        [2, "win", "fails", 2, 0, 1, 1, 0],
    ]
    assert found.drop(columns="says").to_numpy().tolist() == lines


def test_a_statement_on_some_cells_holds_if_it_holds_in_one():
    some = [told._replace(somewhere=True) for told in (CALIBRATED, LESS)]
    found = summarise(judge(some, ESTIMATED, policies=POLICIES))
    # As above, 2/1/1 and 0/1/1 cells hold, fail and are undecided under win.
    assert list(found["verdict"]) == ["holds", "holds", "holds", "undecided"]
    never = Statement("", ("signed_rank", "above", 0.999), somewhere=True)
    assert list(summarise(judge([never], ESTIMATED))["verdict"]) == ["fails"]


def test_an_open_statement_is_undecided_and_its_values_are_told():
    found = judge([LESS._replace(is_open=True)], ESTIMATED, policies=["half"])
    assert set(found["verdict"]) == {"undecided"}
    assert found["gap"].tolist() == pytest.approx([-0.092, -0.007])


def test_a_statement_without_a_cell_is_refused():
    with pytest.raises(ValueError, match=r"statement 2 \(less\): no such cell"):
        judge([CALIBRATED, LESS._replace(at="difference > 1")], ESTIMATED)
