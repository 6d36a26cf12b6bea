"""Name what a stranger's classifier could reach its host by, importing nothing.

The list of what is harmless has scikit-learn's estimators and their parts, numeric
functions of NumPy, SciPy and scikit-learn, SciPy's distributions, and the learners of
this package. It ends where settings name paths, loaders and caches.
"""

import difflib
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.engine import shown
from tenbyten.engines.scikit_learn.import_paths import KINDS, OURS, kind_of
from tenbyten.software import describe_imports

_SKLEARN = """
calibration cluster compose covariance cross_decomposition decomposition
discriminant_analysis dummy ensemble feature_extraction feature_extraction.image
feature_extraction.text feature_selection frozen gaussian_process
gaussian_process.kernels impute isotonic kernel_approximation kernel_ridge linear_model
manifold metrics metrics.cluster metrics.pairwise mixture model_selection multiclass
multioutput naive_bayes neighbors neural_network pipeline preprocessing
random_projection semi_supervised svm tree
"""
_MODULES = {f"sklearn.{name}" for name in _SKLEARN.split()}
_MODULES |= {"tenbyten.learners", "tenbyten.preprocessing.transformers"}
# They have no classifiers; that is told in words, by who looks there.
_NUMERIC = {"numpy", "scipy.special", "scipy.stats"}

# Modules whose functions are harmless: they compute from arrays.
_OF_ARRAYS = {
    "sklearn.covariance",
    "sklearn.feature_selection",
    "sklearn.metrics",
    "sklearn.metrics.cluster",
    "sklearn.metrics.pairwise",
    "sklearn.preprocessing",
}
# Functions of NumPy, besides all its ufuncs.
_NUMPY = """
all any argmax argmin average clip corrcoef cov cumprod cumsum diff dot max mean median
min nan_to_num nanmax nanmean nanmedian nanmin nanstd nansum nanvar prod ptp ravel real
round sinc sort std sum var
"""

# Words in the name of a setting that is a place when its value is text.
_PLACES = """
cache cachedir checkpoint dir directory file filename filenames files folder location
memory path paths pickle snapshot uri url
"""
_NO_PLACES = {"path_method"}
# joblib computes it from text.
_DISPATCHED = re.compile(r"all|[0-9n_jobs*+ ]+")
_HIDDEN = re.compile(r"(?<!\w)__\w+__(?!\w)")
_LONGEST = 60


def untrusted(classifier: Classifier) -> list[str]:
    """Name in words what is outside the list, each with its place, as `Engine` asks."""
    found = [
        *_of_path("learner", classifier.learner, "learner"),
        *_within(classifier.settings, "settings"),
    ]
    return list(dict.fromkeys(found))


def _within(value: Any, at: str) -> Iterator[str]:
    """Name what is outside the list in a value that stands at a key."""
    if (kind := kind_of(value)) in KINDS:
        yield from _of_path(kind, value[kind], at)
        value, at = value.get("settings"), f"{at}.settings"
    if isinstance(value, str):
        if _HIDDEN.search(value):
            yield f"the hidden name {_short(value)} ({at})"
    elif isinstance(value, dict):
        for key, item in value.items():
            place = f"{at}.{_short(key)}"
            yield from _of_key(str(key), item, place)
            yield from _within(item, place)
    elif isinstance(value, list | tuple | set):
        for n, item in enumerate(value):
            yield from _within(item, f"{at}.{n}")


def _of_path(kind: str, path: Any, at: str) -> Iterator[str]:
    """Name an import path that is outside the list; a stranger's class is not."""
    module, _, name = str(path).rpartition(".")
    top = module.partition(".")[0]
    if top in OURS:
        listed = _is_listed(kind, module, name)
    else:
        # What is the user's own is named in the list of what a study loads.
        listed = kind == "learner" or bool(describe_imports([module]).modules)
    if not listed:
        what = "class" if kind == "learner" else kind
        near = difflib.get_close_matches(module, _MODULES, n=1, cutoff=0.75)
        misspelt = near and near != [module] and top in ("sklearn", "tenbyten")
        hint = f", unless {near[0]}.{name} is meant" if misspelt else ""
        yield f"the {what} {_short(path)}{hint} ({at})"


def _is_listed(kind: str, module: str, name: str) -> bool:
    """Return whether the list has a name, or whoever looks for it says what it is."""
    if module.partition(".")[0] not in {"numpy", "scipy", "sklearn", "tenbyten"}:
        return True  # Of the standard library, which is refused without an import.
    if name.startswith("_") or module not in _MODULES | _NUMERIC:
        return False
    if kind == "function" and module == "numpy":
        found = vars(np).get(name)
        harmless = not callable(found) or isinstance(found, np.ufunc | type)
        return harmless or name in _NUMPY.split()
    if kind == "function" and module in _MODULES - _OF_ARRAYS:
        return name[:1].isupper()  # A class, which is no function.
    return True


def _of_key(key: str, value: Any, at: str) -> Iterator[str]:
    """Name a setting that is a place, or from which joblib computes."""
    if _HIDDEN.search(key):
        yield f"the hidden name {_short(key)} ({at})"
    # In a grid the names of parts stand before a setting.
    key = key.rpartition("__")[2]
    texts = [x for x in _items(value) if isinstance(x, str)]
    if key == "memory" and any(isinstance(x, dict) for x in _items(value)):
        yield f"a cache ({at})"
    if key == "input":
        texts = [x for x in texts if x in ("file", "filename")]
    elif key == "pre_dispatch":
        texts = [x for x in texts if not _DISPATCHED.fullmatch(x)]
    elif key in _NO_PLACES or not set(_PLACES.split()) & set(key.lower().split("_")):
        return
    what = "cache" if {"cache", "memory"} & set(key.split("_")) else "text"
    yield from (f"the {what} {_short(x)} ({at})" for x in texts)


def _items(value: Any) -> Iterator[Any]:
    """Yield a value, or the items of a list of candidates."""
    if kind_of(value) == "tuple":
        value = value["tuple"]
    if isinstance(value, list | tuple | set):
        for item in value:
            yield from _items(item)
    else:
        yield value


def _short(text: Any) -> str:
    """Show a text, cut where it is long."""
    text = shown(text)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
