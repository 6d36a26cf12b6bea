"""What stands at an import path, and what is said of what does not."""

import pytest
from sklearn.svm import SVC

from tenbyten.engines import Classifier
from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.engines.scikit_learn.lookup import find

INSTANCE = SVC()
CONSTANT = 3


def function():
    """One that a user wrote."""
    return INSTANCE


@pytest.mark.parametrize(
    ("path", "expected"),
    [("sklearn.svm.SVC", SVC), (f"{__name__}.function", function)],
)
def test_classes_and_functions_of_the_user_are_found(path, expected):
    assert find(path, "it") is expected


@pytest.mark.parametrize(
    "path",
    [
        "sklearn.impute.IterativeImputer",
        "sklearn.model_selection.HalvingGridSearchCV",
        "sklearn.model_selection.HalvingRandomSearchCV",
        "sklearn.compose.make_column_selector",
    ],
)
def test_what_scikit_learn_enables_or_makes_by_a_function_is_found(path):
    assert find(path, "it").__name__ == path.rpartition(".")[2]


WRONG = [
    ("sklearn.pipeline.make_pipeline", "is no class; give the import path of a class,"),
    (f"{__name__}.INSTANCE", "is no class; give the import path"),
    (f"{__name__}.CONSTANT", "has no class 'CONSTANT'"),
    (f"{__name__}.functoin", "has no class 'functoin' (did you mean function?)"),
    (3, "'3' is a name without its module"),
]


@pytest.mark.parametrize(("path", "message"), WRONG)
def test_what_is_none_is_refused(path, message):
    with pytest.raises(ValueError, match=r"^it: ") as raised:
        find(path, "it")
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("GaussianNB", "write its import path, sklearn.naive_bayes.GaussianNB"),
        ("StandardScaler", "write its import path, sklearn.preprocessing.Stan"),
        ("LGBMClassifier", "write its import path, lightgbm.LGBMClassifier"),
        ("J48graft", "write its import path, tenbyten.learners.J48graft"),
        ("RandomForrest", r".*mean sklearn.ensemble.RandomForestClassifier\?\); of"),
        ("Qqqq", "write its import path; of your own in mine.py .* it is mine.Qqqq"),
    ],
)
def test_the_module_of_a_class_is_named(name, said):
    for path in (name, f"sklearn.{name}"):
        with pytest.raises(ValueError, match=f"it: {path!r} is a name .*; {said}"):
            ENGINE.check([Classifier("it", path)])
    within = {"steps": [["a", {"learner": name}]]}
    asked = Classifier("it", "sklearn.pipeline.Pipeline", within)
    with pytest.raises(ValueError, match=rf"settings\.steps\.0\.1: {name!r} .*{said}"):
        ENGINE.check([asked])


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("sklearn.naive_bayes.SVC", "no class 'SVC'; write its .* sklearn.svm.SVC"),
        ("sklearn.forest.SVC", "No module .*; write its import path, sklearn.svm.SVC"),
        ("nobodys.Forest", r"install the package nobodys or, .* nobodys\.py beside"),
        ("nobodys.own.Forest", r"install the package nobodys or, .* nobodys/own\.py"),
    ],
)
def test_a_class_that_is_elsewhere_or_nowhere(path, said):
    with pytest.raises(ValueError, match=said):
        find(path, "it")
