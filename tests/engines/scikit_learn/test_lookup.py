"""What stands at an import path, and what is said of what does not."""

import pytest
from scipy.stats import loguniform
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC

from tenbyten.engines import Classifier
from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.engines.scikit_learn.lookup import find, with_module

INSTANCE = SVC()
CONSTANT = 3


class Distribution:
    """One that a user wrote."""

    def rvs(self, random_state=None):
        """Draw."""
        return 0.5


FOUND = [
    ("sklearn.svm.SVC", "learner", SVC),
    ("sklearn.metrics.pairwise.rbf_kernel", "function", rbf_kernel),
    ("scipy.stats.loguniform", "distribution", loguniform),
    (f"{__name__}.Distribution", "distribution", Distribution),
]


@pytest.mark.parametrize(("path", "key", "expected"), FOUND)
def test_classes_functions_and_distributions_are_found(path, key, expected):
    assert find(path, key, "it") is expected


@pytest.mark.parametrize(
    "path",
    [
        "sklearn.impute.IterativeImputer",
        "sklearn.model_selection.HalvingGridSearchCV",
        "sklearn.model_selection.HalvingRandomSearchCV",
        "sklearn.metrics.make_scorer",
        "sklearn.compose.make_column_selector",
    ],
)
def test_what_scikit_learn_enables_or_makes_by_a_function_is_found(path):
    assert find(path, "learner", "it").__name__ == path.rpartition(".")[2]


WRONG = [
    (
        "scipy.stats.loguniform",
        "learner",
        "is a distribution, no class; write {distribution: scipy.stats.loguniform}",
    ),
    (
        "numpy.log1p",
        "learner",
        "is a function, no class; write {function: numpy.log1p}",
    ),
    ("sklearn.svm.SVC", "function", "is a class, no function; write {learner: "),
    ("sklearn.svm.SVC", "distribution", "is a class, no distribution; write {learner"),
    ("numpy.log1p", "distribution", "is a function, no distribution; write {function"),
    (
        f"{__name__}.INSTANCE",
        "learner",
        "is an instance, no class; give the import path",
    ),
    (f"{__name__}.CONSTANT", "learner", "has no class 'CONSTANT'"),
    ("numpy.log2p", "function", "numpy has no function 'log2p' (did you mean log2 or"),
    (
        "scipy.stats.logunifrm",
        "distribution",
        "no distribution 'logunifrm' (did you mea",
    ),
    ("sklearn.svm.SCV", "learner", "sklearn.svm has no class 'SCV' (did you mean "),
    ("sklearn.svn.SVC", "learner", "cannot import 'sklearn.svn.SVC': No module named"),
    ("log1p", "function", "it is not the import path of a function, such as numpy.log"),
    (3, "distribution", "cannot import 3: it is not the import path of a distribution"),
    ("os.system", "function", "os.system is of Python's standard library"),
    # What a module has only imported: a name, and what it does, are not its own.
    ("sklearn.pipeline.Bunch", "learner", "sklearn.pipeline has no class 'Bunch'; "),
    (
        "sklearn.metrics.pairwise.check_array",
        "function",
        "has no function 'check_array'",
    ),
    ("scipy.stats.multivariate_normal", "distribution", "has no distribution 'multi"),
]


@pytest.mark.parametrize(("path", "key", "message"), WRONG)
def test_what_stands_there_instead_is_told_with_its_key(path, key, message):
    with pytest.raises(ValueError, match=r"^it: ") as raised:
        find(path, key, "it")
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
        with pytest.raises(ValueError, match=f"is {path!r}, a class .*; {said}"):
            ENGINE.check_names([Classifier("it", path)], program="")
    within = {"steps": [["a", {"learner": name}]]}
    asked = Classifier("it", "sklearn.pipeline.Pipeline", within)
    with pytest.raises(ValueError, match=f"it: import path is {name!r}, .*{said}"):
        ENGINE.check_names([asked], program="")


def test_the_path_that_is_named_is_that_of_the_class():
    for name in ("GaussianNB", "StandardScaler", "SVC", "Pipeline"):
        path = with_module(name).rpartition(" ")[2]
        assert find(path, "learner", "it").__name__ == name


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
        find(path, "learner", "it")
