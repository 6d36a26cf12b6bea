"""Name the parts of native learners that jobs compile, and the marks of each."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tenbyten.engines.classifier import Classifier
from tenbyten.kernel_cache import cache_folder


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
    return mark.with_name(f"{mark.name}.lock")
