"""A classifier of a user's own."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class Mine(ClassifierMixin, BaseEstimator):
    """Nearest mean, shrunken to 0."""

    def __init__(self, shrink=0.0):
        self.shrink = shrink

    def fit(self, X, y):
        """Compute the means."""
        self.classes_ = np.unique(y)
        self.means_ = np.array([X[y == c].mean(axis=0) for c in self.classes_])
        self.means_ *= 1 - self.shrink
        return self

    def predict(self, X):
        """Predict the class of the nearest mean."""
        distances = ((X[:, None] - self.means_) ** 2).sum(axis=2)
        return self.classes_[distances.argmin(axis=1)]
