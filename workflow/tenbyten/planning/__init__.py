"""Plan a comparison: its power, by the number of data sets and of runs.

`power` and `smallest` are imported when first asked for.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenbyten.planning.powers import power, smallest

__all__ = ["power", "smallest"]


def __getattr__(name: str) -> Any:
    """Import a name of `__all__` when it is first asked for."""
    if name in __all__:
        from tenbyten.planning import powers

        return getattr(powers, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names."""
    return __all__
