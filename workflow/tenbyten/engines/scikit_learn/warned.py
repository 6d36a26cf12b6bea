"""Gather what a classifier warns of, be it by `warnings`, `logging` or printing."""

import logging
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any

# Those of others Python does not show of itself: they are for developers, and come once
# in a process.
_NOT_TOLD = (DeprecationWarning, PendingDeprecationWarning)
_NOT_TOLD += (ImportWarning, ResourceWarning)
_SPEAKS = re.compile(r"\bwarn(ing)?\b", re.IGNORECASE)


class _Noted:
    """A stream of which all that is written is noted."""

    def __init__(self, stream: Any) -> None:
        self._stream, self.parts = stream, list[str]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> Any:
        self.parts.append(text)
        return self._stream.write(text)


@contextmanager
def gathered(found: list[tuple[str, bool]]) -> Iterator[None]:
    """Append what is warned of meanwhile, and whether people are told of it.

    Warnings are not shown; what is printed and logged is.
    """
    printed, root = (_Noted(sys.stdout), _Noted(sys.stderr)), logging.getLogger()
    handler = logging.StreamHandler(logged := StringIO())
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    handler.terminator = "\0"
    root.addHandler(handler)
    to: Any = printed
    with (
        warnings.catch_warnings(record=True) as caught,
        redirect_stdout(to[0]),
        redirect_stderr(to[1]),
    ):
        warnings.simplefilter("always")
        try:
            yield
        finally:
            root.removeHandler(handler)
            for x in caught:
                is_told = not issubclass(x.category, _NOT_TOLD)
                found.append((f"{x.category.__name__}: {x.message}", is_told))
            said = logged.getvalue().split("\0")[:-1]
            for lines in ("".join(x.parts).splitlines() for x in printed):
                said += filter(_SPEAKS.search, lines)
            found += [(text, True) for text in said]
