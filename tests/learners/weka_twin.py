"""WEKA's own answer, for the tests: the distributions of one classifier on one fold."""

import os
import tempfile
from pathlib import Path

import numpy as np
import pytest
from recorded_counts import WEKA

from java_bridge import find_bridge
from tenbyten.engines.weka.jvm import FILTERS, java_class, start_jvm


def start_weka():
    """Start the JVM, or skip; one that runs already is used as it is."""
    jpype = find_bridge()
    if not jpype.isJVMStarted():
        jar = Path(os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar"))
        if not jar.is_file():
            pytest.skip(f"no WEKA at {jar}; set WEKA_JAR")
        # As the tests of the engine start it: a process has one JVM.
        start_jvm(jar, heap_mb=1000, scratch=tempfile.mkdtemp(prefix="tenbyten-"))
    return jpype


class Twin:
    """A data set inside WEKA.

    Parameters
    ----------
    dataset : Dataset
        The class is last; labels and values go to WEKA as they are.
    weights : ndarray of shape (rows,), optional
        The weights of the instances, one each by default.
    """

    def __init__(self, dataset, weights=None):
        self._jpype = start_weka()
        self.dataset = dataset
        self._instances = self._empty(dataset)
        row_class = java_class("weka.core.Instance")
        weights = np.ones(len(dataset.values)) if weights is None else weights
        for row, weight in zip(dataset.values, weights.tolist(), strict=True):
            self._instances.add(row_class(weight, self._jpype.JDouble[:](row)))

    def distributions(self, learner, train, test, *, options=None, preprocessing=()):
        """WEKA's distributions of the rows `test`, learnt from the rows `train`.

        Parameters
        ----------
        learner : str
            A key of `recorded_counts.WEKA`.
        train, test : ndarray of int
            Row numbers; training rows in this order.
        options : str, optional
            WEKA's options, instead of those in `recorded_counts.WEKA`.
        preprocessing : tuple of str
            Filters fitted on the training rows, in order.

        Returns
        -------
        ndarray of shape (len(test), classes), float64

        Raises
        ------
        ValueError
            With WEKA's words, where WEKA refuses.
        """
        try:
            train, test = self._rows(train), self._rows(test)
            for name in preprocessing:
                train, test = self._filtered(FILTERS[name], train, test)
            classifier = self.classifier(learner, options)
            classifier.buildClassifier(train)
            return np.array(
                [
                    np.asarray(classifier.distributionForInstance(test.instance(i)))
                    for i in range(test.numInstances())
                ]
            ).reshape(-1, train.numClasses())
        except self._jpype.JException as error:
            raise ValueError(str(error.getMessage())) from None

    def description(self, learner, train, *, options=None, preprocessing=()):
        """What WEKA prints of a classifier learnt from the rows `train`: str."""
        train = self._rows(train)
        for name in preprocessing:
            train, _ = self._filtered(FILTERS[name], train, train)
        classifier = self.classifier(learner, options)
        classifier.buildClassifier(train)
        return str(classifier.toString())

    def classifier(self, learner, options=None):
        """Make one of WEKA's classifiers, not yet built."""
        name, defaults = WEKA[learner]
        words = java_class("weka.core.Utils").splitOptions(
            defaults if options is None else options
        )
        return java_class("weka.classifiers.Classifier").forName(name, words)

    def _empty(self, dataset):
        """Instances with the attributes of `dataset`, and no row."""
        vector = java_class("weka.core.FastVector")
        attributes = vector()
        for attribute in dataset.attributes:
            labels = [vector()] if attribute.is_nominal else []
            for label in attribute.labels or ():
                labels[0].addElement(self._jpype.JString(label))
            made = java_class("weka.core.Attribute")(attribute.name, *labels)
            attributes.addElement(made)
        instances = java_class("weka.core.Instances")(dataset.name, attributes, 0)
        instances.setClassIndex(len(dataset.attributes) - 1)
        return instances

    def _rows(self, rows):
        part = java_class("weka.core.Instances")(self._instances, len(rows))
        for row in np.asarray(rows).tolist():
            part.add(self._instances.instance(row))
        return part

    def _filtered(self, name, train, test):
        made = java_class(name)()
        made.setInputFormat(train)
        use = java_class("weka.filters.Filter").useFilter
        return use(train, made), use(test, made)
