"""Hostile settings for every public class and function of scikit-learn, with a canary.

A program for test_strangers_settings.py: `settings_canary.py (dry|train) SEED CASES`,
in a folder with what a stranger may have sent. Its last line says in JSON how the cases
ended, and what they did to the host.
"""

import dataclasses
import importlib
import inspect
import json
import os
import random
import resource
import signal
import sys
import sysconfig
import warnings
from collections import Counter
from contextlib import suppress
from numbers import Real
from pathlib import Path

import numpy as np
import yaml
from joblib.externals import loky
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

from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.engines.scikit_learn.instantiate import instantiate
from tenbyten.study.readiness import check_ready, describe_classes
from tenbyten.study.reading import read_study

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = {sysconfig.get_path(x) for x in ("stdlib", "platstdlib", "purelib")}
INSTALLED |= {
    str(Path(np.__file__).parents[1]),
    str(ROOT / "workflow"),
    sys.base_prefix,
}
INSTALLED |= {"/proc/cpuinfo", "/sys/fs/cgroup"}  # The number of cores.
INSTALLED = tuple(os.path.realpath(x) for x in INSTALLED)
READ = {"study.yaml", "names.tsv", "mine.py"}
# Events of sys.audit that reach the host.
REACHING = (
    *("os.", "subprocess.", "socket.", "shutil.", "tempfile.", "urllib.", "http."),
    *("pickle.", "ftplib.", "smtplib.", "webbrowser.", "sqlite3."),
    *("syslog.", "pty.", "mmap.", "fcntl.", "signal.", "glob.", "pathlib."),
)
# How modules are found.
FINDING = {"os.listdir", "os.scandir"}

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


class Canary:
    """Notices what reaches the host while it is awake."""

    def __init__(self):
        self.awake, self.seen = False, []
        sys.addaudithook(self.hear)

    def hear(self, event, arguments):
        """Remember an event that reaches the host."""
        if not self.awake:
            return
        self.awake = False
        try:
            told = event.startswith(REACHING) and event not in FINDING
            if event == "open":
                path, _, flags = arguments
                told = not self.is_ours(path, flags)
            if event in ("compile", "exec"):
                told = "CANARY" in repr(arguments[0])
            if told:
                self.seen.append(f"{event} {arguments!r}"[:300])
        finally:
            self.awake = True

    @staticmethod
    def is_ours(path, flags):
        """Whether a file is only read, and of Python or of the study itself."""
        if isinstance(path, int) or flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            return False
        path = os.path.realpath(os.fsdecode(path))
        return path.startswith(INSTALLED) or (
            os.path.dirname(path) == os.getcwd() and os.path.basename(path) in READ
        )


def hang(*_):
    """End a training that takes long."""
    raise TimeoutError


def dry(study):
    """Do what a dry run does with a study, without consent and with it."""
    end = "refused"
    for trust in ([], list(study["classifiers"])):
        panels = study.panels("native")
        describe_classes(study, panels)
        for panel in panels.values():
            size = {"instances": 150, "attributes": 5, "folds": 10}
            seconds = sum(ENGINE.seconds(c, **size) for c in panel.classifiers)
            ENGINE.resources(panel, seconds=seconds, cells=750)
        with suppress(ValueError):
            check_ready(study, panels, machine={"weka_jar": "", "trust": trust})
            end = "made" if end == "made" or not trust else "made if trusted"
    return end


def train(classifier):
    """Train and test what the list lets pass on twenty rows, in a second at most."""
    if ENGINE.untrusted(classifier) or ENGINE.foreign(classifier):
        return "outside the list"
    rng = np.random.default_rng(1)
    X, y = rng.random((20, 3)), np.arange(20) % 2
    try:
        learner = instantiate(classifier)
    except ValueError:
        return "refused"
    signal.setitimer(signal.ITIMER_REAL, 1)
    try:
        learner.fit(X, y).predict(X)
    except Exception:
        return "failed"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return "trained"


def studies(cases, count):
    """Write and read studies of forty cases each, and yield them one by one."""
    paths = sorted([*cases.classes, *cases.functions])
    if cases.trained:
        # Regressors and the like are refused, whatever they could do.
        classifiers = {public(x) for _, x in all_estimators("classifier")}
        useless = {x for x, c in cases.classes.items() if hasattr(c, "predict")}
        paths = [path for path in paths if path not in useless - classifiers]
    cases.rng.shuffle(paths)
    made = [cases.case(path) for path in (paths * (count // len(paths) + 1))[:count]]
    for start in range(0, count, 40):
        entries = {
            f"c{n}": {"scikit_learn": {"learner": learner, "settings": settings}}
            for n, (learner, settings) in enumerate(made[start : start + 40])
        }
        text = {"datasets": "names.tsv", "classifiers": entries}
        Path("study.yaml").write_text(yaml.safe_dump(text))
        yield entries


def run(phase, seed, count):
    """Go through the cases; return how they ended, and what the canary saw."""
    canary, ends, found = Canary(), Counter(), []
    cases = Cases(seed, trained=phase == "train")
    for _ in studies(cases, count):
        canary.awake = True
        study = read_study("study.yaml", ROOT)
        canary.awake = False
        panels = study.panels("native")
        for classifier in (c for panel in panels.values() for c in panel.classifiers):
            name = classifier.name
            one = study.settings | {"classifiers": {name: study["classifiers"][name]}}
            canary.awake = True
            try:
                if phase == "dry":
                    ends[dry(dataclasses.replace(study, settings=one))] += 1
                else:
                    ends[train(classifier)] += 1
            except Exception as error:
                found.append([str(classifier), repr(error)])
            finally:
                canary.awake = False
            found += [[str(classifier), event] for event in canary.seen]
            canary.seen.clear()
    return {"ends": ends, "found": found}


def warm():
    """Import what the first case would, and train once."""
    warnings.simplefilter("ignore")
    sys.dont_write_bytecode = True
    for module in (
        "pandas",
        "scipy.stats",
        "sklearn.utils.parallel",
        "joblib.parallel",
    ):
        importlib.import_module(module)
    # Both read /proc/cpuinfo, once.
    importlib.import_module("tenbyten.learners.estimators")
    loky.cpu_count(only_physical_cores=True)
    for _, x in all_functions():
        importlib.import_module(x.__module__)


if __name__ == "__main__":
    phase, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    warm()
    signal.signal(signal.SIGALRM, hang)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    told = run(phase, seed, count)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps(told | {"megabytes": (after - before) / 1024}))
