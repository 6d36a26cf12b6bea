"""Classes are looked up in the jars, without Java."""

import zipfile

import pytest

from tenbyten.engines import Classifier
from tenbyten.engines.weka.names import check_names


@pytest.fixture
def jars(tmp_path):
    """A class path of a small weka.jar and the jar of a package."""
    with zipfile.ZipFile(tmp_path / "weka.jar", "w") as jar:
        jar.writestr("weka/core/version.txt", "3.6.14")
        for name in (
            "classifiers/trees/J48",
            "classifiers/trees/J48$1",
            "core/Instances",
        ):
            jar.writestr(f"weka/{name}.class", "")
    with zipfile.ZipFile(tmp_path / "mine.jar", "w") as jar:
        jar.writestr("mine/Tree.class", "")
        jar.writestr("Bare.class", "")
    return f"{tmp_path / 'weka.jar'}:{tmp_path / 'mine.jar'}"


@pytest.mark.parametrize("learner", ["weka.classifiers.trees.J48", "mine.Tree"])
def test_a_class_of_any_jar_is_found(jars, learner):
    check_names(Classifier("it", learner, preprocessing=("impute",)), jars)


@pytest.mark.parametrize(
    ("learner", "words"),
    [
        (
            "weka.classifiers.trees.J84",
            r"J84;.*did you mean weka\.classifiers.trees.J48\?",
        ),
        ("j48", r"mean weka\.classifiers\.trees\.J48\?"),
        ("mine.Tre", r"`weka_classpath`\); did you mean mine\.Tree\?"),
        ("weka.core.Instances", r"has no classifier weka\.core\.Instances"),
    ],
)
def test_a_class_that_is_not_there_is_refused(jars, learner, words):
    with pytest.raises(ValueError, match=rf"^classifier it: WEKA 3\.6\.14 .*{words}"):
        check_names(Classifier("it", learner), jars)


def test_preprocessing_that_weka_has_not_is_refused(jars):
    j48 = Classifier("it", "weka.classifiers.trees.J48", preprocessing=("scale",))
    with pytest.raises(ValueError, match="unknown preprocessing 'scale'"):
        check_names(j48, jars)


def test_a_file_that_is_no_jar_is_named(tmp_path):
    (tmp_path / "mine.jar").write_text("text")
    with pytest.raises(ValueError, match=r"mine\.jar: not a jar"):
        check_names(Classifier("it", "x.Y"), str(tmp_path / "mine.jar"))
