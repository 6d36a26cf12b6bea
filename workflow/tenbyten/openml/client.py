"""One conversation with OpenML: bounded in time, tried again, its failures in words."""

import logging
import os
import shutil
import time
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.openml.request import SlowAnswer, send_within
from tenbyten.openml.secret import api_key, keep_out_of_logs, without_key

LOG = logging.getLogger(__name__)

# OpenML's codes for a database that cannot be reached just now, and a wrong API key.
DATABASE_DOWN = 107
WRONG_KEY = 103


class DamagedAnswer(ValueError):
    """What arrived is not all of what the server has; asking again may help."""


class AnotherAnswer(ValueError):
    """What arrived is about something else than what was asked for."""


class NotOffered(ConnectionError, ValueError):
    """The server says that a file is not where it said the file was."""


@dataclass(frozen=True)
class Connection:
    """Where OpenML is, and how long it is waited for.

    Attributes
    ----------
    server : str
        Address of OpenML's XML interface.
    scratch : path
        Folder for the openml package's own cache; nothing later depends on it.
    timeout_seconds : float
        How long a server that says nothing is waited for.
    total_seconds : float
        How long one attempt may take in all, however much still arrives.
    attempts : int
        How often a question is asked in all.
    wait_seconds : float
        Pause after the first attempt; it grows by as much after every other.
    """

    server: str
    scratch: str | Path
    timeout_seconds: float
    total_seconds: float
    attempts: int
    wait_seconds: float


@dataclass
class _Heard:
    """The last request of one attempt, and the answer to it if there was one."""

    url: str | None = None
    response: Any = None

    @property
    def status(self):
        """HTTP status of the answer, None without one."""
        return None if self.response is None else self.response.status_code

    @property
    def excerpt(self):
        """The first words of the answer."""
        # Cut afterwards: half a key would not be known for one.
        return without_key(" ".join(self.response.text.split()))[:160]


class _Failure(NamedTuple):
    """Why an attempt failed, and whether another one could do better."""

    error: type[Exception]
    said: str
    remedy: str
    transient: bool


def ask(question, *, subject, cached, instead, connection):
    """Ask OpenML, again where that may help, and say in words why it failed.

    An API key is taken from the environment variable OPENML_APIKEY alone, is sent to
    the server's own host alone, and is in no error and no line of a log.

    Parameters
    ----------
    question : callable
        Takes the openml module and returns the answer; called once an attempt.
    subject : str
        What is asked for, as it begins every error.
    cached : str
        What the openml package keeps of it, as a path inside the package's cache
        of this server; removed after a failure, since a damaged file there would
        be taken for a good one.
    instead : str
        How to do without it, as it ends every error.
    connection : Connection
        How to reach OpenML.

    Returns
    -------
    object
        What `question` returned.

    Raises
    ------
    ConnectionError
        If the server cannot be reached, stays silent, takes too long, answers
        nonsense or for something else.
    ValueError
        If it answers that there is no such thing, or that it is private.
    """
    openml = import_openml(connection.scratch)
    key = api_key()
    for attempt in count(1):
        heard = _Heard()
        try:
            with _configured(openml, connection), _overheard(heard, connection, key):
                return question(openml)
        except _answer_errors(openml) as error:
            failure = _diagnose(error, heard, openml, connection)
            # requests' and urllib3's own words may quote the key.
            cause = None if key else error
        _forget(openml, connection, cached)
        said = f"{heard.url or connection.server} {without_key(failure.said)}"
        if failure.transient:
            said += f" (attempt {attempt} of {connection.attempts})"
        if attempt >= connection.attempts or not failure.transient:
            message = f"{subject}: {said}; {failure.remedy}, or {instead}"
            raise failure.error(message) from cause
        wait_seconds = connection.wait_seconds * attempt
        LOG.info("%s: %s; trying again in %g s", subject, said, wait_seconds)
        time.sleep(wait_seconds)


def import_openml(scratch):
    """Import openml so that it makes its folders in `scratch`, not in HOME."""
    places = {"OPENML_CACHE_DIR": str(scratch), "XDG_CONFIG_HOME": str(scratch)}
    with _environment(**places):
        import openml
    return openml


@contextmanager
def _environment(**variables):
    """Set environment variables and put back what was there."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def _configured(openml, connection):
    """Point the openml package at the server and the scratch cache.

    It gets no key: it would send the key to any address that an answer names.
    """
    config = openml.config
    before = config.get_config_as_dict()
    config.server, config.apikey = connection.server, ""
    config.set_root_cache_directory(connection.scratch)
    # One attempt each: its own retries are not logged and miss some failures.
    config.set_retry_policy("human", 1)
    try:
        # With a parquet file on offer the package would not take the ARFF file.
        with _environment(OPENML_SKIP_PARQUET="true"):
            yield
    finally:
        config.server, config.apikey = before["server"], before["apikey"]
        config.set_root_cache_directory(before["cachedir"])
        config.set_retry_policy(
            before["retry_policy"], int(before["connection_n_retries"])
        )


@contextmanager
def _overheard(heard, connection, key):
    """Bound every HTTP request in time, and keep the last one and its answer.

    The openml package sets no time-out and takes none, so it is set where all
    requests pass.
    """
    from requests.adapters import HTTPAdapter

    send = HTTPAdapter.send
    deadline = time.monotonic() + connection.total_seconds

    def bounded(adapter, request, stream=False, timeout=None, **settings):
        heard.url, heard.response = without_key(request.url), None
        heard.response = send_within(
            deadline,
            lambda sent: send(
                adapter, sent, True, timeout or connection.timeout_seconds, **settings
            ),
            request,
            key=key,
            server=connection.server,
        )
        # Without a charset in the header requests would take text for Latin-1.
        heard.response.encoding = "utf-8"
        return heard.response

    if key:
        keep_out_of_logs()
    HTTPAdapter.send = bounded
    try:
        yield
    finally:
        HTTPAdapter.send = send


def _answer_errors(openml):
    """Every error that an answer can cause in openml, which lets its parsers' pass.

    A full disk (OSError) is not among them.
    """
    from xml.parsers.expat import ExpatError

    import arff
    import requests

    return (
        openml.exceptions.PyOpenMLError,
        requests.RequestException,
        ExpatError,
        arff.ArffException,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        AssertionError,
        NotImplementedError,
    )


def _forget(openml, connection, cached):
    """Remove one thing from the openml package's cache."""
    with _configured(openml, connection):
        cache = openml.config.get_cache_directory()
    shutil.rmtree(Path(cache, cached), ignore_errors=True)


def _diagnose(error, heard, openml, connection):
    """Say whose fault a failed attempt was."""
    import requests

    exceptions = openml.exceptions
    private = (
        exceptions.OpenMLPrivateDatasetError,
        exceptions.OpenMLNotAuthorizedError,
    )
    is_transport = isinstance(error, requests.RequestException)
    if is_transport and not isinstance(error, requests.HTTPError):
        return _diagnose_transport(error, connection)
    if isinstance(error, exceptions.OpenMLHashException):
        return _server_fault(f"sent a damaged file: {error.message}")
    if isinstance(error, DamagedAnswer):
        return _server_fault(f"sent a damaged file: {error}")
    if isinstance(error, AnotherAnswer):
        return _server_fault(f"answered for another: {error}")
    if isinstance(error, SlowAnswer):
        seconds = connection.total_seconds
        return _server_fault(f"had not sent everything after {seconds:g} s")
    if isinstance(error, private):
        said = f"answered that it is private: {_words(error)}"
        return _Failure(ValueError, said, _remedy_of_privacy(), False)
    if isinstance(error, exceptions.OpenMLServerException):
        return _diagnose_refusal(error, heard, connection)
    if isinstance(error, NotImplementedError):
        said = f"answered with what the openml package does not know: {error}"
        return _Failure(ValueError, said, "choose another id", False)
    if heard.status is None:
        cache = connection.scratch
        return _server_fault(f"was not asked: {cache} held a damaged copy, now removed")
    if heard.status != 200:
        return _diagnose_status(heard)
    kind = type(error).__name__
    return _server_fault(
        f"answered nonsense ({kind}: {error}), which begins {heard.excerpt!r}"
    )


def _diagnose_refusal(error, heard, connection):
    """Say what a code of OpenML's own means."""
    said = f"answered code {error.code}: {_words(error)}"
    if error.code == DATABASE_DOWN or heard.status >= 500:
        return _server_fault(said)
    if error.code == WRONG_KEY and api_key():
        remedy = "correct the key in OPENML_APIKEY or unset it"
        return _Failure(ValueError, said, remedy, False)
    remedy = "check the id and the address in `openml_server`"
    # Files are not below the interface's address.
    is_file = not heard.url.startswith(connection.server)
    return _Failure(NotOffered if is_file else ValueError, said, remedy, False)


def _remedy_of_privacy():
    """What helps where OpenML shows a thing to some alone."""
    if api_key():
        return "the key in OPENML_APIKEY may not see it: choose a public one"
    return "choose a public one, set OPENML_APIKEY to the key of who may see it"


def _diagnose_transport(error, connection):
    """Say why no whole answer came."""
    import requests

    if isinstance(error, requests.Timeout):
        return _server_fault(f"stayed silent for {connection.timeout_seconds:g} s")
    cause = _lowest(error)
    broken = (
        requests.ConnectionError,
        requests.TooManyRedirects,
        requests.exceptions.ChunkedEncodingError,
        requests.exceptions.ContentDecodingError,
    )
    if isinstance(error, broken):
        return _server_fault(f"could not be read: {cause}")
    remedy = "check the address in `openml_server`"
    return _Failure(ValueError, f"could not be asked for: {cause}", remedy, False)


def _lowest(error):
    """The error that all layers above have wrapped; it says it shortest."""
    for below in (getattr(error, "reason", None), *error.args):
        if isinstance(below, Exception):
            return _lowest(below)
    return error


def _diagnose_status(heard):
    """Say what an HTTP status means that came without a word of OpenML's own."""
    said = f"answered {heard.status} {heard.response.reason}: {heard.excerpt!r}"
    if heard.status >= 500 or heard.status == 429:
        return _server_fault(said)
    remedy = (
        "the server does not offer it there: check the id and the address in "
        "`openml_server`"
    )
    return _Failure(NotOffered, said, remedy, False)


def _words(error):
    """OpenML's own words.

    The package adds a None where there are no more, and after the first line how to
    set a key in a file that is not read here.
    """
    words, _, _ = (error.message or "nothing more").partition("\n")
    return words.removesuffix(" - None")


def _server_fault(said):
    """Blame the server or the way to it, which may be better in a moment."""
    remedy = "the server or the network is at fault, not the study: try again later"
    return _Failure(ConnectionError, said, remedy, True)
