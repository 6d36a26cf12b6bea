"""Settings that scikit-learn refuses when it trains, refused before the first job."""

import pytest
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler
from sklearn.svm import SVC

from tenbyten.engines.scikit_learn.parameters import check_parameters

WRONG = [
    (SVC(C="1e-3x"), "The 'C' parameter of SVC must be a float in the range"),
    (SVC(C=-1), "Got -1 instead"),
    (
        MinMaxScaler(feature_range=[0, 1]),
        "YAML has no words for, write a func",
    ),
    (
        FunctionTransformer("numpy.log1p"),
        "YAML has no words for, write a func",
    ),
    (GridSearchCV(SVC(), {"D": [1]}), "Invalid parameter 'D' for estimator SVC()"),
    (GridSearchCV(SVC(), [{"C": [1]}, {"a__b": [1]}]), "Invalid parameter 'a'"),
    (RandomizedSearchCV(SVC(), {"D": [1]}), "Invalid parameter 'D'"),
    (GridSearchCV(SVC(), {}, scoring="f2"), "The 'scoring' parameter of GridSearchCV"),
    (GridSearchCV(SVC(), 5), "The 'param_grid' parameter"),
]


@pytest.mark.parametrize(("part", "message"), WRONG)
def test_what_training_would_refuse_is_refused(part, message):
    with pytest.raises(ValueError, match=r"parameter|scoring") as raised:
        check_parameters(part)
    assert message in str(raised.value)


def test_what_training_takes_is_taken():
    for part in [
        SVC(C=1e-3),
        MLPClassifier(hidden_layer_sizes=[8, 4]),
        GridSearchCV(SVC(), [{"C": [1, 2], "kernel": ["rbf"]}, {"C": []}]),
        GridSearchCV(SVC(), {"C": (1, 2)}, scoring="f1_macro"),
        object(),
    ]:
        check_parameters(part)
