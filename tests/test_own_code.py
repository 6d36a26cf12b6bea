"""Errors in a user's own files are told with the lines that led to them."""

import importlib
import sys

import numpy as np
import pytest

from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import Classifier, Panel
from tenbyten.engines.classifier import ClassifierError
from tenbyten.engines.cross_validation import evaluate_panel
from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.evaluation import evaluate
from tenbyten.jobs.scripting import for_each_dataset
from tenbyten.own_code import one_line

MODULE = """
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
class Mine(ClassifierMixin, BaseEstimator):
    def __init__(self, depth=1):
        self.depth = depth
        if depth > 5: raise KeyError(f"{self!r} at {object()}")
    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self._learn(X)
    def _learn(self, X): raise OSError("no\\nmean")
    def predict(self, X): return np.zeros(len(X), int)
class Plain: fit, predict = Mine.fit, Mine.predict
class Unmixed(BaseEstimator): fit, predict = Mine.fit, Mine.predict
class Reversed(BaseEstimator, ClassifierMixin): fit, predict = Mine.fit, Mine.predict
class Child(Plain, BaseEstimator): pass
class Scaler: fit = Mine.fit
class Renaming(Mine):
    def __init__(self, depth=1): self.deep = depth
def make(): return {}["tree"]
class Changing(Mine):
    def __init__(self, depth=1): self.depth = [depth]
"""
IN_FIT = [
    "    mine_here.py, line 10, in fit: return self._learn(X)",
    "    mine_here.py, line 11, in _learn: def _learn(self, X): raise "
    'OSError("no\\nmean")',
]
ADVICE = "(_learn in mine_here.py: correct it, or leave it out)"


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module beside a study file, imported; and one that cannot be."""
    (tmp_path / "mine_here.py").write_text(MODULE)
    (tmp_path / "broken_here.py").write_text("import os\n\nclass Mine\n    pass\n")
    (tmp_path / "needy_here.py").write_text("import nowhere_to_be_found\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("mine_here")
    for name in ("mine_here", "needy_here"):
        sys.modules.pop(name, None)


@pytest.fixture
def small():
    """A data set and its folds."""
    iris = read_bundled("iris")
    return iris, weka_folds(iris.classes, runs=1, folds=2, seed=1)


RAISE = {"error_score": "raise"}


@pytest.mark.parametrize("search", [None, {}, RAISE, RAISE | {"n_jobs": 2}])
def test_an_error_in_training_is_told_with_its_lines(module, small, search, caplog):
    path, settings = "mine_here.Mine", {}
    if search is not None:
        settings = search | {"estimator": {"learner": path}, "param_grid": {}, "cv": 2}
        path = "sklearn.model_selection.GridSearchCV"
    panel = Panel("scikit_learn", [Classifier("Mine", path, settings)])
    with pytest.raises(ClassifierError, match=r"Mine, run 1, fold 1: ") as raised:
        evaluate_panel(*small, panel, seed=1)
    assert raised.value.__notes__ == IN_FIT
    said = raised.value.failure.reason
    assert said.endswith(ADVICE)
    # Neither folders nor lines are in what is kept.
    assert not [x for x in ("Traceback", "/", "\n") if x in said]
    left = evaluate_panel(*small, panel, seed=1, failures="exclude")
    assert [x.reason for x in left.failures] == [said]
    assert 'raise OSError("no' in caplog.text


def test_lines_that_several_data_sets_share_are_told_once(module, small):
    def work(name):
        mine = Panel("scikit_learn", [Classifier(name, "mine_here.Mine")])
        evaluate_panel(*small, mine, seed=1)

    with pytest.raises(RuntimeError) as raised:
        for_each_dataset(work, ["a", "b"])
    first, one, *lines, two = str(raised.value).split("\n")
    assert first == "2 of 2 data sets failed:"
    assert [x.split(", ")[1] for x in (one, two)] == ["a", "b"]
    assert lines == IN_FIT


def derived(name, *bases):
    """The lines that make a classifier of a class."""
    return (
        "derive it from ClassifierMixin, BaseEstimator, in this order:\n"
        "    from sklearn.base import BaseEstimator, ClassifierMixin\n"
        f"    class {name}({', '.join(['ClassifierMixin', *bases, 'BaseEstimator'])}):"
    )


PIPELINE, BAGGING = "sklearn.pipeline.Pipeline", "sklearn.ensemble.BaggingClassifier"
SETTINGS = {
    BAGGING: {"estimator": {"learner": "mine_here.Plain"}},
    PIPELINE: {"steps": [["scale", {"learner": "mine_here.Scaler"}]]},
    "mine_here.Mine": {"depth": 9},
}
MADE = [
    ("mine_here.Plain", f"has no `get_params`; {derived('Plain')}"),
    ("mine_here.Unmixed", f"is no classifier; {derived('Unmixed')}"),
    ("mine_here.Reversed", f"is no classifier; {derived('Reversed')}"),
    ("mine_here.Child", f"is no classifier; {derived('Child', 'Plain')}"),
    (BAGGING, f"has no `get_params`; {derived('Plain')}"),
    (PIPELINE, "    class Scaler(TransformerMixin, BaseEstimator):"),
    ("mine_here.Renaming", "must keep each of them: self.depth = depth."),
    ("mine_here.Changing", "must keep each of them: self.depth = depth."),
    ("mine_here.Mine", "'Mine(depth=9) at <object object>'; correct them."),
    ("mine_here.Mine", "    mine_here.py, line 7, in __init__: if depth > 5: "),
    ("mine_here.make", "KeyError: 'tree'; correct mine_here.make."),
    ("mine_here.make", "    mine_here.py, line 20, in make: def make(): return {}"),
    ("broken_here.Mine", "SyntaxError: expected ':' (broken_here.py, line 3); "),
    ("broken_here.Mine", "broken_here.py.\n    broken_here.py, line 3: class"),
    ("needy_here.Mine", "correct needy_here.py or install what it needs.\n"),
    ("needy_here.Mine", "    needy_here.py, line 1, in <module>: import nowhere"),
]


@pytest.mark.parametrize(("name", "said"), MADE)
def test_a_class_that_cannot_be_made_is_told_with_what_to_write(module, name, said):
    with pytest.raises(ValueError, match=r"^classifier it: ") as raised:
        ENGINE.check([Classifier("it", name, SETTINGS.get(name, {}))])
    assert said in str(raised.value)


def test_a_plain_object_in_memory_is_told_what_to_derive_it_from(module):
    with pytest.raises(ValueError, match="give a classifier") as raised:
        evaluate({"a": (np.eye(4), [0, 1, 0, 1])}, {"it": module.Plain()}, folds=2)
    assert str(raised.value).endswith(derived("Plain"))


# Of XGBoost, of Java, of tools that tell the time.
STACK = "".join(f"\n  [bt] ({i}) /lib/libx.so(+0x1f{i}) [0x7f1c{i}]" for i in range(60))
OF_MACHINE = [
    (f"[16:49:48] /src/data.cc:501: Check failed: `inf`\nStack trace:{STACK}", "Check"),
    ("weka.core.Foo@1a2b3c4d: bad\n\tat weka.core.X.y(Z.java:1)", "weka.core.Foo: bad"),
    ("[09:01:02.1795879329123456789] singular in It() at 0x7f12", "singular in It()"),
    ("2026-11-28T16:00:01.12 late by 1795879329.12, 140234234234234", "late by ,"),
    ("no '/tmp/tmpab12cd_4/m' in /usr/lib/site-packages/sk/x.py", "no '/tmp//m' in sk"),
    ("at 18:31 on 28/11/2026 after 7126.574 seconds, 7126574365ns", "at on after ,"),
    ("took more than 1.5 s, or 90 seconds", "took more than 1.5 s, or 90 seconds"),
    ("pid 2118, 07:05:01 PM, Sat 28 Nov 2026 and 2026-11-28", ", , and"),
    (
        "scores 1:10, 1e-05 and 12345678901 for 0.5",
        "scores 1:10, 1e-05 and 12345678901",
    ),
    ("x" * 300 + "\nValueError: why", "xx ... x"),
]


@pytest.mark.parametrize(("text", "said"), OF_MACHINE)
def test_a_reason_is_short_and_has_nothing_of_the_machine(text, said):
    line = one_line(text, 200)
    assert said in line
    assert len(line) <= 200
    assert not [x for x in ("0x", ":48", ":01", "[bt]", "\n") if x in line]
