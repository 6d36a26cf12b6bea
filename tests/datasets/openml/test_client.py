"""OpenML's failures: told apart, tried again, put in words."""

import logging
import os
import subprocess
import sys
import time
from dataclasses import replace
from itertools import repeat
from pathlib import Path

import pytest
from openml_loopback import (
    ABOUT,
    ARFF,
    FILE,
    SILENCE,
    TEXT,
    UNAVAILABLE,
    UNAVAILABLE_XHTML,
    WHERE,
    Answer,
    add_coins,
    error_answer,
    reach,
)

import tenbyten
from tenbyten.datasets import downloads as fetching
from tenbyten.datasets.openml import DATASET, read_fetched

pytestmark = pytest.mark.usefixtures("with_coins")
DATABASE_DOWN = error_answer(107, "Database connection error")
CUT = Answer(ARFF, content_type=TEXT, sent=40)


@pytest.fixture
def connection(server):
    return reach(server, attempts=3)


def fetch(tmp_path, connection):
    how = {"where": WHERE, "connection": connection}
    return fetching.fetch(DATASET, 7, tmp_path / "7", **how)


# The path that fails, the answer there, the error, and words of it.
FAILURES = {
    "unavailable": (ABOUT, UNAVAILABLE, ConnectionError, "503 Service Unavailable"),
    "xhtml": (ABOUT, UNAVAILABLE_XHTML, ConnectionError, "503 .*Maintenance"),
    "empty": (ABOUT, Answer(b"", 503), ConnectionError, "503 Service Unavailable"),
    "database": (ABOUT, DATABASE_DOWN, ConnectionError, "107: Database connection"),
    "cut": (ABOUT, Answer(b"<oml:a>", sent=3), ConnectionError, "IncompleteRead"),
    "half": (ABOUT, Answer(b"<oml:a>"), ConnectionError, "nonsense .*no element"),
    "other": (ABOUT, Answer(b"<a>hi</a>"), ConnectionError, "nonsense .*<a>hi</a>"),
    "file-unavailable": (FILE, UNAVAILABLE, ConnectionError, "503 Service"),
    "file-cut": (FILE, CUT, ConnectionError, "IncompleteRead.40 bytes"),
    "file-md5": (FILE, Answer(ARFF[:-7]), ConnectionError, "damaged file: Checksum"),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_the_server_is_asked_again_and_then_blamed(
    server, connection, tmp_path, failure
):
    path, answer, kind, words = failure
    server.script[path] = repeat(answer)
    with pytest.raises(kind, match=words) as caught:
        fetch(tmp_path, connection)
    message = str(caught.value)
    assert message.startswith(f"{WHERE}: OpenML data set 7: {server.base}{path} ")
    assert "(attempt 3 of 3); the server or the network is at fault" in message
    assert "try again later, or set `arff_folder`" in message
    assert server.requests.count(path) == 3
    assert not (tmp_path / "7").exists()


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_a_failure_that_passes_is_only_logged(
    server, connection, tmp_path, failure, caplog
):
    path, answer, _, _ = failure
    server.script[path] = iter([answer, answer])
    with caplog.at_level(logging.INFO, "tenbyten"):
        fetch(tmp_path, connection)
    values = read_fetched(tmp_path / "7", where=WHERE).raw.values
    assert values[:, 0].tolist() == [1, 2, 3]
    first, second, _ = (r.getMessage() for r in caplog.records if "tenbyten" in r.name)
    assert "(attempt 1 of 3); trying again in 0.01 s" in first
    assert "(attempt 2 of 3); trying again in 0.02 s" in second


# What is definite is not asked again.
REFUSALS = {
    "unknown": (error_answer(111, "Unknown dataset"), ValueError, "111: Unknown data"),
    "wordless": (error_answer(111, ""), ValueError, "code 111: nothing more;"),
    "private": (error_answer(112, "No access"), ValueError, "112: .*for what is priv"),
    "key": (error_answer(103, "Authentication"), ValueError, "103: Authentication"),
    "gone": (Answer(b"<p>Gone<hr>", 404), ConnectionError, "404 Not Found: '<p>Gone"),
}


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
def test_a_refusal_is_final(server, connection, tmp_path, refusal):
    answer, kind, words = refusal
    server.script[ABOUT] = repeat(answer)
    with pytest.raises(kind, match=words) as caught:
        fetch(tmp_path, connection)
    assert str(caught.value).startswith(f"{WHERE}: OpenML data set 7: {server.base}")
    assert "or set `arff_folder`" in str(caught.value)
    assert server.requests == [ABOUT]


@pytest.mark.parametrize("path", [ABOUT, FILE])
def test_a_silent_server_is_not_waited_for_for_ever(server, tmp_path, path):
    server.script[path] = repeat(SILENCE)
    connection = reach(server, attempts=2, timeout_seconds=0.3)
    began = time.monotonic()
    with pytest.raises(ConnectionError, match=r"timeout=0.3\) \(attempt 2 of 2\)"):
        fetch(tmp_path, connection)
    # Two time-outs, and room for a slow machine.
    assert 0.6 <= time.monotonic() - began < 5


def test_an_address_that_is_none_is_refused(connection, tmp_path):
    with pytest.raises(ValueError, match="check the address in `openml_server`"):
        fetch(tmp_path, replace(connection, server="http://:80/api"))


# XML of which a little stands for much, or for a file of this machine.
ENTITY = b"<!ENTITY a 'spread '>"
LAUGHS = b"".join(
    b"<!ENTITY a%d '%b'>" % (n + 1, b"&a%d;" % n * 10) for n in range(9)
).replace(b"&a0;", b"ha")
XML_BOMBS = {
    "laughs": b"<!DOCTYPE a [%b]><oml:a>&a9;</oml:a>" % LAUGHS,
    "quadratic": b"<!DOCTYPE a [<!ENTITY a '%b'>]><oml:a>%b</oml:a>"
    % (b"x" * 5000, b"&a;" * 5000),
    "external": b"<!DOCTYPE a [<!ENTITY a SYSTEM 'file:///etc/hostname'>]>"
    b"<oml:data_set_description><oml:name>&a;</oml:name></oml:data_set_description>",
    "parameter": b"<!DOCTYPE a [<!ENTITY %% a SYSTEM '%b/evil.dtd'> %%a;]><oml:a/>",
    "dtd": b"<!DOCTYPE a SYSTEM '%b/evil.dtd'><oml:a/>",
    "empty": b"<!DOCTYPE a><oml:a/>",
    "late": b"<!-- a --><!DOCTYPE a [<!ENTITY b '<oml:c>&d;'>]><oml:a/>",
    "utf-16": "<?xml version='1.0' encoding='utf-16'?><!DOCTYPE a><a/>".encode(
        "utf-16"
    ),
}


@pytest.mark.parametrize("bomb", XML_BOMBS.values(), ids=XML_BOMBS)
@pytest.mark.parametrize("status", [200, 412])
def test_xml_that_declares_a_type_is_refused(
    server, connection, tmp_path, bomb, status
):
    if b"%b" in bomb:
        bomb = bomb % server.base.encode()
    server.script[ABOUT] = repeat(Answer(bomb, status))
    began = time.monotonic()
    words = "answered nonsense .*" if status == 200 else "answered 412"
    if status == 200 and bomb is not XML_BOMBS["utf-16"]:
        words += "declares a document type"
    with pytest.raises(ConnectionError, match=words) as caught:
        fetch(tmp_path, connection)
    assert time.monotonic() - began < 5
    # Nothing was fetched for it, and no file of this machine is in the words.
    assert set(server.requests) == {ABOUT}
    assert Path("/etc/hostname").read_text().strip() not in str(caught.value)
    assert "spread" not in str(caught.value)


def test_xml_of_many_levels_is_refused(server, connection, tmp_path):
    levels = 5000
    server.script[ABOUT] = repeat(Answer(b"<a>" * levels + b"</a>" * levels))
    with pytest.raises(ConnectionError, match="answered nonsense"):
        fetch(tmp_path, replace(connection, attempts=1))


@pytest.mark.parametrize("length", [5000, 10**6])
def test_a_number_of_many_digits_is_no_number(server, connection, tmp_path, length):
    about = server.answers[ABOUT].body.replace(b"id>7<", b"id>%b<" % (b"7" * length))
    server.script[ABOUT] = repeat(Answer(about))
    with pytest.raises(ConnectionError, match=r"answered (nonsense|for another)"):
        fetch(tmp_path, replace(connection, attempts=1))


SCRIPT = """
import sys
from tenbyten.datasets.web import Attempt, Connection
from tenbyten.datasets.downloads import fetch
from tenbyten.datasets.openml import count_instances
from tenbyten.datasets.openml import DATASET, read_fetched
from tenbyten.datasets.folds.openml import task_folds
heavy = {"openml", "pandas", "pyarrow", "requests", "sklearn"}
assert not heavy & set(sys.modules), heavy & set(sys.modules)
server, folder = sys.argv[1:]
how = Connection(server, 5, 20, attempts=1)
fetch(DATASET, 7, folder, where="here", connection=how)
assert "openml" not in sys.modules
assert count_instances(Attempt(how), 7) == 3
print(len(read_fetched(folder, where="here").raw.values))
"""


def test_nothing_is_written_to_home_and_the_package_is_imported_late(server, tmp_path):
    add_coins(server, instances=3)
    home = tmp_path / "home"
    home.mkdir()
    hidden = ("OPENML_CACHE_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    environment = {k: v for k, v in os.environ.items() if k not in hidden}
    paths = [server.address, tmp_path / "7"]
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, paths)],
        env=environment
        | {"HOME": str(home), "PYTHONPATH": str(Path(tenbyten.__file__).parents[1])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.returncode) == ("3\n", 0), ran.stderr
    assert list(home.rglob("*")) == []
    assert {path.name for path in tmp_path.iterdir()} == {"home", "7"}
