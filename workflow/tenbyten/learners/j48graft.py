"""J48graft as WEKA has it."""

from tenbyten.learners.j48 import J48
from tenbyten.learners.j48graft_values import J48graftOnValues


class J48graft(J48graftOnValues, J48):
    """C4.5's decision tree with grafts, for nominal and numeric attributes.

    Gives the predictions of WEKA 3.6.14's ``weka.classifiers.trees.J48graft``: the
    tree of `J48`, to whose leaves tests are added for values that none of the leaf's
    own training rows has, on the evidence of the training rows that fail at most one
    of the tests above the leaf [1]_.

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
    classes_, n_features_in_, feature_names_in_, attributes_, class_attribute_
        See `tenbyten.learners.estimator.Learner`.

    References
    ----------
    .. [1] Webb (1999). Decision tree grafting from the all-tests-but-one partition.
       IJCAI, 702-707.
    """
