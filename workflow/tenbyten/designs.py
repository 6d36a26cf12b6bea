"""Designs of the results on a data set: so many runs of so many folds."""

from collections import Counter
from collections.abc import Mapping

from tenbyten.words import count_of

# Runs, and folds of each run. One run of one fold is one score, such as the mean that a
# publication prints; several runs of one fold are resamples, random splits into
# training and test part.
Design = tuple[int, int]


def usual_design(designs: Mapping[str, Design]) -> Design:
    """Return the design that most data sets have, the first among equals."""
    return Counter(designs.values()).most_common(1)[0][0]


def described(runs: int, folds: int) -> str:
    """Describe a design: ``10 runs of 10 folds``, ``30 splits``, ``one score each``."""
    if runs == folds == 1:
        return "one score each"
    if folds == 1:
        return f"{runs} splits"
    return f"{count_of(runs, 'run')} of {folds} folds"
