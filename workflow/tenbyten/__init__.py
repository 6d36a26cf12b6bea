"""Compare classifiers by repeated cross-validation over many data sets.

`evaluate` cross-validates classifiers on tables in memory, `compare` compares them,
`plan` says how many data sets that takes. They are imported when first asked for, and
importing this package changes nothing in the process.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenbyten.analysis import compare
    from tenbyten.comparison import Comparison
    from tenbyten.evaluation import evaluate
    from tenbyten.planning.plans import plan

__version__ = "0.1.0"

__all__ = ["Comparison", "__version__", "compare", "evaluate", "plan"]

_MODULES = {"Comparison": "comparison", "compare": "analysis"}
_MODULES |= {"evaluate": "evaluation", "plan": "planning.plans"}


def __getattr__(name: str) -> Any:
    """Import a name of `__all__` when it is first asked for."""
    if name in _MODULES:
        module = importlib.import_module(f"tenbyten.{_MODULES[name]}")
        return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names."""
    return __all__
