"""J48 as WEKA has it."""

from sklearn.utils.validation import check_is_fitted

from tenbyten.learners.estimator import Learner
from tenbyten.learners.j48_values import J48OnValues
from tenbyten.learners.tree_text import tree_as_text


class J48(J48OnValues, Learner):
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
        How many training rows at least two branches of each test must get; WEKA's
        option ``-M``.
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
        The tree as arrays (`tenbyten.learners.tree_nodes.Tree`).
    classes_, n_features_in_, feature_names_in_, attributes_, class_attribute_
        See `tenbyten.learners.estimator.Learner`.

    References
    ----------
    .. [1] Quinlan (1993). C4.5: Programs for Machine Learning. Morgan Kaufmann.
    .. [2] Quinlan (1996). Improved use of continuous attributes in C4.5. Journal of
       Artificial Intelligence Research 4, 77-90.
    """

    def tree_as_text(self):
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
