"""OpenML's API key: to OpenML alone, and in no word that is said."""

import logging
from dataclasses import replace
from itertools import repeat

import pytest
from openml_loopback import (
    DESCRIPTION,
    DOWNLOAD,
    TEXT,
    UNAVAILABLE,
    Answer,
    error_answer,
    moved,
    reach,
)

from tenbyten.datasets.downloads import fetch
from tenbyten.datasets.openml import DATASET
from tenbyten.datasets.web import api_key, is_same_site, without_key

KEY = "0123456789abcdef0123456789abcdef"
WHERE = "sheet.tsv, row 1 (coins)"
ARFF = b"@relation r\n@attribute side {head,tail}\n@data\nhead\ntail\n"
ABOUT, FILE = DESCRIPTION.format(7), DOWNLOAD.format(7)
SENT = f"?api_key={KEY}"


@pytest.fixture
def server(server, monkeypatch):
    monkeypatch.setenv("OPENML_APIKEY", KEY)
    server.add_dataset(
        7,
        attributes=[("side", ["head", "tail"])],
        arff=ARFF,
        default_target="side",
    )
    return server


@pytest.fixture
def get(server, tmp_path):
    def get(**settings):
        how = replace(reach(server, attempts=2), **settings)
        fetch(DATASET, 7, tmp_path / "7", where=WHERE, connection=how)

    return get


def said_by(error):
    """All that an error says; there is none behind it."""
    assert error.__cause__ is error.__context__ is None
    return repr(error) + str(error)


def test_the_key_is_sent_and_nowhere_written(server, get, tmp_path, caplog):
    server.script[ABOUT] = iter([UNAVAILABLE])
    with caplog.at_level(logging.DEBUG):
        get()
    assert server.requests == [ABOUT + SENT, ABOUT + SENT, FILE + SENT]
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == 2
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
    assert KEY not in caplog.text


ECHO = Answer(f"<p>No page {SENT}<hr>".encode(), 503, "text/html")
ANSWERS = {
    "an error that repeats it": (ABOUT, ECHO, "No page ?api_key=***"),
    "a page that repeats it at the 160th letter": (
        *(
            ABOUT,
            Answer(f"<p>{'x' * 120} ?api_key={KEY}<hr>".encode(), 503, "text/html"),
        ),
        "x ?api_key=***<hr>",
    ),
    "a page that repeats it": (ABOUT, Answer(ECHO.body), "No page ?api_key=***"),
    "a cut answer": (FILE, Answer(ARFF, content_type=TEXT, sent=9), "IncompleteRead"),
    "a circle": (FILE, moved(FILE + SENT), "Exceeded 30 redirects"),
    "a redirection": (
        FILE,
        moved(f"http://127.0.0.1:9/{SENT}"),
        ":9/?api_key= could not",
    ),
    "a wrong key": (
        *(ABOUT, error_answer(103, "Authentication failed")),
        "code 103: Authentication failed; check the id, the address in `openml_server`",
    ),
    "a private one": (
        *(ABOUT, error_answer(112, "No access granted")),
        "and, for what is private, the key in the variable OPENML_APIKEY, or set",
    ),
}


@pytest.mark.parametrize("case", ANSWERS.values(), ids=ANSWERS)
def test_no_error_has_the_key(server, get, caplog, case):
    path, answer, words = case
    server.script[path] = repeat(answer)
    with (
        caplog.at_level(logging.DEBUG),
        pytest.raises((ValueError, ConnectionError)) as caught,
    ):
        get()
    assert words in str(caught.value)
    assert KEY not in said_by(caught.value) + caplog.text
    assert ABOUT + SENT in server.requests


def test_an_error_of_the_way_there_has_no_key(server, get, caplog):
    server.close()
    with caplog.at_level(logging.DEBUG), pytest.raises(ConnectionError) as caught:
        get()
    assert "refused" in str(caught.value)
    assert KEY not in said_by(caught.value) + caplog.text


@pytest.mark.parametrize(
    ("url", "is_sent"),
    [
        ("https://www.openml.org/api/v1/xml/data/7", True),
        ("https://openml.org/data/7", True),
        ("https://api.openml.org/data/v1/download/7", True),
        ("http://www.openml.org/api/v1/xml/data/7", False),
        ("https://www.openml.org.:443/api/v1/xml/data/7", False),
        ("https://www.openml.org:8080/api/v1/xml/data/7", False),
        ("https://notopenml.org/data/7", False),
        ("https://openml.org.example.com/data/7", False),
    ],
)
def test_the_key_goes_to_the_servers_domain_alone(url, is_sent):
    assert is_same_site(url, "https://www.openml.org/api/v1/xml") == is_sent


@pytest.mark.parametrize("key", ["short", "with spaces in the middle of it", "ä" * 20])
def test_what_is_no_key_is_refused_and_not_repeated(monkeypatch, key):
    monkeypatch.setenv("OPENML_APIKEY", key)
    with pytest.raises(ValueError, match="OPENML_APIKEY: is not a key") as caught:
        api_key()
    assert key not in str(caught.value)
    # It is never sent, and no other server's matter.
    assert without_key("some words") == "some words"


def test_words_are_said_without_the_key(monkeypatch):
    monkeypatch.setenv("OPENML_APIKEY", f" {KEY}\n")
    assert api_key() == KEY
    assert without_key(f"a={KEY}&b") == "a=***&b"
    monkeypatch.delenv("OPENML_APIKEY")
    assert without_key(f"a={KEY}&b") == f"a={KEY}&b"
