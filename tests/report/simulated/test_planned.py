"""The report of a plan."""

import pandas as pd
import pytest

from tenbyten.planning.powers import smallest
from tenbyten.report.document import Cell
from tenbyten.report.formatting import EMPTY
from tenbyten.report.simulated.planned import PAGE

VALUES = {
    # Of 10 and 40 data sets, with one run and with two.
    ("poisson", 0.0): [(0.05, 0.12), (0.05, 0.04)],
    ("signed_rank", 0.0): [(0.05, 0.05), (0.05, 0.05)],
    ("bayesian_equivalent", 0.0): [(0.3, 0.9), (0.3, 0.9)],
    ("poisson", 0.01): [(0.2, 0.6), (0.3, 0.82)],
    ("signed_rank", 0.01): [(0.2, 0.7), (0.2, 0.7)],
    ("bayesian_equivalent", 0.01): [(0.0, 0.0), (0.0, 0.0)],
    ("poisson", 0.02): [(0.4, 0.9), (0.85, 0.95)],
    ("signed_rank", 0.02): [(0.5, 0.95), (0.5, 0.95)],
    ("bayesian_equivalent", 0.02): [(0.0, 0.0), (0.0, 0.0)],
}
SETTINGS = {
    "simulation": {
        "problem": "pilot",
        "datasets": [40, 10],
        "power": 0.8,
        "rope": 0.01,
    },
    "alpha": 0.05,
    "signed_rank": "auto",
    "signed_rank_sides": "one",
    "zero_variance": "half",
}


def plan(effective=30.0, values=VALUES):
    """Tables of a plan by hand."""
    lines = [
        (difference, datasets, runs, datasets * runs * 20, test, "", value)
        for (test, difference), by_runs in values.items()
        for runs, by_size in enumerate(by_runs, start=1)
        for datasets, value in zip((10, 40), by_size, strict=True)
    ]
    columns = ["difference", "datasets", "runs", "fits", "test", "policy", "value"]
    estimates = pd.DataFrame(lines, columns=columns).assign(
        measure="rejection_rate", error=0.01, experiments=1000
    )
    pilot = pd.DataFrame(
        {
            "row": "tree",
            "column": "bayes",
            "pilot_datasets": 54,
            "mean_difference": 0.0098,
            "low": -0.03,
            "high": 0.04,
            "difference": [0, 0.01, 0.02],
            "bias": [0.0, 1.5, 8.25],
            "effective": [54.0, 50.0, effective],
        }
    )
    found = smallest(estimates)
    return {"estimates": estimates, "smallest": found, "pilot": pilot}


def said_of(collected, words):
    """The sentences that have some words."""
    return [x for x in PAGE.sentences(collected, SETTINGS) if words in x]


def test_each_difference_has_its_cheapest_plan():
    two, one = said_of(plan(), "is found with a probability")
    assert two == (
        "A mean difference of 2 percentage points is found with a probability of 0.8 "
        "at the least cost by the Poisson test on 10 data sets with 2 runs (400 fits) "
        "and the signed-rank test on 40 data sets with 1 run (800 fits)."
    )
    assert one == (
        "A mean difference of 1 percentage point is found with a probability of 0.8 "
        "at the least cost by the Poisson test on 40 data sets with 2 runs (1,600 "
        "fits); not on up to 40 data sets by the signed-rank test."
    )


def test_a_difference_that_nothing_finds_is_told():
    found = plan(values={("poisson", 0.0): [(0, 0)], ("poisson", 0.01): [(0.1, 0.2)]})
    (said,) = said_of(found, "by no test")
    assert said.endswith("0.8 by no test on up to 40 data sets.")


def test_false_findings_are_told_and_those_above_alpha_named():
    (all_tests,) = said_of(plan(), "With names exchanged at random")
    assert "bayes is found to be better by the Poisson test in 0.040 to 0.120 and the "
    assert "signed-rank test in 0.050 of the comparisons." in all_tests
    assert "Bayesian" not in all_tests
    (above,) = said_of(plan(), "above alpha = 0.05")
    assert "in 1 of 4 plans, most with 1 run on 40 data sets (0.120)." in above


def test_a_poor_pilot_is_told_by_its_effective_number():
    (rests,) = said_of(plan(effective=8.5), "The pilot has 54 data sets")
    assert (
        "reaches from -3.00 to 4.00; at 2 percentage points it counts as 8.5" in rests
    )
    assert said_of(plan(effective=8.5), "is a rough one")
    assert not said_of(plan(effective=20), "is a rough one")


def test_two_sentences_say_what_was_planned():
    how, needs = PAGE.text(plan(), SETTINGS)
    assert "of bayes with tree by drawing" in how
    assert "a pilot study on 54 data sets" in how
    assert needs == (
        "To find a mean difference of 2 percentage points with a probability of 0.8, "
        "with 2 runs of the cross-validation, the Poisson test needs 10 data sets "
        "(power 0.85) and the signed-rank test needs 40 data sets (power 0.95), at "
        "alpha = 0.05 (from 1,000 simulated comparisons)."
    )


def test_a_plan_that_fails_says_so_in_a_paper_too():
    low = {("poisson", 0.0): [(0, 0)], ("poisson", 0.03): [(0.1, 0.24)]}
    assert (
        "the Poisson test needs more than 40 data sets (power 0.24 there), at"
        in (PAGE.text(plan(values=low), SETTINGS)[1])
    )


def test_tables_have_the_error_rate_above_every_power():
    needed, poisson, *_, pilot = PAGE.tables(plan(), SETTINGS)
    assert needed.rows[0] == [Cell("1"), Cell("1"), *[Cell(EMPTY)] * 3]
    assert needed.rows[3][2:4] == [Cell("10 (400)"), Cell("40 (1,600)")]
    first, second = poisson.rows[:2]
    assert [cell.text for cell in first] == [
        *("1", "0, names exchanged"),
        *("0.050", "0.120"),
    ]
    assert [cell.text for cell in second] == ["1", "1", "0.200", "0.600"]
    assert [cell.strong for cell in poisson.rows[2]] == [False, False, False, True]
    assert [cell.text for cell in pilot.rows[2]] == ["2", "8.25", "30.0"]
    names = [table.name for table in PAGE.tables(plan(), SETTINGS)]
    assert names == [
        *("smallest", "power_poisson", "power_signed_rank"),
        *("power_bayesian_equivalent", "pilot"),
    ]


def test_there_is_a_figure_of_the_decisions_and_one_of_the_others():
    first, second = PAGE.figures(plan(), SETTINGS)
    assert (first.name, second.name) == ("power", "power_others")
    drawing = first.draw()
    assert drawing.title == "Power by number of data sets: bayes better than tree"
    assert "Poisson test, 2 points: 0.850 on 10 and 0.950 on 40 data sets." in (
        drawing.alt
    )
    assert "Bayesian" in second.draw().alt


@pytest.fixture
def without_pilot():
    found = plan(values={x: y for x, y in VALUES.items() if "bayes" not in x[0]})
    facts = pd.DataFrame(
        {
            "difference": [0.0, 0.01, 0.02, 0.02],
            "size": [None, None, None, 100.0],
            "runs": 2,
            "mean_difference": [0.0, 0.004, 0.011, 0.012],
        }
    )
    return {"estimates": found["estimates"], "smallest": found["smallest"]} | {
        "facts": facts
    }


def test_a_plan_without_a_pilot_tells_what_is_measured(without_pilot):
    asked = {**SETTINGS["simulation"], "problem": "model", "sizes": [50, 1000]}
    settings = SETTINGS | {"simulation": asked}
    assert ("instances", "50 and 1,000, drawn for each data set") in (
        PAGE.facts(settings)
    )
    *_, last = PAGE.sentences(without_pilot, settings)
    assert "measures 0.40 of 1 and 1.10 of 2 percentage points" in last
    (figure,) = PAGE.figures(without_pilot, settings)
    assert figure.draw().title.endswith("network better than zeroR")
    assert "no difference" in figure.draw().alt
    assert PAGE.text(without_pilot, settings)[0].startswith("We planned the comparison")
    assert len(PAGE.tables(without_pilot, settings)) == 3


def test_facts_say_what_is_drawn():
    facts = dict(PAGE.facts(SETTINGS))
    assert facts["comparisons"] == "data sets drawn from a pilot, with replacement"
    assert facts["data sets"] == "10 and 40"
    assert facts["rope"] == "1 percentage point"
