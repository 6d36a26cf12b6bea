"""Ask OpenML: bounded in time, again where that may help, failures in words."""

import logging
import os
import shutil
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from tenbyten.files import PathLike
from tenbyten.openml.failures import Heard, answer_errors, diagnose
from tenbyten.openml.request import send_within
from tenbyten.openml.secret import api_key, keep_out_of_logs, without_key

LOG = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True)
class Connection:
    """Address of OpenML, limits of patience with it, and folders.

    The keys ``openml_*`` of config/README.md say more. `wait_seconds` is the pause
    after the first attempt, and grows by as much after every other; `scratch` is the
    folder of the openml package's own cache, empty for a temporary one.
    """

    server: str
    timeout_seconds: float
    total_seconds: float
    attempts: int
    wait_seconds: float = 1.0
    cache: PathLike = ""
    scratch: PathLike = ""


def ask(
    question: Callable[[Any], T],
    *,
    subject: str,
    cached: str,
    instead: str,
    connection: Connection,
) -> T:
    """Ask OpenML, again where that may help, and say in words why it failed.

    An API key is taken from the environment variable OPENML_APIKEY alone, is sent to
    the server's own host alone, and is in no error and no line of a log.

    Parameters
    ----------
    question : callable
        Takes the openml module and returns the answer; called once an attempt.
    cached : str
        The openml package's copy of it, as a path inside the package's cache of
        this server; removed after a failure, since a damaged file there would
        be taken for a good one.
    instead : str
        The way to do without it; it ends every error.
    connection : Connection
        With a folder for `scratch`.

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
    attempt = 0
    while True:
        attempt += 1
        heard = Heard()
        try:
            with _configured(openml, connection), _overheard(heard, connection, key):
                return question(openml)
        except answer_errors(openml) as error:
            failure = diagnose(error, heard, openml, connection)
            # requests' and urllib3's own words may quote the key.
            cause = None if key else error
        with _configured(openml, connection):
            cache = openml.config.get_cache_directory()
        shutil.rmtree(Path(cache, cached), ignore_errors=True)
        said = f"{heard.url or connection.server} {without_key(failure.said)}"
        if failure.transient:
            said += f" (attempt {attempt} of {connection.attempts})"
        if attempt >= connection.attempts or not failure.transient:
            message = f"{subject}: {said}; {failure.remedy}, or {instead}"
            raise failure.error(message) from cause
        wait_seconds = connection.wait_seconds * attempt
        LOG.info("%s: %s; trying again in %g s", subject, said, wait_seconds)
        time.sleep(wait_seconds)


def import_openml(scratch: PathLike) -> Any:
    """Import openml so that it makes its folders in `scratch`, not in HOME."""
    with _environment(OPENML_CACHE_DIR=str(scratch), XDG_CONFIG_HOME=str(scratch)):
        import openml
    return openml


@contextmanager
def _environment(**variables):
    """Set environment variables and put back what was there."""
    before = {name: os.environ[name] for name in variables if name in os.environ}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name in variables:
            os.environ.pop(name, None)
        os.environ.update(before)


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
        retries = int(before["connection_n_retries"])
        config.set_retry_policy(before["retry_policy"], retries)


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
        settings |= {"stream": True, "timeout": timeout or connection.timeout_seconds}
        prepared = partial(send, adapter, **settings)
        server = {"key": key, "server": connection.server}
        heard.response = send_within(deadline, prepared, request, **server)
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
