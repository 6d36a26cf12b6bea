"""What a stranger's classifier could reach its host by is named, importing nothing."""

import importlib
import inspect
import re
import sys

import pytest
import sklearn
import yaml
from sklearn.experimental import (  # noqa: F401
    enable_halving_search_cv,
    enable_iterative_imputer,
)
from sklearn.utils.discovery import all_estimators, all_functions

from tenbyten.engines import Classifier
from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.engines.scikit_learn.untrusted import _MODULES, _OF_ARRAYS, _PLACES
from tenbyten.study.schema import StrictLoader


def named(learner, settings="{}"):
    """What is named of a learner with settings in YAML."""
    read = yaml.load(settings, Loader=StrictLoader)
    return ENGINE.untrusted(Classifier("it", learner, read))


PLACES = [
    (
        "sklearn.pipeline.Pipeline",
        "{memory: cache}",
        "the cache cache (settings.memory)",
    ),
    ("sklearn.pipeline.Pipeline", "{memory: {learner: joblib.Memory}}", "a cache (s"),
    ("sklearn.model_selection.GridSearchCV", "{param_grid: {memory: [c]}}", "cache c"),
    (
        "sklearn.model_selection.GridSearchCV",
        "{param_grid: [{a__memory: [c]}]}",
        "a__m",
    ),
    (
        "sklearn.model_selection.GridSearchCV",
        "{param_grid: {memory: !!set {c}}}",
        "cache c",
    ),
    ("sklearn.cluster.FeatureAgglomeration", "{memory: {tuple: [c]}}", "the cache c"),
    ("mine.Forest", "{x: [{learner: sklearn.a.B, settings: {memory: c}}]}", "x.0.set"),
    ("catboost.CatBoostClassifier", "{train_dir: ../x}", "the text ../x (settings.tra"),
    ("xgboost.XGBClassifier", "{cache_dir: x}", "the cache x (settings.cache_dir)"),
    (
        "sklearn.feature_extraction.text.TfidfVectorizer",
        "{input: filename}",
        "filename",
    ),
    ("sklearn.feature_extraction.text.TfidfVectorizer", "{input: file}", "the text f"),
    ("sklearn.model_selection.GridSearchCV", "{pre_dispatch: f(1)}", "the text f(1)"),
    ("sklearn.svm.SVC", "{C: a.__class__.b}", "the hidden name a.__class__.b"),
    ("sklearn.svm.SVC", "{__class__: 1}", "the hidden name __class__"),
    ("sklearn.svm.SVC", '{memory: "c\\e[2K"}', "the cache 'c\\x1b[2K'"),
]


@pytest.mark.parametrize(("learner", "settings", "word"), PLACES)
def test_paths_caches_and_hidden_names_are_named(learner, settings, word):
    assert any(word in said for said in named(learner, settings))


NO_PLACES = [
    ("sklearn.pipeline.Pipeline", "{memory: null}"),
    ("sklearn.manifold.Isomap", "{path_method: auto}"),
    ("sklearn.svm.SVC", "{cache_size: 500, class_weight: {memory: 2}}"),
    ("sklearn.feature_extraction.text.TfidfVectorizer", "{input: content}"),
    ("sklearn.model_selection.GridSearchCV", "{pre_dispatch: 2*n_jobs}"),
    ("sklearn.model_selection.GridSearchCV", "{param_grid: {a__b__c: [1e-3]}}"),
    ("sklearn.model_selection.HalvingGridSearchCV", "{resource: a__b__n_estimators}"),
]


@pytest.mark.parametrize(("learner", "settings"), NO_PLACES)
def test_what_only_looks_like_a_place_is_not_named(learner, settings):
    assert named(learner, settings) == []


OUTSIDE = """
numpy.load numpy.fromfile numpy.save numpy.lib.npyio.load numpy.loadtxt
numpy.f2py.run_main numpy.frombuffer numpy.apply_along_axis
sklearn.datasets.load_files sklearn.datasets.fetch_openml sklearn.utils.gen_batches
sklearn.utils._joblib.load sklearn.externals.array_api_compat.f sklearn.set_config
sklearn.tree.export_graphviz sklearn.pipeline.make_pipeline sklearn.tests.test_base.f
sklearn.model_selection.cross_validate scipy.io.loadmat scipy.stats._stats_py.zscore
scipy.datasets.face tenbyten.files.write_text tenbyten.learners.array_learner
joblib.load pandas.read_pickle yaml.unsafe_load sklearn._config.set_config
"""


@pytest.mark.parametrize("path", OUTSIDE.split())
def test_functions_outside_the_list_are_named(path):
    said = named("sklearn.svm.SVC", f"{{kernel: {{function: {path}}}}}")
    assert len(said) == 1
    assert said[0].startswith(f"the function {path}")
    assert said[0].endswith("(settings.kernel)")


INSIDE = """
numpy.log1p numpy.sqrt numpy.mean scipy.special.expit scipy.stats.zscore
scipy.special.softmax sklearn.metrics.fbeta_score sklearn.metrics.pairwise.rbf_kernel
sklearn.feature_selection.mutual_info_classif sklearn.preprocessing.scale mine.kernel
"""


@pytest.mark.parametrize("path", INSIDE.split())
def test_functions_of_arrays_and_of_the_user_s_modules_are_not_named(path):
    assert named("sklearn.svm.SVC", f"{{kernel: {{function: {path}}}}}") == []


CLASSES = """
sklearn.utils.Bunch sklearn.ensemble._forest.RandomForestClassifier sklearn.tests.x.Y
sklearn.externals._packaging.version.Version sklearn.datasets.X sklearn.svm._SVC
tenbyten.files.X tenbyten.web.X tenbyten.engines.scikit_learn.training.X
scipy.io.X numpy.lib.npyio.NpzFile sklearn.utils.parallel.Parallel sklearn.callback.X
"""


@pytest.mark.parametrize("path", CLASSES.split())
def test_classes_outside_the_public_modules_are_named(path):
    assert named(path)[0].startswith(f"the class {path}")
    part = f"{{estimator: {{learner: {path}}}}}"
    assert "settings.estimator" in named("sklearn.svm.SVC", part)[0]


def test_a_misspelt_module_of_scikit_learn_is_told_with_the_right_one():
    said = "the class sklearn.svn.SVC, unless sklearn.svm.SVC is meant (learner)"
    assert named("sklearn.svn.SVC") == [said]


def test_every_estimator_of_scikit_learn_is_on_the_list():
    found = 0
    for name, its_class in all_estimators():
        module = its_class.__module__
        public = max((m for m in _MODULES if f"{module}.".startswith(f"{m}.")), key=len)
        assert getattr(importlib.import_module(public), name) is its_class
        assert named(f"{public}.{name}") == []
        found += 1
    assert found > 150


def test_every_public_module_of_scikit_learn_is_judged():
    # A new one, or one that goes, is looked at by a person.
    out = {
        "datasets",
        "exceptions",
        "experimental",
        "externals",
        "inspection",
        "callback",
    }
    modules = {x for x in sklearn.__all__ if inspect.ismodule(getattr(sklearn, x, 0))}
    modules |= {m for m in sklearn.__all__ if f"sklearn.{m}" in sys.modules}
    assert modules - out == {m.split(".")[1] for m in _MODULES if m[0] == "s"} & modules
    for module in _MODULES:
        importlib.import_module(module)


def test_every_parameter_that_could_be_a_place_is_known():
    # Judged by scikit-learn's own words on each parameter of each public class.
    words = (
        r"joblib\.Memory|[Pp]ath to|filename|file object|directory|[Cc]aching|pickle"
    )
    found = set()
    for _, its_class in all_estimators():
        entries = re.finditer(
            r"^    (\w+) : (.*)\n((?:        .*\n|\n)*)", its_class.__doc__ or "", re.M
        )
        takes = inspect.signature(its_class).parameters
        found |= {e[1] for e in entries if re.search(words, e[2] + e[3])} & set(takes)
    # `analyzer` and `compute_full_tree` speak of `input` and `memory`.
    assert found - {"analyzer", "compute_full_tree"} == {"memory", "input"}


def test_no_function_on_the_list_takes_a_place():
    checked = 0
    for name, function in all_functions():
        package = ".".join(function.__module__.split(".")[:2])
        if package in _OF_ARRAYS and not named(
            "a.B", f"{{x: {{function: {package}.{name}}}}}"
        ):
            takes = inspect.signature(function).parameters
            words = {word for key in takes for word in key.split("_")}
            # Bytes of memory that a computation may take.
            assert words & set(_PLACES.split()) <= {"memory"}, name
            assert "memory" not in takes, name
            checked += 1
    assert checked > 80
