"""The native engine: this package's own learners, all of a panel on each fold."""

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.engine import Engine, Training


class NativeEngine(Engine):
    """Run the learners of `tenbyten.learners`, which repeat WEKA 3.6.14."""

    name = "native"
    repeats = "weka"
    libraries = ("numpy", "numba", "scipy")

    def training(self) -> type[Training]:
        """Import what compiles and trains learners."""
        from tenbyten.engines.native.training import NativeTraining

        return NativeTraining

    def citations(self, classifier: Classifier) -> set[str]:
        """Cite the learner, and WEKA, which it repeats."""
        return {"WEKA", classifier.learner}


ENGINE = NativeEngine()
