"""Count what classifiers warn of and print, to log every message once."""

import logging
import os
import re
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from typing import Any

_log = logging.getLogger(__name__)

# Numbers in a line; lines that differ in nothing else are counted as one.
_NUMBERS = re.compile(r"[-+]?\d+(\.\d+)?(e[-+]?\d+)?[a-z]*")
# Different lines of a classifier that are logged.
_MOST_LINES = 100


class Messages:
    """Warnings and printed lines of the classifiers at work on a data set.

    Warnings are counted by their source. What is printed, also by compiled code and by
    the processes that joblib starts, is counted by line: thousands of them come from
    LightGBM and CatBoost.
    """

    def __init__(self, where: str) -> None:
        self._where = where
        # Warnings by classifier, category, file and line: how many came, and the first.
        self._warned: dict[tuple[str, type[Warning], str, int], tuple[int, Any]] = {}
        # Lines by classifier and by what they are without numbers, likewise.
        self._printed: dict[tuple[str, str], tuple[int, str]] = {}
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - until `close`
        self._stream = open(  # noqa: SIM115 - likewise
            self._file.fileno(), "w", encoding="utf-8", errors="replace", closefd=False
        )

    @contextmanager
    def counted(self, name: str, *, printing: bool) -> Iterator[None]:
        """Count what a classifier warns of, and what it prints if it is `printing`."""
        with ExitStack() as stack:
            if printing:
                stack.enter_context(self._redirected(name))
            caught = stack.enter_context(warnings.catch_warnings(record=True))
            warnings.simplefilter("always")
            try:
                yield
            finally:
                for warning in caught:
                    source = name, warning.category, warning.filename, warning.lineno
                    count, first = self._warned.get(source, (0, warning.message))
                    self._warned[source] = (count + 1, first)

    def close(self) -> None:
        """Log each message once, with its count."""
        for (name, category, _, _), (count, first) in self._warned.items():
            where = f"{self._where}, {name}: {category.__name__}"
            text = " ".join(str(first).split())
            _log.warning("%s (%d times): %s", where, count, text)
        for (name, _), (count, line) in self._printed.items():
            like = "" if count == 1 else f" ({count} lines, different in numbers)"
            _log.info("%s, %s printed%s: %s", self._where, name, like, line)
        self._stream.close()
        self._file.close()

    @contextmanager
    def _redirected(self, name: str) -> Iterator[None]:
        """Redirect descriptors 1 and 2 to a file, and count its lines.

        So are Python's streams, which in a notebook have nothing to do with these.
        """
        _flush()
        former = os.dup(1), os.dup(2)
        try:
            for descriptor in (1, 2):
                os.dup2(self._file.fileno(), descriptor)
            with redirect_stdout(self._stream), redirect_stderr(self._stream):
                yield
        finally:
            self._stream.flush()
            _flush()
            for descriptor, file in enumerate(former, start=1):
                os.dup2(file, descriptor)
                os.close(file)
            self._count_lines(name)

    def _count_lines(self, name: str) -> None:
        """Count the lines in the file, and empty it."""
        size = os.lseek(self._file.fileno(), 0, os.SEEK_END)
        if not size:
            return
        text = os.pread(self._file.fileno(), size, 0).decode(errors="replace")
        # Processes that joblib has started write on at this place.
        os.ftruncate(self._file.fileno(), 0)
        os.lseek(self._file.fileno(), 0, os.SEEK_SET)
        for line in filter(None, map(str.strip, text.splitlines())):
            kind = name, _NUMBERS.sub("0", line)
            if kind not in self._printed and len(self._printed) >= _MOST_LINES:
                kind, line = (name, ""), "other lines"
            count, first = self._printed.get(kind, (0, line))
            self._printed[kind] = (count + 1, first)


def _flush() -> None:
    """Write what was printed to where it was printed."""
    sys.stdout.flush()
    sys.stderr.flush()
