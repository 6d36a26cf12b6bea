"""The WEKA engine: WEKA's own classifiers, in a Java virtual machine."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.engine import Engine, Training
from tenbyten.engines.weka import jvm
from tenbyten.files import PathLike, sha256_of

# Memory of Python, NumPy and the JVM beside the Java heap; they took up to 125 MB.
BESIDE_THE_HEAP_MB = 300


class WekaEngine(Engine):
    """Run classifiers of weka.jar."""

    name = "weka"
    slowness = 3
    isolated = True  # A JVM takes over the process's signals, and starts only once.

    def training(self) -> type[Training]:
        """Import what trains in a JVM."""
        from tenbyten.engines.weka.training import WekaTraining

        return WekaTraining

    def check_names(self, classifiers: Iterable[Classifier], *, program: str) -> None:
        """Look classes up in the jars, and Java on the disk."""
        jvm.find_java()
        for classifier in classifiers:
            jvm.check_names(classifier, program)

    def scheme(self, classifier: Classifier) -> tuple[str, str]:
        """Return class and options."""
        return classifier.learner, classifier.options

    def citations(self, classifier: Classifier) -> set[str]:
        """Cite WEKA, and the algorithm by the name of its class."""
        return {"WEKA", classifier.learner.rpartition(".")[2]}

    def find_program(self, machine: Mapping[str, Any]) -> str:
        """Find weka.jar, and the jars of packages: a class path."""
        packages = machine.get("weka_classpath", ())
        return jvm.find_class_path(machine["weka_jar"], packages)

    def provenance(self, program: PathLike) -> dict[str, Any]:
        """Describe the jars and the Java that runs them."""
        if not program:
            return {"java": "", "weka": {}}
        jar, *packages = map(_describe, jvm.split_class_path(program))
        version = jvm.jar_version(jvm.split_class_path(program)[0])
        found = {"java": jvm.java_version(), "weka": jar | {"version": version}}
        return found | ({"weka_packages": packages} if packages else {})

    def start(
        self, *, program: PathLike, mem_mb: int | None, scratch: PathLike
    ) -> None:
        """Start the JVM, with all memory but what the process itself needs as heap."""
        if mem_mb is None:
            raise ValueError("WEKA: give the job's memory, `mem_mb`")
        jvm.start_jvm(program, heap_mb=mem_mb - BESIDE_THE_HEAP_MB, scratch=scratch)

    def made_with(
        self, classifier: Classifier, *, program: PathLike = "", folder: PathLike = ""
    ) -> dict[str, Any]:
        """Describe also the Java that runs the program, and the jars of packages."""
        if not program:
            return super().made_with(classifier, folder=folder)
        jar, *packages = jvm.split_class_path(program)
        found = super().made_with(classifier, program=jar, folder=folder)
        found["libraries"]["Java"] = jvm.java_version()
        if packages:
            # In their order: Java loads a class from the first jar that has it.
            described = [_describe(path) for path in (jar, *packages)]
            found["program"] = [f"{x['name']} {x['sha256']}" for x in described]
        return found


@cache
def _describe(jar: str) -> dict[str, str]:
    """Return the name and checksum of a jar."""
    return {"name": Path(jar).name, "sha256": sha256_of(jar)}


ENGINE = WekaEngine()
