"""Use the openml package within the limits of an attempt.

The package sets no limit of time or size, keeps a cache and a configuration in the
user's home, and sends the API key to any address that an answer names. Here each of its
requests is made by an `Attempt`, and its files are in a folder that is removed.
"""

import io
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from xml.etree.ElementTree import Element
from xml.parsers.expat import ExpatError

from tenbyten.openml.client import parse_xml
from tenbyten.web.asking import Attempt
from tenbyten.web.failures import Answer, refused

T = TypeVar("T")
_CHECK = "check the address in `openml_server`"
# How the package fails on an answer in which it does not find what it needs.
_FAULTS = (LookupError, TypeError, ValueError, AttributeError)


class Package:
    """The openml package, and the last answer that it was given."""

    def __init__(self, openml: Any, attempt: Attempt) -> None:
        self._openml, self._attempt = openml, attempt
        self._answer: Answer | None = None

    @property
    def answer(self) -> Element:
        """The last answer, parsed."""
        assert self._answer is not None
        return parse_xml(self._answer.content)

    def ask(self, question: Callable[[Any], T]) -> T:
        """Put a question to the package, a function of its module.

        What it cannot find in an answer is OpenML's fault: a Failure.
        """
        import requests

        try:
            return question(self._openml)
        except requests.RequestException as error:
            # An address that is none comes to no attempt.
            raise refused(f"could not be asked for: {error}", _CHECK) from error
        except _FAULTS as error:
            if self._answer is None:
                raise
            raise self._answer.nonsense(error) from error

    def get(self, url: str) -> Answer:
        """Get a document for the package, and refuse what declares entities."""
        self._answer = answer = self._attempt.get_text(url)
        try:
            parse_xml(answer.content)
        except (ExpatError, ValueError) as error:
            raise answer.nonsense(error) from error
        return answer


@contextmanager
def openml_package(attempt: Attempt) -> Iterator[Package]:
    """Import the openml package, each of its requests to be made by an attempt."""
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as scratch:
        # It makes its folders when it is imported.
        with _environment(OPENML_CACHE_DIR=scratch, XDG_CONFIG_HOME=scratch):
            import openml
        package = Package(openml, attempt)
        with _configured(openml, attempt, scratch), _routed(package):
            yield package


@contextmanager
def _environment(**variables: str) -> Iterator[None]:
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
def _configured(openml: Any, attempt: Attempt, scratch: str) -> Iterator[None]:
    """Point the package at the attempt's server, without a key, and at a folder."""
    config = openml.config
    before = config.get_config_as_dict()
    config.server, config.apikey = attempt.server, ""
    config.set_root_cache_directory(scratch)
    # Who asks tries again.
    config.set_retry_policy("human", 1)
    try:
        yield
    finally:
        config.server, config.apikey = before["server"], before["apikey"]
        config.set_root_cache_directory(before["cachedir"])
        retries = int(before["connection_n_retries"])
        config.set_retry_policy(before["retry_policy"], retries)


@contextmanager
def _routed(package: Package) -> Iterator[None]:
    """Let the package's requests be made by the attempt."""
    import requests

    # Any, for its method is exchanged.
    adapters: Any = requests.adapters.HTTPAdapter
    send = adapters.send

    def routed(adapter, request, **settings):
        # The attempt's own adapter is of a class derived from this one.
        if type(adapter) is not adapters:
            return send(adapter, request, **settings)
        return _response(package.get(request.url), request)

    adapters.send = routed
    try:
        yield
    finally:
        adapters.send = send


def _response(answer: Answer, request: Any) -> Any:
    """Return an answer as requests would."""
    import requests

    response = requests.Response()
    response.status_code, response.reason = answer.status, answer.reason
    response.raw = io.BytesIO(answer.content)
    response.url, response.request = answer.url, request
    # Without a charset in the header requests would take text for Latin-1, and the
    # package warns of each answer that was not compressed.
    response.encoding = "utf-8"
    response.headers["Content-Encoding"] = "gzip"
    return response
