"""The five learners as scikit-learn classifiers.

Each joins an array half (`tenbyten.learners.learner.ArrayLearner`), which has the
settings, learns and predicts on arrays, and `Learner`, which turns tables into arrays
and back. The attributes of a fitted `Learner` are those of every classifier.
"""

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from tenbyten.datasets import Attribute
from tenbyten.learners.bayes.aode import ArrayAODE
from tenbyten.learners.bayes.hnb import ArrayHNB
from tenbyten.learners.bayes.naive_bayes import ArrayNaiveBayes
from tenbyten.learners.learner import Floats, predicted_classes, refuse
from tenbyten.learners.trees.j48 import ArrayJ48, ArrayJ48graft
from tenbyten.learners.trees.predicting import tree_as_text
from tenbyten.preprocessing import validation


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

    def fit(self, X: Any, y: Any) -> Self:
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
        return self._fit(X, y, None)

    def _fit(self, X, y, sample_weight):
        """Learn from rows that may have weights."""
        self.check_settings()
        X = validation.check_table(self, X, reset=True)
        self.classes_, classes = validation.read_classes(self, y)
        check_consistent_length(X, classes)
        self._columns = validation.read_columns(X, codes=not self.takes_numeric)
        values = validation.read_values(X, self._columns)
        self.attributes_ = tuple(Attribute(*x.name_and_labels) for x in self._columns)
        self.class_attribute_ = Attribute(
            str(getattr(y, "name", None) or "class"),
            tuple(str(label) for label in self.classes_),
        )
        name = type(self).__name__
        refuse(self, name, self.attributes_, self.class_attribute_, values)
        n_values = np.array([c.n_values for c in self._columns], dtype=np.int64)
        weights = []
        if sample_weight is not None:
            weight = validation.read_weights(self, sample_weight, len(values))
            # A row that weighs nothing is not there.
            rows = np.flatnonzero(weight)
            values, classes, weights = values[rows], classes[rows], [weight[rows]]
        self.fit_values(values, n_values, classes, len(self.classes_), *weights)
        return self

    def predict_proba(self, X: Any) -> Floats:
        """Estimate the probability of each class for each row of `X`.

        Returns
        -------
        ndarray of shape (n_samples, n_classes), float64
            In the order of `classes_`.
        """
        check_is_fitted(self)
        X = validation.check_table(self, X, reset=False)
        return self.distribution_of_values(validation.read_values(X, self._columns))

    def predict(self, X: Any) -> np.ndarray:
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

    def __sklearn_tags__(self) -> Tags:
        """Return scikit-learn's tags: the input that is taken."""
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = not self.takes_numeric
        tags.input_tags.string = True
        tags.input_tags.allow_nan = self.takes_missing
        return tags


class WeightedLearner(Learner):
    """A learner whose training rows may have weights, as WEKA's instances have."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from the rows of `X` and their classes `y`.

        Parameters
        ----------
        X : DataFrame or array-like of shape (n_samples, n_features)
            Training rows.
        y : array-like of shape (n_samples,)
            Their classes; not missing. A categorical declares the labels.
        sample_weight : array-like of shape (n_samples,), optional
            Their weights, not negative; one each by default. Rows of weight zero are
            left out. Those that sum to one, as AdaBoost gives them, are multiplied by
            the number of rows, as WEKA's AdaBoostM1 does. As in WEKA some decisions
            count rows, whatever they weigh: which cuts and average gains J48 takes into
            account, and J48graft's grafts.

        Returns
        -------
        self
        """
        return self._fit(X, y, sample_weight)


class NaiveBayes(ArrayNaiveBayes, WeightedLearner):
    """Naive Bayes: Laplace counts for nominal, normal densities for numeric attributes.

    Gives the predictions of WEKA 3.6.14's ``weka.classifiers.bayes.NaiveBayes``. A
    missing value is left out, in training and in prediction.

    Parameters
    ----------
    discretize : bool, default=False
        Whether numeric attributes are discretised by their classes (Fayyad & Irani)
        instead of being given a normal density; WEKA's option ``-D``. It takes no
        `sample_weight`.

    Notes
    -----
    A number is rounded to a multiple of its attribute's precision, the mean
    difference between neighbouring training values, and its probability is that of
    the interval of this width [1]_.

    References
    ----------
    .. [1] John, Langley (1995). Estimating continuous distributions in Bayesian
       classifiers. UAI, 338-345.
    """


class AODE(ArrayAODE, WeightedLearner):
    """Averaged one-dependence estimators, for nominal attributes.

    Gives the predictions of WEKA 3.6.14's ``weka.classifiers.bayes.AODE``. Each
    attribute in turn is the one on which, with the class, all others depend; the
    joint probabilities are averaged [1]_. A missing value is left out, as parent
    and as child.

    Parameters
    ----------
    frequency_limit : int, default=1
        Number of training rows that must have a value for its attribute to be a
        parent; WEKA's option ``-F``. Where no attribute is, naive Bayes predicts.

    References
    ----------
    .. [1] Webb, Boughton, Wang (2005). Not so naive Bayes: aggregating
       one-dependence estimators. Machine Learning 58, 5-24.
    """


class HNB(ArrayHNB, Learner):
    """Hidden naive Bayes, for nominal attributes without missing values.

    Gives the predictions of WEKA 3.6.14's ``weka.classifiers.bayes.HNB``, which
    ignores weights: `fit` takes no `sample_weight`. Each attribute depends on the class
    and on a hidden parent, the mean of all other attributes weighted by their
    conditional mutual information [1]_.

    References
    ----------
    .. [1] Zhang, Jiang, Su (2005). Hidden naive Bayes. AAAI, 919-924.
    """


class J48(ArrayJ48, WeightedLearner):
    """C4.5's decision tree, for nominal and numeric attributes.

    Gives the predictions of WEKA 3.6.14's ``weka.classifiers.trees.J48``: C4.5
    release 8 [1]_, [2]_. A row whose value is missing goes down every branch of the
    test, with a part of its weight. The order of the training rows matters, in the
    last bits of the probabilities, where values are missing.

    Parameters
    ----------
    confidence_factor : float, default=0.25
        Confidence factor of the error estimate, above 0 and below 1; a smaller one
        prunes more. Above 0.5 the estimate is the training error. WEKA's option
        ``-C``.
    min_leaf : int, default=2
        Number of training rows that at least two branches of each test must get;
        WEKA's option ``-M``.
    unpruned : bool, default=False
        Whether to leave out pruning; WEKA's option ``-U``. As in WEKA 3.6, subtrees
        that do not lower the training errors are collapsed even so.
    subtree_raising : bool, default=True
        Whether pruning may replace a subtree by its largest branch. False is WEKA's
        option ``-S``.
    laplace : bool, default=False
        Whether the probabilities at a leaf are Laplace's; WEKA's option ``-A``.

    Attributes
    ----------
    n_leaves_ : int
        Number of leaves.
    n_nodes_ : int
        Number of nodes, leaves included.
    tree_ : Tree
        The tree as arrays (`tenbyten.learners.trees.nodes.Tree`).

    References
    ----------
    .. [1] Quinlan (1993). C4.5: Programs for Machine Learning. Morgan Kaufmann.
    .. [2] Quinlan (1996). Improved use of continuous attributes in C4.5. Journal of
       Artificial Intelligence Research 4, 77-90.
    """

    def tree_as_text(self) -> str:
        """Write the tree down, a line for each branch.

        Returns
        -------
        str
            The lines that WEKA prints of it. A leaf has its class and, in
            parentheses, the weight of its training rows and of those among them of
            other classes; a grafted leaf has them, of the rows that spoke for it,
            behind a bar.
        """
        check_is_fitted(self)
        return tree_as_text(self.tree_, self.attributes_, self.class_attribute_)


class J48graft(ArrayJ48graft, J48):
    """C4.5's decision tree with grafts, for nominal and numeric attributes.

    Gives the predictions of WEKA 3.6.14's ``weka.classifiers.trees.J48graft``: the
    tree of `J48`, to whose leaves tests are added for values that no training row
    of the leaf has, on the evidence of the training rows that fail at most one of the
    tests above the leaf [1]_.

    Parameters
    ----------
    confidence_factor, min_leaf, unpruned, laplace
        As for `J48`. `laplace` concerns the leaves of the finished tree; grafting
        compares Laplace accuracies in any case. There is no `subtree_raising`: with
        its option ``-S`` WEKA's J48graft fails on most data sets.

    Attributes
    ----------
    n_leaves_, n_nodes_, tree_
        As for `J48`; grafted leaves count.

    References
    ----------
    .. [1] Webb (1999). Decision tree grafting from the all-tests-but-one partition.
       IJCAI, 702-707.
    """
