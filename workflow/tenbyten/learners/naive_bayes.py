"""Naive Bayes as WEKA has it."""

from tenbyten.learners.estimator import Learner
from tenbyten.learners.naive_bayes_values import NaiveBayesOnValues


class NaiveBayes(NaiveBayesOnValues, Learner):
    """Naive Bayes: Laplace counts for nominal, normal densities for numeric attributes.

    Gives the predictions of WEKA 3.6.14's ``weka.classifiers.bayes.NaiveBayes``. A
    missing value is left out, in training and in prediction.

    Parameters
    ----------
    discretize : bool, default=False
        Whether numeric attributes are discretised by their classes (Fayyad & Irani)
        instead of being given a normal density; WEKA's option ``-D``.

    Attributes
    ----------
    classes_, n_features_in_, feature_names_in_, attributes_, class_attribute_
        See `tenbyten.learners.estimator.Learner`.

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
