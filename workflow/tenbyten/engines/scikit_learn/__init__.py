"""The scikit-learn engine: any Python class with scikit-learn's interface."""

from __future__ import annotations

import importlib
from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tenbyten.engines.classifier import Classifier, Prediction
from tenbyten.engines.engine import Engine, library_versions, shown
from tenbyten.engines.scikit_learn.import_paths import import_paths
from tenbyten.files import sha256_of

if TYPE_CHECKING:
    from tenbyten.dataset import Dataset
    from tenbyten.folds import Folds

# Packages whose classes may be imported to check a study that nobody has read yet.
_OURS = ("sklearn", "tenbyten")


class ScikitLearnEngine(Engine):
    """Run classifiers by their import paths."""

    name = "scikit_learn"
    shares_panel = False

    def read_classifier(
        self, name: str, entry: Mapping[str, Any], preprocessing: Sequence[str]
    ) -> Classifier:
        """Read an import path and keyword arguments."""
        settings = entry.get("settings", {})
        return Classifier(name, entry["learner"], settings, "", tuple(preprocessing))

    def describe(self, classifier: Classifier) -> list[str]:
        """Name its import path and those within its settings."""
        return [shown(path) for path in import_paths(classifier)]

    def foreign(self, classifier: Classifier) -> list[str]:
        """Name the import paths that are not of scikit-learn or of this package."""
        paths = import_paths(classifier)
        return [path for path in paths if path.partition(".")[0] not in _OURS]

    def citations(self, classifier: Classifier) -> set[str]:
        """Cite scikit-learn."""
        return {"scikit-learn"}

    def check(
        self, classifiers: Iterable[Classifier], *, metrics: Sequence[str] = ()
    ) -> None:
        """Import and make the classifiers."""
        from tenbyten.engines.scikit_learn.instantiate import instantiate

        for classifier in classifiers:
            instantiate(classifier, metrics)

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
        """Train and test; see `training.predict_folds` for encoding and seeds."""
        from tenbyten.engines.scikit_learn.training import predict_folds

        return predict_folds(
            dataset,
            folds,
            classifiers,
            seed=seed,
            metrics=metrics,
            first_run=first_run,
        )

    def software(self, classifiers: Sequence[Classifier]) -> dict[str, Any]:
        """Describe the libraries, and the source of every module with a classifier.

        A class of the user's own has no version.
        """
        paths = {path for c in classifiers for path in import_paths(c)}
        modules = sorted(path.rpartition(".")[0] for path in paths)
        libraries = {"numpy", "scipy", "sklearn", *(m.split(".")[0] for m in modules)}
        sources = {}
        for name in modules:
            file = getattr(importlib.import_module(name), "__file__", None)
            sources[name] = sha256_of(file) if file else ""
        return {"libraries": library_versions(libraries), "modules": sources}


ENGINE = ScikitLearnEngine()
