"""Cut a study into jobs of a sensible size, by its sheet and its classifiers alone.

A batch is some data sets that follow each other in the sheet; it is prepared by one
job. A part is some runs of a batch, cross-validated by one job. What is fetched or kept
and the cores of the machine have no say, so that the same study has the same jobs
anywhere, and a data set that is added changes no other batch than its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tenbyten.fingerprints import digest

# Data sets of a batch: on average, and at most.
_MEAN, _MOST = 8, 20
# Seconds of a part of ten runs, by a coarse estimate.
_SECONDS = 60.0


class Part(NamedTuple):
    """Runs of a batch: every `parts`-th, beginning with `number`, from 1.

    Runs that are added to a study join parts that there are.
    """

    batch: str
    number: int
    parts: int

    @property
    def name(self) -> str:
        """Name in files: that of the batch, and behind a dot which part it is."""
        last = f".{self.number}-of-{self.parts}"
        return self.batch + (last if self.parts > 1 else "")

    def runs(self, runs: int) -> list[int]:
        """List its runs out of those of the study."""
        return list(range(self.number, runs + 1, self.parts))


def cut_batches(
    sizes: Mapping[str, int | None], *, datasets_per_job: int = 0
) -> dict[str, list[str]]:
    """Cut data sets into batches, in their order.

    A batch begins where the digest of a data set's name says so, which depends on no
    other data set.

    Parameters
    ----------
    sizes : dict of str to int or None
        Cells of each data set, None where the sheet does not say; such a data set is
        alone.
    datasets_per_job : int, default=0
        Data sets of a batch: about so many, and 1 exactly; 0 for a number that suits.

    Returns
    -------
    dict of str to list of str
        Data sets by the name of the batch, ``from-<first data set>``.
    """
    mean, most = datasets_per_job or _MEAN, datasets_per_job or _MOST
    batches: dict[str, list[str]] = {}
    batch: list[str] = []
    for name, size in sizes.items():
        begins = int(digest(name), 16) % mean == 0 or len(batch) == most
        if not batch or begins or size is None or sizes[batch[-1]] is None:
            batch = batches[f"from-{name}"] = []
        batch.append(name)
    return batches


def cut_parts(
    batches: Mapping[str, list[str]],
    seconds_of_run: Callable[[str], float],
    *,
    runs: int,
    runs_per_job: int = 0,
) -> dict[str, Part]:
    """Cut batches by runs into parts, by their names.

    Parameters
    ----------
    batches : dict of str to list of str
        From `cut_batches`.
    seconds_of_run : callable
        Estimates the seconds of one run on a data set, of all classifiers together.
    runs : int
        Runs of the study.
    runs_per_job : int, default=0
        Runs of a part, at most; 0 to go by the estimate.
    """
    parts = {}
    for batch, datasets in batches.items():
        count = math.ceil(10 * sum(map(seconds_of_run, datasets)) / _SECONDS)
        if runs_per_job:
            count = math.ceil(runs / runs_per_job)
        count = min(max(count, 1), runs)
        for number in range(1, count + 1):
            part = Part(batch, number, count)
            parts[part.name] = part
    return parts
