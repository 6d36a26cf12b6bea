"""Find where an error arose in a user's own files."""

import os
import re
import sys
import traceback
from pathlib import Path
from typing import Any, NamedTuple

# A call in a trace, which may be of another process or stand within a message.
_CALL = re.compile(r'File "([^"\n]+)", line (\d+)(?:, in (.+))?(?:\n[ |]{4,}(.*))?')
# What a message may have of the machine or the moment: a trace, a line of a stack, an
# address, a clock, a long number such as an id, folders of packages, temporary names;
# and what moves the cursor of a terminal or colours it.
_OF_MACHINE = re.compile(
    r"^Traceback \(most recent call last\):\n(?: .*\n)+"
    r"|^\s*(?:\[bt\]|#\d+ |frame #|stack trace|at [\w.$]+\().*"
    r"|(?: at )?[(+[]*\b0x[0-9a-f]+[)\]]*|(?<=\w)@[0-9a-f]{5,8}\b"
    r"|\[?(?:\d{4}-\d\d-\d\d[T ]|\b)\d\d?:\d\d:\d\d(?:[.,]\d+)?\]?(?: [AP]M\b)?"
    r"|(?<![\w.:])\d\d:\d\d(?![\w.:])|\b\d{4}-\d\d-\d\d\b|\b\d\d?/\d\d?/\d{4}\b"
    r"|\b\d+(?:\.\d{3,}|\d{5})(?:e-?\d+)? ?(?:[mnu]?s|secs?|seconds?)\b|\bpid\W{0,2}\d+"
    r"|\b(?:mon|tue|wed|thu|fri|sat|sun),? (?:\d\d? )?[a-z]{3} (?:\d\d? )?\d{4}\b"
    r"|\b(?:1\d{9}\.\d+|\d{12,})\b"
    r"|[^\s'\"(]*/(?:site|dist)-packages/|\S+\.(?:cc|cpp|cu|h):\d+:"
    r"|(?<=/)(?:tmp|tenbyten-)[a-z0-9_]{8}\b"
    r"|\x1b\[[\d;]*[a-z]|[\x00-\x08\x0e-\x1f\x7f-\x9f]",
    re.MULTILINE | re.IGNORECASE,
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


def one_line(text: str, most: int | None = None) -> str:
    """Return a message in one line, without what differs by machine or call.

    Parameters
    ----------
    text : str
    most : int, optional
        Characters of the line; a longer one is cut in its middle.
    """
    line = " ".join(_OF_MACHINE.sub("", text).split())
    if most is None or len(line) <= most:
        return line
    end = most // 3
    return f"{line[: most - end - 5]} ... {line[-end:]}"


def in_one_line(
    error: BaseException, *, plain: tuple[type[BaseException], ...] = ()
) -> str:
    """Return an error's message in one line, after the name of its class.

    Parameters
    ----------
    error : BaseException
    plain : tuple of type, default=()
        Classes of errors whose name is left out.
    """
    message = one_line(str(error))
    return message if isinstance(error, plain) else f"{type(error).__name__}: {message}"
