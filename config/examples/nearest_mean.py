"""A classifier of one's own: the class whose mean is nearest."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class NearestMean(ClassifierMixin, BaseEstimator):
    """Predict the class whose training rows have the nearest mean.

    With `scaled`, distances are in standard deviations of each column.
    """

    def __init__(self, scaled=False):
        self.scaled = scaled

    # X is an array without missing values, nominal attributes as columns of 0 and 1
    # (the study file's `columns: raw` gives a DataFrame instead); y are whole numbers.
    def fit(self, X, y):
        """Compute the means of the classes."""
        self.scale_ = np.ones(X.shape[1])
        if self.scaled:
            deviations = X.std(axis=0)
            self.scale_ = np.where(deviations > 0, deviations, 1)
        self.classes_ = np.unique(y)
        self.means_ = np.array([X[y == label].mean(axis=0) for label in self.classes_])
        return self

    def predict(self, X):
        """Find the nearest mean."""
        steps = (X[:, None, :] - self.means_) / self.scale_
        return self.classes_[(steps**2).sum(axis=2).argmin(axis=1)]
