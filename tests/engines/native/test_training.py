"""The native engine, held to WEKA's counts and to the learners it runs."""

import numba
import numpy as np
import pytest
from frames import frame
from random_datasets import random_dataset
from recorded_counts import classifiers, count, datasets, folds_of, name_of, read_counts
from sklearn.pipeline import make_pipeline

from tenbyten import learners
from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds import Folds
from tenbyten.datasets.folds.weka import random_state, shuffle, weka_folds, weka_order
from tenbyten.engines import Classifier
from tenbyten.engines.classifier import ClassifierError
from tenbyten.engines.native import ENGINE
from tenbyten.engines.native.training import NativeTraining, training_orders
from tenbyten.preprocessing.transformers import MDLDiscretizer, MeanModeImputer

TRANSFORMERS = {"discretize": MDLDiscretizer, "impute": MeanModeImputer}


def discretized(learner, **settings):
    return Classifier(learner, learner, settings, preprocessing=("discretize",))


@pytest.fixture
def labor_like():
    """Mixed attributes with missing values, and folds that are not WEKA's."""
    dataset = random_dataset(7)
    fold = np.random.default_rng(5).permutation(len(dataset.values)) % 5 + 1
    return dataset, Folds(np.array([fold, fold[::-1]]), "scikit_learn", 1)


@pytest.mark.parametrize("dataset", list(datasets()), ids=name_of)
def test_the_counts_are_those_recorded_from_weka(dataset):
    asked = list(classifiers(dataset, engine="native"))
    predictions = ENGINE.predict_folds(dataset, folds_of(dataset), asked, seed=1)
    counted = count(dataset, predictions)
    recorded = read_counts()
    for classifier, correct in counted.items():
        assert correct == recorded[name_of(dataset), classifier], classifier
    assert len(counted) == sum(name == name_of(dataset) for name, _ in recorded)


def test_learners_leave_what_they_share_of_a_fold_as_it_is(labor_like):
    impute, both = ("impute",), ("impute", "discretize")
    pairs = [("NaiveBayes", ()), ("J48", ()), ("J48graft", impute), ("AODE", both)]
    pairs += [("HNB", both), ("J48", both), ("NaiveBayes", impute), ("J48", impute)]
    asked = [Classifier(f"{x} {y}", x, preprocessing=y) for x, y in pairs]

    def predicted(*classifiers):
        found = ENGINE.predict_folds(*labor_like, classifiers, seed=1, metrics=["auc"])
        return {x[:3]: (x[4].tolist(), x[5].tolist()) for x in found}

    alone = {cell: x for one in asked for cell, x in predicted(one).items()}
    assert predicted(*asked) == predicted(*asked[::-1]) == alone


@pytest.mark.parametrize(
    ("learner", "preprocessing"),
    [
        ("NaiveBayes", ()),
        ("NaiveBayes", ("impute",)),
        ("J48", ()),
        ("J48", ("impute",)),
        ("J48graft", ("discretize",)),
        ("AODE", ("discretize",)),
        ("HNB", ("discretize", "impute")),
        ("HNB", ("impute", "discretize")),
    ],
)
def test_a_fold_is_what_a_pipeline_of_the_estimators_predicts(
    labor_like, learner, preprocessing
):
    dataset, folds = labor_like
    X, y = frame(dataset)
    classifier = Classifier("c", learner, preprocessing=preprocessing)
    for prediction in ENGINE.predict_folds(dataset, folds, [classifier], seed=1):
        training = folds.training_rows(prediction.run, prediction.fold)
        pipeline = make_pipeline(
            *(TRANSFORMERS[name]() for name in preprocessing),
            getattr(learners, learner)(),
        )
        pipeline.fit(X.iloc[training], y.iloc[training])
        labels = np.array(dataset.class_attribute.labels)
        assert (
            labels[prediction.predicted].tolist()
            == pipeline.predict(X.iloc[prediction.rows]).tolist()
        )


def test_settings_reach_the_learner():
    dataset = read_bundled("tic-tac-toe")
    folds = weka_folds(dataset.classes, runs=1, folds=2, seed=1)
    limited = Classifier("limited", "AODE", {"frequency_limit": 400})
    asked = [Classifier("aode", "AODE"), limited, Classifier("nb", "NaiveBayes")]
    counted = count(dataset, ENGINE.predict_folds(dataset, folds, asked, seed=1))
    # With so high a limit there is no parent, which is naive Bayes.
    assert counted["limited"] == counted["nb"] != counted["aode"]


def test_a_data_set_may_have_no_predictor():
    classes = np.array([[0.0], [1], [1], [0], [1], [1]])
    dataset = Dataset("bare", (Attribute("class", ("a", "b")),), classes)
    folds = Folds(np.array([[1, 1, 1, 2, 2, 2]]), "openml", 1)
    asked = [Classifier(name, name) for name in ("NaiveBayes", "AODE", "HNB")]
    for prediction in ENGINE.predict_folds(dataset, folds, asked, seed=1):
        assert prediction.predicted.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("learner", "settings", "message"),
    [
        ("J84", {}, "classifier t: no native learner 'J84'; did you mean J48"),
        ("SMO", {}, "no native learner 'SMO'; it is one of NaiveBayes, AODE"),
        (
            *("AODE", {"frequency_limits": 2}),
            "AODE has no setting 'frequency_limits'; did you mean frequency_limit",
        ),
        ("HNB", {"m": 2}, "HNB has no setting 'm'; it takes none"),
        ("AODE", {"frequency_limit": -1}, "frequency_limit is -1"),
    ],
)
def test_a_wrong_classifier_is_refused(learner, settings, message):
    with pytest.raises(ValueError, match=message):
        ENGINE.check([Classifier("t", learner, settings)])


def test_a_data_set_that_a_classifier_does_not_take_is_refused_before_any_fold(
    labor_like,
):
    dataset, folds = labor_like
    with pytest.raises(ClassifierError, match="random-7, AODE: cannot handle numeric"):
        ENGINE.predict_folds(dataset, folds, [Classifier("AODE", "AODE")], seed=1)
    with pytest.raises(ClassifierError, match="random-7, HNB: cannot handle missing"):
        ENGINE.predict_folds(dataset, folds, [discretized("HNB")], seed=1)


def test_a_fold_is_timed_anew_where_kernels_were_compiled(labor_like, monkeypatch):
    dataset, folds = labor_like
    evaluate, evaluated = NativeTraining._evaluate, []

    def compiling(self, classifier, shared):
        if len(evaluated) == 2:
            numba.njit(lambda x: x)(1)
        evaluated.append(classifier)
        return evaluate(self, classifier, shared)

    monkeypatch.setattr(NativeTraining, "_evaluate", compiling)
    classifiers = [Classifier("nb", "NaiveBayes")]
    how = {"seed": 1, "metrics": ["fit_seconds"], "runs": [1]}
    list(ENGINE.predict_folds(dataset, folds, classifiers, **how))
    # The first is always evaluated twice.
    assert len(evaluated) == folds.folds + 2


def with_classes(classes):
    """A data set of these classes and no predictor."""
    labels = tuple(map(str, range(max(classes) + 1)))
    return Dataset("c", (Attribute("class", labels),), np.c_[classes].astype(float))


def test_the_weather_data_s_training_sets_are_ordered_as_in_weka():
    dataset = with_classes([1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1])
    folds = weka_folds(dataset.classes, runs=1, folds=10, seed=1)
    orders = training_orders(dataset, folds, range(1, folds.runs + 1))
    assert next(orders).tolist() == [6, 0, 2, 4, 12, 11, 13, 10, 9, 7, 1, 3]
    assert next(orders).tolist() == [3, 10, 9, 0, 7, 8, 4, 5, 2, 6, 11, 1]


@pytest.mark.parametrize("rows", [2, 16, 1000, 4097])
def test_training_sets_are_shuffled_by_the_run_s_own_generator(rows):
    dataset = with_classes(np.arange(rows) % 2)
    folds = weka_folds(dataset.classes, runs=2, folds=2, seed=5)
    orders = training_orders(dataset, folds, range(1, folds.runs + 1))
    for run, seed in ((1, 5), (2, 6)):
        state = shuffle(list(range(rows)), random_state(seed))
        order = weka_order(dataset.classes, folds=2, seed=seed)
        for fold in (1, 2):
            expected = order[folds.test_fold[run - 1, order] != fold].tolist()
            state = shuffle(expected, state)
            assert next(orders).tolist() == expected
    assert next(orders, None) is None


def test_other_folds_keep_the_order_of_the_file():
    folds = Folds(np.array([[2, 1, 1, 2]]), "openml", 1)
    orders = list(training_orders(with_classes([0, 1, 0, 1]), folds, [1]))
    assert [rows.tolist() for rows in orders] == [[0, 3], [1, 2]]
