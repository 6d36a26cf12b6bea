"""A classifier with `tune` chooses settings within each training fold."""

import numpy as np
import pytest
from failing_learner import GOOD, evaluate
from sklearn.metrics import get_scorer
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import Classifier, Panel, find_engine, read_offers
from tenbyten.engines.counts_cache import CountsCache
from tenbyten.engines.cross_validation import evaluate_panel
from tenbyten.engines.scikit_learn.tuning import Score, count_fits
from tenbyten.metrics import OURS_OF_SCORERS
from tenbyten.study.schema import check_against_schema, read_schema

ENTRY = read_schema("study")["properties"]["classifiers"]["additionalProperties"]
SVC, KNN = "sklearn.svm.SVC", "sklearn.neighbors.KNeighborsClassifier"
C = {"low": 1e-3, "high": 1e3, "log": True}
PIPELINE = "sklearn.pipeline.Pipeline"
STEPS = [["scale", {"learner": "sklearn.preprocessing.StandardScaler"}]]
STEPS += [["knn", {"learner": KNN}]]


def tuned(tune, learner=KNN, **entry):
    """A classifier by its entry of a study file."""
    entry = {"scikit_learn": {"learner": learner, "tune": tune, **entry}}
    checked = check_against_schema(entry, ENTRY, where="study.yaml")
    return read_offers("it", checked)["scikit_learn"]


def test_it_is_scikit_learn_s_search_on_inner_folds_drawn_by_the_fold():
    tune = {"grid": {"n_neighbors": [1, 5, 20]}, "metric": "balanced_accuracy"}
    results = evaluate([tuned(tune)])
    dataset = read_bundled("balance-scale")
    X, y = dataset.values[:, :-1], dataset.classes
    folds = weka_folds(y, runs=2, folds=2, seed=1)
    rows, tested = folds.training_rows(2, 1), folds.test_rows(2, 1)
    drawn = np.random.SeedSequence((1, 2, 1)).generate_state(1)[0] >> 1
    search = GridSearchCV(
        KNeighborsClassifier(),
        tune["grid"],
        cv=StratifiedKFold(3, shuffle=True, random_state=int(drawn)),
        scoring="balanced_accuracy",
    ).fit(X[rows], y[rows])
    correct = np.count_nonzero(search.predict(X[tested]) == y[tested])
    assert results.rows[2][2:6] == (2, 1, len(tested), correct)
    chosen = str(search.best_params_["n_neighbors"])
    assert results.chosen[2][2:] == (2, 1, 1, "n_neighbors", chosen)


def test_choices_of_every_seed_are_kept_and_go_on_after_a_kill(tmp_path):
    drawing = {"random": {"knn__n_neighbors": {"low": 1, "high": 90}}, "draws": 2}
    panel = [tuned(drawing, PIPELINE, settings={"steps": STEPS}), GOOD]
    whole = evaluate(panel, seeds=2)
    assert len(whole.chosen) == len({x[2:5] for x in whole.chosen}) == 2 * 2 * 2
    assert all(1 <= int(x[-1]) <= 90 for x in whole.chosen)
    for runs in ([1], [1, 2]):
        made_from = {"it": drawing, "good": {}}
        cache = CountsCache(tmp_path, "balance-scale", made_from)
        again = evaluate(panel, seeds=2, cache=cache, runs=runs)
    assert (again.rows, again.chosen) == (whole.rows, whole.chosen)


@pytest.mark.parametrize("metric", ["f1", "mcc", "log_loss", "brier", "recall_macro"])
def test_a_candidate_is_scored_as_scikit_learn_does(metric):
    dataset = read_bundled("iris")
    X, y = dataset.values[:, :2], dataset.classes
    model = GaussianNB().fit(X, y)
    theirs = {ours: scorer for scorer, ours in OURS_OF_SCORERS.items()}
    expected = get_scorer(theirs.get(metric, metric))(model, X, y)
    assert Score(metric)(model, X, y) == pytest.approx(expected, abs=1e-9)


def test_a_candidate_that_works_in_place_has_the_score_of_one_that_copies():
    X, y = read_bundled("iris").values[:, :2], read_bundled("iris").classes
    models = [
        make_pipeline(StandardScaler(copy=x), GaussianNB()) for x in (False, True)
    ]
    scores = {Score("auc")(x.fit(X.copy(), y), X.copy(), y) for x in models}
    assert len(scores) == 1


def test_a_class_that_an_inner_training_fold_lacks_has_probability_0():
    X, y = np.arange(6.0)[:, None], np.array([0, 0, 0, 2, 2, 2])
    model = GaussianNB().fit(X, y)
    eps = np.finfo(float).eps
    assert Score("log_loss")(model, X[:1], np.array([1])) == pytest.approx(np.log(eps))
    assert Score("auc")(model, X[:3], y[:3]) == 0


@pytest.mark.parametrize("metric", ["accuracy", "log_loss", "auc"])
def test_a_class_with_fewer_rows_than_inner_folds_is_ordinary(metric):
    dataset = read_bundled("contact-lenses")
    folds = weka_folds(dataset.classes, runs=1, folds=2, seed=1)
    assert min(np.bincount(dataset.classes[folds.training_rows(1, 1)])) < 5
    grid = {"grid": {"n_neighbors": [1, 3]}, "inner": 5, "metric": metric}
    panel = Panel("scikit_learn", [tuned(grid)])
    assert len(evaluate_panel(dataset, folds, panel, seed=1).chosen) == 2


@pytest.mark.parametrize(
    ("tune", "fits"),
    [
        ({"grid": {"C": [1, 2], "gamma": [1, 2]}, "inner": 4}, 17),
        ({"random": {"C": C}, "draws": 30, "inner": 3}, 91),
    ],
)
def test_every_training_is_in_the_estimate_of_the_time(tune, fits):
    size = {"instances": 1000, "attributes": 10, "folds": 10}
    engine = find_engine("scikit_learn")
    seconds = engine.seconds(tuned(tune, SVC), **size)
    assert seconds == pytest.approx(fits * engine.seconds(Classifier("", SVC), **size))
    assert count_fits(tune) == fits


@pytest.mark.parametrize(
    ("tune", "said"),
    [
        ({"grid": {"D": [1]}}, "SVC cannot be tuned: Invalid parameter 'D' for .*'C'"),
        ({"grid": {"C": []}}, r"tune\.grid\.C: is \[\]; give a list of at least 1"),
        ({"grid": {}}, r"tune\.grid: is {}; give a mapping of at least 1"),
        ({"grid": {"C": C}}, r"tune\.grid\.C: is {.*; give a list"),
        ({"grid": {"C": [1]}, "inner": 1}, "inner: is 1; give a whole number from 2"),
        ({"grid": {"C": [1]}, "metric": "acc"}, "it: tune: metric: 'acc' is no metric"),
        ({"grid": {"C": [1]}, "metric": "f1_macro"}, "is called f1 here; give that"),
        ({"grid": {"C": [1]}, "metric": "fit_seconds"}, "fit_seconds is no quality"),
        ({"grid": {"C": [1]}, "metric": "auc"}, "no predict_proba .* metrics auc need"),
        ({"grid": {"C": [1]}, "draws": 2}, "give `draws`.* with `random` and not"),
        ({"random": {"C": C}}, "give `draws`, the candidates to try, with `random`"),
        ({"random": {"C": {"low": 2, "high": 1}}, "draws": 2}, "it: tune: random.C is"),
        ({"grid": {"C": [1]}, "random": {"C": [1]}}, "give either `grid`, .* or"),
    ],
)
def test_what_cannot_be_tuned_is_refused_before_anything_is_trained(tune, said):
    with pytest.raises(ValueError, match=said):
        find_engine("scikit_learn").check([tuned(tune, SVC)])
