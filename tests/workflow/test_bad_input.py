"""A wrong configuration is told before any job starts, with its remedy."""

import pytest

pytestmark = pytest.mark.slow


def refused(fresh, *, study=None, config=()):
    """Change the tiny study, run it, and return the one message it must stop with."""
    if study:
        path = fresh.folder / "tiny.yaml"
        text = path.read_text()
        assert study[0] in text
        path.write_text(text.replace(*study))
    code, said = fresh(config=config)
    assert code != 0
    assert "Traceback" not in said
    assert not (fresh.folder / "results/tiny/data").exists(), "no job may have started"
    (message,) = said.split("WorkflowError in file ")[1:]
    return message.split("\n")[1]


def test_a_wrong_configuration(fresh):
    said = refused(fresh, config=["arff_fodler=x"])
    assert "unknown key arff_fodler; did you mean arff_folder?" in said
    assert "no folder none" in refused(fresh, config=["arff_folder=none"])
    (fresh.folder / "empty").mkdir()
    said = refused(fresh, config=["arff_folder=empty"])
    assert "empty holds none of the files" in said
    assert "no file none.csv" in refused(fresh, config=["accuracies=none.csv"])


def weka_study(learner, options=""):
    """A change that gives the tiny study a WEKA classifier."""
    ours = "scikit_learn: {learner: sklearn.naive_bayes.GaussianNB}"
    return ours, f"weka: {{learner: {learner}, options: '{options}'}}"


def test_no_jar(fresh):
    change = weka_study("weka.classifiers.rules.ZeroR")
    said = refused(fresh, study=change, config=["weka_jar=none.jar"])
    assert said.startswith("no weka.jar at none.jar")


def test_options_that_weka_refuses(fresh, weka_jar):
    said = refused(fresh, study=weka_study("weka.classifiers.trees.J48", "-C many"))
    assert "-C many" in said
