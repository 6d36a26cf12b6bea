"""Counts, times, hints and designs of results in words, for messages and reports."""

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
# Numbers, and the signs around them.
_NUMBERS = re.compile(r"[\W\d]*\d[\W\d]*")

# Runs, and folds of each run, of the results on a data set. One run of one fold is one
# score, such as the mean that a publication prints; several runs of one fold are
# resamples, random splits into training and test part.
Design = tuple[int, int]


# Of a class that is a quantity.
REGRESSION = (
    "looks like regression, and tenbyten trains only classifiers; errors of regressors "
    "that are there, such as RMSE, are compared by `tenbyten compare FILE`"
)


def count_of(number: int, noun: str) -> str:
    """Count things: 1 pair, 3 pairs.

    Parameters
    ----------
    number : int
    noun : str
        In the singular; its plural ends in s.
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """Round a time to what people want to know.

    Examples
    --------
    >>> duration(34.2), duration(400), duration(30000)
    ('34 s', '7 min', '8 h 20 min')
    """
    if seconds < 1.5 * _MINUTE:
        return f"{round(seconds)} s"
    if seconds < 1.5 * _HOUR:
        return f"{round(seconds / _MINUTE)} min"
    if seconds < 2 * _DAY:
        hours, minutes = divmod(10 * round(seconds / 600), 60)
        return f"{hours} h" + (f" {minutes} min" if minutes else "")
    return f"{round(seconds / _DAY)} days"


def suggest(name: str, known: Iterable[str], otherwise: str, *, most: int = 1) -> str:
    """Suggest the known names that are most like a misspelt one.

    Parameters
    ----------
    name : str
        The misspelt name.
    known : iterable of str
    otherwise : str
        Returned if no known name is like it.
    most : int, default=1
        How many names are suggested at most.
    """
    near = " or ".join(difflib.get_close_matches(name, known, n=most))
    return f"did you mean {near}?" if near else otherwise


def shorten(text: str, most: int = 200) -> str:
    """Cut a long text off, with dots at its end.

    Parameters
    ----------
    text : str
    most : int, default=200
        Characters that are left before the dots.
    """
    return text if len(text) <= most else f"{text[:most]}..."


def kind_of_warning(text: str) -> str:
    """Return how a text begins, without its numbers, which tells warnings apart.

    Examples
    --------
    >>> kind_of_warning("no convergence after 100 iterations, 1.5e-3 > 0")
    'no convergence after#iterations#e#'
    """
    return _NUMBERS.sub("#", text)[:80]


# Control characters but line feed and tab, surrogates, and what turns or ends a line.
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def printable(text: str) -> str:
    r"""Escape what a terminal would obey instead of showing it.

    Examples
    --------
    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return _OBEYED.sub(lambda x: ascii(x[0])[1:-1], text)


def list_first(
    names: Sequence[str], *, most: int = 10, more: str, separator: str = ", "
) -> str:
    """Join the first names, and count the others.

    Parameters
    ----------
    names : sequence of str
    most : int, default=10
        How many names are joined at most.
    more : str
        Comes before the number of the others, such as ``" and "``.
    separator : str, default=", "
        Comes between names.
    """
    others = f"{more}{len(names) - most} more" if len(names) > most else ""
    return separator.join(names[:most]) + others


def describe_design(runs: int, folds: int) -> str:
    """Describe a design: ``10 runs of 10 folds``, ``30 splits``, ``one score each``.

    Parameters
    ----------
    runs, folds : int
        As of `Design`.
    """
    if runs == folds == 1:
        return "one score each"
    if folds == 1:
        return f"{runs} splits"
    return f"{count_of(runs, 'run')} of {folds} folds"


def usual_design(designs: Mapping[str, Design]) -> Design:
    """Return the design that most data sets have, the first among equals."""
    return Counter(designs.values()).most_common(1)[0][0]


def describe_kept(kept: Mapping[str, Sequence[str]]) -> list[str]:
    """Say in a sentence for each classifier that its counts are of earlier modules.

    `kept` has changed modules by files of the cache.

    Examples
    --------
    >>> describe_kept({"iris/Mine~1~2.json": ["mine"]})[0][:38]
    'Counts of Mine on 1 data set were made'
    """
    found: dict[str, dict[str, Sequence[str]]] = {}
    for file, modules in kept.items():
        dataset, _, name = file.partition("/")
        found.setdefault(name.split("~")[0], {})[dataset] = modules
    return [
        f"Counts of {name} on {count_of(len(changed), 'data set')} were made by an "
        f"earlier version of {', '.join(sorted(set(chain(*changed.values()))))}, kept "
        f"by `keep`."
        for name, changed in found.items()
    ]
