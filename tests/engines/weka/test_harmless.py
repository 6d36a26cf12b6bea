"""The list of harmless classes is held to the jars, and to the bytes of their code."""

import re
import shutil
import subprocess

import pytest

from tenbyten.engines.weka.harmless import HARMLESS, REACHING
from tenbyten.engines.weka.jvm import classes_of

# What code of a class may not name: files, connections, windows, programs, loaders.
REACH = re.compile(
    r"java/io/(?:File|RandomAccess|ObjectInput|ObjectOutput)\w*|java/(?:net|nio|sql|rmi)/\w+"
    r"|java/lang/(?:ProcessBuilder|ClassLoader|reflect/\w+|Class\.forName|Runtime\.(?:exec|load\w*)"
    r"|System\.(?:exit|load\w*))|javax/(?:swing|xml|script|naming)/\w+|java/awt/\w+"
    r"|java/beans/\w+|weka/gui/\w+|weka/core/(?:SerializationHelper|xml/\w+|pmml/\w+"
    r"|converters/\w+|Jython|PropertyPath|ClassDiscovery|Debug)"
)
# Where harmless classes name it all the same, and why that is harmless. Options that
# REACHING names are not looked at again.
NAMED = {
    "weka.classifiers.meta.GridSearch": "sets properties, of parts that options name",
    "weka.clusterers.DBSCAN": "makes objects of classes that options name",
    "weka.filters.unsupervised.attribute.NumericTransform": "calls a method by name",
}
# Nobody calls `main`, nor what it alone calls.
_BESIDE = {"main", "filterFile", "batchFilterFile"}
_CLASS = re.compile(r"(?:[\w ]* )?class ([\w.$]+)(?: extends ([\w.$]+))?")


@pytest.fixture(scope="module", params=["weka_jar", "wrapper_jar"])
def code(request):
    """Every class of the jar: the class above it, and what its methods name."""
    if not shutil.which("javap"):
        pytest.skip("no javap; install a JDK")
    jar = str(request.getfixturevalue(request.param))
    packages = ("classifiers", "filters", "attributeSelection", "clusterers", "core")
    names = [x for x in sorted(classes_of(jar)) if x.startswith("weka.")]
    names = [name for name in names if name.split(".")[1] in packages]
    command = ["javap", "-p", "-c", "-cp", jar, *names]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = {}
    for line in done.stdout.splitlines():
        if head := re.match(
            r"(?:[\w ]* )?class ([\w.$]+)(?: extends ([\w.$]+))?", line
        ):
            above, named = head[2], set()
            found[head[1]] = above, named
        elif method := re.match(r"  \S.*?([\w$.<>]+)\(.*\).*;$", line):
            name = method[1]
        elif re.match(r"  static \{\}", line):
            name = "static"
        elif "//" in line and name not in _BESIDE:
            named.update(REACH.findall(line.partition("//")[2]))
    return found


def all_of(name, code):
    """A class, its inner classes, and those above it."""
    while name in code:
        yield from (x for x in code if x == name or x.startswith(f"{name}$"))
        name = code[name][0]


def test_the_list_has_classes_of_the_jar_alone(weka_jar):
    assert HARMLESS - {"java.lang.Math"} <= classes_of(str(weka_jar))
    assert REACHING.keys() <= HARMLESS


def test_the_list_has_as_many_classes_as_the_readme_says(root):
    text = " ".join((root / "config" / "README.md").read_text().split())
    (number,) = re.findall(r"not one of (\d+) of weka.jar 3.6.14", text)
    assert int(number) == len(HARMLESS - {"java.lang.Math"})


def test_the_code_of_harmless_classes_names_nothing_that_reaches_beyond(code):
    named = {}
    for name in sorted(HARMLESS & code.keys()):
        if found := set().union(*(code[x][1] for x in all_of(name, code))):
            named[name] = sorted(found)
    unexplained = {x: y for x, y in named.items() if x not in NAMED.keys() | REACHING}
    assert unexplained == {}
    assert NAMED.keys() & code.keys() <= named.keys()
