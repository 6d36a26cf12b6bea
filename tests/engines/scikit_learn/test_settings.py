"""What settings can say: the examples of config/README.md, and what reaches the job."""

import os
import re
import sys
from pathlib import Path

import numpy as np
import pytest
import yaml
from joblib.externals.loky import get_reusable_executor
from sklearn.ensemble import StackingClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.utils.discovery import all_estimators
from watching_learner import predicted, stratified

from tenbyten.engines import Classifier, read_offers
from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.engines.scikit_learn.instantiate import instantiate
from tenbyten.fingerprints import digest
from tenbyten.software import study_folder_on_path
from tenbyten.study.schema import StrictLoader

ROOT = Path(__file__).resolve().parents[3]
SECTION = re.compile(r"### What settings can say\n.*?```yaml\n(.*?)```", re.DOTALL)


def examples():
    """The classifiers of the section, read as a study's are."""
    text = SECTION.search((ROOT / "config" / "README.md").read_text("utf-8"))[1]
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
    assert made["Network"]["scale"].feature_range == (-1, 1)
    assert made["Network"]["net"].hidden_layer_sizes == (8, 4)
    assert made["Selected"]["log"].func is np.log1p
    assert made["Searched"].param_distributions["C"].args == ()
    assert made["Searched"].param_distributions["C"].kwds == {"a": 1e-3, "b": 10}
    assert made["Halving"].scoring._kwargs == {"beta": 2, "average": "macro"}
    assert made["Process"].kernel.k1.constant_value == 10.0


def test_the_description_names_functions_and_distributions():
    said = {c.name: ENGINE.describe(c) for c in examples()}
    assert "sklearn.feature_selection.mutual_info_classif" in said["Selected"]
    assert said["Searched"].count("scipy.stats.loguniform") == 1
    assert "sklearn.metrics.fbeta_score" in said["Halving"]


@pytest.mark.parametrize("text", ["2026-11-22", "!!binary aGk=", "!!set {a, b}"])
def test_kinds_of_yaml_that_no_class_takes_are_refused(text):
    value = yaml.load(text, Loader=StrictLoader)
    with pytest.raises(ValueError, match=r"^classifier it: settings\.C\.0 is .*quotes"):
        ENGINE.check([Classifier("it", "sklearn.svm.SVC", {"C": [value]})])


def test_a_list_a_tuple_a_function_and_a_text_are_different_settings():
    values = [
        [0, 1],
        {"tuple": [0, 1]},
        {"tuple": [0, 1.0]},
        {"function": "numpy.log1p"},
        "numpy.log1p",
        {"distribution": "scipy.stats.uniform"},
        {"distribution": "scipy.stats.uniform", "settings": {"loc": 1}},
    ]
    assert len({digest(value) for value in values}) == len(values)


def test_functions_and_distributions_of_the_user_s_modules_are_made_from(tmp_path):
    (tmp_path / "beside_settings.py").write_text("def kernel(a, b): return a @ b.T")
    kernel = {"kernel": {"function": "beside_settings.kernel"}}
    classifier = Classifier("it", "sklearn.svm.SVC", kernel)
    assert ENGINE.foreign(classifier) == ["beside_settings.kernel"]
    before = ENGINE.made_with(classifier, folder=tmp_path)["modules"]
    assert list(before) == ["beside_settings"]


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
    study_folder_on_path(tmp_path)
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
        "scoring": {"function": "beside_search.score"},
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


def test_a_function_that_draws_is_seeded_in_every_fold():
    settings = {
        "k": 2,
        "score_func": {"function": "sklearn.feature_selection.f_classif"},
    }
    plain = instantiate_select(settings)
    assert plain.score_func.__name__ == "f_classif"
    settings["score_func"] = {
        "function": "sklearn.feature_selection.mutual_info_classif"
    }
    assert instantiate_select(settings).score_func.random_state is None
    settings["score_func"]["settings"] = {"random_state": 3}
    assert instantiate_select(settings).score_func.keywords == {"random_state": 3}


def instantiate_select(settings):
    """SelectKBest, as the first step of a pipeline."""
    select = {"learner": "sklearn.feature_selection.SelectKBest", "settings": settings}
    steps = [["s", select], ["c", {"learner": "sklearn.naive_bayes.GaussianNB"}]]
    return instantiate(Classifier("it", "sklearn.pipeline.Pipeline", {"steps": steps}))[
        "s"
    ]


@pytest.mark.filterwarnings("ignore")
def test_a_classifier_says_before_its_training_whether_it_gives_probabilities(iris):
    # By scikit-learn itself, each with parts that do; only one has a default that hides
    # this until it is trained.
    tree = {"learner": "sklearn.tree.DecisionTreeClassifier"}
    X, y = iris.values[::5, :4], iris.classes[::5]
    checked = 0
    for name, its_class in all_estimators("classifier"):
        takes = its_class._parameter_constraints if name != "Pipeline" else {}
        settings = {}
        if "estimator" in takes:
            settings["estimator"] = tree
        if "estimators" in takes:
            settings["estimators"] = [["a", tree], ["b", tree]]
        if name.endswith("SearchCV"):
            continue
        module = its_class.__module__.split("._")[0]
        made = instantiate(Classifier("it", f"{module}.{name}", settings))
        before = hasattr(made, "predict_proba")
        try:
            made.fit(abs(X), y)
        except (ValueError, IndexError):  # For other kinds of classes.
            continue
        assert hasattr(made, "predict_proba") == before, name
        checked += 1
    assert checked > 30
