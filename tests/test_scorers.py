"""Scorers of scikit-learn on predictions that are there already."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as theirs
from sklearn.metrics import get_scorer, get_scorer_names
from sklearn.naive_bayes import GaussianNB

from tenbyten.metrics import METRICS, OURS_OF_SCORERS, SCORERS, measure

# Names that are no metrics here. They are for regression, for clusters, for several
# labels at once, or they ask which class is the positive one, as do those that are it
# with two classes alone; or ours have the name.
REGRESSION = {
    *("explained_variance", "r2", "d2_absolute_error_score", "neg_max_error"),
    *(name for name in get_scorer_names() if "_deviance" in name),
    *(name for name in get_scorer_names() if "mean_" in name or "median" in name),
}
CLUSTERS = {
    *("adjusted_mutual_info_score", "adjusted_rand_score", "completeness_score"),
    *("fowlkes_mallows_score", "homogeneity_score", "mutual_info_score"),
    *("normalized_mutual_info_score", "rand_score", "v_measure_score"),
}
SEVERAL = {name for name in get_scorer_names() if name.endswith("_samples")}
POSITIVE = {
    *("precision", "recall", "jaccard", "average_precision", "roc_auc"),
    *("positive_likelihood_ratio", "neg_negative_likelihood_ratio"),
}
OURS = {"accuracy", "balanced_accuracy", "f1", *OURS_OF_SCORERS}
# Not in scikit-learn 1.6, and a loss in proportion to another one of the fold.
IN_PROPORTION = {"d2_brier_score", "d2_log_loss_score"}
NONE = REGRESSION | CLUSTERS | SEVERAL | POSITIVE | OURS | IN_PROPORTION


def test_the_list_is_that_of_the_installed_scikit_learn():
    assert set(get_scorer_names()) - NONE == SCORERS.keys()
    assert METRICS.keys() >= OURS - OURS_OF_SCORERS.keys()
    assert METRICS.keys() >= set(OURS_OF_SCORERS.values())


@given(st.integers(0, 10**6), st.integers(2, 4))
def test_scores_are_those_that_the_classifier_itself_gets(seed, classes):
    rng = np.random.default_rng(seed)
    truth = rng.permutation(np.arange(40) % classes)
    X = rng.normal(size=(40, 3)) + 0.5 * truth[:, np.newaxis]
    model = GaussianNB().fit(X[:20], truth[:20])
    if len(model.classes_) < classes or len(np.unique(truth[20:])) < classes:
        return
    predicted, probabilities = model.predict(X[20:]), model.predict_proba(X[20:])
    found = measure(list(SCORERS), truth[20:], predicted, probabilities)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, value in zip(SCORERS, found, strict=True):
            expected = get_scorer(name)(model, X[20:], truth[20:])
            assert value == pytest.approx(expected, abs=1e-11), name
            bounds = SCORERS[name]
            assert bounds.smallest <= value <= bounds.largest
            assert bounds.higher_is_better


def test_a_fold_that_lacks_a_class_is_scored():
    truth, rng = np.array([0, 2, 2, 0, 0]), np.random.default_rng(1)
    probabilities = rng.dirichlet(np.ones(3), 5)
    predicted = probabilities.argmax(axis=1)
    names = ["roc_auc_ovo", "roc_auc_ovr", "top_k_accuracy"]
    ovo, ovr, top = measure(names, truth, predicted, probabilities)
    # The one pair of classes, both ways round.
    sides = [
        theirs.roc_auc_score(truth == label, probabilities[:, label])
        for label in (0, 2)
    ]
    assert ovo == pytest.approx(np.mean(sides), abs=1e-12)
    assert np.isnan(ovr)
    ranked = np.argsort(probabilities, axis=1)[:, 1:]
    assert top == np.mean(
        [label in row for label, row in zip(truth, ranked, strict=True)]
    )


def test_areas_of_a_fold_with_one_class_are_undefined():
    probabilities = np.array([[0.2, 0.3, 0.5]] * 3)
    truth = np.ones(3, int)
    names = [name for name in SCORERS if SCORERS[name].can_be_undefined]
    found = measure(names, truth, truth, probabilities)
    assert np.all(np.isnan(found))
    found = measure(names, truth, truth, probabilities[:, :2] / 0.5)
    assert np.all(np.isnan(found))


@pytest.mark.parametrize("average", ["macro", "micro", "weighted"])
def test_an_unclassified_instance_is_in_no_class(average):
    truth, predicted = np.array([0, 0, 1, 1, 2]), np.array([0, -1, 1, 0, -1])
    names = [f"{name}_{average}" for name in ("precision", "recall", "f1")]
    names = [OURS_OF_SCORERS.get(name, name) for name in names]
    found = measure(names, truth, predicted)
    expected = theirs.precision_recall_fscore_support(
        truth, predicted, average=average, labels=[0, 1, 2], zero_division=0
    )
    assert found == pytest.approx(expected[:3], abs=1e-12)


def test_what_scikit_learn_refuses_is_refused():
    truth, nothing = np.array([0, 1, 2]), np.zeros((3, 3))
    with pytest.raises(ValueError, match="sum up to 1"):
        measure(["roc_auc_ovo"], truth, truth - 1, nothing)
