"""Gather the warnings of a classifier: by `warnings`, by `logging` or printed."""

import logging
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any

# By default Python does not show them: they are for developers, and come once in a
# process.
_NOT_TOLD: tuple[type[Warning], ...] = DeprecationWarning, PendingDeprecationWarning
_NOT_TOLD += ImportWarning, ResourceWarning
_SPEAKS = re.compile(r"\bwarn(ing)?\b", re.IGNORECASE)


class _Noted:
    """A stream of which all that is written is noted."""

    def __init__(self, stream: Any, parts: list[str]) -> None:
        self._stream, self._parts = stream, parts

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> Any:
        self._parts.append(text)
        return self._stream.write(text)


@contextmanager
def gathered(found: list[str]) -> Iterator[None]:
    """Append what is warned of meanwhile; what is printed and logged is shown, too."""
    logged, root, parts = StringIO(), logging.getLogger(), list[str]()
    out, err = (_Noted(x, parts) for x in (sys.stdout, sys.stderr))
    handler = logging.StreamHandler(logged)
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    root.addHandler(handler)
    try:
        with (
            warnings.catch_warnings(record=True) as caught,
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            warnings.simplefilter("always")
            yield
    finally:
        root.removeHandler(handler)
        told = (x for x in caught if not issubclass(x.category, _NOT_TOLD))
        found += [f"{x.category.__name__}: {x.message}" for x in told]
        lines = f"{''.join(parts)}\n{logged.getvalue()}".splitlines()
        found += filter(_SPEAKS.search, lines)
