"""Ask a server: bounded in time and size, again where it may help."""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from tenbyten.files import PathLike
from tenbyten.web.failures import (
    Answer,
    Failure,
    status_failure,
    too_large,
    transport_failure,
)
from tenbyten.web.request import LargeAnswer, SlowAnswer, request_within
from tenbyten.web.secret import without_key

LOG = logging.getLogger(__name__)

# Descriptions and the like, which are parsed whole, may have this part of a file's
# size: parsed they take some ten times the memory.
_PART_OF_TEXTS = 0.05

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
    def by_keys(
        cls,
        keys: Mapping[str, Any],
        *,
        server: str,
        named_in: str,
        cache: PathLike = "",
    ) -> "Connection":
        """Reach a server with the patience of the configuration's keys ``openml_*``."""
        return cls(
            server=server,
            timeout_seconds=keys["openml_timeout_seconds"],
            total_seconds=keys["openml_total_seconds"],
            attempts=keys["openml_attempts"],
            largest_mb=keys["openml_largest_mb"],
            cache=cache,
            named_in=named_in,
        )


class Attempt:
    """One attempt to ask: all its requests together have `total_seconds`.

    `refusal` finds a server's own error in an answer, if there is one.
    """

    def __init__(
        self,
        connection: Connection,
        key: str = "",
        refusal: Callable[[Answer, Connection], Failure | None] | None = None,
    ) -> None:
        self.url = self.server = connection.server
        self.largest_bytes = round(connection.largest_mb * 1e6)
        self._connection, self._key, self._refusal = connection, key, refusal
        self._deadline = time.monotonic() + connection.total_seconds

    def get(self, url: str) -> Answer:
        """Get a file; a Failure says why there is none."""
        return self._get(url, self.largest_bytes)

    def get_text(self, url: str) -> Answer:
        """Get a description or the like, which may be as large as a part of a file."""
        return self._get(url, round(self.largest_bytes * _PART_OF_TEXTS))

    def _get(self, url: str, largest_bytes: int) -> Answer:
        """Get a file that is not larger than `largest_bytes`."""
        import requests

        connection, self.url = self._connection, without_key(url)
        check = f"check the address in {connection.named_in}"
        try:
            answer = request_within(
                self._deadline,
                url,
                key=self._key,
                server=connection.server,
                timeout_seconds=connection.timeout_seconds,
                largest_bytes=largest_bytes,
                visit=self._visit,
            )
        except SlowAnswer:
            seconds = connection.total_seconds
            raise Failure(f"had not sent everything after {seconds:g} s") from None
        except LargeAnswer as error:
            raise too_large(f"sends {error}", largest_bytes) from None
        except (requests.RequestException, UnicodeError) as error:
            seconds = connection.timeout_seconds
            raise transport_failure(error, seconds, check) from error
        if self._refusal and (failure := self._refusal(answer, connection)):
            raise failure
        if answer.status != 200:
            raise status_failure(
                answer, f"check the id and the address in {connection.named_in}"
            )
        return answer

    def _visit(self, url: str) -> None:
        """Note where a redirection leads."""
        self.url = without_key(url)


def ask(
    question: Callable[[Attempt], T],
    *,
    subject: str,
    instead: str,
    connection: Connection,
    key: str = "",
    refusal: Callable[[Answer, Connection], Failure | None] | None = None,
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
    number = 0
    while True:
        number += 1
        attempt = Attempt(connection, key, refusal)
        try:
            return question(attempt)
        except Failure as error:
            failure = error
            # requests' and urllib3's own words may quote the key.
            cause = None if key else error.__cause__
        said = f"{attempt.url} {without_key(failure.said)}"
        if failure.transient:
            said += f" (attempt {number} of {connection.attempts})"
        if number >= connection.attempts or not failure.transient:
            message = f"{subject}: {said}; {without_key(failure.remedy)}, or {instead}"
            raise failure.error(message) from cause
        wait_seconds = connection.wait_seconds * number
        LOG.info("%s: %s; trying again in %g s", subject, said, wait_seconds)
        time.sleep(wait_seconds)
