"""Metrics of a fold, held to scikit-learn on random folds and to values by hand."""

import warnings
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as theirs
from sklearn.metrics import get_scorer, get_scorer_names
from sklearn.naive_bayes import GaussianNB

from tenbyten.metrics import (
    DURATIONS,
    METRICS,
    OURS_OF_SCORERS,
    SCORERS,
    area_under_roc,
    balanced_accuracy,
    brier_score,
    cohens_kappa,
    log_loss,
    macro_f1,
    matthews_correlation,
    measure,
    metric_of,
    needs_probabilities,
)

FOLDS = st.builds(
    lambda seed, size, classes, decimals: random_fold(seed, size, classes, decimals),
    st.integers(0, 10**6),
    st.integers(8, 40),
    st.integers(2, 5),
    # With one decimal there are many ties, with none also probabilities of 0 and 1.
    st.sampled_from([None, 1, 0]),
)


def random_fold(seed, size, classes, decimals):
    """Truth in which every class occurs, and probabilities that lean towards it."""
    rng = np.random.default_rng(seed)
    truth = rng.permutation(np.arange(size) % classes)
    scores = rng.random((size, classes)) + 0.3 * np.eye(classes)[truth]
    if decimals is not None:
        scores = np.round(scores, decimals) + 0.0
        scores[scores.sum(axis=1) == 0] = 1
    return truth, scores / scores.sum(axis=1, keepdims=True)


@given(FOLDS)
def test_areas_are_scikit_learns(fold):
    truth, probabilities = fold
    classes = probabilities.shape[1]
    if classes == 2:
        weights = np.bincount(truth) / len(truth)
        expected = sum(
            weight * theirs.roc_auc_score(truth == label, probabilities[:, label])
            for label, weight in enumerate(weights)
        )
    else:
        expected = theirs.roc_auc_score(
            truth, probabilities, multi_class="ovr", average="weighted"
        )
    assert area_under_roc(truth, probabilities) == pytest.approx(expected, abs=1e-12)


@given(FOLDS)
def test_losses_are_scikit_learns(fold):
    truth, probabilities = fold
    labels = range(probabilities.shape[1])
    assert log_loss(truth, probabilities) == pytest.approx(
        theirs.log_loss(truth, probabilities, labels=labels), abs=1e-12
    )
    if len(labels) == 2:
        brier = theirs.brier_score_loss(truth, probabilities[:, 1], scale_by_half=False)
    else:
        brier = theirs.brier_score_loss(truth, probabilities, labels=labels)
    assert brier_score(truth, probabilities) == pytest.approx(brier, abs=1e-12)


@given(st.integers(0, 10**6), st.integers(1, 30), st.integers(1, 6), st.booleans())
def test_what_is_counted_by_class_is_scikit_learns(seed, size, classes, unclassified):
    rng = np.random.default_rng(seed)
    truth, predicted = rng.integers(0, classes, (2, size))
    if unclassified:
        predicted[rng.random(size) < 0.3] = -1
    # An instance left unclassified is of no class of its own.
    present = np.unique([*truth, *predicted[predicted >= 0]])
    f1_score = partial(theirs.f1_score, average="macro", labels=present)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pairs = [
            (macro_f1, partial(f1_score, zero_division=0)),
            (balanced_accuracy, theirs.balanced_accuracy_score),
            (matthews_correlation, theirs.matthews_corrcoef),
            (cohens_kappa, theirs.cohen_kappa_score),
        ]
        for ours, their in pairs:
            expected = pytest.approx(their(truth, predicted), abs=1e-12, nan_ok=True)
            assert ours(truth, predicted) == expected


def test_counts_of_two_million_instances_do_not_overflow():
    truth = np.arange(2_000_000) % 2
    predicted = truth.copy()
    predicted[:500_000] = 0
    expected = theirs.matthews_corrcoef(truth, predicted)
    assert matthews_correlation(truth, predicted) == pytest.approx(expected, abs=1e-9)


@pytest.mark.filterwarnings("error")
def test_where_a_fold_has_one_class():
    truth = np.zeros(3, int)
    names = ["balanced_accuracy", "mcc", "kappa", "f1", "auc"]
    found = measure(names, truth, truth, np.ones((3, 1)))
    assert found == pytest.approx([1, 0, np.nan, 1, np.nan], nan_ok=True)
    found = measure(names, truth, truth - 1, np.zeros((3, 1)))
    assert found == pytest.approx([0, 0, 0, 0, np.nan], nan_ok=True)


@given(FOLDS, st.randoms())
def test_no_metric_depends_on_the_order_of_the_instances(fold, random):
    truth, probabilities = fold
    order = list(range(len(truth)))
    random.shuffle(order)
    names = ["auc", "log_loss", "f1", "brier"]
    predicted = np.argmax(probabilities, axis=1)
    there = measure(names, truth, predicted, probabilities, None)
    back = measure(names, truth[order], predicted[order], probabilities[order], None)
    assert there == pytest.approx(back, abs=2e-12)
    assert there[0] == back[0]


def test_two_instances_by_hand():
    truth, predicted = np.array([0, 1]), np.array([0, 0])
    probabilities = np.array([[0.75, 0.25], [0.75, 0.25]])
    # A tie; -(ln 3/4 + ln 1/4) / 2; (2 / 3 + 0) / 2; (2 / 16 + 18 / 16) / 2.
    expected = [0.5, -np.log(3 / 16) / 2, 1 / 3, 0.625]
    names = ["auc", "log_loss", "f1", "brier"]
    found = measure(names, truth, predicted, probabilities, None)
    assert found == pytest.approx(expected, abs=1e-12)
    assert measure(names[::-1], truth, predicted, probabilities, None) == found[::-1]


def test_the_area_counts_classes_that_occur():
    probabilities = np.array([[0.8, 0.1, 0.1], [0.3, 0.4, 0.3], [0.5, 0.4, 0.1]])
    expected = pytest.approx((2 * 1 + 1 * 0.75) / 3)
    assert area_under_roc(np.array([0, 1, 0]), probabilities) == expected


def test_an_unclassified_instance_has_no_probability_of_its_class():
    truth, predicted = np.array([0, 1]), np.array([0, -1])
    probabilities = np.array([[1.0, 0.0], [0.0, 0.0]])
    names = ["auc", "log_loss", "f1", "brier"]
    found = measure(names, truth, predicted, probabilities, None)
    # Areas: of class 0 1, of class 1 a tie; F1: 1 and 0; squares: 0 and 1.
    assert found == pytest.approx([0.75, 36.0437 / 2, 0.5, 0.5], abs=1e-4)


def test_values_are_rounded_so_that_libraries_last_bits_do_not_show():
    truth = np.array([0, 0, 1])
    probabilities = np.array([[0.7, 0.3], [0.6, 0.4], [0.1, 0.9]])
    (found,) = measure(["brier"], truth, truth, probabilities, None)
    assert found == 0.173333333333
    assert measure(["fit_seconds"], truth, truth, None, 0.12345678) == [0.123457]


@pytest.mark.parametrize("wrong", [np.nan, -0.1, 1.1, np.inf])
@pytest.mark.parametrize("name", ["auc", "log_loss", "brier"])
def test_a_probability_that_is_none_is_refused(name, wrong):
    truth = np.array([0, 1])
    probabilities = np.array([[0.5, 0.5], [wrong, 0.5]])
    with pytest.raises(
        ValueError, match=rf"of class 0 .* is {wrong} for test instance 2 of 2; {name} "
    ):
        measure([name], truth, truth, probabilities, None)


def test_what_needs_probabilities_and_which_way_is_better():
    assert needs_probabilities(["f1", "auc"])
    assert not needs_probabilities(["f1", "fit_seconds"])
    assert not needs_probabilities([])
    lower = [name for name, metric in METRICS.items() if not metric.higher_is_better]
    assert lower == ["log_loss", "brier", *DURATIONS]


def test_rounding_below_0_and_above_1_is_none():
    truth = np.array([0, 1])
    probabilities = np.array([[1 + 3e-16, -3e-19], [-9e-10, 1 + 9e-10]])
    names = ["auc", "log_loss", "brier", "roc_auc_ovr"]
    found = measure(names, truth, truth, probabilities)
    assert found == measure(names, truth, truth, np.eye(2))
    assert found[:3] == [1, 0, 0]


def test_seconds_of_predicting_stand_beside_those_of_training():
    truth = np.array([0, 1])
    found = measure(["predict_seconds", "mcc", "fit_seconds"], truth, truth, None, 2, 1)
    assert found == [1, 1, 2]


def test_a_foreign_metric_has_no_bounds_but_those_it_is_given():
    foreign = {
        "cost": {"greater_is_better": False},
        "ndcg": {"greater_is_better": True, "smallest": 0, "largest": 1},
    }
    cost = metric_of("cost", foreign)
    assert cost == (False, np.inf, False, -np.inf, False, "difference")
    assert metric_of("cost", foreign, "ratio") == cost._replace(scale="ratio")
    assert metric_of("ndcg", foreign) == METRICS["f1"]
    assert metric_of("brier", foreign) == METRICS["brier"]
    with pytest.raises(KeyError, match="cost"):
        metric_of("cost")


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
