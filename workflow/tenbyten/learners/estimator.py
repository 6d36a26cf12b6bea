"""What the five learners share to be scikit-learn classifiers.

A learner is two classes. Its array half (`tenbyten.learners.values.ValueLearner`)
has the settings, `_fit_values` and `_distribution`, and needs no scikit-learn; the
native engine uses it alone. The public class adds `Learner`, which turns tables
into arrays and back::

    class AODE(AODEOnValues, Learner):
        ...
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from tenbyten.dataset import Attribute
from tenbyten.learners.values import predicted_classes, refuse
from tenbyten.preprocessing.columns import read_columns, read_values
from tenbyten.preprocessing.validation import checked_table, read_classes


class Learner(ClassifierMixin, BaseEstimator):
    """Fit and predict on DataFrames and plain arrays.

    A DataFrame's categorical columns are nominal, with the declared categories in
    their order, whether they occur or not; so are boolean and string columns, with
    their labels sorted; the other columns are numeric. In a plain array the numeric
    columns are numeric, strings nominal with sorted labels; a learner that takes
    nominal attributes only reads whole numbers there as labels. NaN, None and
    pandas' NA are missing.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels: the categories of a categorical `y`, including those that
        do not occur, else the sorted labels.
    n_features_in_ : int
        Number of attributes.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, of a DataFrame with string column names only.
    attributes_ : tuple of Attribute
        Names and labels (as text) of the attributes, for printing.
    class_attribute_ : Attribute
        Name and labels (as text) of the class, for printing.
    """

    def fit(self, X, y):
        """Learn from the rows of `X` and their classes `y`.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n_samples, n_features)
            Training rows.
        y : array-like of shape (n_samples,)
            Their classes; not missing. A categorical declares the labels.

        Returns
        -------
        self
        """
        self._check_settings()
        X = checked_table(self, X, reset=True)
        self.classes_, classes = read_classes(self, y)
        check_consistent_length(X, classes)
        self._columns = read_columns(X, codes=not self._takes_numeric)
        values = read_values(X, self._columns)
        self.attributes_ = tuple(column.attribute for column in self._columns)
        self.class_attribute_ = Attribute(
            str(getattr(y, "name", None) or "class"),
            tuple(str(label) for label in self.classes_),
        )
        refuse(
            self,
            type(self).__name__,
            self.attributes_,
            self.class_attribute_,
            values,
        )
        n_values = np.array([c.n_values for c in self._columns], dtype=np.int64)
        self._fit_values(values, n_values, classes, len(self.classes_))
        return self

    def predict_proba(self, X):
        """Say how probable each class is for each row of `X`.

        Returns
        -------
        ndarray of shape (n_samples, n_classes), float64
            In the order of `classes_`.
        """
        check_is_fitted(self)
        X = checked_table(self, X, reset=False)
        return self._distribution(read_values(X, self._columns))

    def predict(self, X):
        """Predict the class of each row of `X`: the first of the most probable ones.

        Returns
        -------
        ndarray of shape (n_samples,)
            Labels out of `classes_`.

        Raises
        ------
        ValueError
            If no class has a probability above zero for some row.
        """
        predicted = predicted_classes(self.predict_proba(X))
        if predicted.size and predicted.min() < 0:
            raise ValueError(
                f"{type(self).__name__}: row {int(np.argmin(predicted))} is left "
                f"unclassified: no class has a probability above zero."
            )
        return self.classes_[predicted]

    def __sklearn_tags__(self):
        """Say what input is taken."""
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = not self._takes_numeric
        tags.input_tags.string = True
        tags.input_tags.allow_nan = self._takes_missing
        return tags
