"""scikit-learn's own checks of estimators, on all learners and transformers.

Every check that cannot hold is named here, with its reason.
"""

from sklearn.utils.estimator_checks import parametrize_with_checks

from tenbyten.learners import AODE, HNB, J48, J48graft, NaiveBayes
from tenbyten.preprocessing.transformers import MDLDiscretizer, MeanModeImputer

_NUMBERS = "gives a DataFrame of numbers, which a learner of nominal attributes refuses"
_INTERVALS = "compares what is transformed as numbers, and intervals are none"
CANNOT_HOLD = {
    "AODE": {
        "check_classifier_data_not_an_array": _NUMBERS,
        "check_positive_only_tag_during_fit": (
            "gives fractions, which are no label numbers, negative or not"
        ),
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
