"""AODE, averaged one-dependence estimators, on arrays."""

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.bayes.counts import Counts, CountsLearner, normalise, pair_counts
from tenbyten.learners.learner import Codes, Floats, check_count, refuse_underflow


class ArrayAODE(CountsLearner):
    """Averaged one-dependence estimators on arrays, without scikit-learn."""

    takes_numeric = False

    def __init__(self, *, frequency_limit: int = 1):
        self.frequency_limit = frequency_limit

    def check_settings(self) -> None:
        """Raise ValueError if a setting has an impossible value."""
        check_count("AODE: frequency_limit", self.frequency_limit)

    def fit_counts(self, counts: Counts) -> None:
        """Learn from counts."""
        self.table_ = counts.table

    def distribution_of_codes(self, codes: Codes) -> Floats:
        """Estimate the probability of each class (see `CountsLearner`)."""
        distribution = _average(codes, self.frequency_limit, self.table_)
        refuse_underflow("AODE", distribution)
        return distribution


@kernel
def _average(codes, frequency_limit, table):
    """Average the one-dependence estimators of each row, and normalise."""
    rows, n_classes = codes.shape[1], len(table.class_counts)
    parents = np.zeros(rows, dtype=np.int64)
    product = np.empty((rows, n_classes))
    # Constant attributes give the same product as parents, that of naive Bayes, and the
    # factor 1 as children.
    naive_bayes = np.empty((rows, n_classes))
    if table.constant.any():
        _naive_bayes(naive_bayes, codes, table)
    distribution = np.zeros((rows, n_classes))
    for a in range(len(codes)):
        if table.constant[a]:
            summand = naive_bayes
        else:
            _parent(product, codes, a, table)
            summand = product
        for row in range(rows):
            code = codes[a, row]
            if code >= 0 and table.frequency[table.first[a] + code] >= frequency_limit:
                parents[row] += 1
                for c in range(n_classes):
                    distribution[row, c] += summand[row, c]
    if not table.constant.any() and not parents.all():
        _naive_bayes(naive_bayes, codes, table)
    for row in range(rows):
        for c in range(n_classes):
            if parents[row] == 0:
                distribution[row, c] = naive_bayes[row, c]
            else:
                distribution[row, c] /= parents[row]
        normalise(distribution[row])
    return distribution


@kernel
def _naive_bayes(product, codes, table):
    """Joint probability of each row and class: with no parent, or a constant one."""
    rows, n_classes = product.shape
    for row in range(rows):
        for c in range(n_classes):
            product[row, c] = (table.class_counts[c] + 1) / (table.n_rows + n_classes)
    for b in range(len(codes)):
        if table.constant[b]:
            continue
        factor = np.empty((table.n_values[b], n_classes))
        for w in range(table.n_values[b]):
            for c in range(n_classes):
                factor[w, c] = (table.value_counts[table.first[b] + w, c] + 1) / (
                    table.known[b, c] + table.n_values[b]
                )
        for row in range(rows):
            if codes[b, row] >= 0:
                for c in range(n_classes):
                    product[row, c] *= factor[codes[b, row], c]


@kernel
def _parent(product, codes, a, table):
    """Joint probability of each row and class with attribute a as parent."""
    rows, n_classes = product.shape
    prior = np.empty((table.n_values[a], n_classes))
    known = table.frequency[table.first[a] : table.first[a + 1]].sum()
    for u in range(table.n_values[a]):
        for c in range(n_classes):
            prior[u, c] = (table.value_counts[table.first[a] + u, c] + 1) / (
                known + n_classes * table.n_values[a]
            )
    for row in range(rows):
        if codes[a, row] >= 0:
            for c in range(n_classes):
                product[row, c] = prior[codes[a, row], c]
    for b in range(len(codes)):
        if b != a and not table.constant[b]:
            _multiply_child(product, codes, a, b, table)


@kernel
def _multiply_child(product, codes, a, b, table):
    """Multiply by the probabilities of attribute b given the class and attribute a.

    They are computed for all pairs of values, or row by row, whichever are fewer.
    """
    rows, n_classes = product.shape
    n_a, n_b = table.n_values[a], table.n_values[b]
    pairs, step_a, step_b = pair_counts(a, b, table)
    known = np.zeros((n_a, n_classes))
    for u in range(n_a):
        for w in range(n_b):
            for c in range(n_classes):
                known[u, c] += pairs[u * step_a + w * step_b + c]
    known += n_b
    few = n_a * n_b <= rows
    factor = np.empty(n_a * n_b * n_classes if few else 0)
    if few:
        for u in range(n_a):
            for w in range(n_b):
                first = u * step_a + w * step_b
                for c in range(n_classes):
                    factor[first + c] = (pairs[first + c] + 1) / known[u, c]
    for row in range(rows):
        u, w = codes[a, row], codes[b, row]
        if u >= 0 and w >= 0:
            first = u * step_a + w * step_b
            for c in range(n_classes):
                if few:
                    product[row, c] *= factor[first + c]
                else:
                    product[row, c] *= (pairs[first + c] + 1) / known[u, c]
