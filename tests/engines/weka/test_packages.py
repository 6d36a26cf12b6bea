"""Classes of WEKA's packages are run, and what is counted with them says so."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tenbyten.engines import Classifier
from tenbyten.engines.weka import ENGINE
from tenbyten.engines.weka.jvm import find_class_path

# WEKA 3.6 has an abstract class where later versions have an interface as well.
SOURCE = """package mine;
import weka.core.*;
public class Second extends weka.classifiers.BASE {
  public void buildClassifier(Instances data) {
    for (int i = 0; i < data.numInstances(); i++) data.instance(i).setClassValue(0);
    while (data.numInstances() > 1) data.delete(0);
  }
  public double[] distributionForInstance(Instance instance) {
    double[] found = new double[instance.numClasses()];
    found[WHICH] = 1;
    return found;
  }
  int exit() { System.exit(0); return 0; }
}
"""
MINE = Classifier("mine", "mine.Second")


@pytest.fixture
def package(tmp_path):
    """Compile a classifier of a class for a weka.jar, into a jar in a folder."""
    if not shutil.which("javac"):
        pytest.skip("no javac; install a JDK")

    def make(weka, base, which=1):
        source = tmp_path / "mine" / "Second.java"
        source.parent.mkdir(exist_ok=True)
        source.write_text(SOURCE.replace("BASE", base).replace("WHICH", str(which)))
        folder = tmp_path / "packages" / "mine"
        folder.mkdir(parents=True, exist_ok=True)
        call = ["javac", "-nowarn", "-cp", weka, "-d", tmp_path / "made", source]
        subprocess.run(list(map(str, call)), check=True, capture_output=True)
        call = ["jar", "cf", folder / "mine.jar", "-C", tmp_path / "made", "mine"]
        subprocess.run(list(map(str, call)), check=True, capture_output=True)
        return tmp_path / "packages"

    return make


CODE = """
from tenbyten.engines.weka import ENGINE
path, iris = sys.argv[1:]
ENGINE.start(program=path, mem_mb=500, scratch="scratch")
ENGINE.check_names([Classifier("mine", "mine.Second")], program=path)
print(*correct("iris", iris, "mine.Second", "weka.classifiers.trees.J48").values())
"""


@pytest.mark.parametrize("version", ["3.6", "3.9"])
def test_a_class_of_a_package_is_trained_beside_wekas(
    version, run_python, package, iris_arff, weka_jar, request
):
    jar = weka_jar if version == "3.6" else request.getfixturevalue("wrapper_jar")
    base = {"3.6": "Classifier", "3.9": "AbstractClassifier"}[version]
    path = find_class_path(jar, [package(jar, base)])
    done = run_python(CODE, path, iris_arff)
    assert done.returncode == 0, done.stderr
    # The second of three classes is in every fold; J48 is trained on whole data.
    own, j48 = eval(done.stdout.replace("] [", "], ["))
    assert own == [5] * 10
    assert sum(j48) > 130


EXIT = """
from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds.weka import weka_folds
dataset = read_bundled("iris")
folds = weka_folds(dataset.classes, runs=1, folds=2, seed=1)
ENGINE.start(program=sys.argv[1], mem_mb=500, scratch="scratch")
list(ENGINE.predict_folds(dataset, folds, [Classifier("it", "mine.Second")], seed=1))
"""


def test_a_class_that_ends_the_program_leaves_a_reason(run_python, package, weka_jar):
    # It gives no index to set.
    folder = package(weka_jar, "Classifier", which="exit()")
    done = run_python(EXIT, find_class_path(weka_jar, [folder]))
    assert done.returncode == 1
    said = "it, run 1, fold 1: its Java class ended the program (System.exit)"
    assert said in done.stderr


def test_counts_are_made_from_the_packages_too(package, weka_jar):
    alone, path = str(weka_jar), find_class_path(weka_jar, [])
    assert path == alone
    folder = package(weka_jar, "Classifier")
    path = find_class_path(weka_jar, [folder])
    before = ENGINE.made_with(MINE, program=path)
    without = ENGINE.made_with(MINE, program=alone)
    assert isinstance(without["program"], str)
    assert before | {"program": ""} == without | {"program": ""}
    assert before["program"][0] == f"{weka_jar.name} {without['program']}"
    shutil.copytree(folder, folder.with_name("others"))
    package(weka_jar, "Classifier", which=0)
    changed = find_class_path(weka_jar, [folder])
    ENGINE.made_with.__globals__["_describe"].cache_clear()
    assert ENGINE.made_with(MINE, program=changed)["program"] != before["program"]
    moved = find_class_path(weka_jar, [folder.with_name("others")])
    assert ENGINE.made_with(MINE, program=moved)["program"] == before["program"]


def test_provenance_names_the_packages(package, weka_jar):
    path = find_class_path(weka_jar, [package(weka_jar, "Classifier")])
    found = ENGINE.provenance(path)
    assert [x["name"] for x in found["weka_packages"]] == ["mine.jar"]
    assert found["weka"]["version"] == "3.6.14"
    assert "weka_packages" not in ENGINE.provenance(weka_jar)


def test_jars_of_packages_are_found_in_folders(tmp_path, weka_jar):
    for name in ("b/lib/two.jar", "b/one.jar", "a.jar"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    given = [tmp_path / "b", tmp_path / "a.jar"]
    jars = find_class_path(weka_jar, given).split(os.pathsep)
    names = [Path(jar).name for jar in jars]
    assert names == [weka_jar.name, "two.jar", "one.jar", "a.jar"]
    (tmp_path / "empty").mkdir()
    for missing in ("empty", "none", "none.jar"):
        said = f"weka_classpath: no jar at .*{missing}"
        with pytest.raises(FileNotFoundError, match=said):
            find_class_path(weka_jar, [tmp_path / missing])
