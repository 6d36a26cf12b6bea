"""Failures in words."""

import pytest

from tenbyten.web.failures import Answer, damaged, refused, status_failure, too_large

PAGE = b"<html>\n  <p>" + b"Busy " * 99


@pytest.mark.parametrize(("status", "again"), [(500, True), (429, True), (404, False)])
def test_a_status_tells_whether_to_ask_again(status, again):
    failure = status_failure(Answer("http://a/b", status, "Odd", PAGE), "check it")
    assert failure.transient == again
    assert failure.said.startswith(f"answered {status} Odd: '<html> <p>Busy Busy")
    assert len(failure.said) < 200
    assert "check it" in failure.remedy or again


def test_a_failure_says_who_is_at_fault():
    assert damaged("no rows").said == "sent a damaged file: no rows"
    assert "not the study: try again later" in damaged("no rows").remedy
    failure = refused("answered no", "give another id")
    assert (failure.error, failure.transient) == (ValueError, False)
    assert "more than the 2 MB" in too_large("sends 3000000 bytes", 2e6).said


def test_nonsense_is_quoted():
    failure = Answer("http://a/b", 200, "OK", PAGE).nonsense(KeyError("id"))
    assert failure.said.startswith(
        "answered nonsense (KeyError: 'id'), which begins '<"
    )
