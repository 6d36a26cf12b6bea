"""Random settings, hostile and odd, for classes and functions of scikit-learn."""

import importlib
import inspect
import random
from numbers import Real

from sklearn.experimental import (  # noqa: F401
    enable_halving_search_cv,
    enable_iterative_imputer,
)
from sklearn.gaussian_process import kernels
from sklearn.utils._param_validation import (
    Interval,
    StrOptions,
    generate_valid_param,
    make_constraint,
)
from sklearn.utils.discovery import all_estimators, all_functions

HOSTILE = [
    "CANARY",
    "cache",
    "/etc/passwd",
    "../CANARY",
    "~/CANARY",
    "a/b.pkl",
    "|touch x",
]
HOSTILE += ["http://127.0.0.1:9/CANARY", "file:///etc/passwd", "__import__('os')"]
HOSTILE += [
    "os.system",
    "filename",
    "file",
    "a.__class__.__init__.__globals__",
    "x__memory",
]
HOSTILE += [
    "{CANARY}",
    "{feature_name.__class__}",
    "open('CANARY', 'w')",
    "\\b\\w+\\b",
    "",
]
HOSTILE += [
    "prefit",
    "passthrough",
    "drop",
    "auto",
    "precomputed",
    "rbf",
    "accuracy",
    "raise",
]
NUMBERS = [
    0,
    1,
    2,
    3,
    -1,
    0.5,
    1e-3,
    1e308,
    float("nan"),
    float("inf"),
    True,
    False,
    None,
]
HUGE = [10**9, 10**12, 2**63 - 1, -(2**63), 1e18]
KEYS = [
    "memory",
    "input",
    "cache",
    "cache_dir",
    "pre_dispatch",
    "func",
    "kw_args",
    "path",
]
KEYS += ["verbose", "__class__", "estimator__memory", "x__y", "callbacks", "filename"]
STRANGE = """
" os.system subprocess.Popen builtins.eval builtins.open pickle.loads numpy.load
numpy.save numpy.fromfile numpy.memmap joblib.load joblib.Memory
sklearn.datasets.load_files sklearn.datasets.fetch_openml sklearn.utils.Bunch
sklearn.externals.array_api_compat.x sklearn.utils._joblib.load mine.Mine
mine.function scipy.io.loadmat scipy.stats.rv_discrete tenbyten.files.write_text
tenbyten.scripting.job tenbyten.stages.collect numpy.log1p scipy.stats.uniform
scipy.stats.loguniform scipy.stats.randint scipy.stats.zscore scipy.special.expit
numpy.mean sklearn.show_versions sklearn.set_config pandas.read_pickle
sklearn.metrics.make_scorer sklearn.compose.make_column_selector mine
numpy.f2py.__main__ tenbyten.learners.J48
tenbyten.preprocessing.transformers.MDLDiscretizer this.x antigravity.x
scipy.stats.multivariate_normal scipy.stats.ortho_group scipy.stats.rv_continuous
"""


# Functions that a class may be given, in the training of what the list lets pass.
FUNCTIONS = """
numpy.log1p numpy.mean scipy.stats.zscore sklearn.metrics.pairwise.rbf_kernel
mine.function sklearn.feature_selection.f_classif
sklearn.feature_selection.mutual_info_classif sklearn.preprocessing.scale
sklearn.covariance.oas sklearn.metrics.accuracy_score
"""
TREE = {"learner": "sklearn.tree.DecisionTreeClassifier"}
PARTS = {"estimator": TREE, "estimators": [["a", TREE], ["b", TREE]]}


def public(found):
    """The import path of a class or function, without private modules if it has one."""
    parts, name = found.__module__.split("."), found.__name__
    for count in range(len(parts), 1, -1):
        module = importlib.import_module(".".join(parts[:count]))
        private = any(x.startswith("_") for x in parts[:count])
        if not private and getattr(module, name, None) is found:
            return f"{module.__name__}.{name}"
    return f"{found.__module__}.{name}"


def listed():
    """Every public class by its import path, and the paths of all functions."""
    found = [its_class for _, its_class in all_estimators()]
    found += [x for x in vars(kernels).values() if hasattr(x, "get_params")]
    splitters = vars(importlib.import_module("sklearn.model_selection")).values()
    found += [x for x in splitters if hasattr(x, "get_n_splits")]
    classes = {public(x): x for x in found if x.__module__.startswith("sklearn")}
    return classes, [public(function) for _, function in all_functions()]


class Cases:
    """Random settings; `trained` are without numbers that take long."""

    def __init__(self, seed, *, trained):
        self.rng = random.Random(seed)
        self.classes, self.functions = listed()
        self.numbers = NUMBERS if trained else NUMBERS + HUGE
        self.trained = trained

    def settings(self, path, depth=0):
        """Some of a class's own settings, and some of others."""
        rng, own = self.rng, []
        if path in self.classes:
            own = list(inspect.signature(self.classes[path]).parameters)
        keys = rng.sample(own, min(len(own), rng.randint(0, 3)))
        if rng.random() < 0.2:
            keys.append(rng.choice(KEYS))
        if self.trained:
            needed = {key: x for key, x in PARTS.items() if key in own}
            drawn = {key: self.valid(path, key) for key in keys if key != "n_jobs"}
            return drawn | needed
        return {key: self.value(depth + 1) for key in keys}

    def valid(self, path, key):
        """A value that the class takes, by what scikit-learn says; now and then not."""
        its_class = self.classes.get(path)
        known = getattr(its_class, "_parameter_constraints", {}).get(key, [])
        known = known if isinstance(known, list) else []
        for constraint in self.rng.sample(known, len(known)) * (
            self.rng.random() < 0.9
        ):
            if isinstance(constraint, StrOptions):
                return self.rng.choice(sorted(constraint.options))
            if constraint == "boolean":
                return self.rng.random() < 0.5
            if constraint is callable:
                return {"function": self.rng.choice(FUNCTIONS.split())}
            if isinstance(constraint, Interval):
                drawn = generate_valid_param(make_constraint(constraint))
                return (
                    max(min(float(drawn), 3), -3)
                    if constraint.type is Real
                    else max(min(int(drawn), 3), -3)
                )
        return self.value(3)

    def value(self, depth):
        """A value of any kind."""
        rng = self.rng
        kind = rng.random() if depth < 4 else rng.random() / 2
        if kind < 0.25:
            return rng.choice(HOSTILE)
        if kind < 0.5:
            return rng.choice(self.numbers)
        if kind < 0.6:
            return [self.value(depth + 1) for _ in range(rng.randint(0, 3))]
        if kind < 0.65:
            return {rng.choice(KEYS + HOSTILE): self.value(depth + 1)}
        if kind < 0.7:
            return {"tuple": [self.value(depth + 1) for _ in range(rng.randint(0, 3))]}
        if kind < 0.73:
            return rng.choice([b"\x80\x04canary", {"CANARY", "cache"}])
        path = rng.choice([*self.classes, *self.functions, *STRANGE.split() * 5])
        kind = rng.choice(["learner", "function", "distribution"])
        if rng.random() < 0.7:
            kind = "function" if path in self.functions else "learner"
        made = {kind: path}
        if rng.random() < 0.6:
            made["settings"] = self.settings(path, depth)
        return made

    def case(self, path):
        """Learner and settings, with the path as it or as a part of it."""
        part = {"learner": path, "settings": self.settings(path)}
        bayes = {"learner": "sklearn.naive_bayes.GaussianNB"}
        pipeline = "sklearn.pipeline.Pipeline"
        if path in self.functions:
            it = {"function": path}
            step = self.rng.choice(
                [
                    (
                        "sklearn.preprocessing.FunctionTransformer",
                        {"func": it, "kw_args": {self.rng.choice(KEYS): self.value(2)}},
                    ),
                    ("sklearn.preprocessing.FunctionTransformer", {"func": it}),
                    ("sklearn.feature_selection.SelectKBest", {"score_func": it}),
                    ("sklearn.kernel_approximation.Nystroem", {"kernel": it}),
                ]
            )
            part = dict(zip(("learner", "settings"), step, strict=True))
        elif "gaussian_process.kernels" in path:
            return "sklearn.gaussian_process.GaussianProcessClassifier", {
                "kernel": part
            }
        elif hasattr(self.classes[path], "split"):
            return "sklearn.model_selection.GridSearchCV", {
                "estimator": bayes,
                "param_grid": {},
                "cv": part,
            }
        elif hasattr(self.classes[path], "predict") or self.rng.random() < 0.1:
            return path, part["settings"]
        return pipeline, {
            "steps": [["part", part], ["last", bayes]],
            **self.settings(pipeline),
        } if not self.trained else {"steps": [["part", part], ["last", bayes]]}
