"""A dry run imports and runs nothing of a study; a real run checks all of it first."""

import sys
from pathlib import Path

import pytest

from tenbyten.engines import Classifier
from tenbyten.engines.scikit_learn.settings import import_paths
from tenbyten.jobs.setup import set_up
from tenbyten.layout import FOLDER
from tenbyten.study import read_study
from tenbyten.study.readiness import check_made, check_ready

FOREIGN = """
from pathlib import Path
Path("imported").touch()
from sklearn.naive_bayes import GaussianNB as Mine
"""
STUDY = """
datasets: names.tsv
duplicates: allow
classifiers:
  Pipe:
    scikit_learn:
      learner: sklearn.ensemble.BaggingClassifier
      settings: {estimator: {learner: strange_module.Mine}, n_estimators: 2}
  Other:
    scikit_learn: {learner: strange_module.Mine, settings: {}}
"""


@pytest.fixture
def study(tmp_path, monkeypatch):
    """A study that names a module beside it, from which its classifiers come."""
    (tmp_path / "strange_module.py").write_text(FOREIGN)
    (tmp_path / "names.tsv").write_text("name\tbundled\ni\tiris\nj\tiris\n")
    (tmp_path / "study.yaml").write_text(STUDY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield read_study(tmp_path / "study.yaml", FOLDER)
    sys.modules.pop("strange_module", None)


def test_classes_of_the_study_are_imported_by_the_second_check_alone(study):
    panels = study.panels("native")
    check_ready(study, panels, machine={"weka_jar": ""})
    assert not Path("imported").exists()
    check_made(study, panels, machine={"weka_jar": ""})
    assert Path("imported").exists()


def test_all_classifiers_that_cannot_be_made_are_told_at_once(study):
    Path("strange_module.py").write_text("raise SyntaxError('strange')")
    with pytest.raises(ValueError, match="cannot import") as raised:
        check_made(study, study.panels("native"), machine={"weka_jar": ""})
    said = str(raised.value).splitlines()[::2]
    place = "cannot import 'strange_module.Mine': SyntaxError: strange"
    assert said[0].startswith(f"classifier Pipe: settings.estimator: {place}")
    assert said[1].startswith(f"classifier Other: {place}")


def test_whole_traces_are_in_a_log_that_is_named_last(study):
    Path("strange_module.py").write_text("1 / 0")
    with pytest.raises(ValueError, match="line 1, in <module>: 1 / 0") as raised:
        set_up({"study": "study.yaml"}).check_made()
    log = "results/study/logs/check_made.log"
    assert str(raised.value).endswith(f"\nlog: {log}")
    assert "Traceback" in Path(log).read_text()


def test_every_import_path_within_settings_is_found():
    nested = {"learner": "b.C", "settings": {"x": [["y", {"learner": "d.E"}]]}}
    settings = {"steps": [nested, {"k": {"learner": "f.G", "settings": {}}}]}
    found = import_paths(Classifier("it", "a.B", settings))
    assert found == ["a.B", "b.C", "d.E", "f.G"]
