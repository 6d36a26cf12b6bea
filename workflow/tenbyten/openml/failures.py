"""Tell OpenML's failures apart, and put them in words."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from tenbyten.openml.request import SlowAnswer
from tenbyten.openml.secret import api_key, without_key

# OpenML's codes for a database that cannot be reached just now, and a wrong API key.
DATABASE_DOWN = 107
WRONG_KEY = 103

_CHECK = "check the id and the address in `openml_server`"


class DamagedAnswer(ValueError):
    """An answer is damaged or not whole; asking again may help."""


class AnotherAnswer(ValueError):
    """An answer is about another thing than the question."""


class NotOffered(ConnectionError, ValueError):
    """The server does not have a file at the address that it gave."""


@dataclass
class Heard:
    """The last request of one attempt, and the answer to it if there was one."""

    url: str | None = None
    response: Any = None

    @property
    def status(self) -> int | None:
        """HTTP status of the answer, None without one."""
        return None if self.response is None else self.response.status_code

    @property
    def excerpt(self) -> str:
        """The first words of the answer."""
        # Cut afterwards: half a key would not be known for one.
        return without_key(" ".join(self.response.text.split()))[:160]


class Failure(NamedTuple):
    """Reason of a failed attempt, and whether another one could do better."""

    error: type[Exception]
    said: str
    remedy: str
    transient: bool


def answer_errors(openml: Any) -> tuple[type[Exception], ...]:
    """Return the errors that an answer can cause in openml and its parsers.

    A full disk (OSError) is not among them.
    """
    from xml.parsers.expat import ExpatError

    import arff
    import requests

    packages = openml.exceptions.PyOpenMLError, requests.RequestException
    parsers = ExpatError, arff.ArffException, LookupError, TypeError, ValueError
    return *packages, *parsers, AttributeError, AssertionError, NotImplementedError


def diagnose(error: Exception, heard: Heard, openml: Any, connection: Any) -> Failure:
    """Find the cause of a failed attempt, and its remedy."""
    import requests

    known = openml.exceptions
    is_transport = isinstance(error, requests.RequestException)
    if is_transport and not isinstance(error, requests.HTTPError):
        return _diagnose_transport(error, connection)
    if isinstance(error, DamagedAnswer | known.OpenMLHashException):
        return _server_fault(f"sent a damaged file: {error}")
    if isinstance(error, AnotherAnswer):
        return _server_fault(f"answered for another: {error}")
    if isinstance(error, SlowAnswer):
        seconds = connection.total_seconds
        return _server_fault(f"had not sent everything after {seconds:g} s")
    private = known.OpenMLPrivateDatasetError | known.OpenMLNotAuthorizedError
    if isinstance(error, private):
        said = f"answered that it is private: {_words(error)}"
        remedy = "choose a public one, set OPENML_APIKEY to the key of who may see it"
        if api_key():
            remedy = "the key in OPENML_APIKEY may not see it: choose a public one"
        return Failure(ValueError, said, remedy, False)
    if isinstance(error, known.OpenMLServerException):
        return _diagnose_refusal(error, heard, connection)
    if isinstance(error, NotImplementedError):
        said = f"answered with what the openml package does not know: {error}"
        return Failure(ValueError, said, "choose another id", False)
    if heard.status is None:
        said = f"was not asked: {connection.scratch} held a damaged copy, now removed"
        return _server_fault(said)
    if heard.status != 200:
        return _diagnose_status(heard)
    kind = type(error).__name__
    return _server_fault(
        f"answered nonsense ({kind}: {error}), which begins {heard.excerpt!r}"
    )


def _diagnose_refusal(error, heard, connection):
    """Interpret a code of OpenML's own."""
    said = f"answered code {error.code}: {_words(error)}"
    if error.code == DATABASE_DOWN or heard.status >= 500:
        return _server_fault(said)
    if error.code == WRONG_KEY and api_key():
        remedy = "correct the key in OPENML_APIKEY or unset it"
        return Failure(ValueError, said, remedy, False)
    # Files are not below the interface's address.
    is_file = not heard.url.startswith(connection.server)
    return Failure(NotOffered if is_file else ValueError, said, _CHECK, False)


def _diagnose_transport(error, connection):
    """Explain an answer that did not come whole."""
    import requests

    if isinstance(error, requests.Timeout):
        return _server_fault(f"stayed silent for {connection.timeout_seconds:g} s")
    cause = _lowest(error)
    known = requests.exceptions
    broken = known.ConnectionError | known.TooManyRedirects
    if isinstance(
        error, broken | known.ChunkedEncodingError | known.ContentDecodingError
    ):
        return _server_fault(f"could not be read: {cause}")
    remedy = "check the address in `openml_server`"
    return Failure(ValueError, f"could not be asked for: {cause}", remedy, False)


def _lowest(error):
    """Return the error that all layers above have wrapped; it is the shortest."""
    for below in (getattr(error, "reason", None), *error.args):
        if isinstance(below, Exception):
            return _lowest(below)
    return error


def _diagnose_status(heard):
    """Interpret an HTTP status that came without a word of OpenML's own."""
    said = f"answered {heard.status} {heard.response.reason}: {heard.excerpt!r}"
    if heard.status >= 500 or heard.status == 429:
        return _server_fault(said)
    remedy = f"the server does not offer it there: {_CHECK}"
    return Failure(NotOffered, said, remedy, False)


def _words(error):
    """Extract OpenML's own words.

    The package adds a None where there are no more, and after the first line how to
    set a key in a file that is not read here.
    """
    words, _, _ = (error.message or "nothing more").partition("\n")
    return words.removesuffix(" - None")


def _server_fault(said):
    """Blame the server or the way to it, which may be better in a moment."""
    remedy = "the server or the network is at fault, not the study: try again later"
    return Failure(ConnectionError, said, remedy, True)
