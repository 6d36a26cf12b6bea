"""HNB as WEKA has it."""

from tenbyten.learners.estimator import Learner
from tenbyten.learners.hnb_values import HNBOnValues


class HNB(HNBOnValues, Learner):
    """Hidden naive Bayes, for nominal attributes without missing values.

    Gives the predictions of WEKA 3.6.14's ``weka.classifiers.bayes.HNB``. Each
    attribute depends on the class and on a hidden parent, the mean of all other
    attributes weighted by their conditional mutual information [1]_.

    Attributes
    ----------
    classes_, n_features_in_, feature_names_in_, attributes_, class_attribute_
        See `tenbyten.learners.estimator.Learner`.

    References
    ----------
    .. [1] Zhang, Jiang, Su (2005). Hidden naive Bayes. AAAI, 919-924.
    """
