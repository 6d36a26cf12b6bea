"""Classifiers by import path: encoding, seeds, mapping back, refusals."""

import logging
import warnings
from typing import ClassVar

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_info

from tenbyten.dataset import Attribute, Dataset
from tenbyten.engines import Classifier
from tenbyten.engines.scikit_learn import check_classifiers, predict_folds
from tenbyten.folds import Folds

NAN = np.nan
SCALE = ["scale", {"learner": "sklearn.preprocessing.StandardScaler"}]


class Recorder(ClassifierMixin, BaseEstimator):
    """Predict the first training class, and keep in `SEEN` what came."""

    SEEN: ClassVar[list] = []

    def __init__(self, random_state=None):
        self.random_state = random_state

    def fit(self, X, y):
        """Keep what came and how many threads there are."""
        threads = {pool["num_threads"] for pool in threadpool_info()}
        self.SEEN.append(
            {"X": X, "y": y, "seed": self.random_state, "threads": threads}
        )
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        """Keep what came."""
        self.SEEN[-1]["test"] = X
        return np.full(len(X), self.classes_[0])


class Odd(ClassifierMixin, BaseEstimator):
    """Predict whatever `predicted` says; fail or warn if told so."""

    def __init__(self, predicted=(0, 0), fail="", warn=""):
        self.predicted = predicted
        self.fail = fail
        self.warn = warn

    def fit(self, X, y):
        """Learn nothing, or fail."""
        if self.fail:
            raise ArithmeticError(self.fail)
        return self

    def predict(self, X):
        """Say what was given, perhaps with a warning."""
        if self.warn:
            warnings.warn(f"{self.warn} {np.sum(X)}", UserWarning, stacklevel=1)
        return np.array(self.predicted)


class Modest(BaseEstimator):
    """Fit and predict, but say nothing of being a classifier."""

    def fit(self, X, y):
        """Learn nothing."""
        return self

    def predict(self, X):
        """Predict the first class."""
        return np.zeros(len(X))


class Careless(Odd):
    """Not to be made at all."""

    def __init__(self, size):
        if size < 0:
            raise ValueError("size is negative")
        self.size = size


def here(name):
    """Import path of a class of this file."""
    return f"{__name__}.{name}"


@pytest.fixture
def seen():
    Recorder.SEEN.clear()
    return Recorder.SEEN


@pytest.fixture(scope="module")
def iris():
    X, y = load_iris(return_X_y=True)
    attributes = [*map(Attribute, "abcd"), Attribute("class", ("s", "ve", "vi"))]
    return Dataset("iris", tuple(attributes), np.column_stack([X, y]))


@pytest.fixture(scope="module")
def iris_folds(iris):
    return stratified(iris, runs=2, folds=10)


def stratified(dataset, *, runs, folds):
    """Folds of scikit-learn, as an assignment."""
    splitter = RepeatedStratifiedKFold(n_splits=folds, n_repeats=runs, random_state=1)
    test_fold = np.zeros((runs, len(dataset.values)), dtype=int)
    for i, (_, rows) in enumerate(splitter.split(dataset.values, dataset.classes)):
        test_fold[i // folds, rows] = i % folds + 1
    return Folds(test_fold, "scikit_learn", 1)


def mixed():
    """Six instances: a number, a colour of which one label never occurs, a class."""
    attributes = (
        Attribute("colour", ("red", "green", "blue", "white")),
        Attribute("size"),
        Attribute("class", ("no", "yes")),
    )
    values = [
        [0, 1.0, 0],
        [1, NAN, 1],
        [NAN, 3.0, 0],
        [1, 8.0, 1],
        [2, 100.0, 0],
        [NAN, NAN, 1],
    ]
    return Dataset("mixed", attributes, np.array(values))


# Fold 1 tests the last two instances, fold 2 the first two, fold 3 the middle ones.
THREE_FOLDS = Folds(np.array([[2, 2, 3, 3, 1, 1]]), "weka", 1)


def predicted(dataset, folds, *classifiers, seed=1):
    """Predictions by classifier, run and fold."""
    predictions = predict_folds(dataset, folds, classifiers, seed=seed)
    return {(p.classifier, p.run, p.fold): p.predicted.tolist() for p in predictions}


@pytest.mark.parametrize(
    ("settings", "plain"),
    [
        (
            {
                "steps": [
                    SCALE,
                    ["c", {"learner": "sklearn.linear_model.LogisticRegression"}],
                ]
            },
            make_pipeline(StandardScaler(), LogisticRegression()),
        ),
        (
            {
                "steps": [
                    SCALE,
                    [
                        "c",
                        {
                            "learner": "sklearn.neighbors.KNeighborsClassifier",
                            "settings": {"n_neighbors": 3},
                        },
                    ],
                ]
            },
            make_pipeline(StandardScaler(), KNeighborsClassifier(3)),
        ),
    ],
)
def test_it_gives_the_accuracies_of_cross_val_score(iris, iris_folds, settings, plain):
    classifier = Classifier("it", "sklearn.pipeline.Pipeline", settings)
    accuracies = [
        np.mean(prediction.predicted == iris.classes[prediction.rows])
        for prediction in predict_folds(iris, iris_folds, [classifier], seed=1)
    ]
    splitter = RepeatedStratifiedKFold(n_splits=10, n_repeats=2, random_state=1)
    expected = cross_val_score(plain, iris.values[:, :-1], iris.classes, cv=splitter)
    assert accuracies == expected.tolist()
    assert len(set(accuracies)) > 1


def test_a_seeded_tree_is_scikit_learn_s_own_with_that_seed(iris, iris_folds):
    tree = Classifier(
        "tree",
        "sklearn.tree.DecisionTreeClassifier",
        {"random_state": 5, "max_features": 1},
    )
    for prediction in predict_folds(iris, iris_folds, [tree], seed=1):
        training = iris_folds.training_rows(prediction.run, prediction.fold)
        own = DecisionTreeClassifier(random_state=5, max_features=1)
        own.fit(iris.values[training, :-1], iris.classes[training])
        assert np.array_equal(
            prediction.predicted, own.predict(iris.values[prediction.rows, :-1])
        )


def test_each_instance_is_predicted_once_a_run_in_order_of_rows(iris, iris_folds):
    nb = Classifier("nb", "sklearn.naive_bayes.GaussianNB")
    predictions = list(predict_folds(iris, iris_folds, [nb], seed=1))
    assert [(p.run, p.fold) for p in predictions] == [
        (run, fold) for run in (1, 2) for fold in range(1, 11)
    ]
    for run in (1, 2):
        rows = [p.rows for p in predictions if p.run == run]
        assert np.array_equal(np.sort(np.concatenate(rows)), np.arange(150))
    assert all(np.all(np.diff(p.rows) > 0) for p in predictions)
    assert all(p.predicted.dtype == np.int64 for p in predictions)


def test_attributes_are_encoded_and_imputed_from_the_training_fold_by_hand(seen):
    predicted(mixed(), THREE_FOLDS, Classifier("it", here("Recorder")))
    # Fold 1 trains on the first four: mean size 4, colour most often green. Size,
    # then red, green, blue and white, which nobody has.
    assert seen[0]["X"].tolist() == [
        [1, 1, 0, 0, 0],
        [4, 0, 1, 0, 0],
        [3, 0, 1, 0, 0],
        [8, 0, 1, 0, 0],
    ]
    # Blue is unknown to this training fold; the last instance is all missing.
    assert seen[0]["test"].tolist() == [[100, 0, 0, 1, 0], [4, 0, 1, 0, 0]]
    assert seen[0]["y"].tolist() == [0, 1, 0, 1]


def test_nothing_of_the_test_fold_reaches_the_training(seen):
    original = mixed()
    changed = original.values.copy()
    changed[4:] = [[0, -1e6, 1], [0, -1e6, 0]]
    for dataset in (original, original.with_values(changed)):
        predicted(dataset, THREE_FOLDS, Classifier("it", here("Recorder")))
    first, second = seen[0], seen[3]
    assert np.array_equal(first["X"], second["X"])
    assert np.array_equal(first["y"], second["y"])
    assert not np.array_equal(first["test"], second["test"])


def test_a_leak_of_the_mean_would_change_this_prediction():
    # The training mean of 0, 2 and 4 is 2: nearest is class 1. The mean with the
    # test instance 100 would be 26.5: nearest is 4, class 2.
    attributes = (Attribute("size"), Attribute("class", ("a", "b", "c")))
    values = [[0, 0], [2, 1], [4, 2], [NAN, 0], [100, 0]]
    dataset = Dataset("leak", attributes, np.array(values))
    folds = Folds(np.array([[2, 2, 2, 1, 1]]), "weka", 1)
    nearest = Classifier(
        "nearest", "sklearn.neighbors.KNeighborsClassifier", {"n_neighbors": 1}
    )
    predictions = predict_folds(dataset, folds, [nearest], seed=1)
    assert next(predictions).predicted.tolist() == [1, 2]


def test_an_attribute_missing_in_the_whole_training_fold_is_no_error(seen):
    dataset = mixed()
    values = dataset.values.copy()
    values[:4, :2] = NAN
    predicted(
        dataset.with_values(values), THREE_FOLDS, Classifier("it", here("Recorder"))
    )
    assert seen[0]["X"].tolist() == [[0, 1, 0, 0, 0]] * 4


@pytest.mark.parametrize(
    ("learner", "settings"),
    [
        ("sklearn.naive_bayes.GaussianNB", {}),
        ("sklearn.linear_model.LogisticRegression", {}),
        ("sklearn.svm.SVC", {"class_weight": {0: 1.0, 2: 1.0, 3: 1.0}}),
        ("sklearn.ensemble.HistGradientBoostingClassifier", {"min_samples_leaf": 1}),
        ("sklearn.neural_network.MLPClassifier", {"solver": "lbfgs"}),
        ("sklearn.discriminant_analysis.LinearDiscriminantAnalysis", {}),
    ],
)
def test_predictions_are_label_indices_where_the_training_fold_lacks_a_class(
    learner, settings
):
    # Class b is declared and occurs in the test fold alone, far from the others.
    attributes = (Attribute("size"), Attribute("class", ("a", "b", "c", "d")))
    size = np.concatenate([c + np.arange(6) / 10 for c in (0, 10, 20)])
    label = np.repeat([0, 2, 3], 6)
    values = np.vstack(
        [np.column_stack([size, label]), [[9.9, 1], [0.2, 0], [20.2, 3]]]
    )
    dataset = Dataset("gap", attributes, values)
    folds = Folds(np.array([[2] * 18 + [1] * 3]), "weka", 1)
    classifier = Classifier("it", learner, settings)
    prediction = next(predict_folds(dataset, folds, [classifier], seed=1))
    assert prediction.predicted.tolist() == [2, 0, 3]


def test_pipelines_ensembles_and_searches_are_written_as_settings(iris):
    folds = stratified(iris, runs=1, folds=2)
    svc = {"learner": "sklearn.svm.SVC", "settings": {"probability": False}}
    stump = {
        "learner": "sklearn.tree.DecisionTreeClassifier",
        "settings": {"max_depth": 1},
    }
    classifiers = [
        Classifier("svm", "sklearn.pipeline.Pipeline", {"steps": [SCALE, ["c", svc]]}),
        Classifier(
            "boost", "sklearn.ensemble.AdaBoostClassifier", {"estimator": stump}
        ),
        Classifier(
            "vote",
            "sklearn.ensemble.VotingClassifier",
            {"estimators": [["svm", svc], ["stump", stump]]},
        ),
        Classifier(
            "search",
            "sklearn.model_selection.GridSearchCV",
            {
                "estimator": {
                    "learner": "sklearn.pipeline.Pipeline",
                    "settings": {"steps": [SCALE, ["c", svc]]},
                },
                "param_grid": {"c": [svc, stump], "scale": ["passthrough", SCALE[1]]},
                "cv": 2,
            },
        ),
    ]
    check_classifiers(classifiers)
    truth = iris.classes
    for prediction in predict_folds(iris, folds, classifiers, seed=1):
        assert np.mean(prediction.predicted == truth[prediction.rows]) > 0.6


FOREST = Classifier(
    "forest",
    "sklearn.ensemble.RandomForestClassifier",
    {"n_estimators": 3, "max_features": 1},
)
BAGGING = Classifier(
    "bagging",
    "sklearn.ensemble.BaggingClassifier",
    {
        "estimator": {
            "learner": "sklearn.tree.ExtraTreeClassifier",
            "settings": {"max_features": 1},
        },
        "n_estimators": 2,
    },
)
SEARCH = Classifier(
    "search",
    "sklearn.model_selection.GridSearchCV",
    {
        "estimator": {"learner": "sklearn.neighbors.KNeighborsClassifier"},
        "param_grid": {"n_neighbors": [1, 6, 30]},
        "cv": {
            "learner": "sklearn.model_selection.StratifiedKFold",
            "settings": {"n_splits": 3, "shuffle": True},
        },
    },
)


@pytest.mark.parametrize("classifier", [FOREST, BAGGING, SEARCH], ids=lambda c: c.name)
def test_the_study_s_seed_settles_what_a_learner_draws(iris, classifier):
    folds = stratified(iris, runs=1, folds=3)
    # Whatever the global generator holds must not matter.
    np.random.seed(1)  # noqa: NPY002
    first = predicted(iris, folds, classifier)
    np.random.seed(2)  # noqa: NPY002
    assert predicted(iris, folds, classifier) == first
    others = [predicted(iris, folds, classifier, seed=seed) for seed in (2, 3, 4)]
    assert any(other != first for other in others)


def test_what_a_learner_draws_does_not_depend_on_the_others(iris):
    folds = stratified(iris, runs=2, folds=3)
    alone = predicted(iris, folds, FOREST)
    together = predicted(iris, folds, BAGGING, FOREST)
    reverse = predicted(iris, folds, FOREST, BAGGING)
    assert together == reverse
    assert {key: together[key] for key in alone} == alone


def test_what_a_learner_draws_does_not_depend_on_the_number_of_runs(iris):
    folds = stratified(iris, runs=2, folds=3)
    first_run = Folds(folds.test_fold[:1], folds.splitter, folds.seed)
    both, one = predicted(iris, folds, FOREST), predicted(iris, first_run, FOREST)
    assert {key: both[key] for key in one} == one


def test_every_run_and_fold_has_a_seed_of_its_own(seen, iris):
    folds = stratified(iris, runs=2, folds=3)
    predicted(iris, folds, Classifier("it", here("Recorder")))
    assert len({fold["seed"] for fold in seen}) == 6
    assert all(0 <= fold["seed"] < 2**31 for fold in seen)


def test_parts_of_a_learner_draw_from_different_seeds(seen, iris):
    voting = Classifier(
        "vote",
        "sklearn.ensemble.VotingClassifier",
        {"estimators": [[name, {"learner": here("Recorder")}] for name in "ab"]},
    )
    predicted(iris, stratified(iris, runs=1, folds=2), voting)
    seeds = [fold["seed"] for fold in seen]
    assert None not in seeds
    assert len(set(seeds)) == len(seeds) == 4


def test_the_candidates_of_a_search_are_seeded_too(seen, iris):
    search = Classifier(
        "search",
        "sklearn.model_selection.GridSearchCV",
        {
            "estimator": {
                "learner": "sklearn.pipeline.Pipeline",
                "settings": {"steps": [["c", {"learner": here("Recorder")}]]},
            },
            "param_grid": {"c": [{"learner": here("Recorder")}]},
            "cv": 2,
        },
    )
    predicted(iris, stratified(iris, runs=1, folds=2), search)
    assert None not in [fold["seed"] for fold in seen]


def test_a_seed_that_is_set_is_kept(seen):
    fixed = Classifier("it", here("Recorder"), {"random_state": 7})
    predicted(mixed(), THREE_FOLDS, fixed)
    assert [fold["seed"] for fold in seen] == [7, 7, 7]


def test_numerical_libraries_use_one_thread_while_a_fold_runs(seen):
    predicted(mixed(), THREE_FOLDS, Classifier("it", here("Recorder")))
    assert [fold["threads"] for fold in seen] == [{1}] * 3


def test_runs_are_told_to_the_log(iris, caplog):
    caplog.set_level(logging.INFO, logger="tenbyten")
    nb = Classifier("nb", "sklearn.naive_bayes.GaussianNB")
    predicted(iris, stratified(iris, runs=2, folds=2), nb)
    assert caplog.messages == ["iris: run 1 of 2 (nb)", "iris: run 2 of 2 (nb)"]


def test_a_warning_is_logged_once_with_its_count_whatever_the_filters(caplog):
    warnings.simplefilter("ignore")
    noisy = Classifier("it", here("Odd"), {"warn": "sum  of test\nset is"})
    predicted(mixed(), THREE_FOLDS, noisy)
    assert caplog.messages == [
        "mixed, it: UserWarning (3 times): sum of test set is 106.0"
    ]


def test_warnings_before_a_failure_are_logged_and_not_shown(caplog, recwarn):
    failing = Classifier("it", here("Odd"), {"warn": "sum", "predicted": [0]})
    with pytest.raises(RuntimeError):
        predicted(mixed(), THREE_FOLDS, failing)
    assert caplog.messages == ["mixed, it: UserWarning (1 times): sum 106.0"]
    assert not recwarn.list


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"predicted": [0]}, r"shape \(1,\) for 2 test instances"),
        ({"predicted": [[0], [0]]}, r"shape \(2, 1\) for 2 test instances"),
        ({"predicted": [1, 2]}, r"predicted .*2.*no declared class \(0 to 1\)"),
        ({"predicted": [0, -1]}, "predicted .*-1.*no declared class"),
        ({"predicted": [0, NAN]}, "predicted .*nan.*no declared class"),
        ({"predicted": [0.5, 0]}, "predicted .*0.5.*no declared class"),
        ({"predicted": ["0", "1"]}, "predicted .*'0'.*no declared class"),
        ({"fail": "no luck"}, "ArithmeticError: no luck"),
    ],
)
def test_a_fold_that_goes_wrong_is_named(settings, message):
    classifier = Classifier("it", here("Odd"), settings)
    with pytest.raises(RuntimeError, match=f"^mixed, it, run 1, fold 1: .*{message}"):
        predicted(mixed(), THREE_FOLDS, classifier)


def test_the_original_exception_is_chained():
    classifier = Classifier("it", here("Odd"), {"fail": "no luck"})
    with pytest.raises(RuntimeError) as raised:
        predicted(mixed(), THREE_FOLDS, classifier)
    assert isinstance(raised.value.__cause__, ArithmeticError)


def test_a_setting_that_fit_refuses_is_named_with_its_fold(iris, iris_folds):
    classifier = Classifier("it", "sklearn.svm.SVC", {"C": -1})
    with pytest.raises(RuntimeError, match=r"iris, it, run 1, fold 1: .*'C' param"):
        predicted(iris, iris_folds, classifier)


WRONG = [
    ("sklearn.svn.SVC", {}, "cannot import 'sklearn.svn.SVC': No module named"),
    ("SVC", {}, "cannot import 'SVC'"),
    ("sklearn.svm.SCV", {}, r"sklearn.svm has no class 'SCV' \(did you mean .*SVC\?\)"),
    ("sklearn.svm.libsvm", {}, "sklearn.svm has no class 'libsvm'"),
    ("sklearn.metrics.accuracy_score", {}, "has no class 'accuracy_score'"),
    ("sklearn.svm.SVC", {"gama": 1}, r"no setting 'gama' \(did you mean gamma\?\)"),
    ("sklearn.svm.SVC", {"qqq": 1}, "no setting 'qqq'; its settings are C, kernel"),
    ("sklearn.svm.SVR", {}, "sklearn.svm.SVR is a regressor"),
    ("sklearn.cluster.KMeans", {}, "sklearn.cluster.KMeans is no classifier"),
    ("sklearn.preprocessing.StandardScaler", {}, "has no `predict`"),
    ("collections.OrderedDict", {}, "OrderedDict is of Python's standard library"),
    ("sklearn.pipeline.Pipeline", {"steps": [SCALE]}, "has no `predict`"),
    ("sklearn.ensemble.BaggingClassifier", {"estimator": 5}, "cannot use its settings"),
    ("sklearn.pipeline.Pipeline", {}, "cannot be made .* 'steps'"),
    (
        "sklearn.ensemble.AdaBoostClassifier",
        {"estimator": {"learner": "sklearn.svm.SVC", "settings": {"D": 1}}},
        "sklearn.svm.SVC has no setting 'D'",
    ),
    (
        "sklearn.model_selection.GridSearchCV",
        {"estimator": {"learner": "sklearn.svm.SVR"}, "param_grid": {}},
        "is a regressor",
    ),
]


@pytest.mark.parametrize(("learner", "settings", "message"), WRONG)
def test_a_classifier_that_cannot_be_is_refused(learner, settings, message):
    with pytest.raises(ValueError, match=f"^classifier it: .*{message}"):
        check_classifiers([Classifier("it", learner, settings)])


def test_a_class_that_does_not_say_that_it_classifies_is_refused():
    with pytest.raises(ValueError, match="Modest is no classifier; give"):
        check_classifiers([Classifier("it", here("Modest"))])


def test_settings_that_the_class_refuses_are_named():
    with pytest.raises(ValueError, match="'size': -1}: size is negative; correct"):
        check_classifiers([Classifier("it", here("Careless"), {"size": -1})])


def test_what_belongs_to_another_engine_is_refused():
    nb = "sklearn.naive_bayes.GaussianNB"
    check_classifiers([Classifier("it", nb, preprocessing=("impute",))])
    with pytest.raises(
        ValueError, match="classifier it: the options '-D' are for WEKA"
    ):
        check_classifiers([Classifier("it", nb, options="-D")])
    with pytest.raises(ValueError, match=r"it: .* no preprocessing 'discretize'"):
        check_classifiers([Classifier("it", nb, preprocessing=("discretize",))])


def test_a_wrong_classifier_is_refused_before_the_first_fold(seen, iris, iris_folds):
    classifiers = [
        Classifier("it", here("Recorder")),
        Classifier("no", "sklearn.svm.X"),
    ]
    with pytest.raises(ValueError, match="classifier no: "):
        predict_folds(iris, iris_folds, classifiers, seed=1)
    assert not seen
