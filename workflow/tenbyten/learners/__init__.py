"""WEKA's NaiveBayes, AODE, HNB, J48 and J48graft, with scikit-learn's interface.

They give the predictions of WEKA 3.6.14, instance by instance. A learner is two
classes: its array half, which the native engine uses (`array_learner`), and a
scikit-learn classifier, which is imported when first asked for, so that the engine does
not import scikit-learn.

Arguments of one name mean the same throughout the package:

values : ndarray of shape (rows, attributes), float64
    A nominal value is the index of its label; NaN is missing.
codes : ndarray of shape (attributes, rows), int32
    The same indices, where all attributes are nominal; -1 is missing.
n_values : ndarray of shape (attributes,), int64
    Number of declared labels of each attribute; 0 for a numeric one.
classes : ndarray of shape (rows,), int64
    Label index of each row's class.
n_classes : int
    Number of declared classes.
weight : ndarray of shape (rows,), float64
    Weight of each row, above zero.
distribution : ndarray of shape (rows, n_classes), float64
    Estimated probability of each class.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenbyten.learners.estimators import AODE, HNB, J48, J48graft, NaiveBayes
    from tenbyten.learners.learner import ArrayLearner

# Every learner, and the module of its array half.
MODULES = {
    "NaiveBayes": "tenbyten.learners.bayes.naive_bayes",
    "AODE": "tenbyten.learners.bayes.aode",
    "HNB": "tenbyten.learners.bayes.hnb",
    "J48": "tenbyten.learners.trees.j48",
    "J48graft": "tenbyten.learners.trees.j48",
}
LEARNERS = tuple(MODULES)

__all__ = ["AODE", "HNB", "J48", "LEARNERS", "J48graft", "NaiveBayes", "array_learner"]


def array_learner(name: str) -> "type[ArrayLearner]":
    """Import the array half of a learner, one of `LEARNERS`."""
    return getattr(importlib.import_module(MODULES[name]), f"Array{name}")


def __getattr__(name: str) -> Any:
    """Import a learner when it is first asked for."""
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tenbyten.learners import estimators

    return getattr(estimators, name)


def __dir__() -> list[str]:
    """List the public names."""
    return __all__
