"""Failed attempts to ask a server, and their reasons in words."""

from typing import Any, NamedTuple

from tenbyten.web.secret import without_key

_LATER = "the server or the network is at fault, not the study: try again later"


class NotOffered(ConnectionError, ValueError):
    """The server does not have a file at the address that it gave."""


class Failure(Exception):
    """A failed attempt.

    Attributes
    ----------
    said : str
        What the server did, to follow the address.
    remedy : str
        What to do about it; by default to try again later.
    error : type
        The error that it becomes in the end.
    transient : bool
        Whether another attempt could do better.
    code : int or None
        The server's own code for it.
    """

    code: int | None = None

    def __init__(
        self,
        said: str,
        remedy: str = _LATER,
        *,
        error: type[Exception] = ConnectionError,
        transient: bool = True,
    ) -> None:
        super().__init__(said)
        self.said, self.remedy = said, remedy
        self.error, self.transient = error, transient


def refused(said: str, remedy: str, error: type[Exception] = ValueError) -> Failure:
    """Return a failure that is final."""
    return Failure(said, remedy, error=error, transient=False)


def too_large(said: str, largest_bytes: float) -> Failure:
    """Return the failure of an answer that is larger than it may be."""
    said = f"{said}, more than the {largest_bytes / 1e6:g} MB that are allowed"
    return refused(said, "if you trust the server, set `openml_largest_mb` higher")


def damaged(said: str) -> Failure:
    """Return the failure of an answer that is not whole; asking again may help."""
    return Failure(f"sent a damaged file: {said}")


def of_another(said: str) -> Failure:
    """Return the failure of an answer about another thing than the question."""
    return Failure(f"answered for another: {said}")


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

    def nonsense(self, error: Exception) -> Failure:
        """Return the failure of an answer that cannot be read."""
        kind = type(error).__name__
        begin = f"which begins {self.excerpt!r}"
        return Failure(f"answered nonsense ({kind}: {error}), {begin}")


def status_failure(answer: Answer, check: str) -> Failure:
    """Interpret an HTTP status that came without a word of the server's own.

    `check` says what to check where the server does not have it.
    """
    said = f"answered {answer.status} {answer.reason}: {answer.excerpt!r}"
    if answer.status >= 500 or answer.status == 429:
        return Failure(said)
    return refused(said, f"the server does not offer it there: {check}", NotOffered)


def transport_failure(error: Exception, timeout_seconds: float, check: str) -> Failure:
    """Explain an answer that did not come whole."""
    import requests

    if isinstance(error, requests.Timeout):
        return Failure(f"stayed silent for {timeout_seconds:g} s")
    known = requests.exceptions
    broken = known.ConnectionError | known.TooManyRedirects
    if isinstance(
        error, broken | known.ChunkedEncodingError | known.ContentDecodingError
    ):
        return Failure(f"could not be read: {_lowest(error)}")
    return refused(f"could not be asked for: {_lowest(error)}", check)


def _lowest(error: Any) -> Exception:
    """Return the error that all layers above have wrapped; it is the shortest."""
    for below in (getattr(error, "reason", None), *error.args):
        if isinstance(below, Exception):
            return _lowest(below)
    return error
