"""The report on power with a known difference."""

import pytest
from power_rates import SETTINGS, tables

from tenbyten.report.markdown import tables_in_markdown
from tenbyten.report.simulated.network import PAGE


@pytest.fixture(scope="module")
def collected():
    return tables()


def said_of(collected, words):
    """The sentences that have some words."""
    return [x for x in PAGE.sentences(collected, SETTINGS) if words in x]


def test_type_i_errors_are_told_by_test_and_those_above_alpha_by_policy(collected):
    assert said_of(collected, "Without a difference") == [
        "Without a difference the Poisson test rejects in 0.000 of the experiments; "
        "its size is 0.05.",
        "Without a difference the signed-rank test rejects in 0.010 of the "
        "experiments; its size is 0.05.",
    ]
    (above,) = said_of(collected, "Type I error is above")
    assert above.startswith("Under zero_variance win the Poisson test's")
    assert above.count("(0.100)") == 4
    assert "10 runs on 50 data sets (0.100)" in above


def test_only_clear_differences_of_power_are_told(collected):
    (few,) = said_of(collected, "With 1 run on 50 data sets")
    assert "is less powerful at 0.05 (by up to 0.100) than the signed" in few
    (many,) = said_of(collected, "With 10 runs on 50 data sets")
    assert "is more powerful at 0.05 (by up to 0.090) than" in many
    for sentence in said_of(collected, "on 25 data sets the Poisson test is"):
        assert "is nowhere more or less powerful than" in sentence


def test_the_largest_change_by_runs_is_told(collected):
    (poisson,) = said_of(collected, "the rate of the Poisson test changes most")
    assert "at a difference of 0.05 on 25 data sets: from 0.300 to 0.500." in poisson
    (signed_rank,) = said_of(collected, "the rate of the signed-rank test changes")
    assert "from 0.400 to 0.410." in signed_rank


def test_what_is_measured_of_the_difference_is_told(collected):
    (found,) = said_of(collected, "is measured as")
    assert found == (
        "An actual difference of 0.1 is measured as 0.0800 on average over the data "
        "sets, 0.0500 on those of 25 instances and 0.0800 on those of 1,000 instances."
    )


def test_the_more_powerful_test_is_bold(collected):
    power, _, _ = PAGE.tables(collected, SETTINGS)
    assert [column.heading for column in power.columns][2:] == [
        "Poisson test, 1 run",
        "signed-rank test, 1 run",
        "Poisson test, 10 runs",
        "signed-rank test, 10 runs",
    ]
    shown = {
        (row[0].text, row[1].text): [(cell.text, cell.strong) for cell in row[2:]]
        for row in power.rows
    }
    assert shown["50", "0.05"] == [
        ("0.300", False),
        ("0.400", True),
        ("0.500", True),
        ("0.410", False),
    ]
    assert not any(strong for _, strong in shown["25", "0.05"] + shown["50", "0"])


def test_every_policy_has_its_column(collected):
    _, policies, _ = PAGE.tables(collected, SETTINGS)
    text = tables_in_markdown(policies)
    assert (
        "| Poisson test, win | Poisson test, drop | signed-rank test, split |" in text
    )
    assert "| 50 | 10 | 0.05 | 0.500 | 0.600 | 0.500 | 0.410 | 0.410 |" in text
    assert list(policies.frame)[3:] == [
        "poisson_half",
        "poisson_win",
        "poisson_drop",
        "signed_rank_split",
        "signed_rank_drop",
    ]


def test_data_sets_of_all_sizes_are_described(collected):
    _, _, simulated = PAGE.tables(collected, SETTINGS)
    assert len(simulated.rows) == 6
    assert [cell.text for cell in simulated.rows[-1]][-2:] == ["0.0800", "0.0899"]


def test_the_header_says_what_the_differences_are(collected):
    assert dict(PAGE.facts(SETTINGS))["difference"] == (
        "the same difference on all data sets"
    )
    cauchy = SETTINGS["simulation"] | {"spread": "cauchy"}
    facts = dict(PAGE.facts(SETTINGS | {"simulation": cauchy}))
    assert facts["difference"] == "Cauchy differences, scale equal to the median"
    fixed = SETTINGS | {"simulation": cauchy | {"scale": 0.05}}
    assert dict(PAGE.facts(fixed))["difference"] == "Cauchy differences, scale 0.05"
    power, policies = PAGE.figures(collected, fixed)
    assert power.draw().title == "Power of both tests: Cauchy differences, scale 0.05"
    assert policies.name == "policies"


def test_a_study_of_one_point_is_reported(collected):
    chosen = "difference == 0.05 and datasets == 50 and runs == 10"
    alone = {
        "estimates": collected["estimates"].query(chosen),
        "paired": collected["paired"].query(chosen),
        "facts": collected["facts"].query("difference == 0.05 and runs == 10"),
    }
    assert len(PAGE.sentences(alone, SETTINGS)) == 2
    for figure in PAGE.figures(alone, SETTINGS):
        assert "0.05" in figure.draw().alt
    assert [len(table.rows) for table in PAGE.tables(alone, SETTINGS)] == [1, 1, 1]
