"""Share the processor cores of a job among a classifier and its parts.

Numbers of threads are settings of these names. One that is None, 0 or left out is not
set; a negative one means all but some, as in joblib: -1 all of them, -2 all but one.
"""

import inspect
from typing import Any

_KEYS = ("n_jobs", "thread_count", "nthread", "num_threads", "n_threads")


def threads_at_once(settings: Any) -> int:
    """Count the threads that settings ask for, those within other ones multiplied."""
    own = 1
    if isinstance(settings, dict):
        own = max([1, *(n for key in _KEYS if isinstance(n := settings.get(key), int))])
        settings = settings.values()
    elif not isinstance(settings, list | tuple):
        return 1
    return own * max(map(threads_at_once, settings), default=1)


def share_threads(
    found: type, settings: dict[str, Any], threads: int
) -> tuple[dict[str, Any], int]:
    """Set the number of threads of a class; return its settings and the parts' share.

    What is set stays, as far as there are `threads`; what is not gets as many as its
    parts leave. A class of scikit-learn takes one thread if nothing is said.
    """
    given = [key for key in _KEYS if settings.get(key)]
    key = next(iter(given or _accepted(found)), None)
    if key is None or not isinstance(value := settings.get(key) or 0, int):
        return settings, threads
    own = min(value, threads)
    if value == 0:
        own = max(1, threads // threads_at_once(settings))
    elif value < 0:
        own = max(1, threads + 1 + value)
    if value or own > 1 or not found.__module__.startswith("sklearn."):
        settings = settings | {key: own}
    return settings, max(1, threads // own)


def _accepted(found: type) -> list[str]:
    """Name the numbers of threads that a class takes, also through its parents."""
    own = inspect.signature(found).parameters
    various = any(p.kind is p.VAR_KEYWORD for p in own.values())
    taken = set(own)
    if various:
        taken |= {
            name for c in getattr(found, "__mro__", ()) for name in _parameters(c)
        }
    return [key for key in _KEYS if key in taken]


def _parameters(found: type) -> list[str]:
    """Name the arguments of a class's own `__init__`."""
    if "__init__" not in vars(found):
        return []
    return list(inspect.signature(vars(found)["__init__"]).parameters)
