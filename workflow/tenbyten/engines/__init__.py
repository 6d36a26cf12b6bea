"""What runs a learner: WEKA in a JVM, scikit-learn, or this package itself."""

from tenbyten.engines.classifier import Classifier, Prediction

__all__ = ["Classifier", "Prediction"]
