"""Send requests to servers, with limits of time and size, and retries.

`requests` limits each wait for the next bytes, and urllib3's `Retry` repeats a request.
Neither stops an answer that arrives too slowly or is too large, nor repeats the request
when a body was cut or is the wrong one. Therefore whole questions are repeated here.
"""

import logging
import os
import queue
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from gzip import GzipFile
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urljoin, urlsplit
from xml.parsers.expat import ExpatError

from tenbyten.files import PathLike

LOG = logging.getLogger(__name__)

# Errors of reading an answer that is malformed or lacks an entry.
FAULTS = (
    *(ExpatError, LookupError, TypeError, ValueError, AttributeError),
    *(RecursionError, OverflowError),
)
KEY_VARIABLE = "OPENML_APIKEY"
# A shorter one would blot out ordinary words, another changes in an address.
_KEY = re.compile(r"[A-Za-z0-9_-]{16,}")
_LATER = "the server or the network is at fault, not the study: try again later"
_REDIRECTIONS = 30
# Bytes that are read from the wire at once.
_PIECE = 1 << 16
# Size limit of descriptions, as a part of that of files: they are parsed as a whole,
# which takes some ten times the memory.
_PART_OF_TEXTS = 0.05

T = TypeVar("T")


@dataclass(frozen=True)
class Connection:
    """Address of a server, limits of time, size and attempts, and the cache folder.

    They are the keys ``openml_*`` of config/config.yaml. The pause after attempt n is n
    times `wait_seconds`; `named_in` says where a user gives the address.
    """

    server: str
    timeout_seconds: float
    total_seconds: float
    attempts: int
    largest_mb: float = 1000.0
    wait_seconds: float = 1.0
    cache: PathLike = ""
    named_in: str = "`openml_server`"

    @classmethod
    def by_keys(cls, keys: Mapping[str, Any], **more: Any) -> "Connection":
        """Take the limits from the configuration's keys ``openml_*``."""
        limits = ("timeout_seconds", "total_seconds", "attempts", "largest_mb")
        return cls(**{name: keys[f"openml_{name}"] for name in limits}, **more)


@dataclass(eq=False)
class Failure(Exception):
    """A failed attempt: what the server did, and what to do about it.

    After the last attempt it is raised as `error`; `retry` is False where another
    attempt would fail as well. `content` is the body of an answer whose status is not
    200, and `code` the server's own error code, 0 for none.
    """

    said: str
    remedy: str = _LATER
    error: type[Exception] = ConnectionError
    retry: bool = True
    content: bytes = b""
    code: int = 0

    def __str__(self) -> str:
        return self.said


class Attempt:
    """One attempt: all its requests together have `total_seconds`.

    `url` is the address of the last request. Neither cookies nor the user's passwords
    (``.netrc``) are sent.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection, self.url = connection, connection.server
        seconds = connection.total_seconds
        self._deadline = time.monotonic() + seconds
        self._late = Failure(f"had not sent everything after {seconds:g} s")

    def get(self, url: str, *, is_text: bool = False, key: str = "") -> bytes:
        """Get a file, or with `is_text` a description, whose size limit is lower.

        The `key` is put into the address, or that of a redirection, where it is the
        server's own: see `is_same_site`. A Failure says why there is no file.

        A server that sends a byte now and then, or a name server that stays silent,
        would block forever. Therefore a daemon thread reads; after the deadline it is
        abandoned, and ends with the program at the latest.
        """
        part = _PART_OF_TEXTS if is_text else 1
        largest = round(self.connection.largest_mb * 1e6 * part)
        answers: queue.SimpleQueue[Any] = queue.SimpleQueue()

        def work() -> None:
            try:
                answers.put(self._read(url, largest, key))
            except Exception as error:
                answers.put(error)

        threading.Thread(target=work, daemon=True).start()
        try:
            answer = answers.get(timeout=max(0, self._deadline - time.monotonic()))
        except queue.Empty:
            answer = self._late
        check = f"the address in {self.connection.named_in}"
        if isinstance(answer, Failure):
            raise answer
        if isinstance(answer, ValueError):
            said = f"could not be asked for: {_lowest(answer)}"
            raise Failure(said, f"check {check}", ValueError, retry=False) from answer
        if isinstance(answer, Exception):
            raise Failure(f"could not be read: {_lowest(answer)}") from answer
        status, reason, content = answer
        if status == 200:
            return content
        said = f"answered {status} {reason}: {_excerpt(content)!r}"
        if status >= 500 or status == 429:
            raise Failure(said, content=content)
        remedy = f"the server does not offer it there: check the id and {check}"
        raise Failure(said, remedy, retry=False, content=content)

    def _read(self, url: str, largest: int, key: str) -> tuple[int, str, bytes]:
        """Read status, reason and content of an answer, wherever redirections lead."""
        import requests

        session, server = _session(), self.connection.server
        for _ in range(_REDIRECTIONS):
            # A redirection may repeat the key.
            self.url = url = str(url).replace(key, "") if key else str(url)
            params = {"api_key": key} if key and is_same_site(url, server) else {}
            request = requests.Request("GET", url, params=params)
            request = session.prepare_request(request)
            settings = session.merge_environment_settings(url, {}, True, None, None)
            settings["timeout"] = self.connection.timeout_seconds
            # The session itself would read all of a redirection, whatever its size.
            adapter = session.get_adapter(request.url)
            with adapter.send(request, **settings) as response:
                target = session.get_redirect_target(response)
                if target is None:
                    content = self._content(response, largest)
                    return response.status_code, response.reason or "", content
                url = urljoin(url, target)
        raise requests.TooManyRedirects(f"Exceeded {_REDIRECTIONS} redirects")

    def _content(self, response: Any, largest: int) -> bytes:
        """Read the body of an answer; stop when it is too long or too late."""
        declared = response.headers.get("Content-Length", "")
        size, content = int(declared) if declared.isdecimal() else 0, bytearray()
        if size <= largest:
            for piece in response.raw.stream(_PIECE, decode_content=False):
                content += piece
                if len(content) > largest:
                    break
                if time.monotonic() > self._deadline:
                    raise self._late
            encoding = response.headers.get("Content-Encoding", "").strip().lower()
            if encoding in ("gzip", "x-gzip") and len(content) <= largest:
                # Another encoding was not asked for, and is not decoded.
                content[:] = GzipFile(fileobj=BytesIO(content)).read(largest + 1)
            size = len(content)
        if size > largest:
            raise Failure(
                f"sends {size} bytes at least, more than the {largest / 1e6:g} MB that "
                f"are allowed",
                "if you trust the server, set `openml_largest_mb` higher",
                ValueError,
                retry=False,
            )
        return bytes(content)


def wrong_answer(said: str) -> Failure:
    """Return the failure of an answer about another thing than the question."""
    return Failure(f"answered for another: its description is of {said}")


@contextmanager
def parse_errors(content: bytes) -> Iterator[None]:
    """Raise a Failure where an answer cannot be parsed or lacks an entry."""
    try:
        yield
    except FAULTS as error:
        said = f"answered nonsense ({type(error).__name__}: {error})"
        raise Failure(f"{said}, which begins {_excerpt(content)!r}") from error


@contextmanager
def as_file(content: bytes, name: str) -> Iterator[Path]:
    """Yield the path of a temporary file; errors of reading it become a Failure."""
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as folder:
        path = Path(folder, name)
        path.write_bytes(content)
        try:
            yield path
        except FAULTS as error:
            fault = f"{type(error).__name__}: {error}".replace(f"{folder}{os.sep}", "")
            raise Failure(f"sent a damaged file ({fault})") from error


def ask(
    question: Callable[[Attempt], T],
    *,
    subject: str,
    instead: str,
    connection: Connection,
) -> T:
    """Ask a server, with retries, and explain a failure.

    Parameters
    ----------
    question : callable
        Takes an `Attempt` and returns the answer; called for each attempt. Any error
        but a Failure ends all attempts.
    instead : str
        What to do without the server; it ends every error.

    Raises
    ------
    ConnectionError
        If the server cannot be reached, stays silent, takes too long, answers
        nonsense or for something else, or has nothing at an address.
    ValueError
        If it says by itself that there is no such thing or that it is private, or
        sends more than may be sent.
    """
    for number in range(1, connection.attempts + 1):
        attempt = Attempt(connection)
        try:
            return question(attempt)
        except Failure as error:
            failure = error
        said = without_key(f"{attempt.url} {failure.said}")
        if not failure.retry:
            break
        said += f" (attempt {number} of {connection.attempts})"
        if number < connection.attempts:
            wait_seconds = connection.wait_seconds * number
            LOG.info("%s: %s; trying again in %g s", subject, said, wait_seconds)
            time.sleep(wait_seconds)
    # No cause: messages of requests and urllib3 may quote the key.
    raise failure.error(
        f"{subject}: {said}; {without_key(failure.remedy)}, or {instead}"
    )


# OpenML's API key


def api_key() -> str:
    """Return OpenML's API key from the environment, empty for none.

    Raises
    ------
    ValueError
        If it does not look like one; the message does not repeat it.
    """
    key = os.environ.get(KEY_VARIABLE, "").strip()
    if key and not _KEY.fullmatch(key):
        raise ValueError(
            f"{KEY_VARIABLE}: is not a key of 16 or more letters and digits; copy it "
            f"from your account at OpenML, or unset it"
        )
    return key


def without_key(text: str) -> str:
    """Return `text` with the API key replaced by stars."""
    key = os.environ.get(KEY_VARIABLE, "").strip()
    return text.replace(key, "***") if _KEY.fullmatch(key) else text


def is_same_site(url: str, server: str) -> bool:
    """Return whether an address is at the server's host or in its domain.

    The domain is the host without `www.`: api.openml.org, which has the files, is in
    that of www.openml.org. Scheme and port must be the server's too.
    """
    asked, home = urlsplit(url), urlsplit(server)
    host, domain = asked.hostname or "", (home.hostname or "").removeprefix("www.")
    is_near = host == domain or host.endswith(f".{domain}")
    return is_near and (asked.scheme, asked.port) == (home.scheme, home.port)


@cache
def _session() -> Any:
    """Return the session that makes all requests; to import requests takes a while."""
    import requests

    session = requests.Session()
    # Without it requests would look for passwords in the user's .netrc.
    session.auth = lambda request: request
    session.headers["Accept-Encoding"] = "gzip"
    # It logs addresses, and with them the key.
    logging.getLogger("urllib3").setLevel(logging.ERROR)
    return session


def _excerpt(content: bytes) -> str:
    """Return the first words of an answer."""
    text = " ".join(content[:10_000].decode(errors="replace").split())
    # Cut afterwards: half a key would not be known for one.
    return without_key(text)[:160]


def _lowest(error: Any) -> Exception:
    """Return the innermost of nested errors; its message is the shortest."""
    for below in (getattr(error, "reason", None), *error.args):
        if isinstance(below, Exception):
            return _lowest(below)
    return error
