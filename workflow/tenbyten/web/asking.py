"""Ask a server: bounded in time and size, again where it may help, in words."""

import logging
import queue
import re
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urljoin, urlsplit
from xml.parsers.expat import ExpatError

from tenbyten.files import PathLike
from tenbyten.web.secret import keep_out_of_logs, without_key

LOG = logging.getLogger(__name__)

_LATER = "the server or the network is at fault, not the study: try again later"
_REDIRECTIONS = 30
# Bytes that are read from the wire, and decompressed, at once.
_PIECE = 1 << 16
# Descriptions and the like, which are parsed whole, may have this part of a file's
# size: parsed they take some ten times the memory.
_PART_OF_TEXTS = 0.05

# How a reader fails on an answer in which it does not find what it needs.
_FAULTS = (
    *(ExpatError, LookupError, TypeError, ValueError, AttributeError),
    *(RecursionError, OverflowError),
)

T = TypeVar("T")


@dataclass(frozen=True)
class Connection:
    """Address of a server, limits of patience with it, and the folder that keeps.

    The keys ``openml_*`` of config/README.md say more. `wait_seconds` is the pause
    after the first attempt, and grows by as much after every other; `named_in` says
    where a user gives the address.
    """

    server: str
    timeout_seconds: float
    total_seconds: float
    attempts: int
    largest_mb: float = 1000.0
    wait_seconds: float = 1.0
    cache: PathLike = ""
    named_in: str = "the configuration"

    @classmethod
    def by_keys(cls, keys: Mapping[str, Any], **more: Any) -> "Connection":
        """Reach a server with the patience of the configuration's keys ``openml_*``."""
        limits = ("timeout_seconds", "total_seconds", "attempts", "largest_mb")
        return cls(**{name: keys[f"openml_{name}"] for name in limits}, **more)


class NotOffered(ConnectionError, ValueError):
    """The server does not have a file at the address that it gave."""


class Failure(Exception):
    """A failed attempt: what the server did, and what to do about it.

    `error` is the error that it becomes in the end, `code` the server's own code, 0
    for none; `again` tells whether another attempt could do better.
    """

    def __init__(
        self, said: str, remedy: str = _LATER, *, error: Any = ConnectionError
    ) -> None:
        super().__init__(said)
        self.said, self.remedy, self.error = said, remedy, error
        self.again, self.code = True, 0


def refused(said: str, remedy: str, error: type[Exception] = ValueError) -> Failure:
    """Return a failure that is final."""
    failure = Failure(said, remedy, error=error)
    failure.again = False
    return failure


def too_large(said: str, largest_bytes: float) -> Failure:
    """Return the failure of an answer that is larger than it may be."""
    said = f"{said}, more than the {largest_bytes / 1e6:g} MB that are allowed"
    return refused(said, "if you trust the server, set `openml_largest_mb` higher")


def damaged(said: str) -> Failure:
    """Return the failure of an answer that is not whole; asking again may help."""
    return Failure(f"sent a damaged file: {said}")


def of_another(said: str) -> Failure:
    """Return the failure of an answer about another thing than the question."""
    return Failure(f"answered for another: its description is of {said}")


class Answer(NamedTuple):
    """An answer that came whole: where from, its HTTP status, and what it says."""

    url: str
    status: int
    reason: str
    content: bytes

    @property
    def excerpt(self) -> str:
        """The first words of the answer."""
        # Cut afterwards: half a key would not be known for one.
        text = self.content[:10_000].decode(errors="replace")
        return without_key(" ".join(text.split()))[:160]

    def read(self, reader: Callable[[bytes], T]) -> T:
        """Read the answer; a Failure tells that the reader does not understand it."""
        try:
            return reader(self.content)
        except _FAULTS as error:
            said = f"answered nonsense ({type(error).__name__}: {error})"
            raise Failure(f"{said}, which begins {self.excerpt!r}") from error


Refusal = Callable[[Answer, Connection], Failure | None]


class Attempt:
    """One attempt to ask: all its requests together have `total_seconds`.

    Neither cookies nor the user's passwords (``.netrc``) are sent. The `key` is put
    into an address, or that of a redirection, where it is the server's own: its
    scheme, port, and host or a part of its domain. `refusal` reads a server's own
    error from an answer of another status than 200, None if it has none.
    """

    def __init__(
        self, connection: Connection, key: str = "", refusal: Refusal | None = None
    ) -> None:
        self.url = self.server = connection.server
        self.largest_bytes = round(connection.largest_mb * 1e6)
        self._connection, self._key, self._refusal = connection, key, refusal
        self._deadline = time.monotonic() + connection.total_seconds

    def get(self, url: str, *, is_text: bool = False) -> Answer:
        """Get a file, or a description or the like, which may be a part as large.

        A Failure says why there is none.
        """
        from requests import RequestException, Timeout, exceptions
        from urllib3.exceptions import HTTPError, TimeoutError

        connection, part = self._connection, _PART_OF_TEXTS if is_text else 1
        check = f"the address in {connection.named_in}"
        cut = (exceptions.ConnectionError, exceptions.TooManyRedirects, HTTPError)
        try:
            answer = self._in_time(url, round(self.largest_bytes * part))
        except (Timeout, TimeoutError) as error:
            seconds = connection.timeout_seconds
            raise Failure(f"stayed silent for {seconds:g} s") from error
        except (*cut, zlib.error) as error:
            raise Failure(f"could not be read: {_lowest(error)}") from error
        except (RequestException, ValueError) as error:
            said = f"could not be asked for: {_lowest(error)}"
            raise refused(said, f"check {check}") from error
        if answer.status == 200:
            return answer
        if self._refusal:
            with suppress(*_FAULTS):
                if failure := self._refusal(answer, connection):
                    raise failure
        said = f"answered {answer.status} {answer.reason}: {answer.excerpt!r}"
        if answer.status >= 500 or answer.status == 429:
            raise Failure(said)
        remedy = f"the server does not offer it there: check the id and {check}"
        raise refused(said, remedy, NotOffered)

    def _in_time(self, url: str, largest: int) -> Answer:
        """Read an answer, or give up at the deadline.

        A time-out of requests bounds one wait for the next bytes: a server that sends
        a byte now and then, and a name server that stays silent, would never end. So a
        thread of its own reads; at the deadline it is left behind, and ends with the
        program if not before.
        """
        answers: queue.SimpleQueue[Answer | Exception] = queue.SimpleQueue()

        def work() -> None:
            try:
                answers.put(self._read(url, largest))
            except Exception as error:
                answers.put(error)

        threading.Thread(target=work, daemon=True).start()
        try:
            answer = answers.get(timeout=max(0, self._deadline - time.monotonic()))
        except queue.Empty:
            raise self._late() from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _late(self) -> Failure:
        """Return the failure of an answer that has not come by the deadline."""
        seconds = self._connection.total_seconds
        return Failure(f"had not sent everything after {seconds:g} s")

    def _read(self, url: str, largest: int) -> Answer:
        """Read an answer, wherever redirections lead."""
        import requests

        key, session = self._key, _session()
        for _ in range(_REDIRECTIONS):
            # A redirection may repeat the key.
            self.url = url = str(url).replace(key, "") if key else str(url)
            params = {"api_key": key} if key and is_home(url, self.server) else {}
            request = requests.Request("GET", url, params=params)
            request = session.prepare_request(request)
            how = session.merge_environment_settings(url, {}, True, None, None)
            how["timeout"] = self._connection.timeout_seconds
            # The session itself would read all of a redirection, whatever its size.
            with session.get_adapter(request.url).send(request, **how) as response:
                there = session.get_redirect_target(response)
                if there is None:
                    content = b"".join(self._pieces(response, largest))
                    reason = response.reason or ""
                    return Answer(url, response.status_code, reason, content)
                url = urljoin(url, there)
        raise requests.TooManyRedirects(f"Exceeded {_REDIRECTIONS} redirects")

    def _pieces(self, response: Any, largest: int) -> Iterator[bytes]:
        """Read the body of an answer; one that is too long or too late ends soon."""
        from urllib3.exceptions import DecodeError

        declared = response.headers.get("Content-Length", "")
        if re.fullmatch("[0-9]{1,18}", declared) and int(declared) > largest:
            said = f"sends {int(declared)} bytes, as its header says"
            raise too_large(said, largest)
        pieces = self._counted(
            response.raw.stream(_PIECE, decode_content=False), largest
        )
        encoding = response.headers.get("Content-Encoding", "").strip().lower()
        if encoding in ("gzip", "x-gzip"):
            return self._counted(_decompressed(pieces), largest)
        if encoding not in ("", "identity"):
            # What a server did besides gzip, or twice, may hide a bomb.
            raise DecodeError(f"decompressing: encoding {encoding!r} was not asked for")
        return pieces

    def _counted(self, pieces: Iterable[bytes], largest: int) -> Iterator[bytes]:
        """Pass pieces on until they are too many bytes, or it is too late."""
        count = 0
        for piece in pieces:
            count += len(piece)
            if count > largest:
                raise too_large(f"sends {count} bytes, and goes on", largest)
            if time.monotonic() > self._deadline:
                raise self._late()
            yield piece


def is_home(url: str, server: str) -> bool:
    """Return whether an address is at the server's host or in its domain.

    Of www.openml.org also api.openml.org, where the files are: what `www.` stands
    before is taken for the domain.
    """
    there, home = urlsplit(url), urlsplit(server)
    host, domain = there.hostname or "", (home.hostname or "").removeprefix("www.")
    is_near = host == domain or host.endswith(f".{domain}")
    return is_near and (there.scheme, there.port) == (home.scheme, home.port)


def ask(
    question: Callable[[Attempt], T],
    *,
    subject: str,
    instead: str,
    connection: Connection,
    key: str = "",
    refusal: Refusal | None = None,
) -> T:
    """Ask a server, again where that may help, and say in words why it failed.

    Parameters
    ----------
    question : callable
        Takes an `Attempt` and returns the answer; called once an attempt. What it
        raises besides a Failure ends all attempts.
    instead : str
        The way to do without it; it ends every error.
    refusal : callable, optional
        See `Attempt`.

    Raises
    ------
    ConnectionError
        If the server cannot be reached, stays silent, takes too long, answers
        nonsense or for something else.
    ValueError
        If it answers that there is no such thing, that it is private, or sends more
        than may be sent.
    """
    if key:
        keep_out_of_logs()
    for number in range(1, connection.attempts + 1):
        attempt = Attempt(connection, key, refusal)
        try:
            return question(attempt)
        except Failure as error:
            # requests' and urllib3's own words may quote the key.
            failure, cause = error, None if key else error.__cause__
        said = without_key(f"{attempt.url} {failure.said}")
        if not failure.again:
            break
        said += f" (attempt {number} of {connection.attempts})"
        if number < connection.attempts:
            wait_seconds = connection.wait_seconds * number
            LOG.info("%s: %s; trying again in %g s", subject, said, wait_seconds)
            time.sleep(wait_seconds)
    remedy = without_key(failure.remedy)
    raise failure.error(f"{subject}: {said}; {remedy}, or {instead}") from cause


@cache
def _session() -> Any:
    """Return the session that makes all requests; to import requests takes a while."""
    import requests

    session = requests.Session()
    # Without it requests would look for passwords in the user's .netrc.
    session.auth = lambda request: request
    session.headers["Accept-Encoding"] = "gzip"
    return session


def _decompressed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Decompress pieces, no more at once than is passed on at once."""
    inflate, piece = zlib.decompressobj(zlib.MAX_WBITS | 16), b""
    for piece in pieces:
        rest = piece
        while rest:
            if inflate.eof:
                # One member of the file may follow another.
                inflate = zlib.decompressobj(zlib.MAX_WBITS | 16)
            yield inflate.decompress(rest, _PIECE)
            rest = inflate.unconsumed_tail or inflate.unused_data
    if piece and not inflate.eof:
        raise zlib.error("decompressing: the end is missing")


def _lowest(error: Any) -> Exception:
    """Return the error that all layers above have wrapped; it is the shortest."""
    for below in (getattr(error, "reason", None), *error.args):
        if isinstance(below, Exception):
            return _lowest(below)
    return error
