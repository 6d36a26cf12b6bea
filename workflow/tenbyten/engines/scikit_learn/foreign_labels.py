"""Adapt classifiers of other packages to what scikit-learn promises of its own.

Every classifier of scikit-learn takes any labels as classes, predicts one label for
each instance, and takes the columns of any DataFrame. XGBoost, LightGBM and CatBoost do
not, and within a search or a pipeline nothing outside them can help: a class that an
inner fold lacks ends in an error there. An object that is adapted therefore gets a
class made for it: a subclass of its own, of the same name.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import copy, deepcopy
from functools import cache, partial, wraps
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import ClassifierMixin, clone, is_classifier

from tenbyten.engines.scikit_learn.parts import find_parts
from tenbyten.engines.scikit_learn.settings import OURS

_WEIGHTS = ("class_weight", "class_weights")
# XGBoost refuses brackets and <, LightGBM what is special in JSON; and to LightGBM a
# blank is an underscore.
_REFUSED = re.compile(r'[][<>{}",:\s]')
_RENAMING = {"xgboost", "lightgbm"}


def adapt(learner: Any) -> None:
    """Adapt every part of a learner that is a classifier of another package.

    It is left as it is if it has estimators among its settings. Where a training set
    lacks a class, a classifier that is adapted gets the others numbered densely, 0, 1,
    2 and on; its predictions and `classes_` are mapped back. Weights of classes,
    `class_weight` by label or `class_weights` by label or position, are cut to the
    classes that are there. Predictions in a column are made flat. Of a DataFrame,
    XGBoost and LightGBM get names without the characters that they refuse; CatBoost
    gets categories as text, a missing one as a label of its own, and as its
    `cat_features` unless these are set.
    """
    for part in list(find_parts(learner)):
        if is_foreign(part) and _classifies_alone(part):
            found: Any = type(part)
            # A compiled class may have no place for another one.
            with suppress(TypeError):
                part.__class__ = _adapted(found)


def is_foreign(part: Any) -> bool:
    """Whether a part is trained, and its class no scikit-learn's or of this package."""
    ours = type(part).__module__.partition(".")[0] in OURS
    return hasattr(part, "fit") and not ours


def _classifies_alone(part: Any) -> bool:
    """Whether a part is a classifier that is not made of other estimators."""
    if not hasattr(part, "predict"):
        return False
    trained = [within for within in find_parts(part) if hasattr(within, "fit")]
    return len(trained) == 1 and is_classifier(part)


@cache
def _adapted(found: type) -> type:
    """Make the class that takes the place of another one."""

    @wraps(found.fit)  # type: ignore[attr-defined]
    def fit(self: Any, X: Any, y: Any, *more: Any, **named: Any) -> Any:
        return _fit(self, X, y, *more, **named)

    changed = {name: getattr(found, name) for name in ("__module__", "__qualname__")}
    classes = property(_get_classes, _set_classes)
    changed |= {"__doc__": found.__doc__, "fit": fit, "classes_": classes}
    changed["score"] = ClassifierMixin.score
    calls = (name for name in _CALLS if hasattr(found, name))
    changed |= {name: property(partial(_method, name=name)) for name in calls}
    changed |= {
        "__reduce_ex__": lambda self, _: (_restored, _parted(self)),
        "__copy__": lambda self: _restored(*map(copy, _parted(self))),
        "__deepcopy__": lambda self, memo: _restored(*deepcopy(_parted(self), memo)),
    }
    if "catboost" in _packages(found):
        changed["__sklearn_clone__"] = _clone
    return type(found.__name__, (found,), changed)


@contextmanager
def _as_found(self: Any) -> Iterator[None]:
    """Give an object the class back that it had, for a while."""
    own = type(self)
    self.__class__ = own.__bases__[0]
    try:
        yield
    finally:
        self.__class__ = own


def _fit(self: Any, X: Any, y: Any, *more: Any, **named: Any) -> Any:
    """Train on densely numbered classes."""
    labels, codes = np.unique(np.asarray(y), return_inverse=True)
    self._labels = labels
    if "catboost" in _packages(type(self)) and "cat_features" not in self.get_params():
        categories = _categories(X)
        named = {"cat_features": categories} | named if categories else named
    X = _accepted(self, X)
    with _as_found(self), _weights_of(self, labels):
        self.fit(X, codes, *more, **named)
    return self


def _predict(self: Any, X: Any, *more: Any, **named: Any) -> npt.NDArray[Any]:
    """Predict labels that `fit` was given, one for each instance."""
    predicted = np.asarray(_called("predict", self, X, *more, **named))
    if predicted.ndim == 2 and predicted.shape[1] == 1:
        predicted = predicted[:, 0]
    codes = np.arange(len(self._labels))
    if np.array_equal(self._labels, codes):
        return predicted
    known = np.isin(predicted, codes)
    if not np.all(known):
        raise ValueError(
            f"predicted {predicted[~known][0]!r}, which is none of the {len(codes)} "
            f"classes of the training set, numbered from 0; `predict` must give the "
            f"classes that `fit` was given."
        )
    return self._labels[predicted.astype(np.intp)]


def _predict_proba(self: Any, X: Any, *more: Any, **named: Any) -> Any:
    """Give one column if there is one class, where XGBoost and LightGBM give two."""
    probabilities = _called("predict_proba", self, X, *more, **named)
    return probabilities[:, :1] if len(self._labels) == 1 else probabilities


def _called(name: str, self: Any, X: Any, *more: Any, **named: Any) -> Any:
    """Call a method of the class that an object had."""
    X = _accepted(self, X)
    with _as_found(self):
        return getattr(self, name)(X, *more, **named)


_CALLS: dict[str, Callable[..., Any]] = {
    "predict": _predict,
    "predict_proba": _predict_proba,
    "predict_log_proba": partial(_called, "predict_log_proba"),
    "decision_function": partial(_called, "decision_function"),
}


def _method(self: Any, *, name: str) -> Any:
    """Bind a method; with some settings an object may not have it."""
    with _as_found(self):
        method = getattr(self, name)
    return wraps(method)(partial(_CALLS[name], self))


def _get_classes(self: Any) -> npt.NDArray[Any]:
    """Return the labels that `fit` was given."""
    with _as_found(self):
        codes = np.asarray(self.classes_)
    if not np.all(np.isin(codes, np.arange(len(self._labels)))):
        raise wrong_classes(codes, np.arange(len(self._labels)))
    return self._labels[codes.astype(np.intp)]


def wrong_classes(named: npt.NDArray[Any], trained: npt.NDArray[Any]) -> ValueError:
    """Say that `classes_` does not fit the classes that a classifier was trained on."""
    return ValueError(
        f"`classes_` is {named.tolist()!r}, but it was trained on the classes "
        f"{trained.tolist()}; `classes_` must name the class of each column of "
        f"`predict_proba`: correct the classifier or leave it out."
    )


def _set_classes(self: Any, value: Any) -> None:
    with _as_found(self):
        self.classes_ = value


def _clone(self: Any) -> Any:
    """Clone CatBoost, which copies lists among its settings, so that `clone` fails."""
    return type(self)(**clone(self.get_params(), safe=False))


def _parted(self: Any) -> tuple[Any, Any]:
    """Return an object of the class that this one had, with its state, and labels."""
    found: Any = type(self).__bases__[0]
    plain = found.__new__(found)
    plain.__dict__ = vars(self)
    return plain, vars(self).get("_labels")


def _restored(plain: Any, labels: Any) -> Any:
    """Make again what `_parted` took apart."""
    found: Any = type(plain)
    plain.__class__ = _adapted(found)
    if labels is not None:
        plain._labels = labels
    return plain


@contextmanager
def _weights_of(self: Any, labels: npt.NDArray[Any]) -> Iterator[None]:
    """Set the weights of the classes that are there, for a while.

    CatBoost keeps its settings in a dictionary.
    """
    holding = vars(self), vars(self).get("_init_params", {})
    given = [(held, n, held[n]) for held in holding for n in _WEIGHTS if n in held]
    for held, name, weights in given:
        held[name] = _weights_by_code(weights, labels.tolist())
    try:
        yield
    finally:
        for held, name, weights in given:
            held[name] = weights


def _weights_by_code(weights: Any, labels: list[Any]) -> Any:
    """Pick the weights of some labels; anything but a mapping or a list stays."""
    if isinstance(weights, dict) and not weights.keys().isdisjoint(labels):
        return {i: weights[x] for i, x in enumerate(labels) if x in weights}
    if isinstance(weights, list | tuple) and all(
        x in range(len(weights)) for x in labels
    ):
        return [weights[x] for x in labels]
    return weights


def _packages(found: type) -> set[str]:
    """Name the packages of a class and its parents."""
    return {parent.__module__.partition(".")[0] for parent in found.__mro__}


def _categories(X: Any) -> list[str]:
    """Name the categorical columns of a DataFrame; nothing of an array."""
    types = X.dtypes.items() if hasattr(X, "iloc") else ()
    return [name for name, dtype in types if dtype == "category"]


def _accepted(self: Any, X: Any) -> Any:
    """Make a DataFrame one that the package takes."""
    if not hasattr(X, "iloc"):
        return X
    packages = _packages(type(self))
    if "catboost" in packages:
        return X.assign(**{name: _as_text(X[name]) for name in _categories(X)})
    names = list(map(str, X.columns))
    if packages & _RENAMING and any(map(_REFUSED.search, names)):
        return X.set_axis(_renamed(names), axis=1)
    return X


def _as_text(column: Any) -> Any:
    """Give the missing values of a categorical column a label that no other has."""
    missing = "missing"
    while missing in column.cat.categories:
        missing += "_"
    return column.cat.add_categories(missing).fillna(missing)


def _renamed(names: list[str]) -> list[str]:
    """Replace what is refused in names by an underscore; they stay different."""
    taken: dict[str, None] = {}
    for name in names:
        name = _REFUSED.sub("_", name)
        while name in taken:
            name += "_"
        taken[name] = None
    return list(taken)
