"""What needs a JVM of its own runs in a process of its own: one process, one JVM."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from arff_tables import read_table
from pages import PAGES
from tenbyten.engines import Classifier
from tenbyten.engines.weka import jvm
from tenbyten.engines.weka.jvm import check_names, find_jar, start_jvm


def last_line(done):
    """Last line of the traceback of a process that failed."""
    assert done.returncode == 1, done.stderr
    return done.stderr.splitlines()[-1]


def test_a_jar_is_found_where_it_is_named_or_in_the_usual_places(tmp_path, monkeypatch):
    monkeypatch.delenv("WEKA_JAR", raising=False)
    debian, wrapper = tmp_path / "weka.jar", tmp_path / "weka" / "lib" / "weka.jar"
    wrapper.parent.mkdir(parents=True)
    monkeypatch.setattr(jvm, "_DEBIAN_JAR", debian)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.raises(FileNotFoundError, match=f"{debian}, {wrapper}, and for"):
        find_jar()
    for path in (wrapper, debian):
        path.touch()
        assert find_jar() == path
    # What is named comes first, and must be there.
    named, configured = tmp_path / "named.jar", tmp_path / "mine.jar"
    monkeypatch.setenv("WEKA_JAR", str(named))
    for path, given, said in (
        (named, "", r"named\.jar, which .*ble WEKA_J"),
        (configured, str(configured), r"mine\.jar, which `weka_jar` of the"),
    ):
        with pytest.raises(FileNotFoundError, match=said):
            find_jar(given)
        path.touch()
        assert find_jar(given) == path


def test_a_heap_too_small_for_weka_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"heap of -100 MB is too small.*`mem_mb`"):
        start_jvm("weka.jar", heap_mb=-100, scratch=tmp_path)


def test_a_missing_jpype_is_named_with_the_documented_command(run_python):
    code = """
sys.modules["jpype"] = None
start_jvm("weka.jar", heap_mb=100, scratch="scratch")
"""
    said = last_line(run_python(code))
    assert "ModuleNotFoundError: WEKA: the Python package JPype1 is not" in said
    install = 'pip install -c constraints.txt -e ".[weka]"'
    assert f"`{install}`" in said
    assert install in PAGES["how-to/weka"]


def test_a_missing_java_is_said(run_python, tmp_path):
    code = """
from jpype._jvmfinder import LinuxJVMFinder
LinuxJVMFinder._java = "/nowhere/java"
LinuxJVMFinder._locations = ()
start_jvm("weka.jar", heap_mb=100, scratch="scratch")
"""
    done = run_python(code, JAVA_HOME="")
    assert "FileNotFoundError: WEKA: no Java found; install one" in last_line(done)


def test_a_jar_without_weka_is_refused(run_python, tmp_path):
    with zipfile.ZipFile(tmp_path / "empty.jar", "w") as jar:
        jar.writestr("nothing", "")
    code = "start_jvm('empty.jar', heap_mb=100, scratch='scratch')"
    line = last_line(run_python(code))
    assert line.startswith(f"ValueError: {tmp_path / 'empty.jar'}: there is no WEKA")


def test_a_jar_for_a_newer_java_is_refused(run_python, weka_jar, tmp_path):
    newer = tmp_path / "newer.jar"
    with zipfile.ZipFile(weka_jar) as old, zipfile.ZipFile(newer, "w") as new:
        name = "weka/core/Version.class"
        content = bytearray(old.read(name))
        content[6:8] = (99).to_bytes(2, "big")  # the class file's version
        new.writestr(name, bytes(content))
    line = last_line(run_python(f"start_jvm({str(newer)!r}, heap_mb=100, scratch='s')"))
    assert line.startswith(f"ValueError: {newer}: Java ")
    assert "class file version 99.0" in line
    assert "install a newer Java" in line


def test_a_second_jvm_is_refused_and_the_same_one_kept(run_python, weka_jar, tmp_path):
    other = tmp_path / "other.jar"
    shutil.copy(weka_jar, other)
    code = """
jar, other = sys.argv[1:]
for heap_mb in (100, 100, 50):
    start_jvm(jar, heap_mb=heap_mb, scratch="scratch")
for changed in ({"jar": other, "heap_mb": 100}, {"jar": jar, "heap_mb": 200}):
    try:
        start_jvm(**changed, scratch="scratch")
    except ValueError as error:
        print(error)
"""
    lines = run_python(code, weka_jar, other).stdout.splitlines()
    assert len(lines) == 2
    assert f"a JVM with {weka_jar.resolve()}, not {other};" in lines[0]
    assert "a JVM with a heap of 100 MB, and 200 MB are wanted;" in lines[1]


@pytest.mark.parametrize(
    ("release", "options"),
    [
        ('IMPLEMENTOR="Debian"\nJAVA_VERSION="17.0.15"\n', []),
        ('JAVA_VERSION="1.8.0_402"\n', []),
        ('JAVA_VERSION="24"\n', ["--enable-native-access=ALL-UNNAMED"]),
        ('JAVA_VERSION="25.0.3"\n', ["--enable-native-access=ALL-UNNAMED"]),
        (None, []),
    ],
)
def test_native_access_is_granted_from_java_24(tmp_path, release, options):
    library = tmp_path / "lib" / "server" / "libjvm.so"
    if release is not None:
        (tmp_path / "release").write_text(release)
    assert jvm._native_access(library) == options


def test_an_exhausted_heap_says_how_large_it_was(run_python, weka_jar):
    code = """
from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.folds import Folds
start_jvm(sys.argv[1], heap_mb=32, scratch="scratch")
values = np.zeros((2000, 5001))
attributes = [Attribute(f"x{i}") for i in range(5000)]
attributes.append(Attribute("class", ("a", "b")))
folds = Folds(np.arange(2000)[None] % 10 + 1, "openml", 1)
asked = [Classifier("zero", "weka.classifiers.rules.ZeroR")]
large = Dataset("large", tuple(attributes), values)
next(ENGINE.predict_folds(large, folds, asked, seed=1))
"""
    assert last_line(run_python(code, weka_jar)) == (
        "tenbyten.engines.weka.jvm.JavaError: large: java.lang.OutOfMemoryError: Java "
        "heap space; the heap was 32 MB, so give the job more `mem_mb`"
    )


def test_a_classifier_whose_probabilities_are_nan_is_an_error(
    run_python, weka_jar, iris_arff, tmp_path
):
    if shutil.which("javac") is None:
        pytest.skip("no Java compiler")
    source = tmp_path / "weka" / "classifiers" / "Nan.java"
    source.parent.mkdir(parents=True)
    source.write_text(
        "package weka.classifiers;\n"
        "public class Nan extends Classifier {\n"
        "  public void buildClassifier(weka.core.Instances data) {}\n"
        "  public double[] distributionForInstance(weka.core.Instance instance) {\n"
        "    return new double[] {Double.NaN, Double.NaN, Double.NaN};\n"
        "  }\n"
        "}\n"
    )
    command = ["javac", "-nowarn", "-cp", str(weka_jar), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    jar = tmp_path / "extended.jar"
    shutil.copy(weka_jar, jar)
    with zipfile.ZipFile(jar, "a") as archive:
        archive.write(source.with_suffix(".class"), "weka/classifiers/Nan.class")
    code = """
start_jvm(sys.argv[1], heap_mb=100, scratch="scratch")
correct("iris", sys.argv[2], "weka.classifiers.Nan")
"""
    line = last_line(run_python(code, jar, iris_arff))
    said = "ClassifierError: iris, weka.classifiers.Nan, run 1, fold 1: WEKA counts"
    assert said in line
    assert "NaN" in line


@pytest.mark.slow
def test_a_later_weka_gives_the_counts_of_its_own_experimenter(
    run_python, experimenter, wrapper_jar, iris_arff, tmp_path
):
    names = ("bayes.NaiveBayes", "trees.J48", "trees.RandomForest")
    learners = [f"weka.classifiers.{name}" for name in names]
    code = """
jar, iris, *learners = sys.argv[1:]
start_jvm(jar, heap_mb=200, scratch="scratch")
counted = correct("iris", iris, *learners, preprocessing=("discretize",))
for counts in counted.values():
    print(*counts)
correct("iris", iris, "weka.classifiers.bayes.AODE")
"""
    done = run_python(code, wrapper_jar, iris_arff, *learners)
    # AODE left WEKA after 3.6.
    line = last_line(done)
    assert "ValueError: classifier weka.classifiers.bayes.AODE: WEKA 3.9" in line
    assert "has no classifier weka.classifiers.bayes.AODE" in line
    jars = sorted(Path(wrapper_jar).parent.glob("*.jar"))
    iris = read_table(iris_arff, name="iris")
    for learner, counted in zip(learners, done.stdout.splitlines(), strict=True):
        classifier = Classifier(learner, learner, preprocessing=("discretize",))
        theirs = experimenter(jars, [iris], classifier, runs=1, scratch=tmp_path)
        correct = [correct for _, correct, _ in theirs.values()]
        assert [int(count) for count in counted.split()] == correct


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


def test_a_file_that_is_no_jar_is_named(tmp_path):
    (tmp_path / "mine.jar").write_text("text")
    with pytest.raises(ValueError, match=r"mine\.jar: not a jar"):
        check_names(Classifier("it", "x.Y"), str(tmp_path / "mine.jar"))
