"""Show lines, and how far a run is: in a terminal one line that is rewritten."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable
from typing import TextIO

# Seconds between two looks at how far a run is.
_LOOK = 1.0
# In a file a line follows another after so many seconds, later after a tenth of the
# time, at most ten minutes. The same line again is a sign of life.
_FIRST_LINE, _LAST_LINE = 15.0, 600.0
_SIGN_OF_LIFE = 300.0
_RUB_OUT = "\r\x1b[K"


class Display:
    """Write lines to a stream, and below them one that says how far a run is.

    In a terminal that line is rewritten. Elsewhere, such as in a file, it is written
    now and then.

    Parameters
    ----------
    stream : text file
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        smart = os.environ.get("TERM") not in (None, "", "dumb")
        self._is_terminal = stream.isatty() and smart
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._shown = False

    def write(self, text: str) -> None:
        """Write lines above the one that says how far the run is."""
        with self._lock:
            self._stream.write(f"{_RUB_OUT if self._shown else ''}{text}\n")
            self._stream.flush()
            self._shown = False

    def follow(self, describe: Callable[[], str]) -> None:
        """Show from now on what `describe` says, until `end`."""
        self._thread = threading.Thread(
            target=self._follow, args=(describe,), name="progress", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        """Show no longer how far the run is."""
        self._ended.set()
        if self._thread:
            self._thread.join()
        if self._shown:
            self._stream.write(_RUB_OUT)
            self._stream.flush()
            self._shown = False

    def _follow(self, describe: Callable[[], str]) -> None:
        """Look now and then how far the run is, and show it."""
        started = last = time.monotonic()
        written = ""
        while not self._ended.wait(_LOOK):
            text, now = describe(), time.monotonic()
            if self._is_terminal:
                self._rewrite(text)
                continue
            due = min(max(_FIRST_LINE, (now - started) / 10), _LAST_LINE)
            if now - last >= (max(due, _SIGN_OF_LIFE) if text == written else due):
                self.write(text)
                last, written = now, text

    def _rewrite(self, text: str) -> None:
        """Write the line anew; what others write begins where it begins."""
        width = shutil.get_terminal_size().columns - 1
        if len(text) > width:
            text = f"{text[: width - 3]}..."
        with self._lock:
            self._stream.write(f"{_RUB_OUT}{text}\r")
            self._stream.flush()
            self._shown = True
