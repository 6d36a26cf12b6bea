"""Engines: programs that train classifiers (this package, WEKA, scikit-learn)."""

import importlib
from collections.abc import Mapping
from typing import Any

from tenbyten.engines.classifier import Classifier, Panel, Prediction
from tenbyten.engines.engine import Engine
from tenbyten.engines.scikit_learn.tuning import tuned

# The registry: names of folders here, each with an object ENGINE. A classifier that
# offers several runs on the machine's `engine`, else on the first of these.
ENGINES = ("native", "weka", "scikit_learn")

__all__ = ["ENGINES", "Classifier", "Engine", "Panel", "Prediction", "find_engine"]
__all__ += ["read_offers", "twin_engines"]


def find_engine(name: str) -> Engine:
    """Import the engine of a name, and only this one.

    Parameters
    ----------
    name : str
        One of `ENGINES`.

    Raises
    ------
    ValueError
        If there is no engine of this name.
    """
    if name not in ENGINES:
        raise ValueError(f"engine {name!r}: unknown; it is one of {', '.join(ENGINES)}")
    return importlib.import_module(f"tenbyten.engines.{name}").ENGINE


def read_offers(name: str, entry: Mapping[str, Any]) -> dict[str, Classifier]:
    """Read a classifier of a study file for every engine that its entry names.

    Parameters
    ----------
    name : str
        The classifier's name.
    entry : mapping
        Its entry in the study file, checked against the schema.

    Returns
    -------
    dict of str to Classifier
        By engine, in the order of `ENGINES`.

    Raises
    ------
    ValueError
        If keys of `tune` contradict each other; it names the classifier.
    """
    preprocessing = tuple(entry.get("preprocessing", ()))
    return {
        engine: Classifier(
            name, **tuned(name, entry[engine]), preprocessing=preprocessing
        )
        for engine in ENGINES
        if engine in entry
    }


def twin_engines() -> tuple[str, str]:
    """Return the engine that repeats another fold for fold, and that other one."""
    pairs = [(name, find_engine(name).repeats) for name in ENGINES]
    return next(pair for pair in pairs if pair[1])
