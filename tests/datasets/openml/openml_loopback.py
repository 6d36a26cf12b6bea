"""A server on this machine that answers as OpenML does, and misbehaves when told to."""

import gzip
import hashlib
import io
import threading
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from openml_xml import (
    NAMESPACE,
    document,
    element,
    elements_of,
    feature,
    input_of,
    wrapped,
)

from tenbyten.datasets.web import Connection

XML = "text/xml; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
# A small table that a sheet may name.
WHERE = "sheet.tsv, row 1 (coins)"
ATTRIBUTES = [("weight", "numeric"), ("side", ["head", "tail"])]
ARFF = (
    b"@relation coins\n@attribute weight numeric\n@attribute side {head,tail}\n"
    b"@data\n1,head\n2,tail\n3,head\n"
)
# The requests that OpenML's clients send, below the server's address.
DESCRIPTION = "/api/v1/xml/data/{}"
FEATURES = "/api/v1/xml/data/features/{}"
QUALITIES = "/api/v1/xml/data/qualities/{}"
SUITE = "/api/v1/xml/study/{}"
TASK = "/api/v1/xml/task/{}"
DOWNLOAD = "/data/v1/download/{}/table"
SPLITS = "/api_splits/get/{}/splits.arff"
# Those of the small table, which is data set 7.
ABOUT, FILE = DESCRIPTION.format(7), DOWNLOAD.format(7)


@dataclass(frozen=True)
class Answer:
    """One answer, right or not.

    Attributes
    ----------
    body : bytes
        What it says.
    status : int
        HTTP status.
    content_type : str
        What the header says of `body`.
    sent : int, optional
        How many bytes of the body go out before the end; all by default.
    slow : {"", "body", "all"}
        What goes out byte by byte with a pause after each; "all" is with the headers.
    location : str, optional
        Where a redirection points.
    encoding : str, optional
        A Content-Encoding that `body` is said to have.
    chunked : bool
        Whether the body goes out in chunks, without a length.
    times : int
        How often the body goes out, if in chunks.
    cookie : str, optional
        What is to be sent back.
    """

    body: bytes
    status: int = 200
    content_type: str = XML
    sent: int | None = None
    slow: str = ""
    location: str | None = None
    encoding: str | None = None
    chunked: bool = False
    times: int = 1
    cookie: str | None = None


# Accepts the request and never answers.
SILENCE = object()
UNAVAILABLE = Answer(
    b"<html><p>Service Unavailable<hr></html>", 503, "text/html; charset=utf-8"
)
# Well-formed, so a client may take it for OpenML's own error.
UNAVAILABLE_XHTML = Answer(
    b"<html><body>Maintenance</body></html>", 503, "text/html; charset=utf-8"
)


def error_answer(code, message, status=412):
    """OpenML's own error."""
    body = (
        f"<oml:error {NAMESPACE}><oml:code>{code}</oml:code>"
        f"<oml:message>{escape(message)}</oml:message></oml:error>"
    )
    return Answer(body.encode(), status)


def moved(address):
    """A redirection."""
    return Answer(b"moved", 302, "text/html", location=address)


def reach(server, *, attempts, timeout_seconds=5, total_seconds=20, **more):
    """How `server` is reached, without much waiting."""
    return Connection(
        server.address,
        timeout_seconds,
        total_seconds,
        attempts,
        wait_seconds=0.01,
        **{"named_in": "`openml_server`"} | more,
    )


def add_coins(server, **changed):
    """Offer the small table, or one that is changed."""
    usual = {"attributes": ATTRIBUTES, "arff": ARFF, "default_target": "side"}
    server.add_dataset(7, **usual | {"name": "coins"} | changed)


class LoopbackOpenML:
    """Serves what `add_dataset` and `add_task` gave it, while it is entered.

    Attributes
    ----------
    requests : list of str
        Path and query of every request, in order.
    headers : list of dict
        The headers of every request, in order.
    script : dict of str to iterator
        By path, answers to be given before the right ones.
    """

    # Between the bytes of what is slow.
    pause_seconds = 0.02

    def __init__(self):
        self.answers = {}
        self.script = {}
        self.requests = []
        self.headers = []
        self._closing = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._http.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._http.server_port}"
        self.address = f"{self.base}/api/v1/xml"

    def __enter__(self):
        threading.Thread(target=self._http.serve_forever, args=(0.05,)).start()
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Stop listening."""
        self._closing.set()
        self._http.shutdown()
        self._http.server_close()

    def answer_to(self, path):
        """The scripted answer, else the right one, else OpenML's refusal."""
        scripted = next(self.script.get(path, iter(())), None)
        unknown = {
            DESCRIPTION: error_answer(111, "Unknown dataset"),
            QUALITIES: error_answer(362, "No qualities found"),
            TASK: error_answer(151, "Unknown task"),
        }
        if scripted is not None:
            return scripted
        if path in self.answers:
            return self.answers[path]
        for template, refusal in unknown.items():
            if path.rpartition("/")[0] == template.rpartition("/")[0]:
                return refusal
        return Answer(b"<html><p>Not Found<hr></html>", 404, "text/html")

    def add_dataset(
        self,
        openml_id,
        *,
        attributes,
        arff=None,
        default_target=None,
        ignored=(),
        row_id=None,
        name="table",
        md5="right",
        instances=None,
        data_format="ARFF",
        described_id=None,
        **described,
    ):
        """Offer a table: `attributes` are pairs of a name and its labels or type.

        `md5` is what the description says; so is `described_id`, by default the id,
        and so are other elements, such as `status`.
        """
        if md5 == "right":
            md5 = None if arff is None else hashlib.md5(arff).hexdigest()
        elements = {
            "id": described_id or openml_id,
            "name": name,
            "version": 1,
            "description": "A table of a test.",
            "format": data_format,
            "upload_date": "2014-04-06T23:20:24",
            "licence": "Public",
            "url": self.base + DOWNLOAD.format(openml_id),
            "file_id": openml_id,
            "default_target_attribute": default_target,
            "row_id_attribute": row_id,
            "ignore_attribute": ignored,
            "visibility": "public",
            "status": "active",
            "md5_checksum": md5,
        } | described
        self._put(DESCRIPTION, openml_id, document("data_set_description", elements))
        features = "".join(
            element("feature", feature(index, *attribute))
            for index, attribute in enumerate(attributes)
        )
        self._put(FEATURES, openml_id, wrapped("data_features", features))
        if instances is not None:
            quality = {"name": "NumberOfInstances", "value": f"{instances}.0"}
            qualities = element("quality", elements_of(quality))
            self._put(QUALITIES, openml_id, wrapped("data_qualities", qualities))
        if arff is not None:
            self._put(DOWNLOAD, openml_id, arff, TEXT)

    def add_task(
        self, task_id, *, openml_id, target, splits, type_id=1, described_id=None
    ):
        """Offer a task on a data set, with its splits file."""
        dataset = {"data_set_id": openml_id, "target_feature": target}
        procedure = (
            elements_of({"id": 1, "type": "crossvalidation"})
            + element("data_splits_url", self.base + SPLITS.format(task_id))
            + '<oml:parameter name="number_repeats">10</oml:parameter>'
            + '<oml:parameter name="number_folds">10</oml:parameter>'
        )
        types = {1: "Supervised Classification", 2: "Supervised Regression"}
        task = (
            elements_of({"task_id": described_id or task_id, "task_type_id": type_id})
            + element("task_type", types.get(type_id, "Subgroup Discovery"))
            + input_of("source_data", element("data_set", elements_of(dataset)))
            + input_of(
                "estimation_procedure", element("estimation_procedure", procedure)
            )
        )
        self._put(TASK, task_id, wrapped("task", task))
        self._put(SPLITS, task_id, splits, TEXT)

    def add_suite(self, suite_id, *, tasks, alias="", kind="task"):
        """Offer a suite of tasks, by its id and its alias."""
        elements = {
            "id": suite_id,
            "alias": alias or f"suite-{suite_id}",
            "main_entity_type": kind,
            "name": "A suite of a test",
            "description": "Tasks of a test.",
            "status": "active",
            "creation_date": "2019-02-21 18:47:13",
            "creator": 1,
        }
        listed = element("data", "<oml:data_id>7</oml:data_id>")
        ids = "".join(element("task_id", str(task)) for task in tasks)
        ids = element("tasks", ids) if ids else ""
        body = wrapped("study", elements_of(elements) + listed + ids)
        for name in (suite_id, elements["alias"]):
            self._put(SUITE, name, body)

    def _put(self, template, number, body, content_type=XML):
        self.answers[template.format(number)] = Answer(body, content_type=content_type)


class _Slow(io.RawIOBase):
    """Writes byte by byte, with a pause after each, until the server closes."""

    def __init__(self, file, server):
        self._file, self._server = file, server

    def writable(self):
        return True

    def write(self, data):
        for byte in data:
            if self._server._closing.wait(self._server.pause_seconds):
                break
            try:
                self._file.write(bytes([byte]))
            except OSError:
                # Nobody listens any more.
                break
        return len(data)


def _handler_of(server):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            server.requests.append(self.path)
            server.headers.append(dict(self.headers))
            answer = server.answer_to(urlsplit(self.path).path)
            if answer is SILENCE:
                server._closing.wait()
                return
            body, encoding = answer.body, answer.encoding
            is_odd = answer.slow or answer.chunked or encoding
            is_whole = answer.sent is None and not is_odd
            if is_whole and "gzip" in self.headers["Accept-Encoding"]:
                body, encoding = gzip.compress(body, compresslevel=1), "gzip"
            if answer.slow == "all":
                self.wfile = _Slow(self.wfile, server)
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.content_type)
            headers = {"Content-Encoding": encoding, "Location": answer.location}
            length = None if answer.chunked else str(len(body))
            chunks = "chunked" if answer.chunked else None
            headers |= {"Content-Length": length, "Transfer-Encoding": chunks}
            for name, value in (headers | {"Set-Cookie": answer.cookie}).items():
                if value is not None:
                    self.send_header(name, value)
            self.end_headers()
            if answer.slow == "body":
                self.wfile = _Slow(self.wfile, server)
            with suppress(ConnectionError):
                self.send_body(answer, body[: answer.sent])

        def send_body(self, answer, body):
            """Send the body, in as many chunks as it is to be, or as one piece."""
            if not answer.chunked:
                self.wfile.write(body)
                return
            chunk = b"%x\r\n%b\r\n" % (len(body), body) if body else b""
            if not answer.times:
                # The end of all chunks is left to be waited for.
                server._closing.wait(60)
            for _ in range(answer.times):
                if server._closing.is_set():
                    return
                self.wfile.write(chunk)
            self.wfile.write(b"0\r\n\r\n")

        def log_message(self, *_):
            """Keep quiet."""

    return Handler
