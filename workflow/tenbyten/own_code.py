"""Find where an error arose in a user's own files."""

import os
import re
import sys
import traceback
from pathlib import Path
from typing import Any, NamedTuple

# A call in a trace, which may be of another process or stand within a message.
_CALL = re.compile(r'File "([^"\n]+)", line (\d+)(?:, in (.+))?(?:\n[ |]{4,}(.*))?')
# What a message may have of the machine: a trace, the place of an object in memory.
_OF_MACHINE = re.compile(
    r"^Traceback \(most recent call last\):\n(?: .*\n)+| at 0x[0-9a-fA-F]+",
    re.MULTILINE,
)
_INSTALLED = {"site-packages", "dist-packages"}
# Folders of this package and of the standard library.
_NOT_OWN = Path(__file__).parent, Path(os.__file__).parent
_MOST = 3


class Call(NamedTuple):
    """A call in a user's own file: the file's name, and what a trace says of it.

    `function` is empty where the file itself is wrong.
    """

    file: str
    line: int
    function: str
    source: str

    def __str__(self) -> str:
        within = f", in {self.function}" if self.function else ""
        return f"    {self.file}, line {self.line}{within}: {self.source.strip()}"


def is_own(file: str) -> bool:
    """Return whether a file is neither installed nor of Python or this package."""
    path = Path(file)
    of_others = _INSTALLED & {*path.parts} or any(map(path.is_relative_to, _NOT_OWN))
    return path.is_absolute() and not of_others


def own_calls(error: BaseException) -> list[Call]:
    """Return the last calls in a user's own files that led to an error.

    They are three at most, the innermost last; none if no file of theirs took part.
    Those that led to the cause of the error come first.
    """
    found = _CALL.findall("".join(traceback.format_exception(error)))
    calls = (Call(Path(x[0]).name, int(x[1]), *x[2:]) for x in found if is_own(x[0]))
    return [*dict.fromkeys(calls)][-_MOST:]


def told_calls(error: BaseException) -> str:
    """Return `own_calls` in words, each behind a line feed."""
    return "".join(f"\n{call}" for call in own_calls(error))


def how_to_derive(instance: Any) -> str:
    """Say how a user's own class is derived from those of scikit-learn.

    That is of a classifier or, without `predict`, of a transformer. Empty for a class
    in a file that is not theirs.
    """
    found = type(instance)
    file = getattr(sys.modules.get(found.__module__), "__file__", None)
    # A notebook has none.
    if file and not is_own(file):
        return ""
    mixin = "ClassifierMixin" if hasattr(instance, "predict") else "TransformerMixin"
    bases = [x.__name__ for x in found.__bases__]
    others = [x for x in bases if x not in (mixin, "BaseEstimator", "object")]
    return (
        f"; derive it from {mixin}, BaseEstimator, in this order:\n"
        f"    from sklearn.base import BaseEstimator, {mixin}\n"
        f"    class {found.__name__}({', '.join([mixin, *others, 'BaseEstimator'])}):"
    )


def in_one_line(
    error: BaseException, *, plain: tuple[type[BaseException], ...] = ()
) -> str:
    """Return an error's message, with the name of its class unless that is `plain`.

    Traces and addresses within the message, which differ by machine, are left out.
    """
    message = " ".join(_OF_MACHINE.sub("", str(error)).split())
    if isinstance(error, plain):
        return message
    return f"{type(error).__name__}: {message}"
