"""The WEKA engine: WEKA's own classifiers, in a Java virtual machine."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.costs import cost_of_learner
from tenbyten.engines.engine import Engine, shown
from tenbyten.engines.training import Training
from tenbyten.engines.weka import jvm
from tenbyten.files import PathLike, sha256_of

# What Python, NumPy and the JVM need beside the Java heap; up to 125 MB were measured.
BESIDE_THE_HEAP_MB = 300


class WekaEngine(Engine):
    """Run classifiers of weka.jar."""

    name = "weka"
    isolated = True  # A JVM takes over the process's signals, and starts only once.

    def training(self) -> type[Training]:
        """Import what trains in a JVM."""
        from tenbyten.engines.weka.training import WekaTraining

        return WekaTraining

    def describe(self, classifier: Classifier) -> list[str]:
        """Name the Java class and its options, which may name further classes."""
        options = classifier.options and f" with the options {classifier.options!r}"
        return [f"the Java class {shown(classifier.learner)}{options}"]

    def scheme(self, classifier: Classifier) -> tuple[str, str]:
        """Return class and options."""
        return classifier.learner, classifier.options

    def citations(self, classifier: Classifier) -> set[str]:
        """Cite WEKA, and the algorithm by the name of its class."""
        return {"WEKA", classifier.learner.rpartition(".")[2]}

    def find_program(self, machine: Mapping[str, Any]) -> str:
        """Find weka.jar."""
        return str(jvm.find_jar(machine["weka_jar"]))

    def provenance(self, program: PathLike) -> dict[str, Any]:
        """Describe the jar and the Java that runs it."""
        if not program:
            return {"java": "", "weka": {}}
        jar = {"name": Path(program).name, "sha256": sha256_of(program)}
        return {
            "java": jvm.java_version(),
            "weka": jar | {"version": jvm.jar_version(program)},
        }

    def seconds(
        self, classifier: Classifier, *, instances: int, attributes: int, folds: int
    ) -> float:
        """Estimate the seconds of one run: three times those of a native learner."""
        name = classifier.learner.rpartition(".")[2]
        cost = cost_of_learner(name, classifier.preprocessing)
        return 3 * folds * cost.seconds(instances, attributes)

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
        """Describe also the Java that runs the program."""
        found = super().made_with(classifier, program=program, folder=folder)
        if program:
            found["libraries"]["Java"] = jvm.java_version()
        return found


ENGINE = WekaEngine()
