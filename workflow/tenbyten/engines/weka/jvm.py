"""The Java virtual machine of this process, with WEKA in it, and names in its jars."""

import difflib
import importlib.util
import os
import re
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from tenbyten.engines.classifier import Classifier, ClassifierError, Failure
from tenbyten.files import PathLike
from tenbyten.position import position

# JPype is an optional dependency, imported where a JVM is needed and not before.

_DEBIAN_JAR = Path("/usr/share/java/weka.jar")
# Libraries which the jar of WEKA 3.8 and 3.9 is shipped with and needs beside it.
_COMPANIONS = ("core.jar", "mtj.jar", "arpack_combined.jar")
_SMALLEST_HEAP_MB = 32
# Preprocessing by its name in a study.
FILTERS = {
    "discretize": "weka.filters.supervised.attribute.Discretize",
    "impute": "weka.filters.unsupervised.attribute.ReplaceMissingValues",
}
# HotSpot's optimising compiler works in threads of its own and pays only in long jobs:
# here it starts at ten times its usual thresholds. The five classifiers of the `paper`
# study then take 5 to 25 % less processor time, a multilayer perceptron 10 % more.
_LATER_OPTIMISATION = (
    # A JVM that is not HotSpot starts without.
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:Tier4InvocationThreshold=50000",
    "-XX:Tier4CompileThreshold=150000",
    "-XX:Tier4BackEdgeThreshold=400000",
)


def find_jar(configured: PathLike = "") -> Path:
    """Find weka.jar; a missing one raises a FileNotFoundError.

    If the `configured` path is empty, the environment variable WEKA_JAR, Debian's
    /usr/share/java/weka.jar, and the jar inside an installed python-weka-wrapper3 are
    looked at, in this order.
    """
    for source, path in (
        ("`weka_jar` of the configuration", configured),
        ("the environment variable WEKA_JAR", os.environ.get("WEKA_JAR", "")),
    ):
        if path and not Path(path).is_file():
            raise FileNotFoundError(
                f"no weka.jar at {path}, which {source} names; correct the path, or "
                f"leave it empty to have the usual places searched."
            )
        if path:
            return Path(path)
    # The jar of an installed python-weka-wrapper3, which is not imported.
    spec = importlib.util.find_spec("weka")
    folders = (spec.submodule_search_locations if spec else None) or []
    places = [_DEBIAN_JAR, *(Path(folder) / "lib" / "weka.jar" for folder in folders)]
    if found := [place for place in places if place.is_file()]:
        return found[0]
    raise FileNotFoundError(
        f"no weka.jar: looked at the configuration (`weka_jar` is empty), the "
        f"environment variable WEKA_JAR (not set), {', '.join(map(str, places))}, and "
        f"for python-weka-wrapper3; install WEKA (Debian: `apt-get install weka`), or "
        f"set `weka_jar` to the path of a weka.jar."
    )


def find_class_path(
    configured: PathLike = "", packages: Sequence[PathLike] = ()
) -> str:
    """Find weka.jar and the jars of WEKA's packages, and join them as Java does.

    `packages` are jars, or folders of which all jars are taken. One that is missing, or
    has no jar, raises a FileNotFoundError.
    """
    jars = [find_jar(configured)]
    for place in map(Path, packages):
        found = sorted(place.rglob("*.jar")) if place.is_dir() else [place]
        if not found or not all(path.is_file() for path in found):
            raise FileNotFoundError(
                f"weka_classpath: no jar at {place}; give jars, or folders that hold "
                f"jars, such as those of WEKA's packages"
            )
        jars += found
    return os.pathsep.join(map(str, jars))


def find_java() -> str:
    """Find the shared library of Java, which JPype runs, without starting it.

    Raises a ModuleNotFoundError without JPype, a FileNotFoundError without Java.
    """
    try:
        import jpype
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "WEKA: the Python package JPype1 is not installed; install tenbyten with "
            "its extra `weka`, in a clone by `pip install -c constraints.txt -e "
            '".[weka]"`, elsewhere by `pip install "tenbyten[weka]"`.'
        ) from None
    try:
        return str(jpype.getDefaultJVMPath())
    except jpype.JVMNotFoundException:
        raise FileNotFoundError(
            "WEKA: no Java found; install one (Debian: `apt-get install "
            "default-jre-headless`), or set JAVA_HOME to the folder of one."
        ) from None


def start_jvm(jar: PathLike, *, heap_mb: int, scratch: PathLike) -> None:
    """Start the Java virtual machine of this process, with WEKA in it.

    Java can start only once in a process; to ask for the same again, or for a smaller
    heap, does nothing.

    Parameters
    ----------
    jar : path
        The weka.jar; libraries shipped beside it are used too. Or what
        `find_class_path` found.
    heap_mb : int
        Largest size of Java's heap, in MiB. The process itself takes more.
    scratch : path
        Folder, made if need be, that WEKA and Java take for the home directory and
        for temporary files, as long as the process lasts.

    Raises
    ------
    FileNotFoundError
        If there is no Java.
    ModuleNotFoundError
        If JPype is not installed.
    ValueError
        If `heap_mb` is too small for WEKA, if the jar is not WEKA's or needs a newer
        Java, or if this process runs a JVM already, with another jar or a smaller heap.
    """
    if heap_mb < _SMALLEST_HEAP_MB:
        raise ValueError(
            f"WEKA: a Java heap of {heap_mb} MB is too small; give the job more "
            f"`mem_mb` (WEKA needs a heap of {_SMALLEST_HEAP_MB} MB at the very least)."
        )
    library = find_java()
    import jpype

    jar, *packages = (Path(path).resolve() for path in split_class_path(jar))
    path = os.pathsep.join(map(str, [jar, *packages]))
    if jpype.isJVMStarted():
        _refuse_another(path, heap_mb)
        return
    scratch = Path(scratch).resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    properties = {
        "user.home": scratch,
        "java.io.tmpdir": scratch,
        "WEKA_HOME": scratch / "wekafiles",
        "weka.packageManager.offline": "true",
        "java.awt.headless": "true",
        "tenbyten.jar": path,
        "tenbyten.heap_mb": heap_mb,
    }
    companions = [jar.with_name(name) for name in _COMPANIONS]
    companions = [path for path in companions if path.is_file()]
    jpype.startJVM(
        f"-Xmx{heap_mb}m",
        # One thread collects garbage: a job has one core.
        "-XX:+UseSerialGC",
        # Java would keep performance counters in a file under /tmp.
        "-XX:-UsePerfData",
        *_LATER_OPTIMISATION,
        *_native_access(library),
        *[f"-D{key}={value}" for key, value in properties.items()],
        jvmpath=library,
        classpath=[str(path) for path in (jar, *companions, *packages)],
        convertStrings=False,
    )
    _refuse_unusable(jar)
    told = jpype.JProxy("java.lang.Runnable", dict={"run": _tell_of_exit})
    hook = java_class("java.lang.Thread")(told)
    java_class("java.lang.Runtime").getRuntime().addShutdownHook(hook)


def _tell_of_exit() -> None:
    """Say on standard error which classifier ends the program, if one is at work.

    ``System.exit`` ends it without an error of Python's, maybe with the status 0.
    """
    if cell := position():
        reason = "its Java class ended the program (System.exit): leave it out"
        error = ClassifierError(Failure._make((*cell, reason)))
        os.write(2, f"ClassifierError: {error}\n".encode())
        os._exit(1)


@cache
def java_class(name: str) -> Any:
    """Return a Java class by its name."""
    from jpype import JClass

    return JClass(name)


def java_property(key: str) -> str:
    """Return a property of the JVM that runs."""
    return str(java_class("java.lang.System").getProperty(key))


class JavaError(RuntimeError):
    """An exception of Java, in one line."""


@contextmanager
def java_errors(where: str = "") -> Iterator[None]:
    """Turn Java's exceptions into a JavaError, which begins with `where` if given."""
    import jpype

    try:
        yield
    except jpype.JException as error:
        advice = ""
        if str(error.getClass().getName()) == "java.lang.OutOfMemoryError":
            heap = java_property("tenbyten.heap_mb")
            advice = f"; the heap was {heap} MB, so give the job more `mem_mb`"
        at = f"{where}: " if where else ""
        raise JavaError(f"{at}{error.toString()}{advice}") from None


def _refuse_another(jar: str, heap_mb: int) -> None:
    """Raise where the JVM of this process has another jar, or a smaller heap."""
    found, heap = java_property("tenbyten.jar"), java_property("tenbyten.heap_mb")
    if found == jar and int(heap) >= heap_mb:
        return
    difference = f"with a heap of {heap} MB, and {heap_mb} MB are wanted"
    if found != jar:
        difference = f"with {found}, not {jar}"
    raise ValueError(
        f"WEKA: this process already runs a JVM {difference}; a process "
        f"can start only one, so use another process."
    )


def _refuse_unusable(jar: Path) -> None:
    """Raise where WEKA cannot be loaded from the jar."""
    import jpype

    try:
        java_class("weka.core.Version")
    except TypeError:
        raise ValueError(
            f"{jar}: there is no WEKA in it; set `weka_jar` to the path of a weka.jar."
        ) from None
    except jpype.JException as error:
        raise ValueError(
            f"{jar}: Java {java_property('java.version')} cannot load WEKA from it: "
            f"{error.getMessage()}; install a newer Java and set JAVA_HOME to its "
            f"folder, or take the jar of an older WEKA."
        ) from None


def jar_version(jar: PathLike) -> str:
    """Read the version of WEKA in a jar; a jar without WEKA raises a ValueError."""
    try:
        with zipfile.ZipFile(jar) as archive:
            version = archive.read("weka/core/version.txt").decode()
    except (zipfile.BadZipFile, KeyError) as error:
        raise ValueError(
            f"{jar}: no WEKA version in it ({error}); is it weka.jar?"
        ) from error
    return version.strip().replace("-", ".")


def split_class_path(path: PathLike) -> list[str]:
    """Split what `find_class_path` joined: weka.jar first."""
    return str(path).split(os.pathsep)


@cache
def classes_of(path: str) -> frozenset[str]:
    """List the classes in all jars of a class path, without Java.

    A file that is no jar raises a ValueError.
    """
    names = set()
    for jar in split_class_path(path):
        try:
            with zipfile.ZipFile(jar) as archive:
                names.update(archive.namelist())
        except zipfile.BadZipFile as error:
            raise ValueError(f"{jar}: not a jar ({error}); correct the path") from None
    found = (x.rpartition(".class")[0].replace("/", ".") for x in names)
    return frozenset(found) - {""}


def java_version(library: PathLike = "") -> str:
    """Return the version of the Java that WEKA runs on; empty if it does not say.

    Java is not started. It is that of the shared library at `library`, by default of
    the one that JPype finds.
    """
    library = Path(library or find_java()).resolve()
    release = library.parents[2] / "release"
    text = release.read_text() if release.is_file() else ""
    version = re.search(r'JAVA_VERSION="([^"]+)', text)
    return version[1] if version else ""


def _native_access(library: PathLike) -> list[str]:
    """Return the option without which Java 24 and later warn of JPype."""
    version = re.match(r"\d+", java_version(library))
    modern = version and int(version[0]) >= 24
    return ["--enable-native-access=ALL-UNNAMED"] if modern else []


def check_names(classifier: Classifier, path: str) -> None:
    """Refuse a class that is not there; `path` is a class path.

    Raises a ValueError that names the classifier, and classes that resemble it.
    """
    jar, *packages = split_class_path(path)
    known = {name for name in classes_of(jar) if name.startswith("weka.classifiers.")}
    known = known.union(*map(classes_of, packages))
    learner = classifier.learner
    if learner in known:
        return
    names = sorted(name for name in known if "$" not in name)
    ending = "." + learner.lower().rpartition(".")[2]
    matches = [name for name in names if name.lower().endswith(ending)]
    matches = matches or difflib.get_close_matches(learner, names, cutoff=0.8)
    advice = f"; did you mean {' or '.join(matches)}?" if matches else "."
    raise ValueError(
        f"classifier {classifier.name}: WEKA {jar_version(jar)} ({path}) has no "
        f"classifier {learner}; it is misspelt, or part of another version of WEKA "
        f"(3.6 has many that later ones lack) or of a package (set "
        f"`weka_classpath`){advice}"
    )
