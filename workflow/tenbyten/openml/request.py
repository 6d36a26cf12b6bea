"""Send an HTTP request that ends by a deadline, whatever the server does."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import requests


class SlowAnswer(ValueError):
    """An answer had not arrived whole by its deadline."""


def send_within(
    deadline: float,
    send: Callable[[requests.PreparedRequest], requests.Response],
    request: requests.PreparedRequest,
    *,
    key: str,
    server: str,
) -> requests.Response:
    """Send a request and read all of the answer, or give up at the deadline.

    A time-out of requests bounds one wait for the next bytes: a server that sends a
    byte now and then, and a name server that stays silent, would never end. So a
    thread of its own sends and reads; at the deadline it is left behind, and ends
    with the program if not before.

    Parameters
    ----------
    deadline : float
        When to give up, by `time.monotonic`; a SlowAnswer is raised then.
    send : callable
        Sends a prepared request and returns the answer, its body unread. Its errors
        are raised.
    request : requests.PreparedRequest
        The request; neither it nor the answer's copy of it gets the key.
    key : str
        OpenML's API key, sent if `request` goes to the server's own host.
    server : str
        Address of OpenML's XML interface.
    """
    answers: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def work():
        try:
            response = _read_until(deadline, send(_keyed(request, key, server)))
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


def _read_until(deadline, response):
    """Read the body of an answer; an endless one ends soon after the deadline."""
    stream = response.raw.stream

    def hurried(*arguments, **settings):
        for chunk in stream(*arguments, **settings):
            if time.monotonic() > deadline:
                raise SlowAnswer
            yield chunk

    response.raw.stream = hurried
    # requests keeps it, so that it can be read again.
    response.content  # noqa: B018
    return response


def _keyed(request, key, server):
    """Put the key into the request's address if that is the server's.

    A redirection may have repeated the key.
    """
    if not key:
        return request
    keyed = request.copy()
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
    domain = home.hostname.removeprefix("www.")
    is_near = there.hostname == domain or there.hostname.endswith(f".{domain}")
    return is_near and (there.scheme, there.port) == (home.scheme, home.port)
