"""Compare classifiers by repeated cross-validation over many data sets.

`compare` and `Comparison` come from `tenbyten.analysis`. They are imported when first
asked for, and importing this package changes nothing in the process.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenbyten.analysis import Comparison, compare

__all__ = ["Comparison", "__version__", "compare"]


def __getattr__(name: str) -> Any:
    """Import a name of `__all__` when it is first asked for."""
    if name == "__version__":
        from importlib.metadata import version

        return version("tenbyten")
    if name in __all__:
        from tenbyten import analysis

        return getattr(analysis, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names."""
    return __all__
