"""Tables and sentences of verdicts, on rates by hand."""

import pytest

from tenbyten.report.simulated.statements import (
    in_words,
    statement_sentences,
    statement_tables,
)


@pytest.fixture
def settings(contents):
    """Settings with the statements."""
    return contents.settings


def texts(table):
    """The texts of a table's rows."""
    return [[cell.text for cell in row] for row in table.rows]


def test_each_statement_has_its_verdict_under_each_policy(judged, settings):
    verdicts, _ = statement_tables(judged, settings)
    assert [column.heading for column in verdicts.columns[3:]] == ["half", "win"]
    assert [row[3:] for row in texts(verdicts)] == [
        ["holds (4/0/4)", "mixed (2/1/4)"],
        ["fails (0/1/2)", "holds (2/0/2)"],
        # Whatever the Poisson test's policy is.
        ["holds (1/0/2)"] * 2,
    ]
    strong = [[cell.strong for cell in row[3:]] for row in verdicts.rows]
    assert strong == [[False, True], [True, False], [False, False]]
    assert list(verdicts.frame["policy"]) == ["half", "win", "half", "win", ""]


def test_the_cells_in_which_a_statement_fails_are_listed(judged, settings):
    _, failures = statement_tables(judged, settings)
    headings = [column.heading for column in failures.columns]
    assert headings == [
        "no.",
        "policy",
        "test",
        "difference",
        "runs",
        "value",
        "should be",
        "difference",
        "standard error",
    ]
    assert [row[:-1] for row in texts(failures)] == [
        ["1", "win", "Poisson", "0", "1", "0.1600", "below 0.05", "0.1100"],
        ["2", "half", "Poisson", "0.04", "1", "0.2700", "above 0.37", "-0.1000"],
    ]


def test_sentences_name_the_statements_that_fail(judged, settings):
    assert statement_sentences(judged, settings) == [
        "Of 3 statements under half, the policy of this study: 2 hold (1 and 3) and 1 "
        "fails (2).",
        "Of 3 statements under win: 2 hold (2 and 3) and 1 is mixed (1).",
    ]
    single = judged[judged["statement"] == 3]
    assert statement_sentences(single, settings) == ["Of 1 statement: 1 holds (3)."]


def test_without_failures_or_statements_there_is_no_such_table(judged, settings):
    assert len(statement_tables(judged.assign(verdict="holds"), settings)) == 1
    assert statement_tables(judged.head(0), settings) == []
    assert statement_sentences(judged.head(0), settings) == []


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (
            {"tests": ["poisson"], "at": {"runs": [1, 10]}, "is": "above", "than": 0.1},
            "rejection rate of Poisson above 0.1, at runs 1 and 10",
        ),
        (
            {"tests": ["t", "z"], "measure": "mean_p", "is": "below", "than": "sign"},
            "mean p of t and z below that of sign",
        ),
        (
            {"tests": ["t"], "is": "near", "than": {"runs": 1}, "within": 0.05},
            "rejection rate of t within 0.05 of that at runs 1",
        ),
        (
            {"tests": ["t"], "is": "below", "than": 0.1, "open": True},
            "cannot be decided here; rejection rate of t below 0.1",
        ),
        (
            {"tests": ["t"], "is": "above", "than": 0.1, "somewhere": True},
            "rejection rate of t above 0.1 in at least one cell",
        ),
    ],
)
def test_how_a_statement_is_judged_is_said_in_words(statement, words):
    assert in_words(statement) == words
