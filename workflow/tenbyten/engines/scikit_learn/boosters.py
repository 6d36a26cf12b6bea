"""Refuse settings of which XGBoost and LightGBM only warn: they take any name."""

import re
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from io import StringIO
from typing import Any

import numpy as np
from sklearn.base import clone

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.scikit_learn.instantiate import candidates
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

    Boosters are trained on eight rows, for the libraries tell it of no other way. A
    setting of the class's own that another one leaves without effect is no mistake.
    """
    for part in _parts(learner):
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


def _parts(learner: Any) -> Iterator[Any]:
    """Yield the parts of a learner; of a search also those that one candidate has."""
    for part in find_parts(learner):
        yield part
        for candidate in candidates(part):
            yield from find_parts(candidate)


def _unused(part: Any) -> list[tuple[str, str]]:
    """List the settings that a booster says it does not use, or ignores."""
    said = list[str]()
    rows, classes = np.arange(16.0).reshape(8, 2), np.arange(8) % 2
    # What it cannot do on these rows is told when it is trained.
    with redirect_stdout(StringIO()), gathered(said), suppress(Exception):
        clone(part).set_params(**_TALKATIVE).fit(rows, classes)
    return [pair for text in said for pair in _UNUSED.findall(text)]
