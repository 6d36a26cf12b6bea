"""Find the parts that an estimator is made of, and settle what they draw."""

import inspect
from collections.abc import Iterator
from typing import Any

import numpy as np

# Settings that hold a seed. The first two are drawn where they are None.
_SEEDS = ("random_state", "random_seed", "seed")


def parts_of(whole: Any) -> Iterator[Any]:
    """Yield an estimator and all estimators and splitters within its settings.

    `get_params(deep=True)` would miss the splitter and the grid of a search.
    """
    for part, _ in _with_settings(whole):
        yield part


class Seeds:
    """The seeds of a learner that are None, to be drawn anew for every fold.

    A seed is a setting `random_state`, or `random_seed` as CatBoost calls it; what has
    a seed by any of these names, or by that of `seed`, keeps it.
    """

    def __init__(self, learner: Any) -> None:
        found = [(of[0], _seed_to_draw(*of)) for of in _with_settings(learner)]
        self._drawing = [(part, name) for part, name in found if name]

    def draw(self, key: tuple[int, int, int]) -> None:
        """Give each seed a number drawn from `key`, for all clones that follow."""
        drawn = np.random.SeedSequence(key).generate_state(len(self._drawing))
        # 31 bits, because some libraries take signed integers of 32.
        for (part, name), state in zip(
            self._drawing, (drawn >> 1).tolist(), strict=True
        ):
            if name == "random_state":
                part.random_state = state
            else:
                part.set_params(**{name: state})


def _with_settings(whole: Any) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Yield each part with its own settings."""
    if isinstance(whole, dict):
        whole = list(whole.values())
    if isinstance(whole, list | tuple):
        for item in whole:
            yield from _with_settings(item)
    elif not inspect.isclass(whole):
        estimator = hasattr(whole, "get_params")
        settings = whole.get_params(deep=False) if estimator else {}
        if estimator or hasattr(whole, "random_state"):
            yield whole, settings
        for _, value in sorted(settings.items()):
            yield from _with_settings(value)


def _seed_to_draw(part: Any, settings: dict[str, Any]) -> str:
    """Name the seed of a part that is None; empty if it draws nothing or has one."""
    if any(settings.get(name) is not None for name in _SEEDS):
        return ""
    if getattr(part, "random_state", 0) is None:
        return "random_state"
    return "random_seed" if "random_seed" in parameters_of(part) else ""


def parameters_of(part: Any) -> frozenset[str]:
    """Name the settings of a part; those of CatBoost that are not set, too."""
    return frozenset(inspect.signature(type(part)).parameters)
