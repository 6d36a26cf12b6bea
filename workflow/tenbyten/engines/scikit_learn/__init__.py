"""The scikit-learn engine: any Python class with scikit-learn's interface."""

from collections.abc import Iterable

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.engine import Engine, Training
from tenbyten.engines.scikit_learn.parts import threads_at_once
from tenbyten.engines.scikit_learn.settings import (
    estimate_seconds,
    find_fault,
    foreign_paths,
    import_paths,
)


class ScikitLearnEngine(Engine):
    """Run classifiers by their import paths."""

    name = "scikit_learn"
    splits_by_classifier = True
    takes_estimators = True
    takes_seeds = True
    counts_version = 2
    libraries = ("numpy", "scipy", "sklearn")

    def training(self) -> type[Training]:
        """Import scikit-learn, and what trains with its interface."""
        from tenbyten.engines.scikit_learn.training import ScikitLearnTraining

        return ScikitLearnTraining

    def foreign(self, classifier: Classifier) -> list[str]:
        """Name the import paths that are not of scikit-learn or of this package."""
        return foreign_paths(classifier)

    def check_names(self, classifiers: Iterable[Classifier], *, program: str) -> None:
        """Refuse what no setting can be."""
        for classifier in classifiers:
            if fault := find_fault(classifier.settings):
                raise ValueError(f"classifier {classifier.name}: {fault}")

    def threads_at_once(self, classifier: Classifier) -> int:
        """Count the threads that its settings ask for, such as ``n_jobs``."""
        return threads_at_once(classifier.settings)

    def seconds(
        self, classifier: Classifier, *, instances: int, attributes: int, folds: int
    ) -> float:
        """Estimate the seconds of one run, by what the classes train."""
        asked = classifier.learner, classifier.settings
        return folds * estimate_seconds(*asked, instances, attributes)

    def citations(self, classifier: Classifier) -> set[str]:
        """Cite scikit-learn."""
        return {"scikit-learn"}

    def modules(self, classifier: Classifier) -> list[str]:
        """Name the modules of its classes and functions."""
        return [path.rpartition(".")[0] for path in import_paths(classifier)]


ENGINE = ScikitLearnEngine()
