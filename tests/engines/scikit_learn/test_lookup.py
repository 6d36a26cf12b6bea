"""What stands at an import path, and what is said of what does not."""

import pytest
from scipy.stats import loguniform
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC

from tenbyten.engines.scikit_learn.lookup import find

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
