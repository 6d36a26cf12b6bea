"""Refuse settings of which XGBoost and LightGBM only warn: they take any name."""

import re
import warnings
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import ParameterSampler

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.scikit_learn.parts import find_parts
from tenbyten.words import suggest

# Settings with which each library says all, and trains in a moment.
_TALKATIVE: dict[str, dict[str, Any]] = {
    "xgboost": {"n_estimators": 1, "n_jobs": 1, "verbosity": 1},
    "lightgbm": {"n_estimators": 1, "n_jobs": 1, "verbosity": 0, "verbose": 0},
}
_UNUSED = re.compile(
    r'(?:"|Unknown parameter: )(\w+)(?="[^{}]*\} are not used|\n)'
    r"|(\w+)=\S+ will be ignored"
)


def refuse_unused(classifier: Classifier, learner: Any) -> None:
    """Refuse a setting of a booster that its library says it does not use.

    Parts are trained on eight rows, for libraries tell it of no other way. A setting of
    the class's own that another one leaves without effect is no mistake.

    Raises
    ------
    ValueError
        Naming the classifier, the booster, and a setting that resembles it.
    """
    for part in _parts(learner):
        for kind in type(part).__mro__:
            if talkative := _TALKATIVE.get(kind.__module__.partition(".")[0]):
                known = kind().get_params()
                for name, fault in _unused(part, talkative).items():
                    if name not in known.keys() | talkative.keys():
                        raise ValueError(
                            f"classifier {classifier.name}: {kind.__name__} {fault} "
                            f"{name}; {suggest(name, known, 'take it out')}"
                        )
                break


def _parts(learner: Any) -> Iterator[Any]:
    """Yield the parts of a learner; of a search also those that one candidate has."""
    for part in find_parts(learner):
        yield part
        for grid in ("param_grid", "param_distributions"):
            if values := getattr(part, grid, None):
                drawn = next(iter(ParameterSampler(values, 1, random_state=0)))
                yield from find_parts(clone(part.estimator).set_params(**drawn))


def _unused(part: Any, talkative: dict[str, Any]) -> dict[str, str]:
    """Return the settings that a booster says it does not use, and why."""
    said = StringIO()
    rows, classes = np.arange(16.0).reshape(8, 2), np.arange(8) % 2
    with (
        warnings.catch_warnings(record=True) as caught,
        redirect_stdout(said),
        redirect_stderr(said),
        # What it cannot do on these rows is told when it is trained.
        suppress(Exception),
    ):
        warnings.simplefilter("always")
        clone(part).set_params(**talkative).fit(rows, classes)
    said.writelines(str(x.message) for x in caught)
    found = _UNUSED.findall(said.getvalue())
    no, ignored = "has no setting", "ignores, beside its own settings,"
    return {name or beside: no if name else ignored for name, beside in found}
