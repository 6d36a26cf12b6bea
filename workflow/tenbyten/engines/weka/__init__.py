"""The WEKA engine: WEKA's own classifiers, in a Java virtual machine."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbyten.engines.classifier import Classifier, Prediction
from tenbyten.engines.engine import Engine, library_versions, shown
from tenbyten.engines.weka.jvm import (
    find_jar,
    jar_version,
    java_version,
    start_jvm,
    versions,
)
from tenbyten.files import PathLike, sha256_of

if TYPE_CHECKING:
    from tenbyten.dataset import Dataset
    from tenbyten.folds import Folds

# What Python, NumPy and the JVM need beside the Java heap; up to 125 MB were measured.
BESIDE_THE_HEAP_MB = 300


class WekaEngine(Engine):
    """Run classifiers of weka.jar."""

    name = "weka"
    isolated = True  # A JVM takes over the process's signals, and starts only once.

    def read_classifier(
        self, name: str, entry: Mapping[str, Any], preprocessing: Sequence[str]
    ) -> Classifier:
        """Read a Java class and its command-line options."""
        options = entry.get("options", "")
        return Classifier(name, entry["learner"], {}, options, tuple(preprocessing))

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
        return str(find_jar(machine["weka_jar"]))

    def provenance(self, program: PathLike) -> dict[str, Any]:
        """Describe the jar and the Java that runs it."""
        if not program:
            return {"java": "", "weka": {}}
        jar = {"name": Path(program).name, "sha256": sha256_of(program)}
        return {"java": java_version(), "weka": jar | {"version": jar_version(program)}}

    def start(
        self, *, program: PathLike, mem_mb: int | None, scratch: PathLike
    ) -> None:
        """Start the JVM, with all memory but what the process itself needs as heap."""
        if mem_mb is None:
            raise ValueError("WEKA: give the job's memory, `mem_mb`")
        start_jvm(program, heap_mb=mem_mb - BESIDE_THE_HEAP_MB, scratch=scratch)

    def check(
        self, classifiers: Iterable[Classifier], *, metrics: Sequence[str] = ()
    ) -> None:
        """Make the Java objects; all of them give probabilities."""
        from tenbyten.engines.weka.training import check_classifiers

        check_classifiers(classifiers)

    def predict_folds(
        self,
        dataset: Dataset,
        folds: Folds,
        classifiers: Sequence[Classifier],
        *,
        seed: int,
        metrics: Sequence[str] = (),
        first_run: int = 1,
    ) -> Generator[Prediction]:
        """Train and test; `seed` is without effect.

        A classifier that draws random numbers starts from its own option (mostly
        ``-S``, by default 1) in every fold, as it does in WEKA's Experimenter.
        """
        from tenbyten.engines.weka.training import predict_folds

        return predict_folds(
            dataset, folds, classifiers, metrics=metrics, first_run=first_run
        )

    def software(self, classifiers: Sequence[Classifier]) -> dict[str, Any]:
        """Describe the jar and Java, which must run."""
        return {"libraries": library_versions(["numpy", "jpype"]), "java": versions()}


ENGINE = WekaEngine()
