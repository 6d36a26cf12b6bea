"""Count what classifiers warn of and print, to log every message once."""

import logging
import os
import re
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from typing import Any

_log = logging.getLogger(__name__)

# Numbers in a line; lines that differ in nothing else are counted as one.
_NUMBERS = re.compile(r"[-+]?\d+(\.\d+)?(e[-+]?\d+)?[a-z]*")
# Different messages of all classifiers that are logged.
_MOST = 1000


class Messages:
    """Warnings and printed lines of the classifiers at work on a data set.

    Warnings are counted by their source. What is printed, also by compiled code and by
    the processes that joblib starts, is counted by line: thousands of them come from
    LightGBM and CatBoost.
    """

    def __init__(self, where: str) -> None:
        self._where = where
        # By level, classifier and source or line: how many came, and the first.
        self._said: dict[tuple[Any, ...], tuple[int, str]] = {}
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - until `close`
        self._stream = open(  # noqa: SIM115 - likewise
            self._file.fileno(), "w", encoding="utf-8", errors="replace", closefd=False
        )

    @contextmanager
    def counted(self, name: str, *, printing: bool) -> Iterator[None]:
        """Count what a classifier warns of, and what it prints if it is `printing`."""
        with (
            self._redirected(name) if printing else nullcontext(),
            warnings.catch_warnings(record=True) as caught,
        ):
            warnings.simplefilter("always")
            try:
                yield
            finally:
                for x in caught:
                    text = " ".join(f"{x.category.__name__}: {x.message}".split())
                    self._count(text, logging.WARNING, name, x.filename, x.lineno)

    def close(self) -> None:
        """Log each message once, with its count."""
        for (level, name, *_), (count, text) in self._said.items():
            times = f" ({count} times)" if count > 1 else ""
            _log.log(level, "%s, %s%s: %s", self._where, name, times, text)
        self._stream.close()
        self._file.close()

    def _count(self, text: str, *kind: Any) -> None:
        """Count a message of a kind."""
        count, first = self._said.get(kind, (0, text))
        self._said[kind] = count + 1, first

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
            kind = logging.INFO, name, _NUMBERS.sub("0", line)
            if kind not in self._said and len(self._said) >= _MOST:
                kind = logging.INFO, name, "other lines"
            self._count(f"printed {line}", *kind)


def _flush() -> None:
    """Write what was printed to where it was printed."""
    sys.stdout.flush()
    sys.stderr.flush()
