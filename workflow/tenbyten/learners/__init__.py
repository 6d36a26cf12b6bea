"""WEKA's NaiveBayes, AODE, HNB, J48 and J48graft, with scikit-learn's interface.

They give the predictions of WEKA 3.6.14, instance by instance. The classes are
imported when first asked for, so that the native engine, which needs only their
array halves, does not import scikit-learn.
"""

__all__ = ["AODE", "HNB", "J48", "J48graft", "NaiveBayes"]


def __getattr__(name):
    """Import a learner when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tenbyten.learners import estimators

    return getattr(estimators, name)


def __dir__():
    """Name the learners."""
    return __all__
