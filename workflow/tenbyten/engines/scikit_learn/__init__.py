"""The scikit-learn engine: any Python class with scikit-learn's interface."""

import importlib
from collections.abc import Sequence
from typing import Any

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.engine import Engine, library_versions, shown
from tenbyten.engines.scikit_learn.import_paths import import_paths
from tenbyten.engines.training import Training
from tenbyten.files import sha256_of

# Packages whose classes may be imported to check a study that nobody has read yet.
_OURS = ("sklearn", "tenbyten")


class ScikitLearnEngine(Engine):
    """Run classifiers by their import paths."""

    name = "scikit_learn"
    shares_panel = False

    def training(self) -> type[Training]:
        """Import scikit-learn, and what trains with its interface."""
        from tenbyten.engines.scikit_learn.training import ScikitLearnTraining

        return ScikitLearnTraining

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
