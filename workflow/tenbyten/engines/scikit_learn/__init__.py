"""The scikit-learn engine: any Python class with scikit-learn's interface."""

import importlib
from collections.abc import Sequence
from typing import Any

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.engine import Engine, library_versions, shown
from tenbyten.engines.scikit_learn.costs import seconds_of_fold
from tenbyten.engines.scikit_learn.import_paths import foreign_paths, import_paths
from tenbyten.engines.scikit_learn.threads import threads_at_once
from tenbyten.engines.training import Training
from tenbyten.files import sha256_of


class ScikitLearnEngine(Engine):
    """Run classifiers by their import paths."""

    name = "scikit_learn"
    splits_by_classifier = True

    def training(self) -> type[Training]:
        """Import scikit-learn, and what trains with its interface."""
        from tenbyten.engines.scikit_learn.training import ScikitLearnTraining

        return ScikitLearnTraining

    def describe(self, classifier: Classifier) -> list[str]:
        """Name its import path and those within its settings."""
        return [shown(path) for path in import_paths(classifier)]

    def foreign(self, classifier: Classifier) -> list[str]:
        """Name the import paths that are not of scikit-learn or of this package."""
        return foreign_paths(classifier)

    def threads_at_once(self, classifier: Classifier) -> int:
        """Count the threads that its settings ask for, such as ``n_jobs``."""
        return threads_at_once(classifier.settings)

    def seconds(
        self, classifier: Classifier, *, instances: int, attributes: int, folds: int
    ) -> float:
        """Estimate the seconds of one run, by a table of scikit-learn's classes."""
        asked = classifier.learner, classifier.settings
        return folds * seconds_of_fold(*asked, instances, attributes)

    def citations(self, classifier: Classifier) -> set[str]:
        """Cite scikit-learn."""
        return {"scikit-learn"}

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
