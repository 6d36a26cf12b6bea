"""What settings can say: the examples of a page, and what reaches the job."""

import os
import sys

import numpy as np
import pytest
import yaml
from joblib.externals.loky import get_reusable_executor
from sklearn.ensemble import StackingClassifier
from sklearn.naive_bayes import GaussianNB
from watching_learner import predicted, stratified

from pages import PAGES, blocks
from tenbyten.engines import Classifier, read_offers
from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.engines.scikit_learn.instantiate import instantiate
from tenbyten.study.schema import StrictLoader
from tenbyten.versions import add_to_path

PAGE = PAGES["how-to/settings"]


def examples():
    """The classifiers of the page, read as a study's are."""
    (text,) = blocks(PAGE, "yaml")
    entries = yaml.load(text, Loader=StrictLoader)["classifiers"]
    return [read_offers(name, e)["scikit_learn"] for name, e in entries.items()]


@pytest.mark.parametrize("classifier", examples(), ids=lambda c: c.name)
def test_the_examples_are_trained_and_their_seeds_settled(iris, classifier):
    assert ENGINE.foreign(classifier) == []
    ENGINE.check([classifier])
    folds = stratified(iris, runs=1, folds=2)
    np.random.seed(1)  # noqa: NPY002
    first = predicted(iris, folds, classifier)
    np.random.seed(2)  # noqa: NPY002
    assert predicted(iris, folds, classifier) == first


def test_the_examples_say_what_their_headings_promise():
    made = {c.name: instantiate(c) for c in examples()}
    ranges = made["Searched"].param_distributions
    assert ranges["C"].dist.name == "loguniform"
    assert ranges["C"].support() == (1e-3, 10)
    assert ranges["gamma"].dist.name == "uniform"
    assert ranges["gamma"].support() == (1e-2, 1.01)
    drawn = ranges["degree"].rvs(100, random_state=1)
    assert set(drawn.tolist()) == {2, 3, 4}
    assert made["Process"].kernel.k1.constant_value == 10.0


def test_the_function_of_the_example_is_trained_and_counts_depend_on_it(
    iris, tmp_path, monkeypatch
):
    (code,) = blocks(PAGE, "python")
    classifier = Classifier("it", "beside_settings.selected", {"k": 3})
    assert ENGINE.foreign(classifier) == ["beside_settings.selected"]
    made_with = []
    for seed in (2, 1):
        folder = tmp_path / str(seed)
        folder.mkdir()
        changed = code.replace("random_state=1", f"random_state={seed}")
        (folder / "beside_settings.py").write_text(changed)
        made_with.append(ENGINE.made_with(classifier, folder=folder)["modules"])
        assert list(made_with[-1]) == ["beside_settings"]
    assert made_with[0] != made_with[1]
    monkeypatch.setattr("sys.path", [*sys.path])
    add_to_path(folder)
    ENGINE.check([classifier])
    assert instantiate(classifier)["selectkbest"].k == 3
    folds = stratified(iris, runs=1, folds=2)
    first = predicted(iris, folds, classifier)
    assert predicted(iris, folds, classifier) == first


WITHIN = "{steps: [[a, {learner: mine.B, settings: {%s}}]]}"
PLACE = "settings.steps.0.1.settings"
# Tuples of Python, and folders of fitted parts, which are unpickled.
NONE = [
    (WITHIN % "c: '(32, 16)'", f"{PLACE}.c is '(32, 16)', which YAML takes for text"),
    (WITHIN % "c: '(1e-3,)'", "which YAML takes for text; write [1e-3]."),
    ("{memory: cache}", "settings.memory is 'cache'"),
    (WITHIN % "memory: c", f"{PLACE}.memory is 'c'"),
    ("{memory: {learner: joblib.Memory}}", "settings.memory is {'learner'"),
    ("{param_grid: [{a__memory: [null, c]}]}", "param_grid.0.a__memory is"),
    ("{memory: null}", ""),
    ("{param_grid: {memory: [null]}}", ""),
    ("{memory: 64}", ""),
]


@pytest.mark.parametrize(("text", "said"), NONE)
def test_what_no_setting_can_be_is_refused_with_its_place(text, said):
    settings = yaml.load(text, Loader=StrictLoader)
    asked = [Classifier("it", "mine.A", settings)]
    if not said:
        ENGINE.check_names(asked, program="")
        return
    with pytest.raises(ValueError, match=r"^classifier it: .*settings") as raised:
        ENGINE.check_names(asked, program="")
    assert said in str(raised.value)


@pytest.mark.parametrize(
    "value",
    [
        {"low": 2, "high": 1},
        {"low": 0, "high": 1, "log": True},
        {"low": 0, "high": 1, "logarithmic": True},
        {"low": "0", "high": 1},
        {"low": 0, "high": float("inf")},
        {"low": 1, "high": 2, "log": "true"},
    ],
)
def test_a_range_that_is_none_is_refused(value):
    svc = {"learner": "sklearn.svm.SVC"}
    settings = {"estimator": svc, "param_distributions": {"C": value}}
    search = "sklearn.model_selection.RandomizedSearchCV"
    said = r"it: settings\.param_distributions\.C is .*; a range is \{low: 1e-3"
    with pytest.raises(ValueError, match=said):
        ENGINE.check([Classifier("it", search, settings)])


BESIDE = """
import os
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
from sklearn.model_selection import KFold

class Scaler(TransformerMixin, BaseEstimator):
    def fit(self, X, y=None):
        return self
    def transform(self, X):
        return X * 2

class Constant(ClassifierMixin, BaseEstimator):
    def __init__(self, label=0):
        self.label = label
    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self
    def predict(self, X):
        return np.full(len(X), self.label)

class Splitter(KFold):
    pass

def scorer():
    return score

def score(estimator, X, y):
    # Only in a process that joblib started.
    assert os.getpid() != int(os.environ["OF_THE_TEST"])
    return float(estimator["last"].label)
"""


def test_what_is_beside_the_study_is_found_in_every_place_and_process(
    iris, tmp_path, monkeypatch
):
    # A file of its own, which no other process has imported.
    (tmp_path / "beside_search.py").write_text(BESIDE)
    monkeypatch.setattr("sys.path", [*sys.path])
    monkeypatch.setenv("OF_THE_TEST", str(os.getpid()))
    add_to_path(tmp_path)
    # Processes that another test left have another path.
    get_reusable_executor().shutdown()
    steps = [
        ["scale", {"learner": "beside_search.Scaler"}],
        ["last", {"learner": "beside_search.Constant"}],
    ]
    pipeline = {"learner": "sklearn.pipeline.Pipeline", "settings": {"steps": steps}}
    settings = {
        "estimator": pipeline,
        "param_grid": {"last__label": [0, 2, 1]},
        "cv": {"learner": "beside_search.Splitter", "settings": {"n_splits": 2}},
        "scoring": {"learner": "beside_search.scorer"},
        "n_jobs": 2,
        "error_score": "raise",
    }
    search = Classifier("it", "sklearn.model_selection.GridSearchCV", settings)
    folds = stratified(iris, runs=1, folds=2)
    work = ENGINE.training()(iris, folds, [search], seed=1, threads=2)
    work.prepare()
    assert {int(x) for p in work.predictions() for x in p.predicted} == {2}


def test_the_default_of_a_stack_gives_probabilities_wherever_it_stands():
    bayes = {"learner": "sklearn.naive_bayes.GaussianNB"}
    stacking = "sklearn.ensemble.StackingClassifier"
    stack = {"learner": stacking, "settings": {"estimators": [["a", bayes]]}}
    steps = {"steps": [["stack", stack]]}
    vote = {"voting": "soft", "estimators": [["a", stack], ["b", bayes]]}
    for learner, settings in [
        (stacking, stack["settings"]),
        ("sklearn.pipeline.Pipeline", steps),
        ("sklearn.ensemble.VotingClassifier", vote),
    ]:
        ENGINE.check([Classifier("it", learner, settings)], metrics=["auc"])
    ours = StackingClassifier([("a", GaussianNB())])
    given = Classifier("it", "ours", estimator=ours)
    assert instantiate(given, ["auc"]).final_estimator is not None
    assert ours.final_estimator is None
