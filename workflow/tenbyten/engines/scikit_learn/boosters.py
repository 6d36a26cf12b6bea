"""Refuse settings of which XGBoost and LightGBM only warn: they take any name."""

import re
from contextlib import redirect_stdout, suppress
from io import StringIO
from typing import Any

import numpy as np
from sklearn.base import clone

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.scikit_learn.parts import find_parts
from tenbyten.engines.scikit_learn.warned import gathered
from tenbyten.words import suggest

_BOOSTERS = ("xgboost", "lightgbm")
# With these a booster tells all, and trains in a moment.
_TALKATIVE = {"n_estimators": 1, "n_jobs": 1, "verbosity": 1}
_UNUSED = re.compile(
    r'(?:"|Unknown parameter: )(\w+)(?="[^{}]*\} are not used|$)'
    r"|(\w+)=\S+ will be ignored"
)


def refuse_unused(classifier: Classifier, learner: Any) -> None:
    """Refuse a setting of a booster that its library says it does not use.

    Boosters are trained on eight rows, because the libraries report unused settings
    only while they train. A setting of the class's own that another one leaves without
    effect is no mistake. Names within the grid of a search are not checked.

    Parameters
    ----------
    classifier : Classifier
        Its name begins the message.
    learner : estimator
        The untrained estimator made from it.

    Raises
    ------
    ValueError
        If a booster among the parts of `learner` has an unknown setting.
    """
    for part in find_parts(learner):
        kinds = [x for x in type(part).__mro__ if x.__module__.startswith(_BOOSTERS)]
        for unknown, ignored in _unused(part) if kinds else ():
            kind, name = kinds[0], unknown or ignored
            known = kind().get_params()
            if name not in {*known, "verbose"}:
                fault = (
                    "ignores, beside its own settings," if ignored else "has no setting"
                )
                raise ValueError(
                    f"classifier {classifier.name}: {kind.__name__} {fault} {name}; "
                    f"{suggest(name, known, 'take it out')}"
                )


def _unused(part: Any) -> list[tuple[str, str]]:
    """List the settings that a booster says it does not use, or ignores."""
    said = list[str]()
    rows, classes = np.arange(16.0).reshape(8, 2), np.arange(8) % 2
    # Errors on these rows are told when the classifier is trained.
    with redirect_stdout(StringIO()), gathered(said), suppress(Exception):
        clone(part).set_params(**_TALKATIVE).fit(rows, classes)
    return [pair for text in said for pair in _UNUSED.findall(text)]
