"""Send an HTTP request that ends in time and in memory, whatever the server does."""

from __future__ import annotations

import queue
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tenbyten.web.failures import Answer
from tenbyten.web.secret import keep_out_of_logs

if TYPE_CHECKING:
    import requests

# Bytes that are read from the wire, and decompressed, at once.
_PIECE = 1 << 16


class SlowAnswer(ValueError):
    """An answer had not arrived whole by its deadline."""


class LargeAnswer(ValueError):
    """An answer is larger than it may be; its words say how large."""


def request_within(
    deadline: float,
    url: str,
    *,
    key: str,
    server: str,
    timeout_seconds: float,
    largest_bytes: int,
    visit: Callable[[str], None] = lambda url: None,
) -> Answer:
    """Get what is at an address, redirected or not.

    Neither cookies nor credentials of the user's (``.netrc``) are sent.

    Parameters
    ----------
    deadline : float
        When to give up, by `time.monotonic`; a SlowAnswer is raised then.
    url : str
        The address, which has no key in it.
    key : str
        An API key, sent where the address, or that of a redirection, is the server's
        own: its scheme, port, and host or a part of its domain.
    server : str
        Address of the server.
    timeout_seconds : float
        How long to wait for the next bytes.
    largest_bytes : int
        How much the answer, and that of a redirection, may be on the wire and after
        decompression; a LargeAnswer is raised at once.
    visit : callable
        Called with every address that is asked, without the key.
    """
    import requests

    if key:
        keep_out_of_logs()

    def send(transport, request, **settings):
        visit(request.url)
        settings |= {"stream": True, "timeout": timeout_seconds}

        def prepared(keyed):
            return transport(keyed, **settings)

        limits = {"key": key, "server": server, "largest_bytes": largest_bytes}
        return send_within(deadline, prepared, request, **limits)

    with requests.Session() as session:
        for scheme in ("http://", "https://"):
            session.mount(scheme, _adapter_class()(send))
        headers = {"Accept-Encoding": "gzip"}
        response = session.get(url, headers=headers)
    reason = response.reason or ""
    return Answer(response.url, response.status_code, reason, response.content)


@cache
def _adapter_class():
    """Return requests' adapter with a sender of our own, which redirections pass too.

    It is made when it is needed: to import requests takes a while.
    """
    from requests.adapters import HTTPAdapter

    class Adapter(HTTPAdapter):
        def __init__(self, sender):
            super().__init__()
            self.sender = sender

        def send(self, request, **settings):
            return self.sender(super().send, request, **settings)

    return Adapter


def send_within(
    deadline: float,
    send: Callable[[requests.PreparedRequest], requests.Response],
    request: requests.PreparedRequest,
    *,
    key: str,
    server: str,
    largest_bytes: int,
) -> requests.Response:
    """Send a request and read all of the answer, or give up.

    A time-out of requests bounds one wait for the next bytes: a server that sends a
    byte now and then, and a name server that stays silent, would never end. So a
    thread of its own sends and reads; at the deadline it is left behind, and ends
    with the program if not before.

    Parameters
    ----------
    send : callable
        Sends a prepared request and returns the answer, its body unread. Its errors
        are raised.
    request : requests.PreparedRequest
        The request; neither it nor the answer's copy of it gets the key.

    The others are those of `request_within`.
    """
    answers: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def work():
        try:
            response = send(_keyed(request, key, server))
            _read_within(deadline, largest_bytes, response)
        except Exception as error:
            answers.put((None, error))
        else:
            answers.put((response, None))

    threading.Thread(target=work, daemon=True).start()
    try:
        response, error = answers.get(timeout=max(0, deadline - time.monotonic()))
    except queue.Empty:
        raise SlowAnswer from None
    if error is not None:
        raise error
    response.request, response.url = request, request.url
    return response


def _read_within(deadline, largest_bytes, response):
    """Read the body of an answer; one that is too long or too late ends soon."""
    declared = response.headers.get("Content-Length", "")
    if declared.isdecimal() and int(declared) > largest_bytes:
        raise LargeAnswer(f"{int(declared)} bytes, as its header says")
    stream = response.raw.stream
    encoding = response.headers.get("Content-Encoding", "").strip().lower()

    def bounded(*_, **__):
        pieces = _in_time(deadline, stream(_PIECE, decode_content=False))
        pieces = _counted(largest_bytes, pieces, "on the wire")
        if encoding not in ("", "identity"):
            pieces = _decompressed(deadline, pieces, encoding)
            pieces = _counted(largest_bytes, pieces, "when decompressed")
        yield from pieces

    response.raw.stream = bounded
    # requests keeps it, so that it can be read again.
    response.content  # noqa: B018


def _in_time(deadline: float, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Pass pieces on until the deadline."""
    for piece in pieces:
        if time.monotonic() > deadline:
            raise SlowAnswer
        yield piece


def _counted(largest_bytes: int, pieces: Iterator[bytes], when: str) -> Iterator[bytes]:
    """Pass pieces on until they are too many bytes."""
    count = 0
    for piece in pieces:
        count += len(piece)
        if count > largest_bytes:
            raise LargeAnswer(f"{count} bytes {when}, and goes on")
        yield piece


def _decompressed(
    deadline: float, pieces: Iterator[bytes], encoding: str
) -> Iterator[bytes]:
    """Decompress pieces, no more at once than is passed on at once.

    What a server says it did besides gzip, or twice, was not asked for.
    """
    from urllib3.exceptions import DecodeError

    if encoding not in ("gzip", "x-gzip"):
        raise DecodeError(f"decompressing: encoding {encoding!r} was not asked for")
    inflate = zlib.decompressobj(zlib.MAX_WBITS | 16)
    piece = b""
    try:
        for piece in pieces:
            rest = piece
            while rest:
                if inflate.eof:
                    # One member of the file may follow another.
                    inflate = zlib.decompressobj(zlib.MAX_WBITS | 16)
                yield from _in_time(deadline, iter([inflate.decompress(rest, _PIECE)]))
                rest = inflate.unconsumed_tail or inflate.unused_data
    except zlib.error as error:
        raise DecodeError(str(error)) from error
    if piece and not inflate.eof:
        raise DecodeError("decompressing: the end is missing")


def _keyed(request, key, server):
    """Put the key into the request's address if that is the server's.

    A redirection may have repeated the key. Passwords of a ``.netrc`` are for no server
    that a sheet names, nor are cookies of a server for another port of its host.
    """
    keyed = request.copy()
    for name in ("Authorization", "Cookie"):
        keyed.headers.pop(name, None)
    if not key:
        return keyed
    if not _is_same_place(request.url, server):
        keyed.url = request.url.replace(key, "")
    elif key not in request.url:
        keyed.prepare_url(request.url, {"api_key": key})
    return keyed


def _is_same_place(url, server):
    """Return whether an address is at the server's host or in its domain.

    Of www.openml.org also api.openml.org, where the files are: what `www.` stands
    before is taken for the domain.
    """
    there, home = urlsplit(url), urlsplit(server)
    host = there.hostname or ""
    domain = home.hostname.removeprefix("www.")
    is_near = host == domain or host.endswith(f".{domain}")
    return is_near and (there.scheme, there.port) == (home.scheme, home.port)
