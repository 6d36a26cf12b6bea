"""Know whether the native learners are compiled, without loading what compiles them."""

import fcntl
from collections.abc import Iterable, Set
from pathlib import Path
from typing import NamedTuple

from tenbyten.engines.classifier import Classifier, Panel
from tenbyten.kernel_cache import cache_folder

_LOCK = ".lock"


class Part(NamedTuple):
    """What a job compiles at a time: a learner on data of one kind.

    Attributes
    ----------
    learner : str
        Its name.
    preprocessing : tuple of str
        What it is trained with.
    numeric, missing : bool
        Whether there are numeric attributes, and missing values.
    """

    learner: str
    preprocessing: tuple[str, ...]
    numeric: bool
    missing: bool

    def __str__(self) -> str:
        """Name it in words."""
        words = [self.learner, *self.preprocessing]
        words.append("numeric" if self.numeric else "nominal")
        return " ".join([*words, "missing"] if self.missing else words)


def parts_of(
    classifiers: Iterable[Classifier], *, numeric: bool, missing: bool
) -> list[Part]:
    """Return the parts that classifiers need on a data set.

    `numeric` says whether it has numeric attributes, `missing` whether it has missing
    values; a training fold of it may still have none. Jobs that start together begin
    at different parts; the trees, which take most, come first. A part of J48graft is
    how a tree is grafted; how it is grown is one of J48, for another job.
    """
    named = {(x.learner, x.preprocessing) for x in classifiers}
    named |= {("J48", x.preprocessing) for x in classifiers if x.learner == "J48graft"}
    named_in_order = sorted(named, key=lambda x: ("J48" not in x[0], x[1], x[0]))
    return [
        Part(learner, preprocessing, numeric, gaps)
        for gaps in ([False, True] if missing else [False])
        for learner, preprocessing in named_in_order
    ]


def mark_of(part: Part, machine: str) -> Path:
    """Return the file that says, when it is there, that a part is compiled.

    `machine` stands for all that compiled code depends on besides its source.
    """
    return cache_folder() / f"{machine}-{str(part).replace(' ', '-')}"


def lock_of(mark: Path) -> Path:
    """Return the file that is locked while a part is compiled, by its mark."""
    return mark.with_name(f"{mark.name}{_LOCK}")


def learners_of(panels: Iterable[Panel]) -> set[str]:
    """Return the learners of panels that are compiled: this engine's."""
    own = (panel for panel in panels if panel.engine == "native")
    return {x.learner for panel in own for x in panel.classifiers}


def are_compiled(learners: Set[str]) -> bool:
    """Return whether learners have been compiled, on some machine, for some data.

    Jobs may run on another one, and of the data nothing is known yet.
    """
    return all(map(_is_compiled, learners))


def are_compiling() -> bool:
    """Return whether a process compiles learners, be it on another machine.

    By the locks, which shared file systems pass on; where one does not, nobody knows.
    """
    return any(map(_is_held, cache_folder().glob(f"*{_LOCK}")))


def _is_compiled(learner: str) -> bool:
    """Return whether a learner has been compiled."""
    found = cache_folder().glob(f"*-{learner}-*")
    return any(path.suffix != _LOCK for path in found)


def _is_held(lock: Path) -> bool:
    """Return whether a process has the lock; another that wants it meanwhile waits."""
    try:
        with open(lock, encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
