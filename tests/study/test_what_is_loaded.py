"""A study says what it loads, and runs nothing before that."""

import subprocess
import sys
from pathlib import Path

import pytest

from tenbyten.engines import Classifier
from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.engines.scikit_learn.import_paths import import_paths
from tenbyten.study import read_study
from tenbyten.study.readiness import check_made, check_ready, describe_classes

ROOT = Path(__file__).resolve().parent.parent.parent

FOREIGN = """
from pathlib import Path
Path("imported").touch()
from sklearn.naive_bayes import GaussianNB as Mine
"""
STUDY = """
datasets: names.tsv
classifiers:
  Pipe:
    scikit_learn:
      learner: sklearn.ensemble.BaggingClassifier
      settings: {estimator: {learner: strange_module.Mine}, n_estimators: 2}
  Tree:
    native: {learner: J48}
  Rules:
    weka: {learner: weka.classifiers.meta.Bagging, options: -W weka.classifiers.Evil}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A study that names a module beside it, from which its classifier comes."""
    (tmp_path / "strange_module.py").write_text(FOREIGN)
    (tmp_path / "names.tsv").write_text(
        "number\tname\tbundled\n1\ti\tiris\n2\tj\tiris\n"
    )
    (tmp_path / "study.yaml").write_text(STUDY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("strange_module", None)


@pytest.fixture
def without_weka(folder):
    """The same without the classifier that needs Java."""
    path = folder / "study.yaml"
    path.write_text(STUDY[: STUDY.index("  Rules")])
    return read_study(path, ROOT)


def test_a_dry_run_names_every_class_and_imports_nothing_foreign(without_weka):
    folder = without_weka.path.parent
    done = subprocess.run(
        [
            *(sys.executable, "-m", "snakemake", "--snakefile", ROOT / "Snakefile"),
            *("--directory", folder, "--dry-run", "--quiet", "rules", "--config"),
            f"study={without_weka.path}",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert "\n  Pipe: sklearn.ensemble.BaggingClassifier, strange" in done.stdout
    assert "\n  Tree: tenbyten.learners.J48\n" in done.stdout
    taken_from = f"strange_module.Mine ({folder / 'strange_module.py'})"
    assert f"imported only when jobs start: {taken_from}\n" in done.stdout
    assert not (folder / "imported").exists()


def test_a_description_names_java_classes_with_their_options(folder):
    study = read_study(folder / "study.yaml", ROOT)
    said = describe_classes(study, study.panels("native")).splitlines()
    assert said[0] == "Study study loads"
    assert said[3] == (
        "  Rules: the Java class weka.classifiers.meta.Bagging with the options "
        "'-W weka.classifiers.Evil'"
    )
    assert not (folder / "imported").exists()


def test_foreign_classes_are_imported_by_the_second_check_alone(without_weka):
    panels = without_weka.panels("native")
    check_ready(without_weka, panels, machine={"weka_jar": ""})
    assert not Path("imported").exists()
    check_made(without_weka, panels, machine={"weka_jar": ""})
    assert Path("imported").exists()


def test_a_foreign_class_that_is_not_there_is_refused(without_weka):
    Path("strange_module.py").write_text("raise SyntaxError('strange')")
    panels = without_weka.panels("native")
    said = r"Pipe: settings\.estimator: cannot import 'strange_module\.Mine'"
    with pytest.raises(ValueError, match=said):
        check_made(without_weka, panels, machine={"weka_jar": ""})


def test_a_class_that_could_hide_in_the_list_is_shown_escaped(folder):
    text = STUDY.replace("strange_module.Mine", '"sklearn.svm.SVC\\r\\e[2K"')
    (folder / "study.yaml").write_text(text)
    study = read_study(folder / "study.yaml", ROOT)
    said = describe_classes(study, study.panels("native"))
    assert "'sklearn.svm.SVC\\r\\x1b[2K'" in said
    # A letter that looks like the s of sklearn.
    (folder / "study.yaml").write_text(STUDY.replace("strange", "\u0455"), "utf-8")
    study = read_study(folder / "study.yaml", ROOT)
    assert "\\u0455_module" in describe_classes(study, study.panels("native"))


def test_every_import_path_within_settings_is_found():
    nested = {"learner": "b.C", "settings": {"x": [["y", {"learner": "d.E"}]]}}
    settings = {"steps": [nested, {"k": {"learner": "f.G", "settings": {}}}]}
    found = import_paths(Classifier("it", "a.B", settings))
    assert found == ["a.B", "b.C", "d.E", "f.G"]


REFUSED = [
    ("os.system", {}, "standard library"),
    ("subprocess.Popen", {"args": ["touch", "x"]}, "standard library"),
    ("antigravity.X", {}, "standard library"),
    ("numpy.f2py.__main__.main", {}, "not the import path"),
    ("builtins.eval", {}, "standard library"),
    ("numpy.ndarray", {"shape": [10**9]}, "has no `fit`"),
    ("..x.Y", {}, "not the import path"),
    ("sklearn.svm", {}, "has no class 'svm'"),
    ("sklearn.svm.SVC\n", {}, "not the import path"),
    ("sklearn.svm.__name__", {}, "has no class"),
]


@pytest.mark.parametrize(("learner", "settings", "message"), REFUSED)
def test_what_is_no_classifier_is_not_called(
    learner, settings, message, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=f"^classifier it: .*{message}"):
        ENGINE.check([Classifier("it", learner, settings)])
    # The same within the settings of a classifier.
    part = {"estimator": {"learner": learner, "settings": settings}}
    with pytest.raises(ValueError, match=r"^classifier it: "):
        ENGINE.check([Classifier("it", "sklearn.ensemble.BaggingClassifier", part)])
    assert not (tmp_path / "x").exists()


def test_settings_are_a_mapping():
    part = {"estimator": {"learner": "sklearn.svm.SVC", "settings": [1]}}
    with pytest.raises(
        ValueError, match=r"settings of sklearn.svm.SVC are \[1\]; give"
    ):
        ENGINE.check([Classifier("it", "sklearn.ensemble.BaggingClassifier", part)])


def test_kernels_and_splitters_are_parts_of_classifiers():
    search = {
        "estimator": {
            "learner": "sklearn.gaussian_process.GaussianProcessClassifier",
            "settings": {"kernel": {"learner": "sklearn.gaussian_process.kernels.RBF"}},
        },
        "param_grid": {"max_iter_predict": [10, 20]},
        "cv": {"learner": "sklearn.model_selection.StratifiedKFold"},
    }
    learner = "sklearn.model_selection.GridSearchCV"
    ENGINE.check([Classifier("it", learner, search)])
