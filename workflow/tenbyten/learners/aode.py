"""AODE as WEKA has it."""

from tenbyten.learners.aode_values import AODEOnValues
from tenbyten.learners.estimator import Learner


class AODE(AODEOnValues, Learner):
    """Averaged one-dependence estimators, for nominal attributes.

    Gives the predictions of WEKA 3.6.14's ``weka.classifiers.bayes.AODE``. Each
    attribute in turn is the one on which, with the class, all others depend; the
    joint probabilities are averaged [1]_. A missing value is left out, as parent
    and as child.

    Parameters
    ----------
    frequency_limit : int, default=1
        How many training rows must have a value for its attribute to be a parent;
        WEKA's option ``-F``. Where no attribute is, naive Bayes predicts.

    Attributes
    ----------
    classes_, n_features_in_, feature_names_in_, attributes_, class_attribute_
        See `tenbyten.learners.estimator.Learner`.

    References
    ----------
    .. [1] Webb, Boughton, Wang (2005). Not so naive Bayes: aggregating
       one-dependence estimators. Machine Learning 58, 5-24.
    """
