"""The native engine: this package's own learners, all of a panel on each fold."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tenbyten.engines.classifier import Classifier, Prediction
from tenbyten.engines.engine import Engine, Resources, library_versions

if TYPE_CHECKING:
    from tenbyten.dataset import Dataset
    from tenbyten.folds import Folds


class NativeEngine(Engine):
    """Run the learners of `tenbyten.learners`, which repeat WEKA 3.6.14."""

    name = "native"
    repeats = "weka"

    def read_classifier(
        self, name: str, entry: Mapping[str, Any], preprocessing: Sequence[str]
    ) -> Classifier:
        """Read a learner and its settings."""
        settings = entry.get("settings", {})
        return Classifier(name, entry["learner"], settings, "", tuple(preprocessing))

    def describe(self, classifier: Classifier) -> list[str]:
        """Name the learner's class."""
        return [f"tenbyten.learners.{classifier.learner}"]

    def citations(self, classifier: Classifier) -> set[str]:
        """Cite the learner, and WEKA, which it repeats."""
        return {"WEKA", classifier.learner}

    def resources(self, instances: int) -> Resources:
        """Ask for less time than other engines: these learners are known."""
        return Resources(10 + instances // 2000, super().resources(instances).megabytes)

    def check(
        self, classifiers: Iterable[Classifier], *, metrics: Sequence[str] = ()
    ) -> None:
        """Check learners and their settings; all of them give probabilities."""
        from tenbyten.engines.native.training import check_classifiers

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
        """Train and test; `seed` is without effect, for no learner draws."""
        from tenbyten.engines.native.training import predict_folds

        return predict_folds(
            dataset, folds, classifiers, metrics=metrics, first_run=first_run
        )

    def software(self, classifiers: Sequence[Classifier]) -> dict[str, Any]:
        """Describe what compiles the kernels."""
        return {"libraries": library_versions(["numpy", "numba"])}


ENGINE = NativeEngine()
