"""A classifier that takes its time in one fold."""

import os
import re
import signal
import time

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


def burn(seconds):
    """Use a core for so many seconds."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        sum(range(1000))


WAYS = {
    "sleep": lambda seconds: time.sleep(seconds),
    "burn": burn,
    # The expression holds the interpreter; no signal handler of Python runs.
    "compiled": lambda seconds: re.match("(a*)*b", "a" * 40),
    "ended": lambda seconds: os._exit(3),
    "killed": lambda seconds: os.kill(os.getpid(), signal.SIGKILL),
}


class Sleeper(ClassifierMixin, BaseEstimator):
    """Take long where value 0 is tested, of a data set of small values."""

    def __init__(self, way="sleep", seconds=60):
        self.way = way
        self.seconds = seconds

    def fit(self, X, y):
        """Learn the classes, after a while."""
        self.classes_ = np.unique(y)
        if X[:, 0].max() < 1000 and 0 not in X[:, 0]:
            WAYS[self.way](self.seconds)
        return self

    def predict(self, X):
        """Predict the first class."""
        return np.full(len(X), self.classes_[0])
