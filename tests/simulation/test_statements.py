"""Statements judged by estimates: verdicts by hand, errors, refusals."""

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenbyten.simulation.estimates import ESTIMATES, PAIRED
from tenbyten.simulation.statements import judge, summarise

KEYS = ["difference", "datasets", "runs"]


def estimates_of(rates, *, n=5000, measure="rejection_rate"):
    """Estimates from rates by (difference, datasets, runs, test, policy)."""
    lines = [
        (*at, measure, rate, np.sqrt(rate * (1 - rate) / n), n)
        for at, rate in rates.items()
    ]
    return pd.DataFrame(lines, columns=[*KEYS, *ESTIMATES])


RATES = {
    (0.0, 50, 1, "poisson", "half"): 0.0,
    (0.0, 50, 1, "poisson", "win"): 0.16,
    (0.0, 50, 1, "signed_rank", "split"): 0.003,
    (0.0, 50, 1, "signed_rank", "pratt"): 0.9,
    (0.0, 50, 10, "poisson", "half"): 0.0,
    (0.0, 50, 10, "poisson", "win"): 0.0502,
    (0.0, 50, 10, "signed_rank", "split"): 0.001,
    (0.04, 50, 1, "poisson", "half"): 0.277,
    (0.04, 50, 1, "poisson", "win"): 0.9,
    (0.04, 50, 1, "signed_rank", "split"): 0.369,
    (0.04, 50, 10, "poisson", "half"): 0.333,
    (0.04, 50, 10, "poisson", "win"): 0.35,
    (0.04, 50, 10, "signed_rank", "split"): 0.340,
}
ESTIMATED = estimates_of(RATES)
CALIBRATED = {
    "says": "calibrated",
    "tests": ["poisson", "signed_rank"],
    "at": {"difference": 0},
    "is": "below",
    "than": 0.05,
}
LESS = {
    "says": "less powerful",
    "tests": ["poisson"],
    "at": {"difference": "above 0"},
    "is": "below",
    "than": "signed_rank",
}


def verdicts(statement, estimates=ESTIMATED, paired=None):
    """Verdicts by policy, test and the keys of the cell that differ."""
    found = judge([statement], estimates, paired)
    at = found[["policy", "test", "difference", "runs"]].itertuples(index=False)
    return dict(zip(map(tuple, at), found["verdict"], strict=True))


def test_a_rate_against_a_number_by_hand():
    # Two errors of 0.05 in 5,000 experiments: 2 sqrt(0.05 * 0.95 / 5000) = 0.0062.
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
    found = judge([CALIBRATED], ESTIMATED)
    assert found["gap_error"].unique() == pytest.approx([np.sqrt(0.05 * 0.95 / 5000)])
    assert set(found["errors"]) == {"score"}
    for rate, verdict in [(0.0438, "holds"), (0.0439, "undecided"), (0.0562, "fails")]:
        one = estimates_of({(0.0, 50, 1, "t", ""): rate})
        assert set(verdicts(CALIBRATED | {"tests": ["t"]}, one).values()) == {verdict}


def test_an_open_statement_is_undecided_and_its_values_are_told():
    judged, found = judge([LESS], ESTIMATED), judge([LESS | {"open": True}], ESTIMATED)
    assert set(found["verdict"]) == {"undecided"}
    others = list(found.columns.drop("verdict"))
    pd.testing.assert_frame_equal(found[others], judged[others])


def test_two_tests_in_the_same_cells_by_hand():
    # At 1 run -0.092, at 10 -0.007, two errors 0.0186 and 0.0189.
    assert verdicts(LESS) == {
        ("half", "poisson", 0.04, 1): "holds",
        ("half", "poisson", 0.04, 10): "undecided",
        ("win", "poisson", 0.04, 1): "fails",
        ("win", "poisson", 0.04, 10): "undecided",
    }
    found = judge([LESS], ESTIMATED)
    assert set(found["errors"]) == {"independent"}
    first = found.iloc[0]
    assert first["gap"] == pytest.approx(-0.092)
    of_both = (0.277 * 0.723 + 0.369 * 0.631) / 5000
    assert first["gap_error"] == pytest.approx(np.sqrt(of_both))


@pytest.mark.parametrize("order", [1, -1])
def test_paired_errors_count_where_there_are_any(order):
    pair = ["poisson", "signed_rank"][::order]
    line = (0.04, 50, 10, *pair, "half", "rejection_rate", order * -0.007, 0.003, 5000)
    other = (0.04, 50, 10, *pair, "win", "rejection_rate", order * 0.01, 0.1, 5000)
    paired = pd.DataFrame([line, other], columns=[*KEYS, *PAIRED])
    found = judge([LESS], ESTIMATED, paired).set_index(["policy", "runs"])
    assert found.loc[("half", 10), "gap"] == pytest.approx(-0.007)
    assert found.loc[("half", 10), "gap_error"] == 0.003
    assert dict(found["errors"]) == {
        ("half", 1): "independent",
        ("half", 10): "paired",
        ("win", 1): "independent",
        ("win", 10): "paired",
    }
    assert found.loc[("half", 10), "verdict"] == "holds"
    assert found.loc[("win", 10), "verdict"] == "undecided"


def test_a_cell_is_compared_with_another_but_not_with_itself():
    near = {
        "says": "roughly the same",
        "tests": ["signed_rank"],
        "is": "near",
        "than": {"runs": 1},
        "within": 0.03,
    }
    # At 0.04: gap -0.029, two errors 0.0191. No policy of the Poisson test matters.
    assert verdicts(near) == {
        ("", "signed_rank", 0, 10): "holds",
        ("", "signed_rank", 0.04, 10): "undecided",
    }
    assert verdicts(near | {"within": 0.009})["", "signed_rank", 0.04, 10] == "fails"
    assert verdicts(near | {"within": 0.05})["", "signed_rank", 0.04, 10] == "holds"
    assert set(judge([near], ESTIMATED)["than"]) == {"runs 1"}


def test_near_a_number_has_no_room_beyond_0():
    near = {"says": "", "tests": ["poisson"], "at": {"difference": 0, "runs": 1}}
    near |= {"is": "near", "than": 0.05, "within": 0.05}
    assert verdicts(near) == {
        ("half", "poisson", 0, 1): "holds",
        ("win", "poisson", 0, 1): "fails",
    }


def test_what_is_0_or_1_on_both_sides_is_left_aside():
    rates = {
        (d, 50, 1, test, ""): rate
        for (d, rate), test in itertools.product([(0.0, 0.0), (0.1, 1.0)], ["t", "z"])
    }
    equal = {"says": "", "tests": ["t"], "is": "above", "than": "z"}
    estimates = estimates_of(rates)
    assert set(verdicts(equal, estimates).values()) == {"both 0 or 1"}
    assert set(verdicts(equal | {"is": "near", "within": 0}, estimates).values()) == {
        "both 0 or 1"
    }
    # A number is a claim of its own.
    against = equal | {"at": {"difference": 0}, "is": "below", "than": 0.05}
    assert set(verdicts(against, estimates).values()) == {"holds"}


def test_values_that_are_no_rates_have_their_own_error():
    estimates = estimates_of({(0.0, 50, 1, "t", ""): 0.2}, measure="mean_p")
    estimates["error"] = 0.04
    told = {"says": "", "tests": ["t"], "measure": "mean_p", "is": "below", "than": 0.3}
    found = judge([told], estimates)
    assert list(found["verdict"]) == ["holds"]
    assert list(found["errors"]) == ["own"]
    unknown = judge([told], estimates.assign(error=np.nan))
    assert list(unknown["verdict"]) == ["undecided"]


def test_the_summary_counts_the_cells():
    found = summarise(judge([CALIBRATED, LESS], ESTIMATED))
    lines = [
        [1, "half", "holds", 4, 4, 0, 0, 0],
        [1, "win", "mixed", 4, 2, 1, 1, 0],
        [2, "half", "holds", 2, 1, 0, 1, 0],
        [2, "win", "fails", 2, 0, 1, 1, 0],
    ]
    assert found.drop(columns="says").to_numpy().tolist() == lines
    unclear = LESS | {"at": {"difference": 0.04, "runs": [10]}}
    assert list(summarise(judge([unclear], ESTIMATED))["verdict"]) == ["undecided"] * 2


def test_a_statement_on_some_cells_holds_if_it_holds_in_one():
    some = [{**told, "somewhere": True} for told in (CALIBRATED, LESS)]
    found = summarise(judge(some, ESTIMATED))
    # As above, 2/1/1 and 0/1/1 cells hold, fail and are undecided under win.
    assert list(found["verdict"]) == ["holds", "holds", "holds", "undecided"]
    never = {"says": "", "tests": ["signed_rank"], "is": "above", "than": 0.999}
    found = summarise(judge([never | {"somewhere": True}], ESTIMATED))
    assert list(found["verdict"]) == ["fails"]


def test_no_statement_makes_a_table_without_rows():
    found = judge([], ESTIMATED)
    assert list(found) == list(judge([LESS], ESTIMATED))
    assert len(summarise(found)) == 0


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"at": {"diference": 0}}, "column 'diference'; did you mean difference?"),
        ({"at": {"difference": 0.05}}, "difference 0.05; did you mean 0.04?"),
        ({"at": {"runs": [1, 100]}}, "runs 100; did you mean 10?"),
        ({"tests": ["poison"]}, "test 'poison'; did you mean poisson?"),
        ({"than": "signed-rank"}, "test 'signed-rank'; did you mean signed_rank?"),
        ({"than": {"run": 1}}, "column 'run'; did you mean runs?"),
        ({"than": {"runs": 2}}, "runs 2; did you mean 1?"),
        ({"measure": "mean_p"}, "no measure 'mean_p'. They have rejection_rate;"),
        ({"at": {"difference": "above 1"}}, "selects no row of the estimates"),
    ],
)
def test_names_and_values_that_are_not_there_are_refused(changed, words):
    with pytest.raises(ValueError, match="statement 2") as error:
        judge([CALIBRATED, LESS | changed], ESTIMATED)
    assert words in str(error.value)


def test_a_cell_without_its_other_side_is_refused():
    lacking = ESTIMATED.drop(index=ESTIMATED.query("runs == 1").index[-1])
    with pytest.raises(ValueError, match="nothing to compare poisson"):
        judge([LESS], lacking)


@given(
    st.lists(st.integers(0, 50), min_size=4, max_size=4),
    st.one_of(st.just("b"), st.integers(0, 50).map(lambda x: x / 50)),
)
def test_exchanging_below_and_above_exchanges_verdicts(counts, than):
    cells = [(0.0, 50, 1, "a", ""), (0.0, 50, 10, "a", "")]
    cells += [(0.0, 50, 1, "b", ""), (0.0, 50, 10, "b", "")]
    rates = {at: count / 50 for at, count in zip(cells, counts, strict=True)}
    told = {"says": "", "tests": ["a"], "than": than}
    below, above = (
        judge([told | {"is": x}], estimates_of(rates, n=50))["verdict"]
        for x in ("below", "above")
    )
    exchanged = {"holds": "fails", "fails": "holds"}
    assert list(above) == [exchanged.get(x, x) for x in below]
