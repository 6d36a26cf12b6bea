"""Tasks of the problems with losses in plain Python, by NumPy and scikit-learn."""

import numpy as np
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from tenbyten.simulation.resampled.images import Images
from tenbyten.simulation.resampled.lines import Lines
from tenbyten.simulation.resampled.populations import Populations

# What trees of S stop at, but for the deviance of a node.
SIZES = {"min_samples_split": 10, "min_samples_leaf": 5, "random_state": 0}
# The group of each of the 16 features of letters: weighted by w, 1 or 1 / w.
POWERS = [1, 0, 1, 0, -1, 0, 0, 0, 1, 0, -1, 0, -1, 0, 0, 1]


class PlainLines(Lines):
    """Regression: a mean, and a line of `lstsq`, each instance predicted alone."""

    def losses(self, data, train, test):
        """Take the squared errors, as `Task.losses`."""
        x, y = data
        return np.array(
            [self.of_split(x, y, *both) for both in zip(train, test, strict=True)]
        )

    @staticmethod
    def of_split(x, y, train, test):
        """Return the squared errors of mean and line on each test instance."""
        design = np.column_stack([np.ones(len(train)), x[train]])
        (a, b), *_ = np.linalg.lstsq(design, y[train])
        mean = y[train].mean()
        return [((y[i] - mean) ** 2, (y[i] - a - b * x[i]) ** 2) for i in test]


class PlainPopulations(Populations):
    """Gaussian populations: scikit-learn's tree, and a plane of `lstsq`."""

    def losses(self, data, train, test):
        """Take the errors, as `Task.losses`."""
        x, y = data[:2].T, data[2]
        return np.array(
            [self.of_split(x, y, *both) for both in zip(train, test, strict=True)]
        )

    @staticmethod
    def of_split(x, y, train, test):
        """Return the errors of tree and plane on each test instance."""
        tree = DecisionTreeRegressor(**SIZES).fit(x[train], y[train])
        plane = np.column_stack([np.ones(len(train)), x[train]])
        fitted, *_ = np.linalg.lstsq(plane, y[train])
        predicted = tree.predict(x[test]), fitted[0] + x[test] @ fitted[1:]
        wrong = [(values > 0.5) != (y[test] > 0.5) for values in predicted]
        return np.stack(wrong, axis=1).astype(float)


class PlainImages(Images):
    """Letters: scikit-learn's tree, and its nearest neighbour for each weight."""

    def losses(self, data, train, test):
        """Take the errors, as `Task.losses`."""
        x, y = data.columns.T, data.classes
        return np.array(
            [self.of_split(x, y, *both) for both in zip(train, test, strict=True)]
        )

    def of_split(self, x, y, train, test):
        """Return the errors of tree and neighbours on each test instance."""
        tree = DecisionTreeClassifier(criterion="entropy", **SIZES)
        predicted = [tree.fit(x[train], y[train]).predict(x[test])]
        for weight in self.weights:
            scaled = x * np.float_power(weight, np.array(POWERS) / 2)
            nearest = KNeighborsClassifier(n_neighbors=1, algorithm="brute")
            nearest.fit(scaled[train], y[train])
            predicted.append(nearest.predict(scaled[test]))
        wrong = [values != y[test] for values in predicted]
        return np.stack(wrong, axis=1).astype(float)
