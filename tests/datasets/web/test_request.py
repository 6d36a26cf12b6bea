"""One request: its limits of time and size, and what it tells to whom."""

import gzip
import resource
import subprocess
import sys
import time
import zlib
from functools import cache
from itertools import repeat

import pytest
from openml_loopback import TEXT, Answer, LoopbackOpenML, moved, reach

from tenbyten.datasets.web import Attempt, Failure

KEY = "0123456789abcdef0123456789abcdef"
MB = 1_000_000


def get(server, path="/file", *, seconds=20, largest_bytes=MB, key=""):
    largest = largest_bytes / MB
    how = reach(server, attempts=1, total_seconds=seconds, largest_mb=largest)
    return Attempt(how).get(server.base + path, key=key)


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("encoding", [None, "identity", "gzip"])
@pytest.mark.parametrize("size", [0, 1, 999, 1000, 1001, 5000])
def test_an_answer_may_be_as_large_as_it_may_be(server, size, encoding, chunked):
    body = b"x" * size
    sent = gzip.compress(body) if encoding == "gzip" else body
    kind = encoding or "identity"
    server.answers["/file"] = Answer(sent, encoding=kind, chunked=chunked)
    if size <= 1000:
        assert get(server, largest_bytes=1000) == body
    else:
        with pytest.raises(Failure, match=r"^sends \d+ bytes"):
            get(server, largest_bytes=1000)


def test_the_parts_of_a_compressed_answer_are_joined(server):
    body = gzip.compress(b"one,") + gzip.compress(b"two")
    server.answers["/file"] = Answer(body, encoding="gzip")
    assert get(server) == b"one,two"


@cache
def bomb(megabytes):
    """Gzipped zeros, a thousand times as many as bytes."""
    packer = zlib.compressobj(1, wbits=31)
    parts = [packer.compress(bytes(MB)) for _ in range(megabytes)]
    return b"".join([*parts, packer.flush()])


BROKEN = {
    "cut": gzip.compress(b"text" * 99, mtime=0)[:-9],
    "no gzip": b"text" * 99,
    "rest": gzip.compress(b"text", mtime=0) + b"rest",
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
def test_a_compressed_answer_that_is_broken_is_none(server, body):
    server.answers["/file"] = Answer(body, encoding="gzip")
    with pytest.raises(Failure, match="could not be read"):
        get(server)


@pytest.mark.parametrize("encoding", ["deflate", "br", "zstd", "gzip, gzip", "odd"])
def test_an_encoding_that_was_not_asked_for_is_not_decoded(server, encoding):
    server.answers["/file"] = Answer(bomb(1), encoding=encoding)
    assert get(server) == bomb(1)


SCRIPT = """
import sys
from tenbyten.datasets.web import Attempt, Connection, Failure
try:
    Attempt(Connection(sys.argv[2], 5, 60, 1, largest_mb=50)).get(sys.argv[1])
except Failure as failure:
    print(failure)
"""


@pytest.mark.parametrize("chunked", [False, True])
def test_a_compressed_bomb_takes_neither_memory_nor_time(server, tmp_path, chunked):
    body = bomb(1000)
    assert len(body) < 10 * MB
    server.answers["/file"] = Answer(body, encoding="gzip", chunked=chunked)

    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (600 * MB, 600 * MB))

    began = time.monotonic()
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, f"{server.base}/file", server.address],
        preexec_fn=limited,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "bytes at least, more than the 50 MB" in ran.stdout, ran.stderr
    assert time.monotonic() - began < 20


def test_a_length_that_is_too_large_is_not_waited_for(server):
    server.pause_seconds = 1
    server.answers["/file"] = Answer(b"x" * 2000, content_type=TEXT, slow="body")
    began = time.monotonic()
    with pytest.raises(Failure, match="2000 bytes at least"):
        get(server, largest_bytes=1000)
    assert time.monotonic() - began < 1


def test_an_answer_without_end_ends_by_its_size(server):
    server.answers["/file"] = Answer(b"x" * 65536, chunked=True, times=10**9)
    with pytest.raises(Failure, match="bytes at least"):
        get(server, largest_bytes=3 * MB)


def test_an_answer_without_end_ends_by_its_time(server):
    server.answers["/file"] = Answer(b"", chunked=True, times=0)
    server.answers["/drops"] = Answer(b"x", chunked=True, times=10**9, slow="body")
    server.pause_seconds = 0.05
    for path in ("/file", "/drops"):
        began = time.monotonic()
        with pytest.raises(Failure, match="had not sent everything"):
            get(server, path, seconds=0.5)
        assert time.monotonic() - began < 3


def test_redirections_share_one_time(server):
    server.pause_seconds = 0.02
    body = b"x" * 10
    server.script["/file"] = repeat(
        Answer(body, 302, "text/html", slow="all", location="/file")
    )
    began = time.monotonic()
    with pytest.raises(Failure, match="had not sent everything"):
        get(server, seconds=0.5)
    assert time.monotonic() - began < 3


def test_the_body_of_a_redirection_is_not_read(server):
    endless = Answer(b"x", 302, chunked=True, times=10**9, location="/there")
    server.answers |= {"/file": endless, "/there": Answer(b"text")}
    assert get(server) == b"text"


# To whom the key is told


@pytest.fixture
def other():
    with LoopbackOpenML() as other:
        other.answers["/there"] = Answer(b"text")
        yield other


SENT = f"?api_key={KEY}"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("echo", ["", SENT, f"?x={KEY}&y={KEY}"])
def test_a_redirection_to_another_port_has_no_key(server, other, status, echo):
    server.answers["/file"] = Answer(
        b"moved", status, location=f"{other.base}/there{echo}"
    )
    assert get(server, key=KEY) == b"text"
    assert server.requests == [f"/file{SENT}"]
    assert len(other.requests) == 1
    assert KEY not in str(other.requests) + str(other.headers)


def test_a_redirection_there_and_back_has_the_key_at_home_alone(server, other):
    server.answers["/file"] = moved(f"{other.base}/there")
    other.answers["/there"] = moved(f"{server.base}/again")
    server.answers["/again"] = Answer(b"text")
    get(server, key=KEY)
    assert server.requests == [f"/file{SENT}", f"/again{SENT}"]
    assert other.requests == ["/there"]


def test_no_header_tells_anything_of_the_user(server, other, tmp_path, monkeypatch):
    # A stranger's address must not fetch the user's passwords out of .netrc.
    netrc = tmp_path / "netrc"
    netrc.write_text("default login me password secret\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    server.answers["/file"] = Answer(
        b"moved", 302, location=f"{other.base}/there", cookie="session=1"
    )
    get(server, key=KEY)
    for headers in (*server.headers, *other.headers):
        assert not {"authorization", "cookie", "referer"} & {x.lower() for x in headers}


@pytest.mark.parametrize(
    "there", ["file:///etc/hostname", "ftp://127.0.0.1/x", "//", "http://["]
)
def test_a_redirection_leads_to_the_web_alone(server, there):
    server.answers["/file"] = moved(there)
    with pytest.raises(Failure, match="could not be"):
        get(server, key=KEY)
