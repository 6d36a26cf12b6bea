"""Ask OpenML, and understand its XML and its errors."""

from collections.abc import Callable
from typing import TypeVar
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from tenbyten.web import asking
from tenbyten.web.asking import Attempt, Connection
from tenbyten.web.failures import Failure, NotOffered, refused
from tenbyten.web.secret import api_key

# OpenML's codes for a database that cannot be reached just now, and a wrong API key.
DATABASE_DOWN = 107
WRONG_KEY = 103
# For what is private, and what nobody may do without a key.
PRIVATE = (102, 112, 137, 310, 320, 350, 400, 460)

# Elements within each other; OpenML has six. Many take time by their square.
_DEPTH = 100

T = TypeVar("T")


def ask(
    question: Callable[[Attempt], T],
    *,
    subject: str,
    instead: str,
    connection: Connection,
) -> T:
    """Ask OpenML as `web.asking.ask` does, with the key that the environment has.

    An API key is taken from the environment variable OPENML_APIKEY alone, is sent to
    the server's own host alone, and is in no error and no line of a log.
    """
    return asking.ask(
        question,
        subject=subject,
        instead=instead,
        connection=connection,
        key=api_key(),
        refusal=_refusal,
    )


def parse_xml(content: bytes) -> Element:
    """Parse XML, as UTF-8 and without namespaces, and refuse what declares a type.

    Entities are declared nowhere else: none is expanded, and none is fetched.

    Raises
    ------
    ValueError
        If it has a declaration of a document type.
    xml.parsers.expat.ExpatError
        If it is not well-formed.
    """
    builder = TreeBuilder()
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True

    def refuse(*_):
        raise ValueError("it declares a document type, which is not read")

    parser.StartDoctypeDeclHandler = refuse
    depth = 0

    def start(name, attributes):
        nonlocal depth
        depth += 1
        if depth > _DEPTH:
            raise ValueError(f"more than {_DEPTH} elements within each other")
        builder.start(name.removeprefix("oml:"), attributes)

    def end(name):
        nonlocal depth
        depth -= 1
        builder.end(name.removeprefix("oml:"))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    parser.Parse(content.decode(errors="replace").encode(), True)
    return builder.close()


def text_of(element: Element, path: str) -> str | None:
    """Return the text of an element within another; None if it is not there or empty.

    It is stripped.
    """
    return (element.findtext(path) or "").strip() or None


def needed(element: Element, path: str) -> str:
    """Return the text of an element that must be there, else raise a KeyError."""
    text = text_of(element, path)
    if text is None:
        raise KeyError(f"{element.tag}/{path}")
    return text


def _refusal(answer, connection):
    """Find an error of OpenML's own in an answer, else return None."""
    if answer.status == 200:
        return None
    try:
        error = parse_xml(answer.content)
        if error.tag != "error":
            return None
        code, message = int(needed(error, "code")), text_of(error, "message")
    except (expat.ExpatError, ValueError, LookupError):
        return None
    more = text_of(error, "additional_information")
    words = " - ".join(filter(None, [message, more])) or "nothing more"
    failure = _diagnose(code, words, answer, connection)
    failure.code = code
    return failure


def _diagnose(code, words, answer, connection):
    """Interpret a code of OpenML's own."""
    if code in PRIVATE:
        remedy = "choose a public one, set OPENML_APIKEY to the key of who may see it"
        if api_key():
            remedy = "the key in OPENML_APIKEY may not see it: choose a public one"
        return refused(f"answered that it is private: {words}", remedy)
    said = f"answered code {code}: {words}"
    if code == DATABASE_DOWN or answer.status >= 500:
        return Failure(said)
    if code == WRONG_KEY and api_key():
        return refused(said, "correct the key in OPENML_APIKEY or unset it")
    check = f"check the id and the address in {connection.named_in}"
    # Files are not below the interface's address.
    is_file = not answer.url.startswith(connection.server)
    return refused(said, check, NotOffered if is_file else ValueError)
