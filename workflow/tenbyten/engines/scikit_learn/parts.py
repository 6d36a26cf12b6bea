"""Find the parts of an estimator, settle what they draw, and share cores among them."""

import inspect
from collections.abc import Iterator
from typing import Any

import numpy as np

# Settings that hold a seed. The first two are drawn where they are None.
_SEEDS = ("random_state", "random_seed", "seed")
# Numbers of threads are settings of these names. One that is None, 0 or left out is not
# set; a negative one means all but some, as in joblib: -1 all of them, -2 all but one.
_THREADS = ("n_jobs", "thread_count", "nthread", "num_threads", "n_threads")


def find_parts(whole: Any) -> Iterator[Any]:
    """Yield an estimator and all estimators and splitters within its settings.

    `get_params(deep=True)` would miss the splitter and the grid of a search.
    """
    if isinstance(whole, dict):
        whole = list(whole.values())
    if isinstance(whole, list | tuple):
        for item in whole:
            yield from find_parts(item)
    elif not inspect.isclass(whole):
        settings = _settings(whole)
        if hasattr(whole, "get_params") or hasattr(whole, "random_state"):
            yield whole
        for _, value in sorted(settings.items()):
            yield from find_parts(value)


def _settings(part: Any) -> dict[str, Any]:
    """Return a part's own settings."""
    return part.get_params(deep=False) if hasattr(part, "get_params") else {}


class Seeds:
    """The seeds of a learner that are None, to be drawn anew for every fold.

    A seed is a setting `random_state`, or `random_seed` as CatBoost calls it; what has
    a seed by any of these names, or by that of `seed`, keeps it.
    """

    def __init__(self, learner: Any) -> None:
        found = [(part, _seed_to_draw(part)) for part in find_parts(learner)]
        self.drawing = [(part, name) for part, name in found if name]

    def draw(self, key: tuple[int, ...]) -> None:
        """Give each seed a number drawn from `key`, for all clones that follow."""
        drawn = np.random.SeedSequence(key).generate_state(len(self.drawing))
        # 31 bits, because some libraries take signed integers of 32.
        states = (drawn >> 1).tolist()
        for (part, name), state in zip(self.drawing, states, strict=True):
            if name == "random_state":
                part.random_state = state
            else:
                part.set_params(**{name: state})


def _seed_to_draw(part: Any) -> str:
    """Name the seed of a part that is None; empty if it draws nothing or has one."""
    settings = _settings(part)
    if any(settings.get(name) is not None for name in _SEEDS):
        return ""
    if getattr(part, "random_state", 0) is None:
        return "random_state"
    return "random_seed" if "random_seed" in parameter_names(part) else ""


def parameter_names(part: Any) -> frozenset[str]:
    """Name the settings of a part; those of CatBoost that are not set, too."""
    return frozenset(inspect.signature(type(part)).parameters)


def threads_at_once(settings: Any) -> int:
    """Count the threads that settings ask for, those within other ones multiplied."""
    own = 1
    if isinstance(settings, dict):
        own = max([1, *(n for n in map(settings.get, _THREADS) if isinstance(n, int))])
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
    given = [key for key in _THREADS if settings.get(key)]
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
    taken = set(own)
    if any(p.kind is p.VAR_KEYWORD for p in own.values()):
        for parent in getattr(found, "__mro__", ()):
            taken |= inspect.signature(parent.__init__).parameters.keys()
    return [key for key in _THREADS if key in taken]
