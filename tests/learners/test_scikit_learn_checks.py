"""scikit-learn's own checks of estimators, on all learners and transformers.

Every check that cannot hold is named here, with its reason.
"""

from sklearn.utils.estimator_checks import parametrize_with_checks

from tenbyten.learners import AODE, HNB, J48, J48graft, NaiveBayes
from tenbyten.preprocessing.transformers import MDLDiscretizer, MeanModeImputer

_FRACTIONS = "gives fractions, which are no label numbers, negative or not"
_NUMBERS = "gives a DataFrame of numbers, which a learner of nominal attributes refuses"
_CUTS = "gives weights, which WEKA's criterion for cuts is not applied to here"
_WEIGHTED = (
    "check_classifiers_one_label_sample_weights",
    "check_sample_weight_equivalence_on_dense_data",
    "check_sample_weights_list",
    "check_sample_weights_not_an_array",
    "check_sample_weights_not_overwritten",
    "check_sample_weights_pandas_series",
    "check_sample_weights_shape",
)
_INTERVALS = "compares what is transformed as numbers, and intervals are none"
CANNOT_HOLD = {
    "AODE": {
        "check_classifier_data_not_an_array": _NUMBERS,
        "check_sample_weights_pandas_series": _NUMBERS,
        "check_classifiers_one_label_sample_weights": _FRACTIONS,
        "check_sample_weight_equivalence_on_dense_data": _FRACTIONS,
        "check_positive_only_tag_during_fit": _FRACTIONS,
    },
    "HNB": {"check_classifier_data_not_an_array": _NUMBERS},
    "MDLDiscretizer": {
        "check_estimators_pickle": _INTERVALS,
        "check_fit_idempotent": _INTERVALS,
        "check_methods_sample_order_invariance": _INTERVALS,
        "check_methods_subset_invariance": _INTERVALS,
        "check_pipeline_consistency": _INTERVALS,
        "check_transformer_data_not_an_array": _INTERVALS,
        "check_transformer_general": _INTERVALS,
        "check_transformer_preserve_dtypes": _INTERVALS,
    },
}


def cannot_hold(estimator):
    if getattr(estimator, "discretize", False):
        return dict.fromkeys(_WEIGHTED, _CUTS)
    return CANNOT_HOLD.get(type(estimator).__name__, {})


@parametrize_with_checks(
    [
        NaiveBayes(),
        NaiveBayes(discretize=True),
        AODE(),
        HNB(),
        J48(),
        J48graft(),
        MeanModeImputer(),
        MDLDiscretizer(),
    ],
    expected_failed_checks=cannot_hold,
)
def test_scikit_learn_s_checks_hold(estimator, check):
    check(estimator)
